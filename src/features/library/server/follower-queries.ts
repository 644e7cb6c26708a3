import type { Db } from '../../../server/database/db.ts';

/** Those of these books whose news somebody wants to hear. */
export async function findFollowed(db: Db, bookIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ bookId: string }>(
    {
      name: 'library-followed',
      text: `select book_id as "bookId" from unnest($1::uuid[]) as asked(book_id)
        where exists (select from follows f where f.book_id = asked.book_id and f.notify)`,
    },
    [bookIds],
  );
  return new Set(rows.map(({ bookId }) => bookId));
}

/** Sorts before the id of every user. */
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** The users who want to hear of a book and followed it by a moment, after one of them in the order of their ids. */
export async function listFollowers(
  db: Db,
  { bookId, by, after, limit }: { bookId: string; by: Date; after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await db.query<{ userId: string }>(
    {
      name: 'library-followers',
      text: `select user_id as "userId" from follows
        where book_id = $1 and notify and followed_at <= $2 and user_id > $3 order by user_id limit $4`,
    },
    [bookId, by, after ?? beforeAll, limit],
  );
  return rows.map(({ userId }) => userId);
}
