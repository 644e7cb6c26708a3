import type { Db } from '../../../server/database/db.ts';

/** Waits until no other process scores: each then sees the sums that the other has written. */
export async function waitForOtherScoring(tx: Db): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('longstrip scores'), 0)`);
}

/** Up to `limit` books that have tallies, the books that wait longest first. */
export async function listBooksToScore(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ bookId: string }>(
    `select book_id as "bookId" from (select id, book_id from book_tallies order by id limit 1000) as oldest
     group by book_id order by min(id) limit $1`,
    [limit],
  );
  return rows.map(({ bookId }) => bookId);
}

/**
 * Moves the tallies of these books into their days. The sums over readers are computed anew and never become smaller:
 * each sum is complete before the first of its rows is deleted.
 */
export async function addTallies(tx: Db, bookIds: readonly string[]): Promise<void> {
  await tx.query(
    `with taken as (
       delete from book_tallies where id in (
         select id from book_tallies where book_id = any($1::uuid[]) order by id limit 5000)
       returning book_id, day, opens, starts, finishes, liked),
     told as (
       select book_id, day, sum(opens) as opens, sum(starts) as starts, sum(finishes) as finishes, sum(liked) as liked
       from taken group by book_id, day),
     counted as (
       select book_id, day, sum(finished) as finished from reading_counts where book_id = any($1::uuid[])
       group by book_id, day),
     changes as (
       select book_id, day, coalesce(opens, 0) as opens, coalesce(starts, 0) as starts,
         coalesce(finishes, 0) as finishes, coalesce(liked, 0) as liked, coalesce(finished, 0) as finished
       from told full join counted using (book_id, day))
     insert into book_days as days (book_id, day, opens, starts, finishes, liked, finished)
     select book_id, day, opens, starts, finishes, liked, finished from changes
     where opens <> 0 or starts <> 0 or finishes <> 0 or liked <> 0 or finished <> 0
     order by book_id, day
     on conflict (book_id, day) do update set opens = days.opens + excluded.opens,
       starts = days.starts + excluded.starts, finishes = days.finishes + excluded.finishes,
       liked = days.liked + excluded.liked, finished = greatest(days.finished, excluded.finished)
     where excluded.opens <> 0 or excluded.starts <> 0 or excluded.finishes <> 0 or excluded.liked <> 0
       or excluded.finished > days.finished`,
    [bookIds],
  );
}

/**
 * The formula of docs/decisions/0014-popularity.md, computed in the database; a book without readings and likes has no
 * score.
 */
export async function listScores(
  db: Db,
  asked: {
    bookIds: readonly string[];
    scale: { start: string; halfLifeDays: number; readingsPerLike: number; days: number };
  },
): Promise<{ bookId: string; popularity: number }[]> {
  const { bookIds, scale } = asked;
  const { rows } = await db.query<{ bookId: string; popularity: number }>(
    `with worthy as (
       select book_id, (day - $2::date) / $3::float8 as half_lives, finished + greatest(liked, 0) * $4::float8 as worth
       from book_days where book_id = any($1::uuid[]) and day >= (now() at time zone 'utc')::date - $5::int
         and finished + greatest(liked, 0) > 0),
     weighed as (
       select book_id, half_lives, worth, max(half_lives) over (partition by book_id) as newest from worthy),
     summed as (
       select book_id, newest, sum(worth * power(2::float8, half_lives - newest) order by half_lives) as worth
       from weighed group by book_id, newest)
     select given.book_id as "bookId", coalesce(s.newest + ln(s.worth) / ln(2::float8), 0) as popularity
     from unnest($1::uuid[]) as given(book_id) left join summed s using (book_id)`,
    [bookIds, scale.start, scale.halfLifeDays, scale.readingsPerLike, scale.days],
  );
  return rows;
}
