import type { Position } from '../../contract.ts';
import { isFinished } from './place-rules.ts';
import type { StoredDetails, StoredPlace } from './stored-places.ts';

/** A place, with what is known of its chapter. */
export interface Spot {
  chapterUuid: string;
  /** Null: nobody has looked it up. */
  chapterNumber: number | null;
  position: Position;
  /** Images or blocks of the chapter, where it is known. */
  count?: number | undefined;
}

/**
 * Two devices closer than this share of a chapter count as at the same place: a few seconds of reading need no
 * question.
 */
const realShare = 1 / 20;
/** A reader who reads on by this share of a chapter, or into another chapter, has answered the question. */
const answerShare = 1 / 5;
/** The length that is assumed where a chapter's length is unknown. */
const usualCount = 10;

export const spotOf = ({ progress, details }: Pick<StoredPlace, 'progress' | 'details'>): Spot => ({
  chapterUuid: progress.chapter_uuid,
  chapterNumber: details.chapterNumber ?? null,
  position: progress.position,
  count: details.count,
});

/** Whether a place is so far ahead that losing it would matter to the reader; true where that is unknown. */
export function isWellAhead(there: Spot, here: Spot): boolean {
  return leadOf(there, here) >= realShare;
}

/**
 * Whether the reader must be asked before this place is noted over one that another device or tab left further on. No
 * longer after the reader has truly read on since `from`, where they were when the other place turned up.
 */
export function isToBeAsked({ there, here, from }: { there: Spot; here: Spot; from: Spot }): boolean {
  return isWellAhead(there, here) && leadOf(here, from) < answerShare;
}

/** How far one place is ahead of another, as a share of the chapter; infinite for a place in a later chapter. */
function leadOf(one: Spot, other: Spot): number {
  if (one.chapterUuid !== other.chapterUuid) {
    if (one.chapterNumber === null || other.chapterNumber === null) return Number.POSITIVE_INFINITY;
    return (one.chapterNumber - other.chapterNumber) * Number.POSITIVE_INFINITY || 0;
  }
  const count = one.count || other.count || usualCount;
  return (depthOf(one.position, count) - depthOf(other.position, count)) / count;
}

const depthOf = (position: Position, count: number): number =>
  isFinished(position) ? count : Math.min(count, position.index + position.fraction);

/** Whether two places are the same point: nobody has moved between them. */
export function isSameSpot(one: Spot, other: Spot): boolean {
  const [here, there] = [one.position, other.position];
  return one.chapterUuid === other.chapterUuid && here.index === there.index && here.fraction === there.fraction;
}

/** Whether so much of a chapter was read that it was not opened by a slip. */
export function isReadInto(position: Position, { count }: Pick<StoredDetails, 'count'>): boolean {
  return depthOf(position, count || usualCount) / (count || usualCount) >= realShare;
}
