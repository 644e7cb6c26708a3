import type { CSSProperties } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { classes } from '../../../../web/ui/classes.ts';
import styles from './ReadShare.module.css';

/** How much of a book is read, as a bar. */
export function ReadShare({ percent, className }: { percent: number; className: string | undefined }) {
  const { t, number } = useText();
  return (
    <p className={classes(styles.share, className)} style={{ '--share': `${percent}%` } as CSSProperties}>
      <span className="visually-hidden">{t('library.percentRead', { percent: number(percent) })}</span>
    </p>
  );
}
