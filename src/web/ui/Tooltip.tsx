import type { ReactNode } from 'react';
import styles from './Tooltip.module.css';

/** A word above a button that confirms a press; screen readers read it out. */
export function Tooltip({ text, children }: { text: string | null; children: ReactNode }) {
  return (
    <span className={styles.place}>
      {children}
      <span role="status">{text !== null && <span className={styles.bubble}>{text}</span>}</span>
    </span>
  );
}
