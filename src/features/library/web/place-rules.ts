import type { Furthest, Position } from '../contract.ts';

/** A chapter that was read to its end; short of that a place keeps just below. */
const finishedFraction = 1;
const almostFinished = 0.9999;

/** Whether the place is the end of its chapter: who goes on, goes on with the next one. */
export function isFinished(position: Position): boolean {
  return position.fraction >= finishedFraction;
}

/** A place on the way: only finishing makes one the chapter's end. */
export function positionOnTheWay(position: Position): Position {
  return { ...position, fraction: Math.min(position.fraction, almostFinished) };
}

export function positionAtEnd(position: Position): Position {
  return { ...position, fraction: finishedFraction };
}

/**
 * Where the reader is in a chapter that was finished: still at its end after looking back a little, on the way again
 * in its first half. `count` is how many images or blocks the chapter has.
 */
export function positionAfterFinish(position: Position, count: number | undefined): Position {
  const isAtBeginning =
    count === undefined ? position.index === 0 : (position.index + position.fraction) / count < 1 / 2;
  return isAtBeginning ? positionOnTheWay(position) : positionAtEnd(position);
}

/** Being through with a chapter is to have come to the one after it. */
export function furthestAfter(chapterNumber: number): Furthest {
  return { chapter_number: chapterNumber + 1, index: 0, fraction: 0 };
}

export type ChapterMark = { kind: 'unread' } | { kind: 'read' } | { kind: 'begun'; share: number | null };

interface Marked {
  chapterNumber: number | null;
  position: Position;
  count?: number | undefined;
  furthest: Furthest;
}

/** What a list of chapters says of one of them; `share` is how much of it was read, where its length is known. */
export function markOf(chapterNumber: number, place: Marked): ChapterMark {
  const { furthest, position } = place;
  if (place.chapterNumber === chapterNumber && !isFinished(position)) return { kind: 'begun', share: shareOf(place) };
  if (chapterNumber < furthest.chapter_number) return { kind: 'read' };
  const isBegun = chapterNumber === furthest.chapter_number && furthest.index + furthest.fraction > 0;
  return isBegun ? { kind: 'begun', share: null } : { kind: 'unread' };
}

/** How much of the place's chapter lies behind the reader, 0 to 1; null where the chapter's length is not known. */
export function shareOf({ position, count }: Pick<Marked, 'position' | 'count'>): number | null {
  if (isFinished(position)) return 1;
  return count ? Math.min(1, (position.index + position.fraction) / count) : null;
}
