import type { CSSProperties } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { classes } from '../../../../web/ui/classes.ts';
import type { Mark } from '../../contract.ts';
import { ReadIcon } from '../icons.tsx';
import { markOf } from '../places/place-rules.ts';
import type { Place } from '../places/places.ts';
import styles from './ChapterMark.module.css';

/** On the chapter's picture, or in its line of a list without pictures. */
export type MarkPlacement = 'picture' | 'line';

interface ChapterMarkProps {
  chapterNumber: number;
  place: Place | null;
  marks: readonly Mark[];
  placement?: MarkPlacement;
}

/** Shows that the reader has finished a chapter, or how much of it was read; nothing for a chapter not begun. */
export function ChapterMark({ chapterNumber, place, marks, placement = 'picture' }: ChapterMarkProps) {
  const { t, number } = useText();
  const mark = markOf(chapterNumber, { place, marks });
  if (mark.kind === 'unread') return null;
  const look = classes(styles.mark, placement === 'line' && styles.line);
  if (mark.kind === 'read') {
    return (
      <span className={look} data-mark="read">
        <ReadIcon className={styles.icon} />
        {t('library.read')}
      </span>
    );
  }
  const percent = Math.round((mark.share ?? 0) * 100);
  if (percent === 0) return <span className={look}>{t('library.begun')}</span>;
  return (
    <>
      <span className={look}>
        <span className="visually-hidden">{t('library.begun')}</span>
        {t('library.percent', { percent: number(percent) })}
      </span>
      {placement === 'picture' && (
        <span className={styles.bar} style={{ '--share': `${percent}%` } as CSSProperties} aria-hidden="true" />
      )}
    </>
  );
}
