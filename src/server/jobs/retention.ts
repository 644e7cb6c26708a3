import { countOrEstimate, type Db, type DbPool, isDatabaseUnavailable, withTransaction } from '../database/db.ts';
import type { Job } from './jobs.ts';

/** A rule to remove rows of a table after some time. */
export interface Retention {
  table: string;
  /** The number of expired rows. */
  count(db: Db, now: Date): Promise<number>;
  /** Removes at most `limit` expired rows in a fixed order, beginning after `after`. */
  removeSome(db: Db, part: { now: Date; limit: number; after: string | null }): Promise<Removed>;
  /** True: it drops whole partitions instead of rows, and limits its own time. */
  takesParts?: true;
}

/** `next` is the place to continue from; null when nothing is left to remove. */
export type Removed = { removed: number; next: string | null };

/** What the server does for a feature by itself. */
export interface Chores {
  jobs?: readonly Job[];
  retentions?: readonly Retention[];
}

/**
 * Removes the rows of a table for which `over` holds, the oldest by the column `by` first. Each batch begins where the
 * last one ended, so that the rows just removed are not read again. `limitOf` is the value of $1 in `over`.
 */
export function whereOver(given: {
  table: string;
  by: string;
  over: string;
  limitOf: (now: Date) => Date | string | number;
}): Retention {
  const { table, by, over, limitOf } = given;
  return {
    table,
    count: (db, now) => countOrEstimate(db, `select from ${table} where ${over}`, [limitOf(now)]),
    async removeSome(db, { now, limit, after }) {
      const { rows } = await db.query<Removed>(
        `with gone as (
           delete from ${table} where ctid = any(array(
             select ctid from ${table} where ${over} and ${by} >= coalesce($3::timestamptz, '-infinity')
             order by ${by} limit $2))
           returning ${by})
         select count(*) as removed, case when count(*) = $2 then max(${by})::text end as next from gone`,
        [limitOf(now), limit, after],
      );
      return rows[0] ?? { removed: 0, next: null };
    },
  };
}

const everyMs = 60 * 1000;
const mostRows = 5_000;
const fewestRows = 50;
const firstRows = 1_000;
const LONGEST_MS = 500;
/** A batch that takes longer is followed by a smaller one. */
const comfortableMs = 150;
/** A removal takes at most a quarter of the time of a disk and a processor. */
const restsPerWork = 3;
/** How often a lock held by others is tried, and the shortest time between. */
const mostTries = 5;
const betweenTriesMs = 300;

export function retentionJob(given: {
  retentions: readonly Retention[];
  clock: () => Date;
  report: (table: string, backlogRows: number) => void;
}): Job {
  const { retentions, clock, report } = given;
  const name = 'remove what is over';
  return {
    name,
    everyMs,
    removes: true,
    run: (db, signal) => removeWhatIsOver(db, { retentions, now: clock(), report, signal }),
  };
}

/**
 * Removes expired rows in small batches, one of each table in turn, and rests after each batch three times as long as it
 * took. A failing table is left until the next run and does not stop the others; the promise rejects at the end.
 */
export async function removeWhatIsOver(
  db: DbPool,
  given: {
    retentions: readonly Retention[];
    now: Date;
    report?: (table: string, backlogRows: number) => void;
    signal?: AbortSignal;
  },
): Promise<void> {
  const { now, report = () => {}, signal } = given;
  const failed = new Map<string, unknown>();
  let open = given.retentions.map((retention) => ({
    retention,
    removal: createRemoval(db, { retention, now, report }),
  }));
  while (open.length > 0 && !signal?.aborted) {
    const goesOn = new Set<string>();
    for (const { retention, removal } of open) {
      if (signal?.aborted) return;
      try {
        if (await removal(signal)) goesOn.add(retention.table);
      } catch (error) {
        failed.set(retention.table, error);
      }
    }
    open = open.filter(({ retention }) => goesOn.has(retention.table));
  }
  if (failed.size === 0) return;
  throw new AggregateError([...failed.values()], `Rows that are over were left in ${[...failed.keys()].join(', ')}`);
}

/** Each call removes a batch and returns whether there is more. */
function createRemoval(
  db: DbPool,
  given: { retention: Retention; now: Date; report: (table: string, backlogRows: number) => void },
): (signal?: AbortSignal) => Promise<boolean> {
  const { retention, now, report } = given;
  let left: number | null = null;
  let limit = firstRows;
  let after: string | null = null;
  let tries = 0;
  return async (signal) => {
    left ??= await retention.count(db, now);
    report(retention.table, left);
    const began = performance.now();
    try {
      const { removed, next } = await removePart(db, retention, { now, limit, after });
      left = next === null ? 0 : Math.max(0, left - removed);
      after = next;
      limit = fittingLimit(limit, performance.now() - began);
      tries = 0;
      report(retention.table, left);
      return next !== null;
    } catch (error) {
      // The batch was too slow or locked: a smaller one may fit, or the lock may be free.
      tries += 1;
      if (tries === mostTries || !isDatabaseUnavailable(error)) throw error;
      limit = Math.max(fewestRows, limit >> 2);
      await rest(betweenTriesMs, signal);
      return true;
    } finally {
      await rest(restsPerWork * (performance.now() - began), signal);
    }
  };
}

function removePart(
  db: DbPool,
  retention: Retention,
  part: { now: Date; limit: number; after: string | null },
): Promise<Removed> {
  return withTransaction(db, async (tx) => {
    if (!retention.takesParts) await tx.query(`set local statement_timeout = ${LONGEST_MS}`);
    return retention.removeSome(tx, part);
  });
}

function fittingLimit(limit: number, tookMs: number): number {
  if (tookMs > comfortableMs) return Math.max(fewestRows, limit >> 1);
  return Math.min(mostRows, limit * 2);
}

/** Rests for the given time, or until the signal. */
export function rest(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}
