import { useId } from 'react';
import styles from './Range.module.css';

/** A slider with its label, and its value in words beside it. */
export function Range({
  label,
  value,
  valueText,
  min,
  max,
  step = 1,
  onChange,
}: {
  label: string;
  value: number;
  /** The value in words. */
  valueText: string;
  min: number;
  max: number;
  step?: number;
  onChange: (value: number) => void;
}) {
  const id = useId();
  return (
    <div className={styles.range}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id} className={styles.value} aria-hidden="true">
        {valueText}
      </output>
      <input
        id={id}
        className={styles.input}
        type="range"
        {...{ min, max, step, value }}
        aria-valuetext={valueText}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  );
}
