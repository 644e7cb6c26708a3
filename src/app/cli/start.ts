import type { Socket } from 'node:net';
import { makeClaim } from '../../features/studio/server/roles.ts';
import { type Config, describeMisspelt } from '../../server/config.ts';
import { createPool, type DbPool } from '../../server/db.ts';
import type { DatabaseEvent } from '../../server/embedded-postgres.ts';
import type { HttpApp } from '../../server/http.ts';
import { type RunningJobs, startJobs } from '../../server/jobs.ts';
import { createLog, type Log } from '../../server/log.ts';
import { createMetrics } from '../../server/metrics.ts';
import { addBuiltSite } from '../built-site.ts';
import { noteConverters } from '../converters.ts';
import { OperatorError } from '../operator-error.ts';
import { createServer } from '../server.ts';
import { announce } from './announce.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { logTakenPlace, refuseSecondServer, takeServerPlace } from './server-place.ts';
import { describeSite, migrateSite, placeOfSite } from './site-state.ts';

export type StartOptions = {
  /** Prints a line for people at a terminal. */
  print: (line: string) => void;
  /** Leaves out the line that says which site it is. */
  isQuiet?: boolean;
  /** Runs on the migrated database before anything is served. */
  prepare?: (databaseUrl: string) => Promise<void>;
};

/** Requests under way have so long to finish. */
const FINISH_WITHIN_MS = 25_000;
const SWEEP_MS = 50;
/** So long after the stop began, a connection that has sent nothing is closed. */
const SILENT_FOR_MS = 500;
/** One Ctrl+C may arrive twice: from the terminal, and from npm. */
const SAME_SIGNAL_WITHIN_MS = 250;

/**
 * Starts the database, migrates, serves, and returns the exit status once a signal has stopped it: 0 when all work
 * under way was finished. A second signal quits at once.
 */
export async function runServer(config: Config, options: StartOptions): Promise<number> {
  const stop = listenForSignals(options.print);
  const log = createLog(config.logLevel);
  try {
    await refuseSecondServer(config);
    const database = await openDatabase(config, options.print, (event) => logDatabaseEvent(log, event));
    try {
      return await serveInPlace({ config, database, stop, options, log });
    } finally {
      await database.leave();
    }
  } finally {
    stop.forget();
  }
}

type Stop = { signal: AbortSignal; abort(): void; forget(): void };
type ServerContext = { config: Config; database: OpenDatabase; stop: Stop; options: StartOptions; log: Log };

async function serveInPlace(context: ServerContext): Promise<number> {
  const { config, database, stop, log } = context;
  let isTaken = false;
  const logTaken = logTakenPlace(log);
  const place = await takeServerPlace(config, {
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
  const { config, database, stop, options, log } = context;
  await bringUp({ config, url: database.url, log, options });
  if (options.prepare) await orStopped(options.prepare(database.url), stop.signal);
  if (stop.signal.aborted) return 1;
  const metrics = createMetrics();
  const db = createPool({ url: database.url, purpose: 'web' });
  metrics.watchPool('web', db.use);
  metrics.watchMachine({ paths: [config.dataDir], db });
  try {
    const isStopping = () => stop.signal.aborted;
    const server = await createServer({ config, db, log, metrics, isStopping, addPages: addBuiltSite });
    try {
      await noteConverters(config, server.media, { metrics, log });
      const connections = watchConnections(server.app);
      await listen(server.app, config);
      await offerClaim(config, db);
      report(context, { event: 'serving', text: `Longstrip is serving on ${config.publicUrl}` });
      const jobs = startJobs({ url: database.url, log, figures: metrics.jobs, jobs: server.jobs, diary: server.diary });
      metrics.watchPool('jobs', jobs.use);
      await stopped(stop.signal);
      report(context, { event: 'stopping', text: 'Stopping: requests under way are finished first.' });
      return (await finish(server.app, { jobs, connections })) ? 0 : 1;
    } finally {
      await server.close();
    }
  } finally {
    await db.end();
  }
}

async function bringUp(given: { config: Config; url: string; log: Log; options: StartOptions }): Promise<void> {
  const { config, url, log, options } = given;
  for (const misspelt of config.misspelt) log.warn({ setting: misspelt.name }, describeMisspelt(misspelt));
  const { applied, isNew } = await migrateSite(url);
  // In production a new site is rare: a start that creates one more likely has the wrong folder, with no books.
  if (isNew && config.environment === 'production')
    log.warn({ place: placeOfSite(config) }, 'a new site begins here: there was none in this folder or database');
  if (applied.length > 0) report(given, { event: 'migrated', text: `Database migrated: ${applied.join(', ')}` });
  if (!options.isQuiet) announce(await describeSite(config, url));
}

async function listen(app: HttpApp, config: Config): Promise<void> {
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new OperatorError(`Port ${config.port} is taken by another program. Stop it, or choose another PORT.`);
    }
    if (code === 'EACCES') throw new OperatorError(`Port ${config.port} needs more rights. Choose a PORT above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new OperatorError(`HOST ${config.host} is no address of this machine.`);
    }
    throw error;
  }
}

/**
 * While nobody owns the site, says on standard output where its first owner claims it. This is no line of the log, and
 * only a server that took its port makes the codes of earlier starts void.
 */
async function offerClaim({ publicUrl }: Config, db: DbPool): Promise<void> {
  const code = await makeClaim(db);
  if (code) console.log(`No owner yet. Claim this site once: ${publicUrl}/studio/claim/${code}`);
}

type Connections = { closeSilent(): void };

/**
 * Browsers open connections in advance. Node does not count a connection without any request as idle, and so does not
 * close it.
 */
function watchConnections(app: HttpApp): Connections {
  const open = new Set<Socket>();
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return {
    closeSilent() {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}

/** Accepts no more requests and waits for those and the jobs under way; false when some had to be cut off. */
async function finish(app: HttpApp, given: { jobs: RunningJobs; connections: Connections }): Promise<boolean> {
  const { jobs, connections } = given;
  const closed = Promise.all([jobs.stop(), app.close()]).then(() => true);
  // A keep-alive connection would hold the process until its own time-out after its request was answered.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
  const patience = setTimeout(() => connections.closeSilent(), SILENT_FOR_MS);
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), FINISH_WITHIN_MS);
  });
  const finished = await Promise.race([closed, tooLate]);
  clearInterval(sweep);
  clearTimeout(patience);
  clearTimeout(timer);
  if (!finished) app.server.closeAllConnections();
  return finished;
}

function listenForSignals(print: (line: string) => void): Stop {
  const stopping = new AbortController();
  let firstAt = 0;
  const onSignal = () => {
    if (!stopping.signal.aborted) {
      firstAt = performance.now();
      return stopping.abort();
    }
    if (performance.now() - firstAt < SAME_SIGNAL_WITHIN_MS) return;
    print('Stopped at once.');
    process.exit(1);
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  return {
    signal: stopping.signal,
    abort: () => stopping.abort(),
    forget: () => void process.off('SIGTERM', onSignal).off('SIGINT', onSignal),
  };
}

function stopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Preparations may be interrupted: they are repeated at the next start. */
async function orStopped(work: Promise<void>, signal: AbortSignal): Promise<void> {
  await Promise.race([work, stopped(signal)]);
}
