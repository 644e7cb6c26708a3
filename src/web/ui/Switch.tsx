import styles from './Switch.module.css';

/** A switch for one setting; the whole row is its target. */
export function Switch({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className={styles.row}>
      <span>{label}</span>
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
