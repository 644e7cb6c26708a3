import type { Numbering } from '../../../catalog/contract.ts';
import { type ChapterRange, movedFurthest, movedNumber, movedRange, without } from '../../numbering.ts';
import type { StoredPlace } from './stored-places.ts';

/**
 * A place in another numbering of its book. Chapters that were put in before the furthest count as skipped: the reader
 * has read only what was there before.
 */
export function renumbered(place: StoredPlace, to: Numbering | undefined): StoredPlace {
  const { numbering: from, ...progress } = place.progress;
  if (isSameNumbering(from, to)) return place;
  const way = { from, to };
  const furthest = movedFurthest(progress.furthest, way);
  const { chapterNumber, skipped = [], ...details } = place.details;
  const number = chapterNumber === undefined ? null : movedNumber(chapterNumber, way);
  const read = readBefore(progress.furthest.chapter_number, skipped).flatMap((range) => movedRange(range, way));
  const left = before(furthest.chapter_number).flatMap((all) => without(all, read));
  const { elsewhere } = place;
  const there = elsewhere && elsewhere.chapterNumber !== null ? movedNumber(elsewhere.chapterNumber, way) : null;
  return {
    ...place,
    progress: { ...progress, furthest, ...(to && { numbering: to }) },
    details: {
      ...details,
      ...(number !== null && { chapterNumber: number }),
      ...(left.length > 0 && { skipped: left }),
    },
    ...(elsewhere && { elsewhere: { ...elsewhere, chapterNumber: there } }),
  };
}

const before = (chapterNumber: number): ChapterRange[] => (chapterNumber > 1 ? [[1, chapterNumber - 1]] : []);

const readBefore = (chapterNumber: number, skipped: readonly ChapterRange[]): ChapterRange[] =>
  before(chapterNumber).flatMap((all) => without(all, skipped));

export const isSameNumbering = (one: Numbering | undefined, other: Numbering | undefined): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
