import { countOrEstimate, type Db } from '../../../server/db.ts';
import type { Removed } from '../../../server/retention.ts';

export function countOldHours(db: Db, before: Date): Promise<number> {
  return countOrEstimate(db, 'select from chapter_hours where hour < $1', [before]);
}

/** Deletes the oldest first: each run then goes on where the last one ended, and passes dead rows only once. */
export async function deleteOldHours(
  db: Db,
  part: { before: Date; limit: number; after: string | null },
): Promise<Removed> {
  const { rows } = await db.query<Removed>(
    `with gone as (
       delete from chapter_hours where ctid = any(array(
         select ctid from chapter_hours
         where hour < $1 and hour >= coalesce($3::timestamptz, '-infinity')
         order by hour limit $2))
       returning hour)
     select count(*) as removed, case when count(*) = $2 then max(hour)::text end as next from gone`,
    [part.before, part.limit, part.after],
  );
  return rows[0] ?? { removed: 0, next: null };
}

export function countOldReadings(db: Db, beforeDay: string): Promise<number> {
  return countOrEstimate(db, 'select from reading_counts where day < $1', [beforeDay]);
}

/** Deletes no readings while something older than they are waits for its score: that score would lack them. */
export async function deleteOldReadings(
  db: Db,
  part: { beforeDay: string; limit: number; after: string | null },
): Promise<Removed> {
  const { rows } = await db.query<Removed>(
    `with gone as (
       delete from reading_counts where ctid = any(array(
         select ctid from reading_counts
         where day < $1 and day >= coalesce($3::date, '-infinity')
           and (select count(*) from (select told_at from book_tallies order by id limit 1) as oldest
                where told_at < $1::date::timestamp at time zone 'utc') = 0
         order by day limit $2))
       returning day)
     select count(*) as removed, case when count(*) = $2 then max(day)::text end as next from gone`,
    [part.beforeDay, part.limit, part.after],
  );
  return rows[0] ?? { removed: 0, next: null };
}

export function countOldSalts(db: Db, beforeDay: string): Promise<number> {
  return countOrEstimate(db, 'select from daily_salts where day < $1', [beforeDay]);
}

export async function deleteOldSalts(db: Db, part: { beforeDay: string; limit: number }): Promise<Removed> {
  const { rowCount } = await db.query(
    'delete from daily_salts where day in (select day from daily_salts where day < $1 order by day limit $2)',
    [part.beforeDay, part.limit],
  );
  return { removed: rowCount, next: rowCount === part.limit ? 'the next' : null };
}
