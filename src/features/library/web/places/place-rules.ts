import type { Furthest, Mark, Position } from '../../contract.ts';
import { findMark } from '../../marks.ts';
import { furtherOf } from '../../rules.ts';

/** A chapter that was read to its end; short of that a place keeps just below. */
const finishedFraction = 1;
const almostFinished = 0.9999;

/** Whether the place is the end of its chapter; going on then means the next chapter. */
export function isFinished(position: Position): boolean {
  return position.fraction >= finishedFraction;
}

/** A position short of the chapter's end: only finishing a chapter puts its place at the end. */
export function positionOnTheWay(position: Position): Position {
  return { ...position, fraction: Math.min(position.fraction, almostFinished) };
}

export function positionAtEnd(position: Position): Position {
  return { ...position, fraction: finishedFraction };
}

/**
 * Where the reader is in a chapter that was finished. Who looks back a little is still at its end; who is in its first
 * half reads it again. `count` is how many images or blocks the chapter has.
 */
export function positionAfterFinish(position: Position, count: number | undefined): Position {
  const isAtBeginning =
    count === undefined ? position.index === 0 : (position.index + position.fraction) / count < 1 / 2;
  return isAtBeginning ? positionOnTheWay(position) : positionAtEnd(position);
}

/** The furthest of a reader who has finished a chapter: the top of the next one. */
export function furthestAfter(chapterNumber: number): Furthest {
  return { chapter_number: chapterNumber + 1, index: 0, fraction: 0 };
}

/** The time of a place: later than what the account last sent, even where this browser's clock is behind. */
export function timeAfter(heard: string | undefined, now: Date): string {
  const least = heard === undefined ? 0 : Date.parse(heard) + 1;
  return new Date(Math.max(now.getTime(), least)).toISOString();
}

interface Opening {
  chapterUuid: string;
  /** How the reader came here: from another chapter, by the browser's Back or Forward, or from anywhere else. */
  arrival: Arrival;
  place: { chapterUuid: string; position: Position; isFinished: boolean } | null;
  /** Where this page was in the chapter when it last left it. */
  left: Position | null;
}

export type Arrival = 'inside' | 'return' | 'outside';

/** Where a chapter opens that was left on the way; null: at its top (spec: reader.md#place). */
export function placeToOpenAt({ chapterUuid, arrival, place, left }: Opening): Position | null {
  if (arrival === 'return' && left) return left;
  if (arrival === 'inside' || place?.chapterUuid !== chapterUuid || place.isFinished) return null;
  const { index, fraction } = place.position;
  return index > 0 || fraction > 0 ? place.position : null;
}

/** Chapters from the first to the last of each, passed over so far. */
export type Skipped = readonly (readonly [first: number, last: number])[];

interface Far {
  furthest: Furthest;
  skipped: Skipped;
}

interface Reached {
  furthest: Furthest;
  /** Not merely opened, as by a slip of the finger. */
  isReadInto: boolean;
}

/**
 * The furthest and the skipped chapters after a reader has come to a place. E.g. the furthest is in 3, and 7 is opened:
 * once 7 is read into, the furthest is there and 4-6 count as skipped. Merely opening a chapter moves only a first
 * furthest.
 */
export function farther(before: Far | null, { furthest, isReadInto }: Reached): Far {
  const from = before?.furthest ?? { chapter_number: 1, index: 0, fraction: 0 };
  const skipped = before?.skipped ?? [];
  const isOn = furthest.chapter_number > from.chapter_number;
  if (before && isOn && !isReadInto) return { furthest: from, skipped };
  const isFromTop = from.index + from.fraction === 0;
  const first = isFromTop ? from.chapter_number : from.chapter_number + 1;
  const last = furthest.chapter_number - 1;
  const passes = isOn && first <= last;
  return {
    furthest: before ? furtherOf(from, furthest) : furthest,
    skipped: passes ? [...skipped, [first, last]] : skipped,
  };
}

/** Removes a chapter that has been read after all. */
export function withoutSkipped(skipped: Skipped, chapterNumber: number): Skipped {
  return skipped.flatMap(([first, last]): Skipped => {
    if (chapterNumber < first || chapterNumber > last) return [[first, last]];
    const parts: Skipped = [
      [first, chapterNumber - 1],
      [chapterNumber + 1, last],
    ];
    return parts.filter(([from, to]) => from <= to);
  });
}

export type ChapterMark = { kind: 'unread' } | { kind: 'read' } | { kind: 'begun'; share: number | null };

interface Marked {
  chapterNumber: number | null;
  position: Position;
  count?: number | undefined;
  furthest: Furthest;
  skipped?: Skipped | undefined;
  updatedAt: string;
}

/** The reading of a book, as far as it is known: the reader's place, and the chapters marked by hand. */
interface Memory {
  place: Marked | null;
  marks: readonly Mark[];
}

/**
 * The mark of one chapter in a list of chapters; `share` is how much of it was read, where its length is known. A mark
 * given by hand holds until the reader reads in the chapter again.
 */
export function markOf(chapterNumber: number, { place, marks }: Memory): ChapterMark {
  const byPlace = place ? markByPlace(chapterNumber, place) : { kind: 'unread' as const };
  const byHand = findMark(marks, chapterNumber);
  const isReadSince =
    place?.chapterNumber === chapterNumber && byHand && Date.parse(byHand.marked_at) < Date.parse(place.updatedAt);
  if (!byHand || isReadSince) return byPlace;
  return { kind: byHand.is_read ? 'read' : 'unread' };
}

function markByPlace(chapterNumber: number, place: Marked): ChapterMark {
  const { furthest, position } = place;
  if (place.chapterNumber === chapterNumber && !isFinished(position)) return { kind: 'begun', share: shareOf(place) };
  if (chapterNumber < furthest.chapter_number) return { kind: isSkipped(place, chapterNumber) ? 'unread' : 'read' };
  const isBegun = chapterNumber === furthest.chapter_number && furthest.index + furthest.fraction > 0;
  return isBegun ? { kind: 'begun', share: null } : { kind: 'unread' };
}

const isSkipped = ({ skipped = [] }: Marked, chapterNumber: number) =>
  skipped.some(([first, last]) => first <= chapterNumber && chapterNumber <= last);

/** How much of the place's chapter lies behind the reader, 0 to 1; null where the chapter's length is not known. */
export function shareOf({ position, count }: Pick<Marked, 'position' | 'count'>): number | null {
  if (isFinished(position)) return 1;
  return count ? Math.min(1, (position.index + position.fraction) / count) : null;
}

/** The number of the chapter to go on with; null where it is not known. */
export function goesOnWith({ chapterNumber, position }: Pick<Marked, 'chapterNumber' | 'position'>): number | null {
  if (chapterNumber === null) return null;
  return isFinished(position) ? chapterNumber + 1 : chapterNumber;
}

/** The last chapter that was read in, or marked as read; 0 where there is none. */
export function spanOfReading({ place, marks }: Memory): number {
  const said = marks.filter(({ is_read }) => is_read).map(({ last }) => last);
  return Math.max(0, place?.chapterNumber ?? 0, place?.furthest.chapter_number ?? 0, ...said);
}
