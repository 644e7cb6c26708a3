import type { ReactNode } from 'react';
import styles from './Toggles.module.css';

/** Several choices, each on or off; `all` names the choice of every one, which stands first. */
export function Toggles<Value extends string | number>({
  legend,
  options,
  chosen,
  all,
  onChange,
}: {
  legend: string;
  options: readonly { value: Value; label: string; name?: string }[];
  chosen: readonly Value[];
  all?: string;
  onChange: (chosen: Value[]) => void;
}) {
  return (
    <fieldset className={styles.toggles}>
      <legend>{legend}</legend>
      {all !== undefined && (
        <Toggle isOn={chosen.length === 0} onChange={() => onChange([])}>
          {all}
        </Toggle>
      )}
      {options.map(({ value, label, name }) => (
        <Toggle
          key={value}
          name={name}
          isOn={chosen.includes(value)}
          onChange={(on) => onChange(on ? [...chosen, value] : chosen.filter((each) => each !== value))}
        >
          {label}
        </Toggle>
      ))}
    </fieldset>
  );
}

function Toggle({
  name,
  isOn,
  onChange,
  children,
}: {
  name?: string | undefined;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}) {
  return (
    <label className={styles.toggle}>
      <input
        type="checkbox"
        className="visually-hidden"
        aria-label={name}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}
