import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import { describePlaces, type NumberedBook } from '../../catalog/server/catalog.ts';
import type { BookMarks, GivenBookMarks, Mark } from '../contract.ts';
import { mostMarksOfUser } from '../limits.ts';
import { mergeMarks } from '../marks.ts';
import { movedMarks } from '../numbering.ts';
import { believedTime } from '../rules.ts';
import { type Page, pageFrom, partOf } from './pages.ts';
import { by, putInSince } from './place-rows.ts';
import {
  countMarks,
  listKnownBooks,
  listMarks,
  listPlacesIn,
  lockLibrary,
  lockMarks,
  type MarksRow,
  updateMarks,
} from './queries.ts';

/** A page of each visible book's marks: those that the user gave by hand, and those of chapters put in behind them. */
export async function listBookMarks(
  db: Db,
  { userId, page }: { userId: string; page: number },
): Promise<Page<BookMarks>> {
  const known = await listKnownBooks(db, { userId, ...partOf(page) });
  return pageFrom(known, (bookIds) => marksIn(db, { userId, bookIds }));
}

/** The marks of a user in each of these books that readers can see. */
export async function marksIn(db: Db, asked: { userId: string; bookIds: readonly string[] }): Promise<BookMarks[]> {
  const { bookIds } = asked;
  const rows = await listMarks(db, asked);
  const places = await listPlacesIn(db, asked);
  const { books } = await describePlaces(db, { bookIds, chapterIds: [] });
  const marked = new Map(rows.map((row) => [row.bookId, row.marks]));
  const placed = new Map(places.map((place) => [place.bookId, place]));
  return bookIds.flatMap((bookId) => {
    const [book, kept, place] = [books.get(bookId), marked.get(bookId), placed.get(bookId)];
    if (!book?.isVisible) return [];
    const since = place ? putInSince(place, book) : [];
    if (!kept && since.length === 0) return [];
    const shown = presentMarks({ bookId, marks: kept ?? [] }, book);
    return [{ ...shown, marks: since.length > 0 ? mergeMarks(since, shown.marks) : shown.marks }];
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

const presentMarks = ({ bookId, marks }: MarksRow, book: NumberedBook): BookMarks => ({
  book_uuid: bookId,
  marks: book.numbering ? movedMarks(marks, { from: undefined, to: book.numbering }) : marks,
  ...(book.numbering && { numbering: book.numbering }),
});
