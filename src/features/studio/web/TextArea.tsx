import { type ComponentProps, useId } from 'react';
import { classes } from '../../../web/ui/classes.ts';
import styles from './TextArea.module.css';

/** A labelled field for longer text; the error replaces the hint. */
export function TextArea({
  label,
  hint,
  error,
  className,
  ...area
}: ComponentProps<'textarea'> & { label: string; hint?: string; error?: string | null | undefined }) {
  const id = useId();
  const words = error || hint;
  return (
    <div className={classes(styles.field, className)}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <textarea
        id={id}
        className={styles.area}
        rows={3}
        dir="auto"
        aria-invalid={error ? true : undefined}
        aria-describedby={words ? `${id}-words` : undefined}
        {...area}
      />
      {words && (
        <p
          id={`${id}-words`}
          role={error ? 'alert' : undefined}
          className={classes(styles.words, error && styles.error)}
        >
          {words}
        </p>
      )}
    </div>
  );
}
