import type { Db } from '../../../server/database/db.ts';
import type { Mark } from '../contract.ts';

/** Where a user is in a book, and what they have marked. */
export interface ReadingOfBook {
  userId: string;
  bookId: string;
  /** Null: no place is known, only marks. */
  furthestChapter: number | null;
  furthestIndex: number | null;
  furthestFraction: number | null;
  /** The chapter that the place is in now, which may be another than the furthest. */
  chapterId: string | null;
  marks: Mark[];
}

/** Everybody's readings of these books. */
export async function listReadings(db: Db, bookIds: readonly string[]): Promise<ReadingOfBook[]> {
  const { rows } = await db.query<ReadingOfBook>(
    `select user_id as "userId", book_id as "bookId", p.furthest_chapter as "furthestChapter",
       p.furthest_index as "furthestIndex", p.furthest_fraction as "furthestFraction", p.chapter_id as "chapterId", coalesce(m.marks, '[]') as marks
     from (select * from reading_places where book_id = any($1::uuid[])) p
     full join (select * from reading_marks where book_id = any($1::uuid[])) m using (user_id, book_id)`,
    [bookIds],
  );
  return rows;
}

/** A table of this transaction for who has read what. */
export async function openReaders(tx: Db): Promise<void> {
  await tx.query('create temporary table readers_of_books (user_id uuid, book_id uuid) on commit drop');
}

export async function addReaders(tx: Db, readers: readonly { userId: string; bookId: string }[]): Promise<void> {
  await tx.query('insert into readers_of_books select * from unnest($1::uuid[], $2::uuid[])', [
    readers.map(({ userId }) => userId),
    readers.map(({ bookId }) => bookId),
  ]);
}

/** The nearest books of each by the readers that both have; fewer shared readers than `least` are none. */
export async function replaceSimilar(
  tx: Db,
  { least, most }: { least: number; most: number },
): Promise<{ books: number; pairs: number }> {
  await tx.query('analyze readers_of_books');
  await tx.query('delete from similar_books');
  const { rows } = await tx.query<{ books: number; pairs: number }>(
    `with sizes as (select book_id, count(*)::float8 as readers from readers_of_books group by book_id having count(*) >= $1),
     known as (select r.* from readers_of_books r join sizes using (book_id)),
     pairs as (
       select a.book_id as one, b.book_id as other, count(*)::float8 as shared
       from known a join known b on b.user_id = a.user_id and b.book_id <> a.book_id
       group by 1, 2 having count(*) >= $1),
     ranked as (
       select one, other, shared / sqrt(s.readers * o.readers) as score,
         row_number() over (partition by one order by shared / sqrt(s.readers * o.readers) desc, other) as place
       from pairs join sizes s on s.book_id = one join sizes o on o.book_id = other),
     made as (insert into similar_books (book_id, other_id, score)
       select one, other, score from ranked where place <= $2 returning book_id)
     select count(distinct book_id)::int as books, count(*)::int as pairs from made`,
    [least, most],
  );
  await tx.query(
    `insert into similar_refreshes (made_at) values (now())
     on conflict (is_only) do update set made_at = excluded.made_at`,
  );
  return rows[0] ?? { books: 0, pairs: 0 };
}

/** The books that readers of this one have read, the nearest first. */
export async function listSimilar(db: Db, bookId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    {
      name: 'library-similar',
      text: 'select other_id as id from similar_books where book_id = $1 order by score desc, other_id',
    },
    [bookId],
  );
  return rows.map(({ id }) => id);
}

/** Whether it was not made since the last 03:00 UTC. */
export async function isSimilarDue(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ due: boolean }>(
    `select not exists (select from similar_refreshes
       where made_at >= (date_trunc('day', now() at time zone 'UTC' - interval '3 hours') + interval '3 hours')
         at time zone 'UTC') as due`,
  );
  return rows[0]?.due === true;
}
