import type { Db } from '../../../server/database/db.ts';

/** A day of the studio's zone; `from` is inside and `to` is not. */
export interface Day {
  day: string;
  from: Date;
  to: Date;
  /** The key of the hashes of the day's readers; null: it was deleted with the day's events. */
  key: Buffer | null;
  summedAt: Date | null;
  closedAt: Date | null;
}

const DAY_COLUMNS = `day::text, from_at as "from", to_at as "to", key, summed_at as "summedAt", closed_at as "closedAt"`;

/** The newest days, the last first. */
export async function listNewestDays(db: Db, limit: number): Promise<Day[]> {
  const { rows } = await db.query<Day>(
    {
      name: 'numbers-newest-days',
      text: `select ${DAY_COLUMNS} from number_days order by number_days.day desc limit $1`,
    },
    [limit],
  );
  return rows;
}

/** The days whose sums are not final yet, the oldest first. */
export async function listOpenDays(db: Db): Promise<Day[]> {
  const { rows } = await db.query<Day>(
    `select ${DAY_COLUMNS} from number_days where closed_at is null order by number_days.day`,
  );
  return rows;
}

/** The last day whose sums are final; null: none is. */
export async function findLastClosedDay(db: Db): Promise<string | null> {
  const { rows } = await db.query<{ day: string }>({
    name: 'numbers-last-closed-day',
    text: 'select day::text from number_days where closed_at is not null order by number_days.day desc limit 1',
  });
  return rows[0]?.day ?? null;
}

/** Adds the day that follows the newest one, or the day of `now` where there is none. Nothing where it is there. */
export async function insertNextDay(
  db: Db,
  given: { now: Date; timeZone: string; key: Buffer; isOver: (to: Date) => boolean },
): Promise<void> {
  const { now, timeZone, key, isOver } = given;
  const { rows } = await db.query<{ day: string; from: Date; to: Date }>(
    `with newest as (select day, to_at from number_days order by day desc limit 1),
     wanted as (
       select coalesce((select to_at from newest), date_trunc('day', $1::timestamptz, $2)) as from_at,
         coalesce((select day from newest) + 1, ($1::timestamptz at time zone $2)::date) as first)
     select d::text as day, from_at as "from", (d + 1)::timestamp at time zone $2 as "to"
     from wanted cross join lateral (select first + n as d from generate_series(0, 3) as n) as days
     where (d + 1)::timestamp at time zone $2 > from_at
     order by d limit 1`,
    [now, timeZone],
  );
  const [next] = rows;
  if (!next) return;
  const hasEvents = !isOver(next.to);
  if (hasEvents) await db.query('select make_numbers_day($1)', [next.day]);
  await db.query(
    `insert into number_days (day, from_at, to_at, key) values ($1, $2, $3, $4) on conflict (day) do nothing`,
    [next.day, next.from, next.to, hasEvents ? key : null],
  );
}

/** The days from `from` to `to`; one that was never counted begins and ends at the midnights of the zone. */
export async function listBounds(
  db: Db,
  given: { from: string; to: string; timeZone: string },
): Promise<{ day: string; from: Date; to: Date }[]> {
  const { rows } = await db.query<{ day: string; from: Date; to: Date }>(
    `with asked as (
       select d::date as day, coalesce(known.from_at, d::timestamp at time zone $3) as from_at, known.to_at
       from generate_series($1::date, $2::date + 1, '1 day') as d left join number_days known on known.day = d::date)
     select day::text, from_at as "from", coalesce(lead(from_at) over (order by day), to_at) as "to"
     from asked order by asked.day limit $2::date - $1::date + 1`,
    [given.from, given.to, given.timeZone],
  );
  return rows.filter(({ from, to }) => from < to);
}

/** The day, locked until the transaction ends; null: there is no such day, or others are summing it. */
export async function lockDay(tx: Db, day: string): Promise<Day | null> {
  const { rows } = await tx.query<Day>(
    `select ${DAY_COLUMNS} from number_days where day = $1 for no key update skip locked`,
    [day],
  );
  return rows[0] ?? null;
}

export async function updateDay(tx: Db, given: { day: string; summedAt: Date; closedAt: Date | null }): Promise<void> {
  await tx.query('update number_days set summed_at = $2, closed_at = $3 where day = $1', [
    given.day,
    given.summedAt,
    given.closedAt,
  ]);
}

/** The days before a day that still have their key, and the day itself. */
export async function listKeys(db: Db, asked: { day: string; back: number }): Promise<{ day: string; key: Buffer }[]> {
  const { rows } = await db.query<{ day: string; key: Buffer }>(
    `select day::text, key from number_days
     where day between $1::date - $2::integer and $1::date and key is not null order by number_days.day`,
    [asked.day, asked.back],
  );
  return rows;
}

/**
 * The oldest day whose events may be removed: it ended before `before`, and no open day still looks back to it. `rows`:
 * those of its partition, as far as they are known.
 */
export async function findOldDays(
  db: Db,
  given: { before: Date; back: number },
): Promise<{ day: string; rows: number }[]> {
  const { rows } = await db.query<{ day: string; rows: number }>(
    `select d.day::text, coalesce(greatest(c.reltuples, 1), 1)::bigint as rows
     from number_days d left join pg_class c on c.oid = to_regclass('number_events_' || to_char(d.day, 'YYYYMMDD'))
     where d.key is not null and d.to_at < $1 and d.closed_at is not null
       and not exists (select from number_days open where open.closed_at is null and open.day <= d.day + $2::integer)
     order by d.day limit 50`,
    [given.before, given.back],
  );
  return rows;
}

/** Removes a day's events with the key of their hashes, or rejects where others would have to wait for that. */
export async function dropDayEvents(tx: Db, day: string): Promise<void> {
  await tx.query('delete from number_links where day = $1', [day]);
  await tx.query('update number_days set key = null where day = $1', [day]);
  await tx.query('select drop_numbers_day($1)', [day]);
}
