import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';
import letters from './Title.module.css';

/** Explains an empty list and what to do: a quiet panel of halftone dots with a speech bubble. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.panel}>
      <div className={styles.bubble}>
        <p className={letters.title}>{title}</p>
        {children && <p className={styles.text}>{children}</p>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  );
}
