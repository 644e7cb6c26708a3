export const sleepMinutes = [15, 30, 60] as const;
export const chapterCounts = [1, 3, 5] as const;

/** How long reading aloud goes on: what one chapter hands to the next. */
export interface ReadingOn {
  /** After so many minutes, at a time of the clock in ms; null is no timer. */
  timer: { minutes: (typeof sleepMinutes)[number]; stopAt: number } | null;
  /** Chapters still to be read after this one; null where nobody counts. */
  left: number | null;
}

export const noLimit: ReadingOn = { timer: null, left: null };

/** How long reading aloud goes on after the chapter's last sentence; null when it ends there. */
export function readingAfter(on: ReadingOn, { readsOn }: { readsOn: boolean }): ReadingOn | null {
  if (on.left === null) return readsOn ? on : null;
  return on.left > 0 ? { ...on, left: on.left - 1 } : null;
}

/** How far to read, as it is chosen: this chapter, some more, or the whole book. */
export type Reach = 'chapter' | 'book' | `${number}`;

export function reachOf({ left }: ReadingOn, { readsOn }: { readsOn: boolean }): Reach {
  if (left === null) return readsOn ? 'book' : 'chapter';
  return left === 0 ? 'chapter' : `${left}`;
}
