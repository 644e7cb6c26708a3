import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from '../process/error-code.ts';
import { pause } from '../process/pause.ts';
import { type Db, type DbPool, withTransaction } from './db.ts';

/** How long a change waits for its lock: all others who want the table wait behind it. */
const WAIT_MS = 150;
const LOOK_EVERY_MS = 40;
/** The pause between two tries: by chance up to twice as long. Meanwhile whoever had to wait goes on. */
const PAUSE_MS = 100;
const VACUUM_GOES_WITHIN = '3s';

/** A session with a lock that another one waits for; `role` null: a process of the database itself. */
type Holder = {
  pid: number;
  name: string | null;
  role: string | null;
  address: string | null;
  state: string | null;
  queryStart: Date | null;
  table: string | null;
};

/**
 * Runs `work` in a transaction that waits for each lock for 150 ms at most; one that waited in vain is rolled back and
 * tried again after a pause. Once that has lasted for `giveUpAfterMs`, throws an error that names who has the lock.
 */
export async function withShortLocks(
  pool: DbPool,
  work: (tx: Db) => Promise<void>,
  { giveUpAfterMs }: { giveUpAfterMs: number },
): Promise<void> {
  let firstFailureAt: number | null = null;
  let lastSeen: Holder[] = [];
  for (;;) {
    const attempt = await tryOnce(pool, work);
    if (attempt.isDone) return;
    if (attempt.holders.length > 0) lastSeen = attempt.holders;
    const now = performance.now();
    firstFailureAt ??= now;
    if (now - firstFailureAt >= giveUpAfterMs)
      throw new Error(describeWait(lastSeen, giveUpAfterMs), { cause: attempt.error });
    await sendVacuumAway(pool, attempt.holders);
    await sleep(PAUSE_MS * (1 + Math.random()));
  }
}

type Attempt = { isDone: true } | { isDone: false; holders: Holder[]; error: unknown };

async function tryOnce(pool: DbPool, work: (tx: Db) => Promise<void>): Promise<Attempt> {
  const over = new AbortController();
  let watching: Promise<Holder[]> = Promise.resolve([]);
  try {
    await withTransaction(pool, async (tx) => {
      await tx.query(`set local lock_timeout = '${WAIT_MS}ms'`);
      const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      watching = watchHolders(pool, { waiting: rows[0]?.pid ?? 0, signal: over.signal });
      await work(tx);
    });
    return { isDone: true };
  } catch (error) {
    if (!isLockFailure(error)) throw error;
    over.abort();
    return { isDone: false, holders: await watching, error };
  } finally {
    over.abort();
    await watching;
  }
}

/** The lock was not got in time, or two sessions waited for each other. */
function isLockFailure(error: unknown): boolean {
  return hasCode(error, '55P03', '40P01');
}

/** Returns who was last seen to have what this session waits for. */
async function watchHolders(db: Db, { waiting, signal }: { waiting: number; signal: AbortSignal }): Promise<Holder[]> {
  let seen: Holder[] = [];
  for (;;) {
    await pause(LOOK_EVERY_MS, signal);
    if (signal.aborted) return seen;
    // Names only help: without them the migration goes on all the same.
    const now = await listHolders(db, waiting).catch(() => []);
    if (now.length > 0) seen = now;
  }
}

async function listHolders(db: Db, waiting: number): Promise<Holder[]> {
  const { rows } = await db.query<Holder>(
    `select a.pid, a.application_name as name, a.usename as role, host(a.client_addr) as address, a.state,
       a.query_start as "queryStart",
       (select relation::regclass::text from pg_locks
        where pid = w.pid and not granted and relation is not null limit 1) as "table"
     from pg_stat_activity w
     cross join lateral (select distinct unnest(pg_blocking_pids(w.pid))) as blocking(pid)
     join pg_stat_activity a on a.pid = blocking.pid
     where w.pid = $1 and w.wait_event_type = 'Lock'
     order by a.query_start`,
    [waiting],
  );
  return rows;
}

/**
 * Waits longer for a table that PostgreSQL's own vacuum holds: PostgreSQL ends the vacuum only for somebody who has
 * waited for a second. Nobody reads or writes behind this lock, so this may wait.
 */
async function sendVacuumAway(pool: DbPool, holders: readonly Holder[]): Promise<void> {
  const table = holders.find(({ role }) => role === null)?.table;
  if (!table) return;
  await withTransaction(pool, async (tx) => {
    await tx.query(`set local lock_timeout = '${VACUUM_GOES_WITHIN}'`);
    await tx.query(`lock table only ${table} in share update exclusive mode`);
  }).catch(() => {}); // an index, or a vacuum that may not end: the next try tells
}

function describeWait(holders: readonly Holder[], waitedMs: number): string {
  const tries = `in ${Math.round(waitedMs / 100) / 10} s of tries it got no lock`;
  const [first] = holders;
  if (!first) return `${tries}, and who has it could not be seen`;
  const who = holders.slice(0, 3).map(describeHolder).join('; ');
  return `${tries}${first.table === null ? '' : ` on ${first.table}`}, which another session has: ${who}. Wait for its end, or end it, and run this again`;
}

function describeHolder({ pid, name, role, address, state, queryStart }: Holder): string {
  const facts = [
    name ? `application ${JSON.stringify(name)}` : 'no application name',
    role === null ? "the database's own" : `role ${role}`,
    ...(address === null ? [] : [`address ${address}`]),
    ...(state === null ? [] : [state]),
    queryStart === null ? 'query start unknown' : `query started ${queryStart.toISOString()}`,
  ];
  return `PostgreSQL process ${pid} (${facts.join(', ')})`;
}
