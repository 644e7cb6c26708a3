import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import { describePlaces, type NumberedBook } from '../../catalog/server/catalog.ts';
import type { BookMarks, GivenBookMarks, Mark } from '../contract.ts';
import { mostMarksOfUser } from '../limits.ts';
import { mergeMarks } from '../marks.ts';
import { movedMarks } from '../numbering.ts';
import { believedTime } from '../rules.ts';
import { type Page, pageFrom, partOf } from './pages.ts';
import { by, presentMarks } from './place-rows.ts';
import { countMarks, listKnownBooks, lockLibrary, lockMarks, type MarksRow, updateMarks } from './queries.ts';
import { readingsIn } from './readings.ts';

/** A page of each visible book's marks: those that the user gave by hand, and those of chapters put in behind them. */
export async function listBookMarks(
  db: Db,
  { userId, page }: { userId: string; page: number },
): Promise<Page<BookMarks>> {
  const known = await listKnownBooks(db, { userId, ...partOf(page) });
  return pageFrom(known, async (bookIds) => {
    const readings = await readingsIn(db, { userId, bookIds });
    return bookIds.flatMap((bookId): BookMarks[] => {
      const { book, marks } = readings.get(bookId) ?? {};
      if (!book?.isVisible || !marks) return [];
      return [{ book_uuid: bookId, marks: [...marks], ...(book.numbering && { numbering: book.numbering }) }];
    });
  });
}

/**
 * Merges a browser's marks into the stored ones, and returns the marks that these books then have. Books that readers
 * cannot see are passed over; if the user has too many marks, nothing is stored.
 */
export async function saveMarks(
  pool: DbPool,
  given: { userId: string; items: readonly GivenBookMarks[]; now: Date },
): Promise<BookMarks[]> {
  const { userId, items, now } = given;
  const bookIds = [...new Set(items.map(({ book_uuid }) => book_uuid))];
  const { books } = await describePlaces(pool, { bookIds, chapterIds: [] });
  const known = items.flatMap(({ book_uuid, marks, numbers }) => {
    const book = books.get(book_uuid);
    if (!book?.isVisible) return [];
    const believed = marks.map((mark) => ({ ...mark, marked_at: believedTime(mark.marked_at, now) }));
    const present = numbers === 'serial' ? movedMarks(believed, { from: undefined, to: by(book) }) : believed;
    return [{ book, marks: present }];
  });
  if (known.length === 0) return [];
  const kept = await withTransaction(pool, async (tx) => {
    await lockLibrary(tx, userId);
    return (await countMarks(tx, userId)) >= mostMarksOfUser ? [] : await addMarks(tx, { userId, items: known });
  });
  return kept.flatMap((row) => {
    const book = books.get(row.bookId);
    return book ? [presentMarks(row, book)] : [];
  });
}

/** Merges marks into the stored ones, in the caller's transaction. Their numbers are those that chapters have now. */
export async function addMarks(
  tx: Db,
  given: { userId: string; items: readonly { book: NumberedBook; marks: readonly Mark[] }[] },
): Promise<MarksRow[]> {
  const { userId, items } = given;
  if (items.length === 0) return [];
  const told = new Map<string, readonly Mark[]>();
  for (const { book, marks } of items) {
    const serials = movedMarks(marks, { from: by(book), to: undefined });
    told.set(book.id, mergeMarks(told.get(book.id) ?? [], serials));
  }
  const kept = await lockMarks(tx, { userId, bookIds: [...told.keys()] });
  const merged = kept.map(({ bookId, marks }) => ({ bookId, marks: mergeMarks(marks, told.get(bookId) ?? []) }));
  await updateMarks(tx, { userId, books: merged });
  return merged;
}
