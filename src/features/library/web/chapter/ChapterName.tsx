import { tagOfWords, type Worded } from '../../../../shared/text-language.ts';
import { useText } from '../../../../web/i18n.tsx';
import styles from './ChapterName.module.css';

export interface NamedChapter {
  number: number;
  /** Decoded; empty where it has none of its own. */
  title: string;
}

/** The name of a chapter on one line: its number, and its title where it has one, each in its own direction. */
export function ChapterName({ number, title, words }: NamedChapter & { words?: Worded | undefined }) {
  const { t } = useText();
  const named = title.trim();
  return (
    <span className={styles.name}>
      <span className={styles.number}>{t('library.chapter', { number })}</span>{' '}
      {named !== '' && (
        <span className={styles.title} dir="auto" lang={words && tagOfWords(words)}>
          {named}
        </span>
      )}
    </span>
  );
}
