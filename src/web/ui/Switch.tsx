import styles from './Switch.module.css';

interface SwitchProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** Where a table's heads say it to those who see. */
  hidesLabel?: boolean;
}

/** A switch for one setting; the whole row is its target. */
export function Switch({ label, isOn, onChange, hidesLabel }: SwitchProps) {
  return (
    <label className={styles.row}>
      <span className={hidesLabel ? 'visually-hidden' : undefined}>{label}</span>
      <input
        className={styles.input}
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
