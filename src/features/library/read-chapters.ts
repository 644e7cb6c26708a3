import type { Numbering } from '../catalog/contract.ts';
import type { Mark } from './contract.ts';
import { type ChapterRange, movedFurthest, movedMarks, without } from './numbering.ts';

/** So many chapters make a reader of a book; of a shorter one all of them. */
const chaptersOfReader = 3;
/** A chapter of which so much was seen counts as read. */
export const readShare = 0.97;

/** What a user's place and marks in a book say, by serials. */
interface Reading {
  furthestChapter: number | null;
  marks: readonly Mark[];
}

/**
 * Whether a user has read enough of a book to say something about it (spec: library.md#similar-books); `isAtEnd`: they are at
 * the end of their furthest chapter.
 */
export function hasRead(
  { furthestChapter, marks }: Reading,
  { numbering, chapterCount, isAtEnd }: { numbering: Numbering | null; chapterCount: number; isAtEnd: boolean },
): boolean {
  const way = { from: undefined, to: numbering ?? undefined };
  const read: ChapterRange[] = movedMarks(marks, way).flatMap(({ first, last, is_read: isRead }) =>
    isRead ? [[first, last]] : [],
  );
  if (furthestChapter !== null) {
    const place = { chapter_number: furthestChapter, index: 0, fraction: isAtEnd ? 1 : 0 };
    const { chapter_number: number, fraction } = movedFurthest(place, way);
    read.push([1, fraction === 1 ? number : number - 1]);
  }
  const unread = without([1, chapterCount], read).reduce((sum, [first, last]) => sum + last - first + 1, 0);
  return chapterCount > 0 && chapterCount - unread >= Math.min(chaptersOfReader, chapterCount);
}
