import { useEffect, useEffectEvent } from 'react';
import { actionOfKey, type ReaderAction, type ReaderKeys } from './keyboard.ts';

const fields = 'input, select, textarea, [contenteditable]:not([contenteditable="false"])';

/** Hears the reader's keys wherever the focus is, but not while typing and not behind an open dialog. */
export function useKeys(keys: ReaderKeys, onAction: (action: ReaderAction) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || document.querySelector('dialog[open]')) return;
    const isAltGraph = event.getModifierState('AltGraph'); // brackets need it on many keyboards
    const action = actionOfKey(
      {
        key: event.key,
        code: event.code,
        modified: event.metaKey || (!isAltGraph && (event.ctrlKey || event.altKey)),
        typing: event.target instanceof Element && event.target.matches(fields),
      },
      keys,
    );
    if (!action) return;
    if (action !== 'closeTop') event.preventDefault();
    onAction(action);
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
