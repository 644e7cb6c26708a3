import { countOrEstimate, type Db } from '../../../server/db.ts';
import type { Removed } from '../../../server/retention.ts';
import { sessionDays } from '../rules.ts';

type Part = { limit: number; after: string | null };

export function countOldAttempts(db: Db, now: Date): Promise<number> {
  return countOrEstimate(db, 'select from attempts where ends_at <= $1', [now]);
}

export async function deleteOldAttempts(db: Db, part: Part & { now: Date }): Promise<Removed> {
  const { rows } = await db.query<Removed>(
    `with gone as (
       delete from attempts where ctid = any(array(
         select ctid from attempts where ends_at <= $1 and ends_at >= coalesce($3::timestamptz, '-infinity')
         order by ends_at limit $2))
       returning ends_at)
     select count(*) as removed, case when count(*) = $2 then max(ends_at)::text end as next from gone`,
    [part.now, part.limit, part.after],
  );
  return rows[0] ?? { removed: 0, next: null };
}

export function countOldAddresses(db: Db, before: Date): Promise<number> {
  return countOrEstimate(db, 'select from known_addresses where seen_at <= $1', [before]);
}

export async function deleteOldAddresses(db: Db, part: Part & { before: Date }): Promise<Removed> {
  const { rows } = await db.query<Removed>(
    `with gone as (
       delete from known_addresses where ctid = any(array(
         select ctid from known_addresses where seen_at <= $1 and seen_at >= coalesce($3::timestamptz, '-infinity')
         order by seen_at limit $2))
       returning seen_at)
     select count(*) as removed, case when count(*) = $2 then max(seen_at)::text end as next from gone`,
    [part.before, part.limit, part.after],
  );
  return rows[0] ?? { removed: 0, next: null };
}

/** By the database's clock, which also decides whether sessions are valid. */
export function countSilentSessions(db: Db): Promise<number> {
  return countOrEstimate(db, 'select from sessions where last_seen_at <= now() - make_interval(days => $1)', [
    sessionDays.unused,
  ]);
}

/** Deletes sessions that nobody used for long. */
export async function deleteSilentSessions(db: Db, part: Part): Promise<Removed> {
  const { rows } = await db.query<Removed>(
    `with gone as (
       delete from sessions where ctid = any(array(
         select ctid from sessions
         where last_seen_at <= now() - make_interval(days => $3) and last_seen_at >= coalesce($2::timestamptz, '-infinity')
         order by last_seen_at limit $1))
       returning last_seen_at)
     select count(*) as removed, case when count(*) = $1 then max(last_seen_at)::text end as next from gone`,
    [part.limit, part.after, sessionDays.unused],
  );
  return rows[0] ?? { removed: 0, next: null };
}

/** Deletes sessions that began long ago: reads all sessions, in the order of their ids. */
export async function deleteOldSessions(db: Db, part: Part): Promise<Removed> {
  const { rows } = await db.query<Removed>(
    `with page as (
       select id, created_at from sessions where id > coalesce($2::uuid, '00000000-0000-0000-0000-000000000000')
       order by id limit $1),
     gone as (
       delete from sessions where id in (select id from page where created_at <= now() - make_interval(days => $3))
       returning id)
     select (select count(*) from gone) as removed,
       case when count(*) = $1 then (array_agg(id order by id desc))[1]::text end as next from page`,
    [part.limit, part.after, sessionDays.inAll],
  );
  return rows[0] ?? { removed: 0, next: null };
}
