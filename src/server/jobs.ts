import { createPool, type DbPool, type PoolUse } from './db.ts';
import type { Log } from './log.ts';

export type Job = {
  name: string;
  everyMs: number;
  /** Must be repeatable: a run may be cut short. `signal` fires when the process is about to stop. */
  run: (db: DbPool, signal: AbortSignal) => Promise<void>;
};

export type RunningJobs = { use(): PoolUse; stop(): Promise<void> };

/** Beside the one connection that each running job holds its lock by. */
const WORKING_CONNECTIONS = 3;

/**
 * Runs each job now and then again `everyMs` after its end. Of several processes on one database only one runs a job
 * at a time. `stop` waits for the runs under way.
 */
export function startJobs(given: { url: string; log: Log; jobs: readonly Job[] }): RunningJobs {
  const { url, log, jobs } = given;
  const db = createPool({ url, purpose: 'jobs', max: jobs.length + WORKING_CONNECTIONS });
  const stopping = new AbortController();
  const loops = jobs.map((job) => runAgainAndAgain(job, { db, log }, stopping.signal));
  return {
    use: db.use,
    async stop() {
      stopping.abort();
      await Promise.all(loops);
      await db.end();
    },
  };
}

async function runAgainAndAgain(job: Job, deps: { db: DbPool; log: Log }, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await runAlone(job, deps.db, signal);
    } catch (error) {
      deps.log.error({ err: error, job: job.name }, 'job failed');
    }
    await pause(job.everyMs, signal);
  }
}

async function runAlone(job: Job, db: DbPool, signal: AbortSignal): Promise<void> {
  await db.withConnection(async (connection) => {
    const { rows } = await connection.query<{ mine: boolean }>(
      `select pg_try_advisory_lock(hashtext('longstrip job'), hashtext($1)) as mine`,
      [job.name],
    );
    if (!rows[0]?.mine) return;
    try {
      await job.run(db, signal);
    } finally {
      await connection.query(`select pg_advisory_unlock(hashtext('longstrip job'), hashtext($1))`, [job.name]);
    }
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    timer.unref();
    signal.addEventListener('abort', end);
  });
}
