import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import styles from './Tabs.module.css';

type Tab<Value extends string> = { value: Value; label: string };

/** Tabs above one panel; the arrow keys, Home and End move between the tabs, in the reading direction. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  children: ReactNode;
}) {
  const id = useId();

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = neighbour({ key: event.key, at, count: tabs.length, rtl });
    const tab = next === null ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    onChange(tab.value);
    document.getElementById(`${id}-${tab.value}`)?.focus();
  }

  return (
    <>
      <div role="tablist" aria-label={label} className={styles.list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            className={classes(styles.tab, tab.value === value && styles.selected)}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}

function neighbour({ key, at, count, rtl }: { key: string; at: number; count: number; rtl: boolean }): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key === (rtl ? 'ArrowLeft' : 'ArrowRight')) return (at + 1) % count;
  if (key === (rtl ? 'ArrowRight' : 'ArrowLeft')) return (at + count - 1) % count;
  return null;
}
