import type { Db } from '../../../server/database/db.ts';
import { selectPlacesIn, updateIndexes } from './queries.ts';

/** Moves the places in a chapter whose text was changed, in the transaction of the change; null leaves one alone. */
export async function movePlaces(
  tx: Db,
  given: {
    bookId: string;
    chapterId: string;
    indexOf: (place: { index: number; quote: string | null }) => number | null;
  },
): Promise<void> {
  const places = await selectPlacesIn(tx, given);
  const moved = places.flatMap(({ index, quote }) => {
    const next = given.indexOf({ index, quote });
    return next === null || next === index ? [] : [{ index, quote, next }];
  });
  if (moved.length > 0) await updateIndexes(tx, { ...given, moved });
}
