import { type Db, type DbPool, withTransaction } from '../../../server/db.ts';
import { describePlaces } from '../../catalog/server/catalog.ts';
import type { BookMarks } from '../contract.ts';
import { mergeMarks, mergeMarksByBook } from '../marks.ts';
import { believedTime } from '../rules.ts';
import { listMarks, lockMarks, type MarksRow, updateMarks } from './queries.ts';

/** The chapters that a user has marked by hand, in each book that readers can see. */
export async function listBookMarks(db: Db, userId: string): Promise<BookMarks[]> {
  const rows = await listMarks(db, userId);
  const { visibleBooks } = await describePlaces(db, { bookIds: rows.map(({ bookId }) => bookId), chapterIds: [] });
  return rows.filter(({ bookId }) => visibleBooks.has(bookId)).map(presentMarks);
}

/**
 * Takes a browser's marks into what is kept, whatever their order, and tells what has come of these books. A book that
 * readers cannot see is passed over.
 */
export async function saveMarks(
  pool: DbPool,
  given: { userId: string; items: readonly BookMarks[]; now: Date },
): Promise<BookMarks[]> {
  const { userId, items, now } = given;
  const bookIds = [...new Set(items.map(({ book_uuid }) => book_uuid))];
  const { visibleBooks } = await describePlaces(pool, { bookIds, chapterIds: [] });
  const known = items.filter(({ book_uuid }) => visibleBooks.has(book_uuid)).map((item) => believed(item, now));
  if (known.length === 0) return [];
  const told = new Map(mergeMarksByBook(known).map(({ book_uuid, marks }) => [book_uuid, marks]));
  const books = await withTransaction(pool, async (tx) => {
    const kept = await lockMarks(tx, { userId, bookIds: [...told.keys()] });
    const merged = kept.map(({ bookId, marks }) => ({ bookId, marks: mergeMarks(marks, told.get(bookId) ?? []) }));
    await updateMarks(tx, { userId, books: merged });
    return merged;
  });
  return books.map(presentMarks);
}

const believed = ({ book_uuid, marks }: BookMarks, now: Date): BookMarks => ({
  book_uuid,
  marks: marks.map((mark) => ({ ...mark, marked_at: believedTime(mark.marked_at, now) })),
});

const presentMarks = ({ bookId, marks }: MarksRow): BookMarks => ({ book_uuid: bookId, marks });
