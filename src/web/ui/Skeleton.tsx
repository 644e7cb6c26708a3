import type { CSSProperties } from 'react';
import { classes } from './classes.ts';
import styles from './Skeleton.module.css';

/** A placeholder in the shape of the coming content. Screen readers ignore it: the list around it has a text. */
export function Skeleton({ className, style }: { className?: string | undefined; style?: CSSProperties }) {
  return <span aria-hidden="true" className={classes(styles.skeleton, className)} style={style} />;
}
