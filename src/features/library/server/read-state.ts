import type { Db } from '../../../server/database/db.ts';
import { describePlaces } from '../../catalog/server/catalog.ts';
import { type ReadStretches, stretchesOf } from '../read-stretches.ts';
import { presentPlace } from './place-rows.ts';
import { listKnownBooks } from './queries.ts';
import { readingsIn } from './readings.ts';

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
  const readings = await readingsIn(db, { userId, bookIds });
  const known = bookIds.flatMap((bookId) => {
    const reading = readings.get(bookId);
    return reading?.book.isVisible && (reading.place || reading.marks) ? [reading] : [];
  });
  const chapterIds = known.flatMap(({ place }) => place?.chapterId ?? []);
  const { numberOfChapter } = await describePlaces(db, { bookIds: [], chapterIds });
  return known.map(({ book, place: row, marks: kept }) => {
    const place = row && { ...presentPlace(row, book), number: numberOfChapter.get(row.chapterId) ?? null };
    const marks = kept ?? [];
    const times = [...marks.map(({ marked_at }) => Date.parse(marked_at)), row?.updatedAt.getTime() ?? 0];
    return { bookId: book.id, changedAt: new Date(Math.max(...times)), ...stretchesOf({ place, marks }) };
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
