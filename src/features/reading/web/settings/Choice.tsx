import { Select } from '../../../../web/ui/Select.tsx';
import styles from './ReaderSettings.module.css';

/** One of few values, below its name. */
export function Choice<Value extends string>({
  label,
  values,
  wordsOf,
  value,
  onChange,
}: {
  label: string;
  values: readonly Value[];
  wordsOf: (value: Value) => string;
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <div className={styles.choice}>
      <span aria-hidden="true">{label}</span>
      <Select
        label={label}
        options={values.map((option) => ({ value: option, label: wordsOf(option) }))}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
