import { setImmediate } from 'node:timers/promises';
import type { Db } from '../../../server/database/db.ts';
import { selectPlacesIn, updateIndexes } from './queries.ts';

/** Moves the places in chapters whose texts were changed, in the transaction of the change; null leaves one alone. */
export async function movePlaces(
  tx: Db,
  given: {
    bookId: string;
    chapterIds: readonly string[];
    moverOf: (chapterId: string) => (place: { index: number; quote: string | null }) => number | null;
  },
): Promise<void> {
  const moved = [];
  for (const { chapterId, places } of await selectPlacesIn(tx, given)) {
    const move = given.moverOf(chapterId);
    for (const { index, quote } of places) {
      const next = move({ index, quote });
      if (next !== null && next !== index) moved.push({ chapterId, index, quote, next });
    }
    // Others have their turn between the chapters of a long book.
    await setImmediate();
  }
  if (moved.length > 0) await updateIndexes(tx, { bookId: given.bookId, moved });
}
