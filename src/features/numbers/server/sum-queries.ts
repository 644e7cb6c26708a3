import type { Db } from '../../../server/database/db.ts';
import type { HashKeys } from './days.ts';

/** The day whose events are summed, and the day before it. */
export interface Summed {
  day: string;
  from: Date;
  before: string | null;
}

/** A reader of this day may be known as a visitor and as the user who registered: both are one. */
const MERGED = `coalesce((select l.reader from number_links l where l.day = e.day and l.visitor = e.reader), e.reader)`;

/** Removes what a former summing of the day left. */
export async function deleteSums(tx: Db, day: string): Promise<void> {
  await tx.query(
    `with totals as (delete from number_totals where day = $1),
       visits as (delete from number_visits where day = $1),
       chapters as (delete from number_chapters where day = $1)
     delete from number_funnel where day = $1`,
    [day],
  );
}

/** All events of the day, of all readers. */
export async function insertTotals(tx: Db, { day }: Summed): Promise<void> {
  await tx.query(
    `insert into number_totals (day, views, starts, finishes)
     select $1::date, count(*) filter (where name = 'page_view'), count(*) filter (where name = 'start_reading'),
       count(*) filter (where name = 'finished_reading')
     from number_events where day = $1::date and name in ('page_view', 'start_reading', 'finished_reading')`,
    [day],
  );
}

/**
 * Views, visits and readers of the day, by each choice of book, language and source. A visit that went on over midnight
 * counts today only for what it had not seen yesterday.
 */
export async function insertVisits(tx: Db, { day, from, before }: Summed): Promise<void> {
  await tx.query(
    `insert into number_visits (day, by_book, by_language, by_source, book_id, language, source, views, visits, readers)
     with mine as materialized (
       select ${MERGED} as reader, e.before, e.at, e.book_id, e.language, e.source
       from number_events e where e.day = $1::date and e.name = 'page_view' and e.reader is not null),
     early as (
       select distinct on (before) before, reader from mine
       where before is not null and at < $2::timestamptz + interval '30 minutes' order by before, reader),
     seen as (
       select reader, at, book_id, language, source, true as is_today from mine
       union all
       select early.reader, e.at, e.book_id, e.language, e.source, false
       from early join number_events e on e.reader = early.before
       where e.day = $3::date and e.name = 'page_view'),
     ordered as (
       select *, row_number() over (partition by reader order by at, is_today) as n from seen),
     begun as (
       select *, coalesce(at - lag(at) over (partition by reader order by n) >= interval '30 minutes', true)::int as begins
       from ordered),
     counted as (select *, sum(begins) over (partition by reader order by n) as visit from begun),
     keyed as (
       select reader, visit, book_id, language, is_today,
         first_value(source) over (partition by reader, visit order by n) as source
       from counted)
     select $1::date, grouping(book_id) = 0, grouping(language) = 0, grouping(source) = 0, book_id, language, source,
       count(*) filter (where is_today),
       count(distinct (reader, visit)) - count(distinct (reader, visit)) filter (where not is_today),
       count(distinct reader) filter (where is_today)
     from keyed group by cube (book_id, language, source)
     having count(*) filter (where is_today) > 0 and (grouping(book_id) = 1 or book_id is not null)`,
    [day, from, before],
  );
}

/** The readers of each chapter on that day. */
export async function insertChapters(tx: Db, { day }: Summed): Promise<void> {
  await tx.query(
    `insert into number_chapters (day, book_id, chapter_id, language, opened, started, finished)
     with mine as (
       select distinct ${MERGED} as reader, e.name, e.book_id, e.chapter_id, e.language
       from number_events e
       where e.day = $1::date and e.reader is not null and e.book_id is not null and e.chapter_id is not null
         and e.name in ('page_view', 'start_reading', 'finished_reading'))
     select $1::date, book_id, chapter_id, language, count(distinct reader) filter (where name = 'page_view'),
       count(distinct reader) filter (where name = 'start_reading'),
       count(distinct reader) filter (where name = 'finished_reading')
     from mine group by grouping sets ((book_id, chapter_id), (book_id, chapter_id, language))`,
    [day],
  );
}

/** Somebody who registered or paid that day. */
export interface Step {
  kind: 'registered' | 'paid';
  userId: string;
  at: Date;
}

/** The keys of the hashes of a day. */
export interface DayKeys extends HashKeys {
  day: string;
}

/** The hash of a user by the keys of a day, as `hashOf` makes it. A site's day may have more users than JavaScript should hash. */
const NAME = `substring(
  sha256(k.outer_key || sha256(k.inner_key || convert_to('user:' || g.user_id, 'UTF8'))) from 1 for 16)`;

/**
 * The funnel's steps of the day. A registration or payment belongs to the last lock that its user saw in the seven days
 * before; without such a lock it is no step.
 */
export async function insertFunnel(
  tx: Db,
  { day }: Summed,
  given: { steps: readonly Step[]; keys: readonly DayKeys[]; since: string },
): Promise<void> {
  const { steps, keys, since } = given;
  await tx.query(
    `insert into number_funnel
       (day, by_book, by_language, book_id, language, visitors, lock_seen, registered, registered_new, paid)
     with given as (
       select * from unnest($2::text[], $3::uuid[], $4::timestamptz[]) as given (kind, user_id, at)),
     keys as (select * from unnest($5::date[], $6::bytea[], $7::bytea[]) as given (day, inner_key, outer_key)),
     steps as materialized (
       select g.kind, g.user_id, g.at, k.day, ${NAME} as name from given g cross join keys k),
     today as (select distinct user_id, name from steps where day = $1::date),
     locks as materialized (
       select ${MERGED} as reader, e.day, e.at, e.is_user, e.book_id, e.language
       from number_events e
       where e.day between $8::date and $1::date and e.name = 'lock_seen' and e.reader is not null),
     taken as (
       select distinct on (s.kind, s.user_id) s.kind, coalesce(t.name, uuid_send(s.user_id)) as reader, l.book_id, l.language
       from steps s join locks l on l.day = s.day and l.reader = s.name
         and l.at <= s.at and l.at >= s.at - interval '7 days'
       left join today t on t.user_id = s.user_id
       order by s.kind, s.user_id, l.at desc),
     knew as (
       select distinct on (reader) reader, book_id, language from locks
       where day = $1::date and is_user
         and not exists (select from taken where taken.kind = 'registered' and taken.reader = locks.reader)
       order by reader, at desc),
     facts as (
       select distinct 'visitors' as fact, ${MERGED} as reader, e.book_id, e.language from number_events e
       where e.day = $1::date and e.name = 'page_view' and e.reader is not null and e.book_id is not null
       union all select distinct 'lock_seen', reader, book_id, language from locks where day = $1::date
       union all select 'registered', reader, book_id, language from knew
       union all select 'registered_new', reader, book_id, language from taken where kind = 'registered'
       union all select kind, reader, book_id, language from taken)
     select $1::date, grouping(book_id) = 0, grouping(language) = 0, book_id, language,
       count(distinct reader) filter (where fact = 'visitors'),
       count(distinct reader) filter (where fact = 'lock_seen'),
       count(distinct reader) filter (where fact = 'registered'),
       count(distinct reader) filter (where fact = 'registered_new'),
       count(distinct reader) filter (where fact = 'paid')
     from facts group by cube (book_id, language)`,
    [
      day,
      steps.map(({ kind }) => kind),
      steps.map(({ userId }) => userId),
      steps.map(({ at }) => at),
      ...keysOf(keys),
      since,
    ],
  );
}

/** Keeps the language in which each buyer last saw a page before the payment; a language that is known stays. */
export async function insertPaymentLanguages(
  tx: Db,
  { payments, keys }: { payments: readonly { orderId: string; userId: string; at: Date }[]; keys: readonly DayKeys[] },
): Promise<void> {
  await tx.query(
    `insert into number_payments (order_id, language)
     with keys as (select * from unnest($1::date[], $2::bytea[], $3::bytea[]) as given (day, inner_key, outer_key)),
     paid as (select * from unnest($4::uuid[], $5::uuid[], $6::timestamptz[]) as given (order_id, user_id, at)),
     given as materialized (
       select g.order_id, g.at, k.day, ${NAME} as reader from paid g cross join keys k),
     named as (
       select * from given
       union all
       select g.order_id, g.at, g.day, l.visitor from given g join number_links l on l.day = g.day and l.reader = g.reader)
     select distinct on (n.order_id) n.order_id, e.language
     from named n join number_events e on e.day = n.day and e.reader = n.reader and e.at <= n.at
     where e.name = 'page_view'
     order by n.order_id, e.at desc
     on conflict (order_id) do nothing`,
    [
      ...keysOf(keys),
      payments.map(({ orderId }) => orderId),
      payments.map(({ userId }) => userId),
      payments.map(({ at }) => at),
    ],
  );
}

function keysOf(keys: readonly DayKeys[]): [string[], Buffer[], Buffer[]] {
  return [keys.map(({ day }) => day), keys.map(({ inner }) => inner), keys.map(({ outer }) => outer)];
}
