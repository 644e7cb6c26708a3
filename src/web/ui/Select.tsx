import { type ReactNode, useMemo } from 'react';
import { classes } from './classes.ts';
import { ChevronDownIcon } from './icons.tsx';
import styles from './Select.module.css';

type Option<Value extends string> = { value: Value; label: string; lang?: string };

/** The browser's own select in the site's style. `icon` is shown before the chosen option. */
export function Select<Value extends string>({
  label,
  options,
  value,
  onChange,
  icon,
  className,
  name,
}: {
  label: string;
  options: readonly Option<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  icon?: ReactNode;
  className?: string | undefined;
  /** For a form. */
  name?: string;
}) {
  // The same options give the same elements, so that React need not compare hundreds of them.
  const elements = useMemo(
    () =>
      options.map((option) => (
        <option key={option.value} value={option.value} lang={option.lang}>
          {option.label}
        </option>
      )),
    [options],
  );
  return (
    <span className={classes(styles.frame, icon !== undefined && styles.withIcon, className)}>
      {icon !== undefined && <span className={styles.icon}>{icon}</span>}
      <select
        aria-label={label}
        name={name}
        className={styles.select}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {elements}
      </select>
      <ChevronDownIcon className={styles.chevron} />
    </span>
  );
}
