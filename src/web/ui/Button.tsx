import type { ComponentProps } from 'react';
import styles from './Button.module.css';
import { classes } from './classes.ts';

type Look = { variant?: 'primary' | 'plain' | 'quiet'; size?: 'medium' | 'large' };

/** The classes of a button, for links that look like one. */
export function buttonClass({ variant = 'plain', size = 'medium' }: Look = {}): string {
  return classes(styles.button, styles[variant], styles[size]);
}

export function Button({ variant, size, className, ...rest }: ComponentProps<'button'> & Look) {
  const look = buttonClass({ ...(variant && { variant }), ...(size && { size }) });
  return <button type="button" className={classes(look, className)} {...rest} />;
}
