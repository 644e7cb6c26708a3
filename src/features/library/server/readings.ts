import type { Db } from '../../../server/database/db.ts';
import { describePlaces } from '../../catalog/server/catalog.ts';
import type { Furthest, Mark } from '../contract.ts';
import { marksIn } from './marks.ts';
import { presentPlace } from './place-rows.ts';
import { listPlacesIn } from './queries.ts';

interface Reading {
  chapterCount: number;
  /** Null: nothing was read in the book yet. */
  furthest: Furthest | null;
  marks: readonly Mark[];
}

/** How far a user has read in each of these books that exist. */
export async function readingsIn(
  db: Db,
  asked: { userId: string; bookIds: readonly string[] },
): Promise<Map<string, Reading>> {
  const { books } = await describePlaces(db, { bookIds: asked.bookIds, chapterIds: [] });
  const places = new Map((await listPlacesIn(db, asked)).map((place) => [place.bookId, place]));
  const marks = new Map((await marksIn(db, asked)).map((marked) => [marked.book_uuid, marked.marks]));
  return new Map(
    [...books.values()].map((book) => {
      const place = places.get(book.id);
      const furthest = place ? presentPlace(place, book).furthest : null;
      return [book.id, { chapterCount: book.chapterCount, furthest, marks: marks.get(book.id) ?? [] }];
    }),
  );
}
