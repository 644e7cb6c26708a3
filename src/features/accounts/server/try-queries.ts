import type { Db } from '../../../server/database/db.ts';
import type { LimitKey } from './queries.ts';

/** Tries under way are counted in rows of their own, beside the failures of their limit. */
const underWay = ' under way';
/** The tries of a process that died count for so long after the last one of all processes began. */
const leaseSeconds = 60;

/**
 * Counts and locks the tries under way against these limits, in all processes, until the transaction ends. Times are
 * the database's. A lease that ends far in the future is left from before its clock was set back; one slightly ahead is
 * from a transaction that began after this one.
 */
export async function lockTries(tx: Db, limits: readonly LimitKey[]): Promise<{ subject: Buffer; count: number }[]> {
  const { rows } = await tx.query<{ subject: Buffer; count: number }>(
    {
      name: 'accounts-lock-tries',
      text: `
        insert into attempts as known (kind, subject, count, ends_at)
        select kind || $3, subject, 0, now() + make_interval(secs => $4)
        from unnest($1::text[], $2::bytea[]) as given(kind, subject) order by 1, 2
        on conflict (kind, subject) do update set
          count = case when known.ends_at between now() and now() + 2 * make_interval(secs => $4)
            then known.count else 0 end,
          ends_at = case when known.ends_at between now() and now() + 2 * make_interval(secs => $4)
            then known.ends_at else excluded.ends_at end
        returning subject, count`,
    },
    [...keysOf(limits), underWay, leaseSeconds],
  );
  return rows;
}

/** One try more (`by` 1) or less (-1) is under way against these limits. */
export async function countTries(tx: Db, limits: readonly LimitKey[], by: 1 | -1): Promise<void> {
  await tx.query(
    {
      name: 'accounts-count-tries',
      text: `
        with mine as (
          select kind, subject from attempts
          where (kind, subject) in (select kind || $3, subject from unnest($1::text[], $2::bytea[]) as given(kind, subject))
          order by kind, subject for update)
        update attempts a set count = greatest(0, a.count + $4),
          ends_at = case when $4 > 0 then now() + make_interval(secs => $5) else a.ends_at end
        from mine where a.kind = mine.kind and a.subject = mine.subject`,
    },
    [...keysOf(limits), underWay, by, leaseSeconds],
  );
}

function keysOf(limits: readonly LimitKey[]): [string[], Buffer[]] {
  return [limits.map(({ kind }) => kind), limits.map(({ subject }) => subject)];
}
