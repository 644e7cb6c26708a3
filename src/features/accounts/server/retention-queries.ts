import { type Removed, type Retention, whereOver } from '../../../server/jobs/retention.ts';
import { addressKnownDays, sessionDays } from '../rules.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Removes access tokens that ended long ago, finished counts of attempts, ended challenges, addresses without use for long, and sessions without use for long. */
export const accountRetentions: readonly Retention[] = [
  whereOver({
    table: 'access_tokens',
    by: 'expires_at',
    over: 'expires_at <= now() - make_interval(days => $1)',
    limitOf: () => 30,
  }),
  whereOver({ table: 'attempts', by: 'ends_at', over: 'ends_at <= $1', limitOf: (now) => now }),
  whereOver({
    ...{ table: 'passkey_challenges', by: 'expires_at' },
    over: "expires_at <= now() - $1 * interval '1 second'",
    limitOf: () => 0,
  }),
  whereOver({
    ...{ table: 'known_addresses', by: 'seen_at' },
    over: 'seen_at <= $1',
    limitOf: (now) => new Date(now.getTime() - addressKnownDays * dayMs),
  }),
  whereOver({
    ...{ table: 'sessions', by: 'last_seen_at' },
    // The database's clock also decides whether sessions are valid.
    over: 'last_seen_at <= now() - make_interval(days => $1)',
    limitOf: () => sessionDays.unused,
  }),
];

/** Removes sessions that began too long ago and are invalid. It reads all sessions, by their ids, so it runs rarely. */
export const oldSessions: Retention = {
  table: 'sessions',
  count: async () => 0,
  removeSome: async (db, part) => {
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
  },
};
