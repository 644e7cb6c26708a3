import type { CSSProperties } from 'react';
import { useText } from '../../../web/i18n.tsx';
import styles from './ChapterMark.module.css';
import { ReadIcon } from './icons.tsx';
import { markOf } from './place-rules.ts';
import type { Place } from './places.ts';

/** On a chapter's picture: whether its reader is through with it, or how far. Nothing on one that was not begun. */
export function ChapterMark({ chapterNumber, place }: { chapterNumber: number; place: Place | null }) {
  const { t, number } = useText();
  const mark = place ? markOf(chapterNumber, place) : { kind: 'unread' as const };
  if (mark.kind === 'unread') return null;
  if (mark.kind === 'read') {
    return (
      <span className={styles.mark}>
        <ReadIcon className={styles.icon} />
        {t('library.read')}
      </span>
    );
  }
  if (mark.share === null) return <span className={styles.mark}>{t('library.begun')}</span>;
  const percent = Math.round(mark.share * 100);
  return (
    <>
      <span className={styles.mark}>
        <span className="visually-hidden">{t('library.begun')}</span>
        {t('library.percent', { percent: number(percent) })}
      </span>
      <span className={styles.bar} style={{ '--share': `${percent}%` } as CSSProperties} aria-hidden="true" />
    </>
  );
}
