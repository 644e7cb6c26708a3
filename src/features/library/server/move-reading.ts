import type { Db } from '../../../server/database/db.ts';
import type { Mark } from '../contract.ts';
import { findMark, mergeMarks } from '../marks.ts';
import { listMarksOf, listReadersOf, putMarksOf, putPlaces, type ReaderRow } from './move-queries.ts';
import { moveOnShelves } from './shelf-queries.ts';

/** A chapter that went to another book, with its serials in both; null: it is not published there. */
interface MovedChapter {
  chapterId: string;
  bookId: string;
  before: number | null;
  after: number | null;
}

/**
 * Takes along what readers keep of chapters that went to another book. E.g. who was in chapter 7, which is chapter 2 of
 * the new book now, has their place there, unless they read in the new book later. What they have read stays read.
 * `others` are the serials of the chapters that the new book had before: these do not become read by it.
 */
export async function moveReading(
  tx: Db,
  { to, chapters, others }: { to: string; chapters: readonly MovedChapter[]; others: readonly number[] },
): Promise<void> {
  const marksOf = new Map<string, Mark[]>();
  const note = (userId: string, marks: readonly Mark[]) =>
    marksOf.set(userId, mergeMarks(marksOf.get(userId) ?? [], marks));
  for (const bookId of new Set(chapters.map((chapter) => chapter.bookId))) {
    const moved = chapters.filter((chapter) => chapter.bookId === bookId);
    const published = moved.flatMap(({ chapterId, before, after }) =>
      before === null || after === null ? [] : [{ chapterId, before, after }],
    );
    const readers = await listReadersOf(tx, bookId);
    const arriving = readers.flatMap((reader) => {
      const chapter = published.find(({ chapterId }) => chapterId === reader.chapterId);
      return chapter ? [{ ...reader, after: chapter.after, isFurthest: reader.furthest === chapter.before }] : [];
    });
    const stored = new Set(await putPlaces(tx, { bookId, to, places: arriving }));
    await moveOnShelves(tx, { to, userIds: [...stored] });
    for (const reader of readers) note(reader.userId, marksOfReader(reader, published));
    for (const { userId, after, updatedAt } of arriving)
      if (stored.has(userId))
        note(
          userId,
          others.flatMap((serial) => (serial < after ? [unread(serial, updatedAt)] : [])),
        );
  }
  const told = [...marksOf].filter(([, marks]) => marks.length > 0);
  const kept = await listMarksOf(tx, { bookId: to, userIds: told.map(([userId]) => userId) });
  await putMarksOf(tx, {
    bookId: to,
    users: told.map(([userId, marks]) => ({ userId, marks: mergeMarks(kept.get(userId) ?? [], marks) })),
  });
}

/** What a reader has read of the chapters, and what they have marked there. */
function marksOfReader(
  { furthest, updatedAt, marks }: ReaderRow,
  chapters: readonly { before: number; after: number }[],
): Mark[] {
  return chapters.flatMap(({ before, after }): Mark[] => {
    const own = findMark(marks, before);
    if (own) return [{ ...own, first: after, last: after }];
    if (furthest === null || updatedAt === null || before >= furthest) return [];
    return [{ first: after, last: after, is_read: true, marked_at: updatedAt.toISOString() }];
  });
}

function unread(serial: number, at: Date | null): Mark {
  return { first: serial, last: serial, is_read: false, marked_at: (at ?? new Date(0)).toISOString() };
}
