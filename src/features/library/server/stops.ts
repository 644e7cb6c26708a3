import type { Db } from '../../../server/database/db.ts';
import { describePlaces } from '../../catalog/server/catalog.ts';
import { movedFurthest } from '../numbering.ts';
import { countStopsBySerial } from './numbers-queries.ts';

/**
 * How many users have come so far in a book and have not read in it since `before`, by the number that their furthest
 * chapter has now. `isEnd`: they came to the end of that chapter.
 */
export async function countStops(
  db: Db,
  asked: { bookId: string; before: Date },
): Promise<{ chapterNumber: number; isEnd: boolean; users: number }[]> {
  const stops = await countStopsBySerial(db, asked);
  const { books } = await describePlaces(db, { bookIds: [asked.bookId], chapterIds: [] });
  const to = books.get(asked.bookId)?.numbering ?? undefined;
  return stops.map(({ serial, isEnd, users }) => {
    const reached = { chapter_number: serial, index: 0, fraction: isEnd ? 1 : 0 };
    const { chapter_number: chapterNumber, fraction } = movedFurthest(reached, { from: undefined, to });
    return { chapterNumber, isEnd: fraction >= 1, users };
  });
}
