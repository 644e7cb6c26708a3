import type { ReactNode } from 'react';
import { paths } from '../../../../shared/paths.ts';
import { displayText } from '../../../../shared/text.ts';
import { useText } from '../../../../web/i18n.tsx';
import { Link } from '../../../../web/router.tsx';
import { buttonClass } from '../../../../web/ui/Button.tsx';
import { classes } from '../../../../web/ui/classes.ts';
import type { ChapterListItem, Numbering } from '../../../catalog/contract.ts';
import { ChapterName } from '../chapter/ChapterName.tsx';
import styles from './Start.module.css';

export interface BeginReadingProps {
  bookUuid: string;
  first: ChapterListItem | null;
  numbering: Numbering | undefined;
}

/** The way into a book for whoever has not been in it. */
export function Start({ bookUuid, first }: Omit<BeginReadingProps, 'numbering'>) {
  const { t } = useText();
  const name = <ChapterName {...first} number={1} title={displayText(first?.title ?? '')} />;
  return <Way label={t('library.start')} to={first && addressOf(bookUuid, first)} words={name} />;
}

/** Keeps its room whatever it says, so that nothing moves when the reader's place is known. */
export function Way({ label, to, words }: { label: string; to: string | null; words: ReactNode }) {
  const look = classes(buttonClass({ variant: 'primary', size: 'large' }), styles.way);
  const content = (
    <>
      <span className={styles.label}>{label}</span> <span className={styles.chapter}>{words}</span>
    </>
  );
  if (to === null) {
    return (
      <span className={look} aria-busy="true">
        {content}
      </span>
    );
  }
  return (
    <Link className={look} to={to}>
      {content}
    </Link>
  );
}

export function addressOf(bookUuid: string, chapter: ChapterListItem): string {
  return paths.chapter({ bookUuid, chapterUuid: chapter.chapter_uuid, number: chapter.chapter_number });
}
