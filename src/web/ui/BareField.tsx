import { type ComponentProps, useId } from 'react';
import styles from './BareField.module.css';
import { classes } from './classes.ts';

/** A field whose label only screen readers tell: the hint inside it says what is wanted. */
export function BareField({ label, className, ...input }: ComponentProps<'input'> & { label: string }) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <input id={id} className={classes(styles.input, className)} {...input} />
    </>
  );
}
