import type { Db } from '../../../../server/database/db.ts';
import { dateOfEdition, freeChapters } from '../books/queries.ts';

/** Locks the books in which something changes by now, and returns their ids; the longest due come first. */
export async function lockDueBooks(tx: Db, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from books where next_change_at <= now() order by next_change_at, id limit $1 for no key update',
    [limit],
  );
  return rows.map(({ id }) => id);
}

/** Whether chapters that readers see for the first time are one debut, one of each moment at which they came out, or no news. */
export type Debuts = 'together' | 'by moment' | 'none';

/**
 * Works out anew what follows from the dates of these books' chapters, as of a moment: which editions and chapters are
 * published, the chapters' numbers, the books' counts, and the moment of the books' next change. The caller has locked
 * the books before it read that moment from the database's clock: what others published before counts.
 */
export async function settleBooks(
  tx: Db,
  bookIds: readonly string[],
  now: Date,
  { debuts = 'together' }: { debuts?: Debuts } = {},
): Promise<void> {
  await settleEditions(tx, bookIds, now);
  await keepPlaces(tx, bookIds);
  await numberChapters(tx, { bookIds, now, debuts });
  await tellNumbering(tx, bookIds);
  await sumUp(tx, bookIds, now);
}

/** The database's clock at this moment, not at the beginning of the transaction. */
export async function readMoment(db: Db): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>("select date_trunc('milliseconds', clock_timestamp()) as now");
  const [row] = rows;
  if (!row) throw new Error('The database told no time');
  return row.now;
}

async function settleEditions(tx: Db, bookIds: readonly string[], now: Date): Promise<void> {
  await tx.query(
    `update chapter_editions e set is_published = not e.is_published from chapters c
     where c.id = e.chapter_id and c.book_id = any($1::uuid[])
       and e.is_published <>
         (c.deleted_at is null and (not e.has_content or coalesce(${dateOfEdition} <= $2, false)))`,
    [bookIds, now],
  );
}

/**
 * While all chapters of a book have numbers, these are their places. Once one has none, every chapter stores its place.
 */
async function keepPlaces(tx: Db, bookIds: readonly string[]): Promise<void> {
  await tx.query(
    `update chapters c set place = number
     where c.book_id = any($1::uuid[]) and c.place is null and exists (
       select from chapters other where other.book_id = c.book_id and not exists (
         select from chapter_editions e where e.chapter_id = other.id and e.has_content and e.is_published))`,
    [bookIds],
  );
}

/**
 * A chapter keeps its first number as its serial. One that is put in between others gets a new serial, and one more is
 * left out. E.g. in a book of 10 chapters a new fifth one gets serial 12: readers who finished the book are at the
 * beginning of 11, which stands for whatever comes at the end. The new ones
 * make their debut, unless they are silent or old (spec: notices.md#new-chapters).
 */
async function numberChapters(
  tx: Db,
  { bookIds, now, debuts }: { bookIds: readonly string[]; now: Date; debuts: Debuts },
): Promise<void> {
  await tx.query(
    `with dated as (
       select c.id, c.book_id, coalesce(c.place, c.number) as place, coalesce(c.serial, c.number) as serial,
         (b.numbering ->> 'next')::int - 1 as last_serial, min(${dateOfEdition}) as published_at,
         coalesce(min(${dateOfEdition}) <= $2, false) and c.deleted_at is null as is_published
       from chapters c join books b on b.id = c.book_id
       left join chapter_editions e on e.chapter_id = c.id and e.has_content
       where c.book_id = any($1::uuid[]) group by c.id, b.id),
     ranked as (
       select *, case when is_published
         then row_number() over (partition by book_id, is_published order by place, id) end as number from dated),
     told as (
       select *, serial is null and number is not null as is_fresh,
         greatest(max(serial) over book, last_serial, 0) as known_serial,
         coalesce(max(number) filter (where serial is not null) over book, 0) as known_number
       from ranked window book as (partition by book_id)),
     -- Window functions, not joins: the planner has no statistics of a new book, and joins would take the cube of
     -- its chapters.
     numbered as materialized (
       select *, coalesce(serial, case when is_fresh
         then known_serial + row_number() over (fresh order by number)
           + (min(number) over fresh < known_number)::int end) as next_serial
       from told window fresh as (partition by book_id, is_fresh)),
     renumbered as (
     update chapters c set number = n.number,
       serial = case when c.number is distinct from n.number
         then nullif(n.next_serial, n.number) else c.serial end,
       published_at = case
         when c.published_at = '-infinity' and n.published_at = c.created_at then c.published_at
         else n.published_at end,
       -- where its publisher names no date, readers see that of its publication
       created_at = case
         when c.has_own_date or c.published_at = '-infinity' or c.published_at is not distinct from n.published_at
         then c.created_at else coalesce(n.published_at, c.created_at) end
     from numbered n where n.id = c.id and (
       c.number is distinct from n.number
       or (case when c.published_at = '-infinity' then c.created_at else c.published_at end)
         is distinct from n.published_at
       or (c.place is null and n.number is null))
     returning c.id, c.book_id, c.number, c.created_at, n.published_at, n.is_fresh),
     made as (
       select book_id, array_agg(id order by number) as ids from renumbered r
       where $3 <> 'none' and is_fresh and least(created_at, published_at) > $2::timestamptz - interval '7 days'
         and exists (select from chapter_editions e
           where e.chapter_id = r.id and e.has_content and e.is_published and not e.is_silent)
       group by book_id, case when $3 = 'by moment' then published_at end),
     -- One call may settle a book several times.
     joined as (
       update debuts d set chapter_ids = d.chapter_ids || made.ids from made
       where $3 = 'together' and d.book_id = made.book_id and d.made_at >= now() and d.xmin = pg_current_xact_id()::xid
       returning d.book_id)
     insert into debuts (book_id, chapter_ids)
     select book_id, ids from made where book_id not in (select book_id from joined)`,
    [bookIds, now, debuts],
  );
}

/** Stores each book's numbering: the runs of serials in the order of its chapters. */
async function tellNumbering(tx: Db, bookIds: readonly string[]): Promise<void> {
  await tx.query(
    `with moved as (
       select id, numbering from books b where id = any($1::uuid[])
         and (numbering is not null or exists (select from chapters where book_id = b.id and serial is not null))),
     numbered as (
       select c.book_id, c.number, coalesce(c.serial, c.number) as serial
       from chapters c join moved on moved.id = c.book_id where c.number is not null),
     islands as (
       select *, number - row_number() over (partition by book_id, serial - number order by number) as island
       from numbered),
     runs as (
       select book_id, min(number) as number, min(serial) as first, max(serial) as last
       from islands group by book_id, serial - number, island),
     told as (
       select moved.id, jsonb_build_object(
         'runs', coalesce((select jsonb_agg(jsonb_build_array(first, last) order by number) from runs
           where book_id = moved.id), '[]'),
         'next', greatest((moved.numbering ->> 'next')::int,
           (select max(coalesce(serial, number)) + 1 from chapters where book_id = moved.id), 1)) as numbering
       from moved)
     update books b set numbering = told.numbering from told
     where told.id = b.id and b.numbering is distinct from told.numbering`,
    [bookIds],
  );
}

async function sumUp(tx: Db, bookIds: readonly string[], now: Date): Promise<void> {
  await tx.query(
    `with chapter as (
       select c.*, b.early_access_days, ${freeChapters} as free,
         coalesce(c.free_at, c.published_since + make_interval(hours => 24 * b.early_access_days)) as opens_at
       from books b join published_chapters c on c.book_id = b.id where b.id = any($1::uuid[])),
     summed as (
       select book_id, count(*) as chapters, max(created_at) as updated_at, sum(total_likes) as likes,
         min(opens_at) filter (where access = 'rule' and number > free and opens_at > $2) as next_free_at,
         min(free_at) filter (where access = 'members' and free_at > $2) as next_own_free_at,
         min(published_since) as first_published_at,
         bool_or(access = 'members' and coalesce(free_at > $2, true)) as is_locked,
         coalesce(bool_or(access = 'rule' and number > free and coalesce(opens_at > $2, true)), false) as window_opens
       from chapter group by book_id),
     coming as (
       select c.book_id, min(e.published_at) as at from chapters c
       join chapter_editions e on e.chapter_id = c.id and e.has_content and e.published_at > $2
       where c.book_id = any($1::uuid[]) and c.deleted_at is null group by c.book_id),
     readable as (
       select c.book_id, array_agg(distinct e.language order by e.language) as languages
       from published_chapters c join published_editions e on e.chapter_id = c.id and e.has_content
       where c.book_id = any($1::uuid[]) group by c.book_id),
     language as (
       select c.book_id, e.language, count(*) as chapters, count(o.chapter_id) as beside_original,
         e.language = b.original_language as is_original
       from books b join chapters c on c.book_id = b.id and c.deleted_at is null
       join chapter_editions e on e.chapter_id = c.id and e.has_content
       left join chapter_editions o on o.chapter_id = c.id and o.language = b.original_language and o.has_content
       where b.id = any($1::uuid[]) group by b.id, c.book_id, e.language),
     filled as (
       select book_id, coalesce(sum(chapters) filter (where is_original), 0) as original, sum(beside_original) as beside,
         jsonb_object_agg(language, jsonb_build_object('chapters', chapters, 'besideOriginal', beside_original)) as languages
       from language group by book_id),
     worked_out as (
       select own.id, coalesce(filled.languages, '{}') as filled, coalesce(filled.original, 0) as filled_original,
         coalesce(filled.beside, 0) as filled_beside, coalesce(chapters, 0) as chapter_count, coalesce(likes, 0) as total_likes,
         coalesce(summed.updated_at, own.updated_at) as updated_at, next_free_at, next_own_free_at,
         coalesce(readable.languages, '{}') as read_in, first_published_at, coalesce(is_locked, false) as is_locked,
         coalesce(window_opens, false) as window_opens, least(next_free_at, next_own_free_at, coming.at) as next_change_at,
         own.hidden_by_operator or own.deleted_at is not null or summed.book_id is null
           and (own.made_by_hand or exists (select from chapters where book_id = own.id)) as hidden
       from (select id, updated_at, hidden_by_operator, deleted_at, made_by_hand from books where id = any($1::uuid[])) own
       left join summed on summed.book_id = own.id left join coming on coming.book_id = own.id
       left join readable on readable.book_id = own.id left join filled on filled.book_id = own.id)
     update books b set filled = n.filled, filled_original = n.filled_original, filled_beside = n.filled_beside,
       chapter_count = n.chapter_count, total_likes = n.total_likes, updated_at = n.updated_at,
       next_free_at = n.next_free_at, next_own_free_at = n.next_own_free_at, window_opens = n.window_opens,
       next_change_at = n.next_change_at, hidden = n.hidden, read_in = n.read_in,
       first_published_at = coalesce(b.first_published_at, n.first_published_at), is_locked = n.is_locked
     from worked_out n where n.id = b.id and
       (b.chapter_count, b.total_likes, b.updated_at, b.next_free_at, b.next_own_free_at, b.window_opens,
         b.next_change_at, b.hidden, b.read_in, b.first_published_at, b.is_locked, b.filled, b.filled_original,
         b.filled_beside) is distinct from
       (n.chapter_count, n.total_likes, n.updated_at, n.next_free_at, n.next_own_free_at, n.window_opens,
         n.next_change_at, n.hidden, n.read_in, coalesce(b.first_published_at, n.first_published_at), n.is_locked, n.filled, n.filled_original,
         n.filled_beside)`,
    [bookIds, now],
  );
}

export interface ReleaseRow {
  now: Date;
  /** The earliest next change of any book, and of which books are recommended. */
  nextChangeAt: Date | null;
  windowVersion: number;
}

/** The clock of the database, and what is known of the next changes. */
export async function readRelease(db: Db): Promise<ReleaseRow> {
  const { rows } = await db.query<ReleaseRow>({
    name: 'catalog-release',
    text: `
      select now() as now, least((select min(next_change_at) from books where next_change_at is not null),
          (select min(at) from recommendations, unnest(array[from_at, until_at]) at where at > now())) as "nextChangeAt",
        (select version from window_changes) as "windowVersion"`,
  });
  const [row] = rows;
  if (!row) throw new Error('The database told no time');
  return row;
}

export interface WindowRow {
  bookId: string | null;
  from: Date;
  to: Date;
}

/** The windows that are not over at a moment. */
export async function listOpenWindows(db: Db, after: Date): Promise<WindowRow[]> {
  const { rows } = await db.query<WindowRow>(
    'select book_id as "bookId", from_at as "from", to_at as "to" from windows where to_at > $1 order by from_at',
    [after],
  );
  return rows;
}

/** The books in which something differs between now and a moment, before or after. */
export async function listBooksToTurn(tx: Db, at: Date): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from books where next_change_at <= $1
     union
     select c.book_id from chapters c join books b on b.id = c.book_id
     where $1 < now() and (c.free_at > $1
       or (case when c.published_at = '-infinity' then c.created_at else c.published_at end)
         + make_interval(hours => 24 * coalesce(b.early_access_days, 0)) > $1)
     union
     select c.book_id from chapters c join chapter_editions e on e.chapter_id = c.id
     where $1 < now() and e.published_at > $1`,
    [at],
  );
  return rows.map(({ id }) => id);
}

/**
 * From here on `now()` returns that moment until the transaction ends: a function of that name comes before
 * PostgreSQL's own. It is in a schema that exists in this transaction only.
 */
export async function setPreviewClock(tx: Db, at: Date): Promise<void> {
  await tx.query("select set_config('longstrip.preview_at', $1, true)", [at.toISOString()]);
  await tx.query(`
    do $$ declare
      name text := 'longstrip_preview_' || pg_backend_pid();
      moment text := 'select pg_catalog.current_setting(''longstrip.preview_at'')::pg_catalog.timestamptz';
    begin
      execute format('create schema %I', name);
      execute format('create function %I.now() returns timestamptz language sql stable as %L', name, moment);
      execute format('create function %I.clock_timestamp() returns timestamptz language sql stable as %L', name, moment);
      perform set_config('search_path', name || ', pg_catalog, ' || current_setting('search_path'), true);
    end $$`);
}

/** The site's number of free chapters that books without one of their own follow, up to one of them; null: all do. */
export async function lockFreeSettled(tx: Db): Promise<{ settled: number; last: string | null; wanted: number }> {
  const { rows } = await tx.query<{ settled: number; last: string | null; wanted: number }>(
    `select free_chapters as settled, last_book as last, site_free_chapters() as wanted
     from free_chapters_settled for update`,
  );
  const [row] = rows;
  if (!row) throw new Error('The database has lost what free chapters are settled');
  return row;
}

export async function updateFreeSettled(tx: Db, given: { settled: number; last: string | null }): Promise<void> {
  await tx.query('update free_chapters_settled set free_chapters = $1, last_book = $2', [given.settled, given.last]);
}

/** Locks books that name no number of free chapters, in the order of their ids. */
export async function lockBooksWithoutNumber(
  tx: Db,
  asked: { after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from books where public_free_chapters is null and ($1::uuid is null or id > $1)
     order by id limit $2 for no key update`,
    [asked.after, asked.limit],
  );
  return rows.map(({ id }) => id);
}
