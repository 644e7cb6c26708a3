import styles from './Switch.module.css';

interface SwitchProps {
  label: string;
  /** Its name for who hears it, where the label alone could be that of another; it begins with the label. */
  name?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** Where a table's heads say it to those who see. */
  hidesLabel?: boolean;
}

/** A switch for one setting; the whole row is its target. */
export function Switch({ label, name, isOn, onChange, hidesLabel }: SwitchProps) {
  return (
    <label className={styles.row}>
      <span className={hidesLabel ? 'visually-hidden' : undefined}>{label}</span>
      <input
        className={styles.input}
        type="checkbox"
        role="switch"
        aria-label={name}
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
