import type { ReactNode } from 'react';
import styles from './Tooltip.module.css';

/** A word that rises above a button to answer its press; read out as it appears. */
export function Tooltip({ text, children }: { text: string | null; children: ReactNode }) {
  return (
    <span className={styles.place}>
      {children}
      <span role="status">{text !== null && <span className={styles.bubble}>{text}</span>}</span>
    </span>
  );
}
