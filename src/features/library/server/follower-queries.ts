import type { Db } from '../../../server/database/db.ts';

export async function selectFollowed(db: Db, bookIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ bookId: string }>(
    `select book_id as "bookId" from unnest($1::uuid[]) as asked(book_id)
     where exists (select from follows f where f.book_id = asked.book_id and f.notify)`,
    [bookIds],
  );
  return new Set(rows.map(({ bookId }) => bookId));
}

export async function selectFollowers(
  db: Db,
  { bookId, by, after, limit }: { bookId: string; by: Date; after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await db.query<{ userId: string }>(
    `select user_id as "userId" from follows
     where book_id = $1 and notify and followed_at <= $2 and ($3::uuid is null or user_id > $3)
     order by user_id limit $4`,
    [bookId, by, after, limit],
  );
  return rows.map(({ userId }) => userId);
}
