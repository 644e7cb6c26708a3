import type { Db } from '../../../server/database/db.ts';
import { describePlaces, type NumberedBook } from '../../catalog/server/catalog.ts';
import type { Mark } from '../contract.ts';
import { mergeMarks } from '../marks.ts';
import { presentMarks, putInSince } from './place-rows.ts';
import { listMarks, listPlacesIn, type PlaceRow } from './queries.ts';

/** What is kept of a user's reading of a book. */
interface Reading {
  book: NumberedBook;
  place: PlaceRow | null;
  /** Those given by hand and those of chapters put in behind them, by the numbers of now; null: nothing is kept. */
  marks: readonly Mark[] | null;
}

/** What is kept of a user's reading of those of these books that exist, hidden ones too. */
export async function readingsIn(
  db: Db,
  asked: { userId: string; bookIds: readonly string[] },
): Promise<Map<string, Reading>> {
  const kept = new Map((await listMarks(db, asked)).map((row) => [row.bookId, row]));
  const places = new Map((await listPlacesIn(db, asked)).map((place) => [place.bookId, place]));
  const { books } = await describePlaces(db, { bookIds: asked.bookIds, chapterIds: [] });
  return new Map(
    [...books.values()].map((book) => {
      const [row, place = null] = [kept.get(book.id), places.get(book.id)];
      const marks = row ? presentMarks(row, book).marks : null;
      const since = place ? putInSince(place, book) : [];
      return [book.id, { book, place, marks: since.length > 0 ? mergeMarks(since, marks ?? []) : marks }];
    }),
  );
}
