import { randomUUID } from 'node:crypto';
import type { Db } from '../../../../server/database/db.ts';

/** Makes a chapter without content at the end of a book, for an editor; returns its id. */
export async function insertChapter(tx: Db, bookId: string): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into chapters (book_id, place, source_key, created_at, published_at)
     select $1, 1 + coalesce(max(coalesce(place, number)), 0), $2, clock_timestamp(), null
     from chapters where book_id = $1 returning id`,
    [bookId, `by hand ${randomUUID()}`],
  );
  return rows[0]?.id ?? '';
}
