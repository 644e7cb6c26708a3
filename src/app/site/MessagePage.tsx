import type { ReactNode } from 'react';
import styles from './MessagePage.module.css';

/** A page with one message: a speech bubble over halftone dots. */
export function MessagePage({ title, children, action }: { title: ReactNode; children: ReactNode; action: ReactNode }) {
  return (
    <div className={styles.page}>
      <section className={styles.bubble}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>{children}</p>
        <div className={styles.action}>{action}</div>
      </section>
    </div>
  );
}
