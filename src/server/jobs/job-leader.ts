import { hostname } from 'node:os';
import pg from 'pg';
import { asDb, type Db } from '../database/db.ts';
import { endClient } from '../database/end-client.ts';
import { pause } from '../process/pause.ts';
import { processTag } from '../process/process-tag.ts';

/** The process that holds this advisory lock runs the jobs. It ends with its connection: no dead process leads. */
const leaderLock = 'longstrip job leader';
const tryEveryMs = 2_000;
/**
 * A leader that only lost its connection needs a moment to stop its jobs. Together with the try and with what the
 * database needs to notice a dead machine, this stays below 15 s.
 */
const graceMs = 4_000;
const keepAlive = 'set tcp_keepalives_idle = 3; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 4';

/**
 * Leadership: a connection for the locks of its jobs, and a signal that fires when the lead is lost or the process stops.
 * The lead has a connection of its own: where that ends, runs that are still under way keep their locks.
 */
export type Lead = { connection: Db; signal: AbortSignal };

/**
 * Competes for the lead of the jobs until `signal` fires. `work` runs while this process has it, and must end soon after
 * the signal of its lead; a lost lead is competed for again.
 */
export async function leadJobs(given: {
  url: string;
  signal: AbortSignal;
  work: (lead: Lead) => Promise<void>;
}): Promise<void> {
  const { url, signal, work } = given;
  let isFirstTry = true;
  while (!signal.aborted) {
    const client = await connect(url);
    if (client) {
      try {
        await compete(client, { url, signal, isFirstTry, work });
      } finally {
        await endClient(client);
      }
    }
    isFirstTry = false;
    await pause(tryEveryMs, signal);
  }
}

async function compete(
  client: pg.Client,
  given: { url: string; signal: AbortSignal; isFirstTry: boolean; work: (lead: Lead) => Promise<void> },
): Promise<void> {
  const ended = new AbortController();
  client.once('end', () => ended.abort());
  const signal = AbortSignal.any([given.signal, ended.signal]);
  let { isFirstTry } = given;
  while (!signal.aborted) {
    const outcome = await tryLock(client);
    if (outcome === 'lost') return;
    if (outcome === 'mine') {
      if (!isFirstTry) await pause(graceMs, signal);
      if (!signal.aborted) await lead(given, signal);
      return;
    }
    isFirstTry = false;
    await pause(tryEveryMs, signal);
  }
}

async function lead(
  { url, work }: { url: string; work: (lead: Lead) => Promise<void> },
  signal: AbortSignal,
): Promise<void> {
  const locks = await connect(url);
  if (!locks) return;
  const ended = new AbortController();
  locks.once('end', () => ended.abort());
  try {
    await work({ connection: inTurn(asDb(locks)), signal: AbortSignal.any([signal, ended.signal]) });
  } finally {
    await endClient(locks);
  }
}

/** Many jobs share the connection, which takes one query at a time. */
function inTurn(db: Db): Db {
  let last: Promise<unknown> = Promise.resolve();
  return {
    query<R>(...asked: Parameters<Db['query']>) {
      const answer = last.then(() => db.query<R>(...asked));
      last = answer.catch(() => {});
      return answer;
    },
  };
}

/** Null while the database is away, which is reported elsewhere. */
async function connect(connectionString: string): Promise<pg.Client | null> {
  const client = new pg.Client({
    connectionString,
    application_name: Buffer.from(`longstrip jobs ${processTag} ${hostname()}`).subarray(0, 63).toString(),
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    keepAlive: true,
  });
  client.on('error', () => {}); // followed by 'end', which is acted on
  try {
    await client.connect();
    await client.query(keepAlive);
    return client;
  } catch {
    await client.end().catch(() => {});
    return null;
  }
}

async function tryLock(client: pg.Client): Promise<'mine' | 'taken' | 'lost'> {
  try {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock(hashtext($1), 0) as mine', [
      leaderLock,
    ]);
    return rows[0]?.mine ? 'mine' : 'taken';
  } catch {
    return 'lost';
  }
}

/** The process that leads the jobs of this database, as `listServers` names processes; null: none does. */
export async function findJobLeader(db: Db): Promise<{ name: string; address: string | null } | null> {
  const { rows } = await db.query<{ name: string; address: string | null }>(
    `select a.application_name as name, host(a.client_addr) as address
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and l.classid = hashtext($1)::oid and l.objid = 0::oid
       and l.database = (select oid from pg_database where datname = current_database())`,
    [leaderLock],
  );
  return rows[0] ?? null;
}
