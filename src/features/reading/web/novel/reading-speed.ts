import type { Script } from '../../../../shared/languages.ts';

/** Characters a minute, spaces included, as most people read stories; one's own pace is learned from there. */
const usual: Record<Script, number> = { latin: 1250, chinese: 420, arabic: 950 };

/** A reader who does not move for so long has put the book down. */
export const idleMs = 60_000;
/** Before so much has been read, a pace says nothing. */
const tellingMs = 30_000;
const tellingCharacters = 300;
/** Nobody reads faster or slower than usual by more: such a sample was leafing, or a nap. */
const likely = 4;
/** The weight of a new sample beside all earlier ones. */
const weight = 0.3;

/** Learned paces, by script. */
export type Speeds = Partial<Record<Script, number>>;

export function speedFor(script: Script, speeds: Speeds): number {
  return speeds[script] ?? usual[script];
}

/** Minutes for what is left of a chapter, rounded up; 0 is less than one. */
export function minutesLeft(given: { characters: number; share: number; charactersPerMinute: number }): number {
  const minutes = (given.characters * (1 - Math.min(1, Math.max(0, given.share)))) / given.charactersPerMinute;
  return minutes < 1 ? 0 : Math.ceil(minutes);
}

/** The present sample: the text that was read and its time, since the last one. */
export interface Stint {
  /** Where and when the reader was last seen. */
  at: number | null;
  timeMs: number;
  readCharacters: number;
  activeMs: number;
}

export const noStint: Stint = { at: null, timeMs: 0, readCharacters: 0, activeMs: 0 };

/**
 * The stint after the reader was seen at `at` characters into the text. Pauses beyond a minute do not count; a step
 * back, or one that nobody could have read in the time, begins anew.
 */
export function stintAfter(stint: Stint, seen: { script: Script; at: number; timeMs: number }): Stint {
  const { at, timeMs } = seen;
  const begun = { ...noStint, at, timeMs };
  if (stint.at === null) return begun;
  const characters = at - stint.at;
  const spentMs = Math.min(idleMs, timeMs - stint.timeMs);
  if (characters < 0 || spentMs < 0) return begun;
  const activeMs = stint.activeMs + spentMs;
  const readCharacters = stint.readCharacters + characters;
  const isLeafing = activeMs > 0 && (readCharacters / activeMs) * 60_000 > usual[seen.script] * likely;
  // A screen at a time is read before it is left behind: only what is too much for all of the time is leafing.
  if (isLeafing && readCharacters > usual[seen.script]) return begun;
  return { at, timeMs, readCharacters, activeMs };
}

/** The pace that a stint teaches; null while it is too short to say. */
export function lessonOf(stint: Stint, { script, known }: { script: Script; known: number }): number | null {
  if (stint.activeMs < tellingMs || stint.readCharacters < tellingCharacters) return null;
  const pace = (stint.readCharacters / stint.activeMs) * 60_000;
  const bounded = Math.min(usual[script] * likely, Math.max(usual[script] / likely, pace));
  return Math.round(known * (1 - weight) + bounded * weight);
}
