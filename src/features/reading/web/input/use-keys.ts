import { useEffect, useEffectEvent, useRef } from 'react';
import { actionOfKey, isAboutContent, type KeyPress, type ReaderAction, type ReaderKeys } from './keyboard.ts';

/** A slider takes the arrows alone, and keeps the focus after a pointer has drawn it. */
const fields = 'input:not([type="range"]), select, textarea, [contenteditable]:not([contenteditable="false"])';
const pressables = 'a, button, summary, [role="button"]';

interface Keys extends ReaderKeys {
  /** The chapter is not there yet: its direction and its neighbours are unknown. */
  waiting: boolean;
  /** Keys that were pressed before this hook listened. */
  early: readonly Event[];
}

/**
 * Listens to the reader's keys wherever the focus is, but not while typing and not behind an open dialog. A key that is
 * pressed before the chapter is there acts once it is.
 */
export function useKeys(
  { waiting, early, ...keys }: Keys,
  onAction: (action: ReaderAction, options: { isHeld: boolean }) => void,
): void {
  const held = useRef<KeyPress | null>(null);

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isBehindDialog()) return;
    const pressed = pressOf(event);
    const action = actionOfKey(pressed, keys);
    if (!action) return;
    if (action !== 'closeTop') event.preventDefault();
    if (waiting && isAboutContent(action)) held.current = pressed;
    else onAction(action, { isHeld: pressed.repeated });
  });

  const release = useEffectEvent(() => {
    const pressed = held.current;
    held.current = null;
    const action = pressed && actionOfKey(pressed, keys);
    if (action && !isBehindDialog()) onAction(action, { isHeld: false });
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    for (const event of early) if (event instanceof KeyboardEvent && !isScrolledBy(event)) press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [early]);

  useEffect(() => {
    if (!waiting) release();
  }, [waiting]);
}

/** Whether the browser itself scrolls by this key; the reader then does not act on it as well. */
const isScrolledBy = (event: KeyboardEvent) => event.key === ' ' && document.documentElement.scrollHeight > innerHeight;

function pressOf(event: KeyboardEvent): KeyPress {
  const isAltGraph = event.getModifierState('AltGraph'); // brackets need it on many keyboards
  return {
    key: event.key,
    code: event.code,
    shift: event.shiftKey,
    modified: event.metaKey || (!isAltGraph && (event.ctrlKey || event.altKey)),
    typing:
      event.target instanceof Element && event.target.matches(/^Arrow/.test(event.key) ? `input, ${fields}` : fields),
    pressing: event.target instanceof Element && event.target.closest(pressables) !== null,
    repeated: event.repeat,
  };
}

const isBehindDialog = () => document.querySelector('dialog[open]') !== null;
