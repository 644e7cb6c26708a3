import { printedName } from '../../../../shared/printed-name.ts';
import { tagOfWords, type Worded } from '../../../../shared/text-language.ts';
import { useText } from '../../../../web/i18n.tsx';
import styles from './ChapterName.module.css';

export interface NamedChapter {
  number: number;
  season?: number | null | undefined;
  label?: string | null | undefined;
  /** Decoded; empty where it has none of its own. */
  title: string;
}

/**
 * The name of a chapter on one line, such as 'Chapter 10.5 The storm': its printed or real number, then its title. Each
 * runs in its own direction.
 */
export function ChapterName({ title, words, ...printed }: NamedChapter & { words?: Worded | undefined }) {
  const text = useText();
  const named = title.trim();
  return (
    <span className={styles.name}>
      <span className={styles.number}>{printedName(text, printed)}</span>{' '}
      {named !== '' && (
        <span className={styles.title} dir="auto" lang={words && tagOfWords(words)}>
          {named}
        </span>
      )}
    </span>
  );
}
