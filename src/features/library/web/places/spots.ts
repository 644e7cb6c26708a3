import type { Position } from '../../contract.ts';
import type { KeptDetails, KeptPlace } from './kept-places.ts';
import { isFinished } from './place-rules.ts';

/** A place, with what is known of its chapter. */
export interface Spot {
  chapterUuid: string;
  /** Null: nobody has looked it up. */
  chapterNumber: number | null;
  position: Position;
  /** Images or blocks of the chapter, where it is known. */
  count?: number | undefined;
}

/** Nearer than this two devices are at the same place: of a few seconds of reading nobody asks. */
const realShare = 1 / 20;
/** Who was asked, and reads on for so much of the chapter, or into another one, has answered by it. */
const answerShare = 1 / 5;
/** Of a chapter whose length nobody has told. */
const usualCount = 10;

export const spotOf = ({ progress, details }: Pick<KeptPlace, 'progress' | 'details'>): Spot => ({
  chapterUuid: progress.chapter_uuid,
  chapterNumber: details.chapterNumber ?? null,
  position: progress.position,
  count: details.count,
});

/** Whether a place lies so much further on that a reader would miss it; where nobody can tell, it does. */
export function isWellAhead(there: Spot, here: Spot): boolean {
  return leadOf(there, here) >= realShare;
}

/**
 * Whether a place that another hand has left further on is to be asked about before this one is noted over it: until
 * its reader has truly read on since `from`, where they were when it turned up.
 */
export function isToBeAsked({ there, here, from }: { there: Spot; here: Spot; from: Spot }): boolean {
  return isWellAhead(there, here) && leadOf(here, from) < answerShare;
}

/** By how much of a chapter one place lies before another; another chapter is any distance away. */
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
export function isReadInto(position: Position, { count }: Pick<KeptDetails, 'count'>): boolean {
  return depthOf(position, count || usualCount) / (count || usualCount) >= realShare;
}
