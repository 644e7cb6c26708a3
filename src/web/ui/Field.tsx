import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import styles from './Field.module.css';

export interface FieldProps extends ComponentProps<'input'> {
  label: string;
  /** The accepted input; an error replaces it. */
  hint?: string | undefined;
  /** The fault of the input. */
  error?: string | null | undefined;
  /** Shown inside the field, at its end. */
  trailing?: ReactNode;
}

/** A labelled field; hint and error share one place, so that nothing moves when an error replaces the hint. */
export function Field({ label, hint, error, trailing, className, id: given, ...input }: FieldProps) {
  const made = useId();
  const id = given ?? made;
  const wordsId = `${id}-words`;
  const words = error || hint;
  return (
    <div className={classes(styles.field, className)}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.frame}>
        <input
          id={id}
          className={classes(styles.input, trailing !== undefined && styles.withTrailing)}
          aria-invalid={error ? true : undefined}
          aria-describedby={words ? wordsId : undefined}
          {...input}
        />
        {trailing}
      </div>
      {words && (
        <p
          key={error ? 'error' : 'hint'}
          id={wordsId}
          role={error ? 'alert' : undefined}
          className={classes(styles.words, error && styles.error)}
        >
          {words}
        </p>
      )}
    </div>
  );
}
