import { autoScrollSpeeds } from '../settings/change-settings.ts';

/** A tab that slept, or a slow frame, must not make the page leap. */
const longestFrameMs = 100;

/** If the page is further than this from where we put it, something else moved it: auto-scroll goes on from there. */
const movedPx = 2;

export interface AutoScroll {
  /** Where the page should be, in fractions of a pixel, which the page itself cannot show. */
  top: number;
  /** When it was put there. */
  at: number;
}

interface Frame {
  now: number;
  /** Px a second. */
  speed: number;
  /** Where the page really stands. */
  stands: number;
}

/** Where the page stands after another frame. */
export function autoScrollAfter({ top, at }: AutoScroll, { now, speed, stands }: Frame): AutoScroll {
  const elapsedMs = Math.min(longestFrameMs, Math.max(0, now - at));
  const from = Math.abs(stands - top) < movedPx ? top : stands;
  return { top: from + (speed * elapsedMs) / 1000, at: now };
}

/** A quarter slower or faster, in whole steps. */
export function changedSpeed(speed: number, change: 'slower' | 'faster'): number {
  const { min, max, step } = autoScrollSpeeds;
  const by = Math.max(step, Math.round(speed / 4 / step) * step);
  return Math.min(max, Math.max(min, change === 'faster' ? speed + by : speed - by));
}

export interface AutoScrollSight {
  /** The upper edge of what follows the chapter, from the screen's top; null where nothing follows. */
  endTop: number | null;
  screenHeight: number;
}

/** The chapter's end fills half of the screen: there is nothing left to move. */
export function isAutoScrollOver({ endTop, screenHeight }: AutoScrollSight): boolean {
  return endTop !== null && endTop <= screenHeight / 2;
}

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat'>;

interface Focus {
  /** In a field, or in a dialog. */
  isTyping: boolean;
  /** On something that Space presses. */
  isPressing: boolean;
}

/**
 * What a key means to auto-scroll, which runs or rests; null for a key that means nothing to it, or belongs to the
 * browser.
 */
export function signOf(press: Key, { isTyping, isPressing }: Focus): 'toggle' | 'pause' | null {
  const { key, code, ctrlKey, altKey, metaKey, repeat } = press;
  if (['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'Escape', 'Tab'].includes(key)) return null;
  const isLetter = key.toLowerCase() === 'a' || (key.charCodeAt(0) > 127 && code === 'KeyA');
  const isToggle = isLetter || (key === ' ' && !isPressing);
  if (!isToggle || isTyping || ctrlKey || altKey || metaKey) return 'pause';
  return repeat ? null : 'toggle';
}
