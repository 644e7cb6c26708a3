import type { Db } from '../../../server/database/db.ts';

/** The books that a user follows, in the order of their following. */
export async function listFollowDates(db: Db, userId: string): Promise<object[]> {
  const { rows } = await db.query<object>(
    `select book_id as book_uuid, followed_at, notify from follows where user_id = $1 order by followed_at, book_id`,
    [userId],
  );
  return rows;
}

/** Removes all that a user keeps here. */
export async function deleteLibrary(tx: Db, userId: string): Promise<void> {
  for (const table of ['reading_places', 'reading_marks', 'shelf_books', 'follows', 'feed_tokens'])
    await tx.query(`delete from ${table} where user_id = $1`, [userId]);
}
