import type { ReactNode } from 'react';
import styles from './Badge.module.css';
import { classes } from './classes.ts';

/** A word at the corner of an element; `speech` gives it the corner of a speech bubble. */
export function Badge({
  tone = 'ink',
  speech = false,
  className,
  children,
}: {
  tone?: 'ink' | 'accent' | 'line';
  speech?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  return <span className={classes(styles.badge, styles[tone], speech && styles.speech, className)}>{children}</span>;
}
