import { type ComponentProps, useId } from 'react';
import styles from './ChoiceField.module.css';

/** A labelled choice of one among several, in a form. */
export function ChoiceField({
  label,
  options,
  hint,
  ...select
}: ComponentProps<'select'> & {
  label: string;
  options: readonly { value: string; label: string }[];
  hint?: string | undefined;
}) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <select id={id} className={styles.select} aria-describedby={hint ? `${id}-hint` : undefined} {...select}>
        {options.map(({ value, label: words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
