import type { Db } from '../../../server/database/db.ts';

/** How many follows of each book began in a span of time and still hold. */
export async function countFollows(
  db: Db,
  span: { from: Date; to: Date },
): Promise<{ bookId: string; value: number }[]> {
  const { rows } = await db.query<{ bookId: string; value: number }>(
    `select book_id as "bookId", count(*) as value from follows where followed_at >= $1 and followed_at < $2 group by 1`,
    [span.from, span.to],
  );
  return rows;
}

/**
 * How many users have come so far in a book and have not read in it since `before`, by the serial of their furthest
 * chapter. `isEnd`: they came to the end of that chapter.
 */
export async function countStopsBySerial(
  db: Db,
  asked: { bookId: string; before: Date },
): Promise<{ serial: number; isEnd: boolean; users: number }[]> {
  const { rows } = await db.query<{ serial: number; isEnd: boolean; users: number }>(
    `select furthest_chapter as serial, furthest_fraction >= 1 as "isEnd", count(*) as users
     from reading_places where book_id = $1 and updated_at < $2 group by 1, 2`,
    [asked.bookId, asked.before],
  );
  return rows;
}
