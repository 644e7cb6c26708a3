import type { Db } from '../../../server/database/db.ts';
import { describePlaces } from '../../catalog/server/catalog.ts';
import { type ReadStretches, stretchesOf } from '../read-stretches.ts';
import { marksIn } from './marks.ts';
import { presentPlace } from './place-rows.ts';
import { listKnownBooks, listPlacesIn } from './queries.ts';

/** What a user has read of a book, and when they last said or did something about it. */
export interface BookReading extends ReadStretches {
  bookId: string;
  changedAt: Date;
}

const booksAtOnce = 1000;

/** What a user has read of those of these books that readers can see; books of which nothing is known are absent. */
export async function listReadings(
  db: Db,
  { userId, bookIds }: { userId: string; bookIds: readonly string[] },
): Promise<BookReading[]> {
  if (bookIds.length === 0) return [];
  const marks = new Map((await marksIn(db, { userId, bookIds })).map((book) => [book.book_uuid, book.marks]));
  const rows = new Map((await listPlacesIn(db, { userId, bookIds })).map((row) => [row.bookId, row]));
  const known = bookIds.filter((id) => marks.has(id) || rows.has(id));
  const chapterIds = [...rows.values()].map(({ chapterId }) => chapterId);
  const { books, numberOfChapter } = await describePlaces(db, { bookIds: known, chapterIds });
  return known.flatMap((bookId): BookReading[] => {
    const [book, row] = [books.get(bookId), rows.get(bookId)];
    if (!book?.isVisible) return [];
    const place = row ? { ...presentPlace(row, book), number: numberOfChapter.get(row.chapterId) ?? null } : null;
    const ofBook = marks.get(bookId) ?? [];
    const times = [...ofBook.map(({ marked_at }) => Date.parse(marked_at)), row?.updatedAt.getTime() ?? 0];
    return [{ bookId, changedAt: new Date(Math.max(...times)), ...stretchesOf({ place, marks: ofBook }) }];
  });
}

/** What a user has read of every book. */
export async function listAllReadings(db: Db, userId: string): Promise<BookReading[]> {
  const readings: BookReading[] = [];
  for (let offset = 0; ; offset += booksAtOnce) {
    const bookIds = await listKnownBooks(db, { userId, limit: booksAtOnce, offset });
    readings.push(...(await listReadings(db, { userId, bookIds })));
    if (bookIds.length < booksAtOnce) return readings;
  }
}
