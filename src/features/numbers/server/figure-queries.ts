import type { Db } from '../../../server/database/db.ts';
import type { DayRange } from '../rules.ts';

/** The days that are asked for, and the chosen book and language; null: any. */
export interface Choice extends DayRange {
  bookId: string | null;
  language: string | null;
}

export interface VisitsRow {
  day: string;
  key: string | null;
  views: number;
  visits: number;
  readers: number;
}

/** Days with views, by a key or without one. If nothing is chosen, the views of unknown readers count, too. */
export async function listVisits(
  db: Db,
  { from, to, bookId, language, by }: Choice & { by: 'book' | 'language' | 'source' | null },
): Promise<VisitsRow[]> {
  const isOfAll = bookId === null && language === null && by === null;
  const { rows } = await db.query<VisitsRow>(
    `select d.day::text, v.key, coalesce(case when $6 then t.views end, v.views, 0) as views,
       coalesce(v.visits, 0) as visits, coalesce(v.readers, 0) as readers
     from (select day from number_days where day between $1 and $2) d
     left join lateral (
       select case $5 when 'book' then book_id::text when 'language' then language when 'source' then source end as key,
         views, visits, readers
       from number_visits v
       where v.day = d.day and v.by_book = ($3::uuid is not null or $5 = 'book')
         and v.by_language = ($4::text is not null or $5 = 'language') and v.by_source = ($5 = 'source')
         and ($3::uuid is null or v.book_id = $3) and ($4::text is null or v.language = $4)) v on true
     left join number_totals t on t.day = d.day
     where v.views is not null or $6 and t.views > 0
     order by d.day, v.key`,
    [from, to, bookId, language, by ?? 'nothing', isOfAll],
  );
  return rows;
}

/** So many books with readers are told apart by a tag. */
const mostRanked = 20_000;

/** The books with readers in those days, of one language or of any, those with the most readers first. */
export async function rankBooks(
  db: Db,
  { from, to, edition }: DayRange & { edition: string | null },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select book_id as id from number_visits
     where day between $1 and $2 and by_book and by_language = ($3::text is not null) and not by_source
       and ($3::text is null or language = $3)
     group by book_id having sum(readers) > 0 order by sum(readers) desc, sum(views) desc, book_id limit $4`,
    [from, to, edition, mostRanked],
  );
  return rows.map(({ id }) => id);
}

/** The sums of a book's chapters over the days. */
export async function sumChapters(
  db: Db,
  { from, to, bookId, language }: Choice & { bookId: string },
): Promise<{ chapterId: string; opened: number; started: number; finished: number }[]> {
  const { rows } = await db.query<{ chapterId: string; opened: number; started: number; finished: number }>(
    `select chapter_id as "chapterId", sum(opened)::bigint as opened, sum(started)::bigint as started,
       sum(finished)::bigint as finished
     from number_chapters
     where book_id = $1 and language is not distinct from $4 and day between $2 and $3
     group by 1`,
    [bookId, from, to, language],
  );
  return rows;
}

export interface FunnelRow {
  day: string;
  visitors: number;
  lockSeen: number;
  registered: number;
  registeredNew: number;
  paid: number;
}

export async function listFunnel(db: Db, { from, to, bookId, language }: Choice): Promise<FunnelRow[]> {
  const { rows } = await db.query<FunnelRow>(
    `select day::text, visitors, lock_seen as "lockSeen", registered, registered_new as "registeredNew", paid
     from number_funnel
     where by_book = ($3::uuid is not null) and by_language = ($4::text is not null)
       and book_id is not distinct from $3 and language is not distinct from $4 and day between $1 and $2
     order by number_funnel.day`,
    [from, to, bookId, language],
  );
  return rows;
}

/** Each book's visits and readers over the days. */
export async function sumBooks(
  db: Db,
  { from, to, bookId, language }: Choice,
): Promise<{ bookId: string; visits: number; readers: number }[]> {
  const { rows } = await db.query<{ bookId: string; visits: number; readers: number }>(
    `select book_id as "bookId", sum(visits)::bigint as visits, sum(readers)::bigint as readers
     from number_visits
     where by_book and by_language = ($4::text is not null) and not by_source and day between $1 and $2
       and ($3::uuid is null or book_id = $3) and language is not distinct from $4
     group by 1`,
    [from, to, bookId, language],
  );
  return rows;
}

/** The readers who finished chapters of each book over the days. */
export async function sumFinished(
  db: Db,
  { from, to, bookId, language }: Choice,
): Promise<{ bookId: string; value: number }[]> {
  const { rows } = await db.query<{ bookId: string; value: number }>(
    `select book_id as "bookId", sum(finished)::bigint as value from number_chapters
     where day between $1 and $2 and ($3::uuid is null or book_id = $3) and language is not distinct from $4
     group by 1 having sum(finished) > 0`,
    [from, to, bookId, language],
  );
  return rows;
}

/** The languages of the buyers of these orders, as far as they are known. */
export async function listPaymentLanguages(db: Db, orderIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ orderId: string; language: string }>(
    'select order_id as "orderId", language from number_payments where order_id = any($1::uuid[])',
    [orderIds],
  );
  return new Map(rows.map(({ orderId, language }) => [orderId, language]));
}

/** The readers of books from `from` to `to`, and from `before` to the day before `from`; null: of all books. */
export async function listReaders(
  db: Db,
  { before, from, to, bookIds }: DayRange & { before: string; bookIds: readonly string[] | null },
): Promise<{ bookId: string; now: number; before: number }[]> {
  const { rows } = await db.query<{ bookId: string; now: number; before: number }>(
    `select book_id as "bookId", coalesce(sum(readers) filter (where day >= $2), 0)::bigint as now,
       coalesce(sum(readers) filter (where day < $2), 0)::bigint as before
     from number_visits
     where by_book and not by_language and not by_source and language is null and source is null
       and day between $1 and $3 ${bookIds === null ? '' : 'and book_id = any($4::uuid[])'}
     group by 1`,
    [before, from, to, ...(bookIds === null ? [] : [bookIds])],
  );
  return rows;
}
