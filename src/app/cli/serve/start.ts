import { requireOwnStore } from '../../../features/media/server/own-store.ts';
import { StoreRefusedError } from '../../../features/media/server/store-owner.ts';
import { makeClaim } from '../../../features/studio/server/roles.ts';
import { announce } from '../../../server/command/announce.ts';
import { type Config, describeMisspelt, readEnvironment } from '../../../server/config/config.ts';
import { createLog, type Log } from '../../../server/config/log.ts';
import { type DbPool, withPool } from '../../../server/database/db.ts';
import type { DatabaseEvent } from '../../../server/embedded/postgres.ts';
import { type OpenDatabase, openDatabase } from '../site/database.ts';
import { logTakenLease, refuseSecondServer, takeServerLease } from '../site/server-lease.ts';
import { describeSite, migrateSite, placeOfSite } from '../site/site-state.ts';
import { longestFinishMs, serve } from './serve.ts';
import { listenForSignals, quitAtOnce, type Stop, stopped } from './stop.ts';
import type { WorkerFacts } from './worker-words.ts';
import { runWorkers, signalWorkers } from './workers.ts';

/** A worker whose work is over gives back its connections within this time. */
const workerEndsMs = 10_000;

export type StartOptions = {
  /** Prints a line for people at a terminal. */
  print: (line: string) => void;
  /** Leaves out the line that says which site it is. */
  isQuiet?: boolean;
  /** Runs on the migrated database before anything is served. */
  prepare?: (databaseUrl: string) => Promise<void>;
};

/**
 * Starts the database, migrates, serves, and returns the exit status once a signal has stopped it: 0 when all work
 * under way was finished, or nothing was served yet. A second signal quits at once; workers hear of it, and a third one ends them.
 */
export async function runServer(config: Config, options: StartOptions): Promise<number> {
  const quit = quitAtOnce(options.print);
  let isTold = false;
  const stop = listenForSignals(() => {
    // Workers decide by themselves whether a second signal ends a delay or all.
    if (!signalWorkers(isTold ? 'SIGKILL' : 'SIGTERM')) quit();
    isTold = true;
  });
  const log = createLog(config.logLevel);
  const environment = readEnvironment();
  try {
    await refuseSecondServer(config);
    const database = await openDatabase(config, options.print, (event) => logDatabaseEvent(log, event));
    try {
      return await serveInPlace({ config, environment, database, stop, options, log });
    } finally {
      await database.leave();
    }
  } finally {
    stop.forget();
  }
}

type ServerContext = {
  config: Config;
  environment: WorkerFacts['environment'];
  database: OpenDatabase;
  stop: Stop;
  options: StartOptions;
  log: Log;
};

async function serveInPlace(context: ServerContext): Promise<number> {
  const { config, database, stop, log } = context;
  let isTaken = false;
  const logTaken = logTakenLease(log);
  const place = await takeServerLease(config, {
    url: database.url,
    onTaken(error) {
      logTaken(error);
      if (config.database.kind === 'external') return;
      // Two servers on one embedded database would answer from memory that the other has made out of date.
      isTaken = true;
      stop.abort();
    },
  });
  try {
    const status = await serveUntilStopped(context);
    return isTaken ? 1 : status;
  } finally {
    await place.release();
  }
}

function logDatabaseEvent(log: Log, event: DatabaseEvent): void {
  switch (event.kind) {
    case 'lost':
      log.error({ event: 'database lost' }, 'the embedded database is gone; it is started again');
      break;
    case 'still away':
      log.error({ event: 'database away', err: event.reason }, 'the embedded database could not be started again');
      break;
    case 'back': {
      const awayMs = Math.round(event.awayMs);
      const what = event.restarted ? 'database restarted' : 'database joined again';
      log.warn({ event: what, awayMs }, 'the embedded database is back');
    }
  }
}

/** Reports a change of the server's state: as a sentence for people, in production as a line of the log. */
function report(
  { config, log, options }: Pick<ServerContext, 'config' | 'log' | 'options'>,
  { event, text }: { event: 'migrated' | 'serving' | 'stopping'; text: string },
): void {
  if (config.environment === 'production') log.info({ event }, text);
  else options.print(text);
}

async function serveUntilStopped(context: ServerContext): Promise<number> {
  const { config, environment, database, stop, options, log } = context;
  const { url } = database;
  await bringUp({ config, url, log, options });
  if (options.prepare) await orStopped(options.prepare(url), stop.signal);
  if (stop.signal.aborted) return 0; // the next start goes on
  const onServing = async (db: DbPool) => {
    await offerClaim(config, db);
    report(context, { event: 'serving', text: `Longstrip is serving on ${config.publicUrl}` });
  };
  const onStopping = () =>
    report(context, { event: 'stopping', text: 'Stopping: requests under way are finished first.' });
  const { workers: count } = config.processes;
  if (count === 1) return await serve({ config, url, stop, log, onServing, onStopping });
  const onFirstServing = () => withPool({ url, purpose: 'web', max: 1 }, onServing);
  const stopWithinMs = config.processes.stopDelayMs + longestFinishMs + workerEndsMs;
  return await runWorkers({
    count,
    facts: { url, environment },
    signal: stop.signal,
    stopWithinMs,
    log,
    onServing: onFirstServing,
    onStopping,
  });
}

async function bringUp(given: { config: Config; url: string; log: Log; options: StartOptions }): Promise<void> {
  const { config, url, log, options } = given;
  for (const misspelt of config.misspelt) log.warn({ setting: misspelt.name }, describeMisspelt(misspelt));
  const { applied, isNew } = await migrateSite(url);
  // In production a new site is rare: a start that creates one more likely has the wrong folder, with no books.
  if (isNew && config.environment === 'production')
    log.warn({ place: placeOfSite(config) }, 'a new site begins here: there was none in this folder or database');
  if (applied.length > 0) report(given, { event: 'migrated', text: `Database migrated: ${applied.join(', ')}` });
  await withPool({ url, purpose: 'web', max: 1 }, (db) => lookAtStore({ config, db, log }));
  if (!options.isQuiet) announce(await describeSite(config, url));
}

/** A store that does not answer keeps nobody from serving; the job that frees pictures looks at it again. */
async function lookAtStore({ config, db, log }: { config: Config; db: DbPool; log: Log }): Promise<void> {
  try {
    await requireOwnStore(config, db);
  } catch (error) {
    if (error instanceof StoreRefusedError) throw error;
    log.warn({ err: error }, 'nobody knows whose the store of pictures is');
  }
}

/**
 * While nobody owns the site, says on standard output where its first owner claims it. This is no line of the log, and
 * only a server that took its port makes the codes of earlier starts void.
 */
async function offerClaim({ publicUrl, processes }: Config, db: DbPool): Promise<void> {
  if (processes.role === 'jobs') return; // it serves no page to claim the site on
  const code = await makeClaim(db);
  if (code) console.log(`No owner yet. Claim this site once: ${publicUrl}/studio/claim/${code}`);
}

/** Preparations may be interrupted: they are repeated at the next start. */
async function orStopped(work: Promise<void>, signal: AbortSignal): Promise<void> {
  await Promise.race([work, stopped(signal)]);
}
