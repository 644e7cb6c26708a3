import type { Position } from './content-handle.ts';

/** spec/reader.md 4.1: a place is noted when it has stood for a second, and at most every five. */
const settleMs = 1000;
const restMs = 5000;
/** A chapter that was opened and not touched is being read after so long, in a browser that remembers nothing yet. */
export const lookMs = 4000;

/** How long to wait before a place is noted that has just changed. */
export function waitBeforeNote({ now, notedAt }: { now: number; notedAt: number | null }): number {
  return Math.max(settleMs, notedAt === null ? 0 : notedAt + restMs - now);
}

interface Opening {
  chapterUuid: string;
  /** Opened from another chapter of the reader, by whatever hand. */
  isFromInside: boolean;
  place: { chapterUuid: string; position: Position; isFinished: boolean } | null;
}

/** Where a chapter opens that was left on the way; null: at its top (contract.md section 5). */
export function placeToOpenAt({ chapterUuid, isFromInside, place }: Opening): Position | null {
  if (isFromInside || place?.chapterUuid !== chapterUuid || place.isFinished) return null;
  const { index, fraction } = place.position;
  return index > 0 || fraction > 0 ? place.position : null;
}
