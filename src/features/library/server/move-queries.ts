import type { Db } from '../../../server/database/db.ts';
import type { Mark } from '../contract.ts';

/** What a user keeps of a book: a place, marks, or both. */
export interface ReaderRow {
  userId: string;
  /** Of the place; null: there is none. */
  chapterId: string | null;
  /** The serial of the furthest chapter. */
  furthest: number | null;
  updatedAt: Date | null;
  marks: Mark[];
}

/** All who keep a place or marks in a book. */
export async function listReadersOf(tx: Db, bookId: string): Promise<ReaderRow[]> {
  const { rows } = await tx.query<ReaderRow>(
    `select coalesce(p.user_id, m.user_id) as "userId", p.chapter_id as "chapterId", p.furthest_chapter as furthest,
       p.updated_at as "updatedAt", coalesce(m.marks, '[]') as marks
     from (select * from reading_places where book_id = $1) p
     full join (select * from reading_marks where book_id = $1) m on m.user_id = p.user_id
     order by 1`,
    [bookId],
  );
  return rows;
}

/**
 * Copies places of a book to another one, where the user has none that is later; returns the users of those that were
 * stored. The old ones stay: they are not shown, and hold if the chapter comes back.
 */
export async function putPlaces(
  tx: Db,
  given: {
    bookId: string;
    to: string;
    /** `after`: the serial that the place's chapter has now; `isFurthest`: the furthest is in it too. */
    places: readonly { userId: string; after: number; isFurthest: boolean }[];
  },
): Promise<string[]> {
  const { rows } = await tx.query<{ userId: string }>(
    `insert into reading_places as kept (user_id, book_id, chapter_id, position_index, position_fraction, position_quote,
       furthest_chapter, furthest_index, furthest_fraction, updated_at)
     select p.user_id, $2, p.chapter_id, p.position_index, p.position_fraction, p.position_quote, given.after,
       case when given.is_furthest then p.furthest_index else p.position_index end,
       case when given.is_furthest then p.furthest_fraction else p.position_fraction end, p.updated_at
     from unnest($3::uuid[], $4::int[], $5::bool[]) given (user_id, after, is_furthest)
     join reading_places p on p.user_id = given.user_id and p.book_id = $1
     on conflict (user_id, book_id) do update set chapter_id = excluded.chapter_id,
       position_index = excluded.position_index, position_fraction = excluded.position_fraction,
       position_quote = excluded.position_quote, updated_at = excluded.updated_at
     where kept.updated_at < excluded.updated_at
     returning user_id as "userId"`,
    [
      ...[given.bookId, given.to],
      ...[given.places.map(({ userId }) => userId), given.places.map(({ after }) => after)],
      given.places.map(({ isFurthest }) => isFurthest),
    ],
  );
  return rows.map(({ userId }) => userId);
}

/** The marks of these users in a book, locked until the transaction ends. */
export async function listMarksOf(
  tx: Db,
  { bookId, userIds }: { bookId: string; userIds: readonly string[] },
): Promise<Map<string, Mark[]>> {
  const { rows } = await tx.query<{ userId: string; marks: Mark[] }>(
    `select user_id as "userId", marks from reading_marks where book_id = $1 and user_id = any($2::uuid[])
     order by user_id for update`,
    [bookId, userIds],
  );
  return new Map(rows.map(({ userId, marks }) => [userId, marks]));
}

export async function putMarksOf(
  tx: Db,
  { bookId, users }: { bookId: string; users: readonly { userId: string; marks: readonly Mark[] }[] },
): Promise<void> {
  await tx.query(
    `insert into reading_marks (user_id, book_id, marks)
     select user_id, $1, marks::jsonb from unnest($2::uuid[], $3::text[]) given (user_id, marks)
     on conflict (user_id, book_id) do update set marks = excluded.marks`,
    [bookId, users.map(({ userId }) => userId), users.map(({ marks }) => JSON.stringify(marks))],
  );
}
