import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './IconButton.module.css';

/** The classes of a round button around one icon, for links; a link needs its own aria-label. */
export const iconButtonClass = classes(styles.button);

/** A round button whose only content is an icon; `label` is its accessible name. */
export function IconButton({
  label,
  children,
  className,
  ...rest
}: ComponentProps<'button'> & { label: string; children: ReactNode }) {
  return (
    <button type="button" className={classes(styles.button, className)} aria-label={label} title={label} {...rest}>
      {children}
    </button>
  );
}
