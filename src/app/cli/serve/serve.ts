import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { noteConverters } from '../../../features/media/server/converters.ts';
import { OperatorError } from '../../../server/command/operator-error.ts';
import type { Config } from '../../../server/config/config.ts';
import type { Log } from '../../../server/config/log.ts';
import { foldersOutside, parseStoreAddress } from '../../../server/config/media.ts';
import { hearChanges } from '../../../server/database/changes.ts';
import { followDatabaseClock } from '../../../server/database/database-clock.ts';
import { createPool, type DbPool } from '../../../server/database/db.ts';
import { probeOf, watchSilence } from '../../../server/database/silent-database.ts';
import type { HttpApp } from '../../../server/http/http.ts';
import { watchPressure } from '../../../server/http/overload.ts';
import { directConnections } from '../../../server/http/platform.ts';
import { startJobs } from '../../../server/jobs/jobs.ts';
import { createMetrics, type Metrics } from '../../../server/metrics/metrics.ts';
import { addBuiltSite } from '../../built-site.ts';
import { createServer, type LongstripServer } from '../../server.ts';
import { type Stop, stopped } from './stop.ts';

/**
 * The heap may grow by so many percent after a garbage collection before the next one; otherwise much of a busy heap is
 * garbage.
 */
const HEAP_GROWTH_PERCENT = 30;
/** Requests under way have so long to finish. */
export const longestFinishMs = 25_000;
const SWEEP_MS = 50;
/** The queue for connections to the database counts as full with so many waiting requests for each connection. */
const WAITING_FOR_EACH = 8;
/** A connection that has sent nothing for so long since it came is closed by a stop. */
const SILENT_FOR_MS = 1000;
/**
 * So many new connections wait for the process to take them, where the system allows it: with more, the callers' systems
 * try again seconds later.
 */
const LONGEST_BACKLOG = 4096;

export type ServeContext = {
  config: Config;
  /** The database's address; it is migrated. */
  url: string;
  stop: Stop;
  log: Log;
  /**
   * Makes the metrics that this process shows from its own: where several processes serve, those of the whole machine.
   */
  shown?: (own: Metrics) => Metrics;
  /** Called once the port is open: from now on requests are answered. */
  onServing: (db: DbPool) => void | Promise<void>;
  onStopping: () => void;
};

/** Serves in this process until it is stopped; returns the exit status, 0 when all work under way was finished. */
export async function serve(context: ServeContext): Promise<number> {
  const { config, url, log, stop, shown = (own) => own } = context;
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  const { role, databasePoolSize } = config.processes;
  const metrics = shown(createMetrics());
  const { database } = config;
  const web = database.kind === 'external' ? database.web : { url, pooling: 'session' as const };
  const pool = createPool({ ...web, purpose: 'web', max: databasePoolSize });
  const db = watchSilence(pool, { probe: probeOf(web.url) });
  // Behind a pooler, what needs a session of its own goes past it.
  const direct = web.pooling === 'session' ? db : createPool({ url, purpose: 'web', max: directConnections });
  const replicaUrl = database.kind === 'external' ? database.replicaUrl : null;
  const replica = replicaUrl === null ? null : createPool({ url: replicaUrl, purpose: 'web', max: databasePoolSize });
  metrics.watchPool('web', db.use);
  if (replica) metrics.watchPool('replica', replica.use);
  const { dataDir, media, backup } = config;
  const backups = backup.to === null ? null : parseStoreAddress(backup.to);
  const folders = [...foldersOutside(dataDir, [media.store]), ...(backups?.kind === 'folder' ? [backups.path] : [])];
  metrics.watchMachine({ paths: [dataDir, ...folders], db });
  const time = followDatabaseClock(db);
  const pressure = watchPressure();
  const measured = {
    loadNow: () => ({ steps: pressure.steps(), queued: db.use().waiting / (WAITING_FOR_EACH * databasePoolSize) }),
  };
  // Where the limits are switched off, so are the refusals under load: a machine for trying is full by itself.
  const load = { databaseAwayMs: db.awayMs, ...(config.rateLimitScale > 0 && measured) };
  try {
    const isStopping = () => stop.signal.aborted;
    await time.ask();
    const pages = role === 'jobs' ? {} : { addPages: addBuiltSite };
    const server = await createServer({
      config,
      db,
      direct,
      ...(replica && { replica }),
      log,
      metrics,
      isStopping,
      clock: time.clock,
      ...load,
      ...pages,
    });
    try {
      await noteConverters(config, server.media, { db, metrics, log });
      const connections = watchConnections(server.app);
      await listen(server.app, config);
      await context.onServing(db);
      return (await work({ ...context, metrics, server, connections })) ? 0 : 1;
    } finally {
      await server.close();
    }
  } finally {
    time.stop();
    pressure.stop();
    await replica?.end();
    if (direct !== db) await direct.end();
    await db.end();
  }
}

/** Serves and does the jobs until the stop; false when some work had to be cut off. */
async function work(
  given: ServeContext & { metrics: Metrics; server: LongstripServer; connections: Connections },
): Promise<boolean> {
  const { config, url, log, stop, metrics, server, connections } = given;
  const ears = hearChanges({ url, onChange: server.noteChange, onPicture: server.media.forget });
  const { jobs: list, diary } = server;
  const jobs =
    config.processes.role === 'web' ? null : startJobs({ url, log, figures: metrics.jobs, jobs: list, diary });
  if (jobs) metrics.watchPool('jobs', jobs.use);
  await stopped(stop.signal);
  given.onStopping();
  const jobsEnded = jobs?.stop() ?? Promise.resolve();
  await stop.waitOut(config.processes.stopDelayMs);
  const isFinished = await finish(server.app, { jobsEnded, connections });
  await ears.close();
  return isFinished;
}

async function listen(app: HttpApp, config: Config): Promise<void> {
  try {
    await app.listen({ host: config.host, port: config.port, backlog: LONGEST_BACKLOG });
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

type Connections = { closeSilent(): void };

/**
 * Browsers open connections in advance. Node does not count a connection without any request as idle, and so does not
 * close it.
 */
function watchConnections(app: HttpApp): Connections {
  const open = new Map<Socket, number>();
  app.server.on('connection', (socket) => {
    open.set(socket, performance.now());
    socket.once('close', () => open.delete(socket));
  });
  return {
    closeSilent() {
      const since = performance.now() - SILENT_FOR_MS;
      for (const [socket, cameAt] of open) if (socket.bytesRead === 0 && cameAt < since) socket.destroy();
    },
  };
}

/** Accepts no more requests and waits for those and the jobs under way; false when some had to be cut off. */
async function finish(
  app: HttpApp,
  { jobsEnded, connections }: { jobsEnded: Promise<void>; connections: Connections },
): Promise<boolean> {
  const closed = Promise.all([jobsEnded, app.close()]).then(() => true);
  // A keep-alive connection would hold the process until its own time-out, although its request was answered. First all
  // that has arrived is read: after a pause of the process a connection may have a request waiting.
  const closeUnused = () => {
    app.server.closeIdleConnections();
    connections.closeSilent();
  };
  const sweep = setInterval(() => setImmediate(closeUnused), SWEEP_MS);
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), longestFinishMs);
  });
  const finished = await Promise.race([closed, tooLate]);
  clearInterval(sweep);
  clearTimeout(timer);
  if (!finished) app.server.closeAllConnections();
  return finished;
}
