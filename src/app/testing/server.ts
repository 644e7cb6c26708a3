import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DestinationStream } from 'pino';
import { openSentFiles } from '../../features/importing/batches/server/sent-files.ts';
import { planAgain, workOnBatch } from '../../features/importing/batches/server/work.ts';
import { type Config, parseSettings } from '../../server/config/config.ts';
import { createLog } from '../../server/config/log.ts';
import type { DbPool } from '../../server/database/db.ts';
import type { HttpApp } from '../../server/http/http.ts';
import { createMetrics } from '../../server/metrics/metrics.ts';
import type { Clock } from '../../server/process/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { forAllTests } from '../../server/testing/for-all-tests.ts';
import type { AddPages } from '../platform.ts';
import { createServer, type LongstripServer } from '../server.ts';
import { printToFailedTest } from './faults.ts';

const cachedForMs = 5000;
/** Each login would take a tenth of a second otherwise; passwords.test.ts holds what a site's hash costs. */
const quickHash = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export type Answer = Awaited<ReturnType<HttpApp['inject']>>;

export const statusAndCode = (answer: Answer) => [answer.statusCode, answer.json().code];

export interface TestServer extends LongstripServer {
  db: DbPool;
  config: Config;
  /** Moves the server's clock on. */
  pass(ms: number): void;
  /** GET as a visitor, without cached answers. */
  ask(path: string, more?: { query?: Record<string, string>; headers?: Record<string, string> }): Promise<Answer>;
  stop(): Promise<void>;
}

interface ServerOptions {
  settings?: Record<string, string>;
  addPages?: AddPages;
  /** Receives the log, from LOG_LEVEL on. */
  logTo?: DestinationStream;
  /** An existing database, which `stop` removes too. */
  database?: TestDatabase;
  /** A replica of that database. */
  replica?: DbPool;
  /** Wraps the server's database. */
  watch?: (db: DbPool) => DbPool;
  /** The load of the server, by which it refuses requests. */
  loadNow?: () => { steps: number; queued: number };
  /** The free bytes of its disk. */
  freeBytes?: () => Promise<number>;
  /** The server's clock, in place of the machine's. */
  clock?: Clock;
}

/** The whole server on its own database, with every answer checked against its contract. */
export async function startTestServer(given: ServerOptions = {}): Promise<TestServer> {
  let ahead = 0;
  const clock: Clock = given.clock ?? (() => new Date(Date.now() + ahead));
  const pass = (ms: number) => {
    ahead += ms;
  };
  const database = given.database ?? (await createTestDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'longstrip-'));
  const settings = parseSettings({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    RATE_LIMIT_SCALE: '0',
    LOG_LEVEL: 'error',
    ...given.settings,
  });
  const config: Config = { ...settings, jwtSecret: 'j'.repeat(32), mediaSecret: 'm'.repeat(32) };
  const server: LongstripServer = await createServer({
    config,
    runBatch: (id, wanted) => {
      const work = {
        db: database.db,
        media: server.media,
        dataDir,
        sent: openSentFiles({ db: database.db, dataDir }),
        now: () => new Date(),
      };
      return wanted === 'plan' ? planAgain(work, id) : workOnBatch(work, id);
    },
    ...(given.replica && { replica: given.replica }),
    db: given.watch ? given.watch(database.db) : database.db,
    log: createLog(config.logLevel, given.logTo ?? (await printToFailedTest())),
    metrics: createMetrics(),
    hashCost: quickHash,
    clock,
    ...(given.loadNow ? { loadNow: given.loadNow } : {}),
    ...(given.freeBytes ? { freeBytes: given.freeBytes } : {}),
    ...(given.addPages ? { addPages: given.addPages } : {}),
  });
  return {
    ...server,
    db: database.db,
    config,
    pass,
    ask(path, more = {}) {
      pass(cachedForMs);
      return server.app.inject({ url: path, ...more });
    },
    async stop() {
      await server.app.close();
      await server.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A server for all tests of a file. */
export const serverForTests = (given?: ServerOptions): TestServer =>
  forAllTests(
    () => startTestServer(given),
    ({ stop }) => stop(),
  );

/** Runs one of the server's jobs once. */
export async function runJob(server: Pick<TestServer, 'jobs' | 'db'>, name: string): Promise<void> {
  const job = server.jobs.find((each) => each.name === name);
  if (!job) throw new Error(`There is no job ${name}`);
  await job.run(server.db, new AbortController().signal);
}
