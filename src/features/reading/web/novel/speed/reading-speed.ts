import { scriptOfWords, type Worded } from '../../../../../shared/text-language.ts';

/**
 * Characters a minute, spaces included, at which most people read stories; from there the reader's own pace is learned.
 * Hebrew and Japanese relate to English about as in the International Reading Speed Texts (doi:10.1167/iovs.11-8284). A
 * Korean sign is a syllable.
 */
const usual = { latin: 1250, chinese: 420, arabic: 950, other: 1150, he: 1020, ja: 590, ko: 550 };

/** A language, or a script where its languages are read alike. */
export type Pace = keyof typeof usual;

export function paceOf(words: Worded): Pace {
  return paces.find((pace) => pace === words.text_language?.slice(0, 2)) ?? scriptOfWords(words);
}

const paces = ['he', 'ja', 'ko'] as const;

/** A reader who does not move for so long has put the book down. */
export const idleMs = 60_000;
/** A sample shorter than this says nothing about the pace. */
const tellingMs = 30_000;
const tellingCharacters = 300;
/** Nobody reads so many times faster or slower than usual: such a sample was leafing through, or a pause. */
const likely = 4;
/** The weight of a new sample beside all earlier ones. */
const weight = 0.3;

/** Learned paces. */
export type Speeds = Partial<Record<Pace, number>>;

export function speedFor(pace: Pace, speeds: Speeds): number {
  return speeds[pace] ?? usual[pace];
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
 * The stint after the reader was seen at `at` characters into the text. Pauses beyond a minute do not count. A new
 * stint begins after a step back, or after a step that nobody could have read in the time.
 */
export function stintAfter(stint: Stint, seen: { pace: Pace; at: number; timeMs: number }): Stint {
  const { at, timeMs } = seen;
  const begun = { ...noStint, at, timeMs };
  if (stint.at === null) return begun;
  const characters = at - stint.at;
  const spentMs = Math.min(idleMs, timeMs - stint.timeMs);
  if (characters < 0 || spentMs < 0) return begun;
  const activeMs = stint.activeMs + spentMs;
  const readCharacters = stint.readCharacters + characters;
  const isLeafing = activeMs > 0 && (readCharacters / activeMs) * 60_000 > usual[seen.pace] * likely;
  // A reader moves on by a whole screen that they have read before: only more than that, too fast, counts as leafing.
  if (isLeafing && readCharacters > usual[seen.pace]) return begun;
  return { at, timeMs, readCharacters, activeMs };
}

/** The pace that a stint teaches; null while it is too short to say. */
export function lessonOf(stint: Stint, { pace, known }: { pace: Pace; known: number }): number | null {
  if (stint.activeMs < tellingMs || stint.readCharacters < tellingCharacters) return null;
  const seen = (stint.readCharacters / stint.activeMs) * 60_000;
  const bounded = Math.min(usual[pace] * likely, Math.max(usual[pace] / likely, seen));
  return Math.round(known * (1 - weight) + bounded * weight);
}
