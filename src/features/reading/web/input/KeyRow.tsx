import type { KeyboardEvent } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { classes } from '../../../../web/ui/classes.ts';
import styles from './KeyboardHelp.module.css';

interface KeysProps {
  words: string;
  /** As they stand on the board. */
  names: readonly string[];
}

/** A row of keys that cannot be changed. */
export function Keys({ words, names }: KeysProps) {
  return (
    <li className={styles.row}>
      <Names names={names} />
      <span>{words}</span>
    </li>
  );
}

interface KeyRowProps {
  words: string;
  fixed: readonly string[];
  bound: readonly string[];
  /** The next key that is pressed will be the row's. */
  isAsked: boolean;
  onAsk: (isAsked: boolean) => void;
  onKey: (event: { key: string; code: string; isModified: boolean }) => void;
}

const modifiers = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta'];
/** Keys that leave or press a row as usual, and cannot be bound. */
const leaving = ['Tab', 'Enter', ' '];

/** A row of keys that can be changed: press the row, then the new key. */
export function KeyRow({ words, fixed, bound, isAsked, onAsk, onKey }: KeyRowProps) {
  const { t } = useText();

  function press(event: KeyboardEvent): void {
    if (!isAsked || modifiers.includes(event.key) || leaving.includes(event.key)) return;
    // Neither the dialog nor the reader may act on this key.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') {
      onAsk(false);
      return;
    }
    const isAltGraph = event.getModifierState('AltGraph'); // brackets need it on many keyboards
    const isModified = event.metaKey || (!isAltGraph && (event.ctrlKey || event.altKey));
    onKey({ key: event.key, code: event.code, isModified });
  }

  return (
    <li>
      <button
        type="button"
        className={classes(styles.row, styles.bound)}
        aria-pressed={isAsked}
        onClick={() => onAsk(!isAsked)}
        onBlur={() => isAsked && onAsk(false)}
        onKeyDown={press}
      >
        {isAsked ? (
          <span className={styles.asked}>{t('reading.pressKey')}</span>
        ) : (
          <Names names={[...fixed, ...bound]} />
        )}
        <span>{words}</span>
      </button>
    </li>
  );
}

function Names({ names }: { names: readonly string[] }) {
  return (
    <span className={styles.names}>
      {names.map((name) => (
        <kbd key={name} className={styles.key}>
          {name}
        </kbd>
      ))}
    </span>
  );
}
