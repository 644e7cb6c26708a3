import type { Db, DbPool } from '../../src/server/database/db.ts';

/** A table with rows that are over after some time. */
interface Kind {
  table: string;
  /** The part of all rows that this table gets. */
  share: number;
  /** Rows of this age are over; rows of the other age are not. */
  age: string;
  freshAge: string;
  /** Adds a row for each number from $1 to $2, of the age $3; $4 is a user. */
  insert: string;
  /** Holds for rows that are over. */
  isOver: string;
}

/** The tables of which rows are deleted, as the site's own statements fill them. */
const kinds: readonly Kind[] = [
  {
    table: 'chapter_hours',
    share: 0.16,
    age: '70 days',
    freshAge: '1 day',
    insert: `insert into chapter_hours (chapter_id, hour, member, starts)
      select gen_random_uuid(), at, false, 1
      from (select now() - $3::interval - n * interval '1 ms' as at, $4::uuid
            from generate_series($1::bigint, $2::bigint) as n) as made`,
    isOver: `hour < now() - interval '60 days'`,
  },
  {
    table: 'reading_counts',
    share: 0.15,
    age: '5 days',
    freshAge: '0 days',
    insert: `insert into reading_counts (book_id, day, reader_hash, finished)
      select gen_random_uuid(), ((now() - $3::interval) at time zone 'utc')::date, decode(md5(n::text), 'hex'), 1
      from (select n, $4::uuid from generate_series($1::bigint, $2::bigint) as n) as made`,
    isOver: `day < (now() at time zone 'utc')::date - 1`,
  },
  {
    table: 'attempts',
    share: 0.15,
    age: '1 hour',
    freshAge: '-1 day',
    insert: `insert into attempts (kind, subject, count, ends_at)
      select 'bad day', decode(md5($3 || n::text), 'hex'), 1, now() - $3::interval - n * interval '1 ms'
      from (select n, $4::uuid from generate_series($1::bigint, $2::bigint) as n) as made`,
    isOver: 'ends_at <= now()',
  },
  {
    table: 'known_addresses',
    share: 0.1,
    age: '70 days',
    freshAge: '1 day',
    insert: `insert into known_addresses (hash, user_id, seen_at)
      select decode(md5($3 || n::text), 'hex'), $4::uuid, now() - $3::interval - n * interval '1 ms'
      from generate_series($1::bigint, $2::bigint) as n`,
    isOver: `seen_at <= now() - interval '60 days'`,
  },
  {
    table: 'sessions',
    share: 0.1,
    age: '20 days',
    freshAge: '1 day',
    insert: `insert into sessions (id, user_id, image_audience, created_at, last_seen_at)
      select gen_random_uuid(), $4::uuid, left(md5($3 || n::text), 22), at, at
      from (select n, now() - $3::interval - n * interval '1 ms' as at
            from generate_series($1::bigint, $2::bigint) as n) as made`,
    isOver: `last_seen_at <= now() - interval '14 days'`,
  },
  {
    table: 'access_tokens',
    share: 0.03,
    age: '40 days',
    freshAge: '1 day',
    insert: `insert into access_tokens
        (user_id, name, scopes, token_hash, md5_hash, last_four, image_audience, created_at, expires_at)
      select $4::uuid, 'bad day', '{read}', hash, hash, '1234', left(md5($3 || n::text), 22), at, at
      from (select n, decode(md5($3 || n::text), 'hex') as hash, now() - $3::interval - n * interval '1 ms' as at
            from generate_series($1::bigint, $2::bigint) as n) as made`,
    isOver: `expires_at <= now() - interval '30 days'`,
  },
  {
    table: 'passkey_challenges',
    share: 0.02,
    age: '1 hour',
    freshAge: '-1 day',
    insert: `insert into passkey_challenges (challenge, user_id, expires_at)
      select md5($3 || n::text), $4::uuid, now() - $3::interval - n * interval '1 ms'
      from generate_series($1::bigint, $2::bigint) as n`,
    isOver: 'expires_at <= now()',
  },
  {
    table: 'audit_entries',
    share: 0.05,
    age: '740 days',
    freshAge: '1 day',
    insert: `insert into audit_entries (at, made_by, action, target_kind, target_id)
      select now() - $3::interval - n * interval '1 ms', 'system', 'book.edit', 'book', gen_random_uuid()
      from (select n, $4::uuid from generate_series($1::bigint, $2::bigint) as n) as made`,
    isOver: `at <= now() - interval '730 days'`,
  },
  {
    table: 'studio_requests',
    share: 0.05,
    age: '740 days',
    freshAge: '1 day',
    insert: `insert into studio_requests (user_id, call, request_id, body_hash, answer, created_at)
      select $4::uuid, 'POST /studio/coupons', gen_random_uuid(), '\\x00', '{}', now() - $3::interval - n * interval '1 ms'
      from generate_series($1::bigint, $2::bigint) as n`,
    isOver: `created_at <= now() - interval '730 days'`,
  },
  {
    table: 'notices',
    share: 0.05,
    age: '100 days',
    freshAge: '1 day',
    // Of many users: of one the newest are kept, and another job removes the rest.
    insert: `with given as (
        select n::text as event, 'told' || md5($3 || (n / 400)::text) as name, now() - $3::interval - n * interval '1 ms' as at
        from (select n, $4::uuid from generate_series($1::bigint, $2::bigint) as n) as made),
      told as (
        insert into users (username, username_key, password_hash) select distinct name, name, 'none fits' from given
        on conflict (username_key) do update set username = excluded.username returning id, username)
      insert into notices (user_id, kind, event, in_inbox, to_push, created_at)
      select told.id, 'news', event, true, true, at from given join told on username = name`,
    isOver: `created_at <= now() - interval '90 days'`,
  },
  {
    table: 'debuts',
    share: 0.02,
    age: '110 days',
    freshAge: '1 day',
    insert: `insert into debuts (book_id, chapter_ids, made_at, told_at)
      select (select id from books limit 1), '{}', at, at
      from (select now() - $3::interval - n * interval '1 ms' as at, $4::uuid
            from generate_series($1::bigint, $2::bigint) as n) as made`,
    isOver: `made_at <= now() - interval '100 days'`,
  },
  {
    table: 'calendar_entries',
    share: 0.02,
    age: '410 days',
    freshAge: '1 day',
    insert: `insert into calendar_entries (of_site, chapter_id, kind, book_id, at, number, is_gone, said, sequence, changed_at)
      select true, gen_random_uuid(), 'chapter', gen_random_uuid(), at, 1, false, '{}', 0, at
      from (select now() - $3::interval - n * interval '1 ms' as at, $4::uuid
            from generate_series($1::bigint, $2::bigint) as n) as made`,
    isOver: `at <= now() - interval '400 days'`,
  },
  {
    table: 'hook_events',
    share: 0.03,
    age: '20 days',
    freshAge: '1 day',
    insert: `insert into hook_events (type, release, at, told_at)
      select 'book.hidden', n::text, at, at
      from (select n, now() - $3::interval - n * interval '1 ms' as at, $4::uuid
            from generate_series($1::bigint, $2::bigint) as n) as made`,
    isOver: `at <= now() - interval '14 days'`,
  },
  {
    table: 'hook_deliveries',
    share: 0.03,
    age: '40 days',
    freshAge: '1 day',
    insert: `with connection as (
        insert into hook_connections (id, kind, address, events, language, is_on)
        select '00000000-0000-4000-8000-000000000001', 'discord', 'https://hooks.invalid/', '{}', 'en-us', $4::uuid is null
        on conflict (id) do update set is_on = false returning id)
      insert into hook_deliveries (connection_id, event, body, created_at, due_at)
      select connection.id, 'book.hidden', '{}', now() - $3::interval - n * interval '1 ms', null
      from connection, generate_series($1::bigint, $2::bigint) as n`,
    isOver: `created_at <= now() - interval '30 days'`,
  },
  {
    table: 'trials',
    share: 0.02,
    age: '370 days',
    freshAge: '1 day',
    insert: `insert into trials (name_hash, given_at, kept_since)
      select decode(md5($3 || n::text), 'hex'), at, at
      from (select n, now() - $3::interval - n * interval '1 ms' as at, $4::uuid
            from generate_series($1::bigint, $2::bigint) as n) as made`,
    isOver: `user_id is null and kept_since < now() - interval '365 days'`,
  },
  ...['wechat_openids', 'wechat_states'].map((table) => ({
    table,
    share: 0.01,
    age: '1 hour',
    freshAge: '-1 day',
    // Of sessions that go on: with one that ends they go as well.
    insert: `with made as (
        insert into sessions (id, user_id, image_audience)
        select gen_random_uuid(), $4::uuid, left(md5('${table}' || $3 || n::text), 22)
        from generate_series($1::bigint, $2::bigint) as n returning id)
      insert into ${table}
      select ${table === 'wechat_openids' ? "id, '\\x00'" : "decode(md5(id::text), 'hex'), id"},
        now() - $3::interval - random() * interval '1 minute' from made`,
    isOver: 'expires_at <= now()',
  })),
];

/** One row a day: there are never many. */
const saltDays = 1000;
/** The events of these days are over: so many days ago, and longer. */
const firstDayAgo = 20;
const slice = 500_000;

/** The tables that get rows that are over. */
export const filledTables: readonly string[] = [
  ...kinds.map(({ table }) => table),
  'daily_salts',
  'book_events',
  'number_events',
];

/** Fills every table that forgets with rows that are over, and with some that are not; returns the number of the former. */
export async function addRows(
  db: Db,
  given: { rows: number; fresh: number; days: number; eventsOfDay: number; userId: string },
): Promise<{ deleted: number; dropped: number }> {
  const { rows, fresh, days, eventsOfDay, userId } = given;
  let deleted = saltDays;
  for (const { insert, share, age, freshAge } of kinds) {
    const count = Math.round(rows * share);
    for (let from = 1; from <= count; from += slice)
      await db.query(insert, [from, Math.min(count, from + slice - 1), age, userId]);
    await db.query(insert, [1, fresh, freshAge, userId]);
    deleted += count;
  }
  await db.query(
    `insert into daily_salts (day, salt)
     select (now() at time zone 'utc')::date - 10 - n, '\\x00' from generate_series(1, $1::int) as n`,
    [saltDays],
  );
  for (let ago = firstDayAgo; ago < firstDayAgo + days; ago += 1) await addDay(db, { ago, events: eventsOfDay });
  return { deleted, dropped: 2 * days * eventsOfDay };
}

/** A day's events, for readers' books and for the studio's numbers. */
async function addDay(db: Db, { ago, events }: { ago: number; events: number }): Promise<void> {
  const { rows } = await db.query<{ day: string }>(`select ((now() at time zone 'utc')::date - $1::int)::text as day`, [
    ago,
  ]);
  const day = rows[0]?.day;
  await db.query('select make_events_day($1), make_numbers_day($1)', [day]);
  await db.query(
    `insert into book_events (day, event_id, name, book_id, language, occurred_at, received_at)
     select $1::date, gen_random_uuid(), 'open_book', gen_random_uuid(), 'en-us', at, at
     from (select $1::date::timestamp at time zone 'utc' + n * interval '1 ms' as at from generate_series(1, $2::int) as n) as made`,
    [day, events],
  );
  await db.query(
    `insert into number_days (day, from_at, to_at, key, summed_at, closed_at)
     select $1::date, from_at, to_at, '\\x00', to_at, to_at
     from (select $1::date::timestamp at time zone 'utc' as from_at,
             ($1::date + 1)::timestamp at time zone 'utc' as to_at) as bounds`,
    [day],
  );
  await db.query(
    `insert into number_events (day, at, name, reader, is_user, language)
     select $1::date, $1::date::timestamp at time zone 'utc' + n * interval '1 ms', 'page_view',
       decode(md5(n::text), 'hex'), false, 'en-us'
     from generate_series(1, $2::int) as n`,
    [day, events],
  );
}

/**
 * From now on each deletion is noted: its rows, and the time from the begin of its transaction to its end. One that the
 * server cuts short leaves no note, for it removed nothing.
 */
export async function noteDeletions(db: Db): Promise<void> {
  await db.query(`create table bad_day_deletions (gone int not null, ms float not null);
    create function bad_day_note() returns trigger language plpgsql as $$ begin
      insert into bad_day_deletions
        select count(*), extract(epoch from clock_timestamp() - transaction_timestamp()) * 1000 from gone;
      return null; end $$`);
  for (const table of [...kinds.map((kind) => kind.table), 'daily_salts'])
    await db.query(`create trigger bad_day_note after delete on ${table} referencing old table as gone
      for each statement execute function bad_day_note()`);
}

export interface Deletions {
  /** Of statements that removed something. */
  count: number;
  rows: number;
  largest: number;
  longestMs: number;
}

export async function readDeletions(db: Db): Promise<Deletions> {
  const { rows } = await db.query<Deletions>(
    `select count(*) as count, coalesce(sum(gone), 0)::bigint as rows, coalesce(max(gone), 0) as largest,
       coalesce(max(ms), 0) as "longestMs"
     from bad_day_deletions where gone > 0`,
  );
  return rows[0] ?? { count: 0, rows: 0, largest: 0, longestMs: 0 };
}

/** The days of events that are over and still there. */
export async function countOldDays(db: Db): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent in ('book_events'::regclass, 'number_events'::regclass)
       and to_date(right(c.relname, 8), 'YYYYMMDD') < (now() at time zone 'utc')::date - 9`,
  );
  return rows[0]?.count ?? 0;
}

/** The rows of each table that are over, or those that are not. */
export async function countRows(db: Db, which: 'over' | 'fresh'): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const all = [...kinds, { table: 'daily_salts', isOver: `day < (now() at time zone 'utc')::date - 1` }];
  for (const { table, isOver } of all) {
    const { rows } = await db.query<{ count: number }>(
      `select count(*) as count from ${table} where (${isOver}) = $1`,
      [which === 'over'],
    );
    counts.set(table, rows[0]?.count ?? 0);
  }
  return counts;
}

/** The locks that stop everybody at the tables of events: who has or wants one. */
export async function listPartLocks(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ holder: string }>(
    `select virtualtransaction as holder from pg_locks
     where mode = 'AccessExclusiveLock' and relation in ('book_events'::regclass, 'number_events'::regclass)`,
  );
  return rows.map(({ holder }) => holder);
}

/** Runs `work` while the job of this name cannot run, as if another process ran it. */
export async function holdJob<T>(db: DbPool, name: string, work: () => Promise<T>): Promise<T> {
  return db.withConnection(async (connection) => {
    await connection.query(`select pg_advisory_lock(hashtext('longstrip job'), hashtext($1))`, [name]);
    try {
      return await work();
    } finally {
      await connection.query(`select pg_advisory_unlock(hashtext('longstrip job'), hashtext($1))`, [name]);
    }
  });
}

/** The events of all books that were counted so far. */
export async function countEvents(db: Db, bookIds: readonly string[]): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select coalesce(sum(opens), 0)::bigint as count
     from (select book_id, opens from book_days union all select book_id, opens from book_tallies) as told
     where book_id = any($1::uuid[])`,
    [bookIds],
  );
  return rows[0]?.count ?? 0;
}

export async function findUserId(db: Db, username: string): Promise<string> {
  const { rows } = await db.query<{ id: string }>('select id from users where username = $1', [username]);
  if (!rows[0]) throw new Error(`There is no user ${username}`);
  return rows[0].id;
}
