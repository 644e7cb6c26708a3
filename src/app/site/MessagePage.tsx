import type { ReactNode } from 'react';
import bubble from '../../web/ui/Bubble.module.css';
import { classes } from '../../web/ui/classes.ts';
import styles from './MessagePage.module.css';

/** A page with one message: a speech bubble over halftone dots. */
export function MessagePage({ title, children, action }: { title: ReactNode; children: ReactNode; action: ReactNode }) {
  return (
    <div className={classes(bubble.page, bubble.dots)}>
      <section className={bubble.bubble}>
        <h1 className={bubble.title}>{title}</h1>
        <p className={styles.text}>{children}</p>
        <div className={bubble.ways}>{action}</div>
      </section>
    </div>
  );
}
