import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { endClient } from '../database/end-client.ts';
import { hasCode } from '../process/error-code.ts';
import { type Heartbeat, startHeartbeat } from '../process/heartbeat.ts';
import { processTag } from '../process/process-tag.ts';
import {
  checkCluster,
  EmbeddedDatabaseError,
  findHome,
  type Home,
  heartbeatFile,
  initialise,
  isForbidden,
  pidFileOf,
  takeOwnership,
} from './home.ts';
import { launchPostgres } from './launch.ts';
import { type Address, clearTraces, findRunning } from './liveness.ts';
import { LockHeldError, type ProcessLock, takeProcessLock } from './process-lock.ts';
import { createDatabase, launcherUrl, siteUrl, stopByConnection } from './roles.ts';

const READY_WITHIN_MS = 60_000;
/** The longest wait for a database that another process has started and that accepts no sessions yet. */
const ANSWERS_WITHIN_MS = 20_000;
const STOPPED_WITHIN_MS = 20_000;
const LOCK_WAIT_MS = 90_000;
const POLL_MS = 10;
const RECONNECT_MS = 1_000;

export type EmbeddedDatabase = {
  url: string;
  /** Ends this process's use of the database; the last process to leave stops it. */
  leave(): Promise<void>;
};

/** An event of a database in use, for the log. */
export type DatabaseEvent =
  | { kind: 'lost' }
  | { kind: 'back'; awayMs: number; restarted: boolean }
  | { kind: 'still away'; reason: Error };

type JoinOptions = {
  directory: string;
  /** The size of PostgreSQL's cache, where this process starts it. */
  cacheMb?: number;
  onProgress?: (text: string) => void;
  onEvent?: (event: DatabaseEvent) => void;
};

/**
 * Joins the database of that folder: creates a missing one, starts one that is proven to be stopped, and shares a
 * running one. A folder that cannot be opened is an error and stays as it is.
 */
export async function joinEmbeddedDatabase(options: JoinOptions): Promise<EmbeddedDatabase> {
  let leaving = false;
  let recovering = Promise.resolve();
  let presence = await enter(options);
  const { url } = presence;

  /** Restarts the database at the same address after it has died. */
  async function recover(): Promise<void> {
    const lostAt = performance.now();
    options.onEvent?.({ kind: 'lost' });
    let lastReason = '';
    while (!leaving) {
      try {
        presence = watch(await enter(options));
        options.onEvent?.({ kind: 'back', awayMs: performance.now() - lostAt, restarted: presence.isStarter });
        return;
      } catch (error) {
        const reason = error instanceof Error ? error : new Error(String(error));
        if (reason.message !== lastReason) options.onEvent?.({ kind: 'still away', reason });
        lastReason = reason.message;
      }
      await sleep(RECONNECT_MS);
    }
  }

  function watch(entered: Presence): Presence {
    entered.client.once('end', () => {
      void entered.heartbeat.stop();
      if (!leaving) recovering = recover();
    });
    return entered;
  }

  watch(presence);
  return {
    url,
    async leave() {
      if (leaving) return;
      leaving = true;
      await recovering; // it may just have restarted the database
      await leaveIt(options, presence);
    },
  };
}

/** A connection held while this process uses the database, so that other processes can see that it does. */
type Presence = { client: pg.Client; url: string; place: Home; heartbeat: Heartbeat; isStarter: boolean };

async function enter(options: JoinOptions): Promise<Presence> {
  const lock = await takeStartStopLock(options.directory);
  try {
    const place = findHome(options.directory) ?? (lock ? await begin(options) : null);
    if (place === null) throw lockedOut(options.directory);
    checkCluster(place);
    return (await joinRunning(place)) ?? (await startAlone(place, lock, options.cacheMb));
  } finally {
    lock?.release();
  }
}

function begin({ directory, onProgress }: JoinOptions): Promise<Home> {
  onProgress?.('Preparing the database for the first time');
  return initialise(directory);
}

/**
 * The lock for checking, starting or stopping the database. Null where the folder takes no file, because its disk is
 * full or it belongs to another user: a running database can then only be used.
 */
async function takeStartStopLock(directory: string): Promise<ProcessLock | null> {
  try {
    return await takeProcessLock(`${directory}.lock`, {
      note: 'starting or stopping the database',
      waitMs: LOCK_WAIT_MS,
    });
  } catch (error) {
    if (isUnwritable(error)) return null;
    throw error;
  }
}

function isUnwritable(error: unknown): boolean {
  return isForbidden(error) || hasCode(error, 'EROFS', 'ENOSPC', 'EDQUOT');
}

function lockedOut(directory: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The database in ${directory} cannot be started: its folder takes no file from this user, or its disk is full. Nothing was changed.`,
  );
}

/** Null when the database is proven to be stopped. */
async function joinRunning(place: Home): Promise<Presence | null> {
  const deadline = performance.now() + ANSWERS_WITHIN_MS;
  for (;;) {
    const address = await findRunning(place);
    if (address === null) return null;
    const outcome = await tryConnect(launcherUrl({ place, address }));
    if (outcome instanceof pg.Client) return present({ place, address, client: outcome, isStarter: false });
    if (hasCode(outcome, '3D000')) await createDatabase({ place, address });
    // The database is starting or stopping: the next try will find it running or stopped.
    else if (!isStillStarting(outcome) || performance.now() > deadline) throw runsBut(place, address, outcome);
    else await sleep(POLL_MS);
  }
}

function runsBut(place: Home, address: Address, outcome: Error): EmbeddedDatabaseError {
  const where = address.kind === 'tcp' ? `port ${address.port}` : 'its socket';
  return new EmbeddedDatabaseError(
    `The database in ${place.directory} is running, for somebody answers at ${where}, but it lets nobody in: ${outcome.message}. Nothing was changed.\n  pid file: ${pidFileOf(place)}\nIf it is another program that took the port, stop that one. If the database hangs, stop the server that uses it, where it runs; its log is ${join(place.home, 'log')}.`,
    { cause: outcome },
  );
}

async function startAlone(place: Home, lock: ProcessLock | null, cacheMb?: number): Promise<Presence> {
  if (lock === null) throw lockedOut(place.directory);
  takeOwnership(place);
  clearTraces(place);
  const { child, address } = await launchPostgres(place, cacheMb);
  const at = { place, address };
  const client = await connectWhenReady(at, child);
  return present({ ...at, client, isStarter: true });
}

type Entered = { place: Home; address: Address; client: pg.Client; isStarter: boolean };

function present({ place, address, client, isStarter }: Entered): Presence {
  const heartbeat = startHeartbeat(heartbeatFile(place));
  return { client, url: siteUrl({ place, address }), place, heartbeat, isStarter };
}

async function connectWhenReady(at: { place: Home; address: Address }, child: ChildProcess): Promise<pg.Client> {
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const outcome = await tryConnect(launcherUrl(at));
    if (outcome instanceof pg.Client) return outcome;
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (hasCode(outcome, '3D000')) await createDatabase(at);
    else if (!isStillStarting(outcome) || hasEnded || performance.now() > deadline) throw cannotOpen(at.place, outcome);
    else await sleep(POLL_MS);
  }
}

async function tryConnect(url: string): Promise<pg.Client | Error> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `longstrip presence ${processTag}`,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    keepAlive: true,
  });
  client.on('error', () => {}); // the 'end' event follows, and is handled
  try {
    await client.connect();
    return client;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function isStillStarting(error: Error): boolean {
  return hasCode(error, 'ECONNREFUSED', 'ENOENT', 'ECONNRESET', '57P03', '57P01');
}

function cannotOpen(place: Home, cause: Error): EmbeddedDatabaseError {
  const log = join(place.home, 'log');
  const logText = existsSync(log)
    ? readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => /FATAL|PANIC|ERROR/.test(line))
        .slice(-3)
        .join('\n  ')
    : '';
  return new EmbeddedDatabaseError(
    `The database in ${place.directory} does not open${logText ? `:\n  ${logText}` : ` (${cause.message})`}\nNothing was changed; the whole story is in ${log}.`,
    { cause },
  );
}

async function leaveIt({ directory }: JoinOptions, presence: Presence): Promise<void> {
  const lock = await takeStartStopLock(directory).catch((error) => {
    if (error instanceof LockHeldError) return null; // the holder uses the database, and will stop it
    throw error;
  });
  try {
    await presence.heartbeat.stop();
    if (lock !== null && (await isLast(presence))) await stop(presence);
    else await endClient(presence.client);
  } finally {
    lock?.release();
  }
}

/** Stops the database, which ends our connection too. After a crash there is no connection, and nothing to stop. */
async function stop({ client, place }: Presence): Promise<void> {
  if (process.platform === 'win32')
    process.kill(Number(readFileSync(pidFileOf(place), 'utf8').split('\n')[0]), 'SIGINT');
  else await stopByConnection(client);
  await client.end().catch(() => {});
  const deadline = performance.now() + STOPPED_WITHIN_MS;
  while (existsSync(pidFileOf(place))) {
    if (performance.now() > deadline) throw new EmbeddedDatabaseError('The database did not stop in time.');
    await sleep(POLL_MS);
  }
  rmSync(heartbeatFile(place), { force: true });
}

/**
 * Whether no other process uses the database; false as well when it does not answer. A process of ours is recognised by
 * its presence, since the sessions of its pools may live a moment longer than it. A session of any other program counts
 * as use.
 */
async function isLast({ client }: Presence): Promise<boolean> {
  try {
    const { rows } = await client.query<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name not like $1
         and (application_name like 'longstrip presence %' or application_name not like 'longstrip %')`,
      [`longstrip % ${processTag}%`],
    );
    return rows[0]?.others === 0;
  } catch {
    return false;
  }
}
