import type { CSSProperties } from 'react';
import { classes } from './classes.ts';
import styles from './Skeleton.module.css';

/** A block in the shape of what will come. It says nothing to a screen reader: the list around it does. */
export function Skeleton({ className, style }: { className?: string | undefined; style?: CSSProperties }) {
  return <span aria-hidden="true" className={classes(styles.skeleton, className)} style={style} />;
}
