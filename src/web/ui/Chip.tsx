import type { ComponentProps } from 'react';
import styles from './Chip.module.css';
import { classes } from './classes.ts';

/** The classes of a chip, for links. */
export function chipClass({ active = false }: { active?: boolean } = {}): string {
  return classes(styles.chip, active && styles.active);
}

/** A small choice that is on or off. */
export function Chip({ active, className, ...rest }: ComponentProps<'button'> & { active: boolean }) {
  return <button type="button" className={classes(chipClass({ active }), className)} aria-pressed={active} {...rest} />;
}
