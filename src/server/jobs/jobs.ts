import { setMaxListeners } from 'node:events';
import type { Log } from '../config/log.ts';
import { createPool, type DbPool, type PoolUse } from '../database/db.ts';
import type { JobFigures } from '../metrics/job-metrics.ts';
import { pause } from '../process/pause.ts';
import { type ClockGuard, createClockGuard } from './clock-guard.ts';
import { type Lead, leadJobs } from './job-leader.ts';

export type Job = {
  name: string;
  everyMs: number;
  /** Runs in each process at its start as well, whichever runs the jobs: its settings may be newer. */
  alsoAtStart?: true;
  /** Removes what is too old, and so does not run while the clocks are in doubt. */
  removes?: true;
  /** Must be repeatable: a run may be cut short. `signal` fires when the process is about to stop. */
  run: (db: DbPool, signal: AbortSignal) => Promise<void>;
};

/** Somebody who writes down the runs of jobs, and hears who wants one to run now. */
export interface JobDiary {
  /** A run has ended; `error` null: well. */
  ended(job: Job, error: unknown): Promise<void>;
  /** The names of jobs that shall run now, each told once. */
  takeAsked(): Promise<readonly string[]>;
}

/** A diary that keeps nothing. */
const noDiary: JobDiary = { ended: async () => {}, takeAsked: async () => [] };
const askEveryMs = 1000;

export type RunningJobs = { use(): PoolUse; stop(): Promise<void> };

/**
 * Runs each job now, and again `everyMs` after each end. Of all processes on one database one runs the jobs; another one
 * takes over when it stops or dies. `stop` waits for the runs under way.
 */
export function startJobs(given: {
  url: string;
  log: Log;
  figures: JobFigures;
  jobs: readonly Job[];
  diary?: JobDiary;
  clockGuard?: ClockGuard;
}): RunningJobs {
  const { url, log, figures, jobs, diary = noDiary, clockGuard = createClockGuard() } = given;
  const db = createPool({ url, purpose: 'jobs' });
  // A process that leads later knows the clocks of now.
  clockGuard.findDoubt(db).catch(() => {}); // it is asked again before anything is removed
  const deps = { db, log, figures, diary, clockGuard };
  const stopping = new AbortController();
  const leading = leadJobs({
    url,
    signal: stopping.signal,
    async work(lead) {
      figures.setLeader(true);
      log.info({ event: 'jobs led' }, 'this process runs the jobs');
      setMaxListeners(0, lead.signal); // each job's pause adds a listener; node warns of a leak above ten
      const wakes = new Map<string, () => void>();
      const loops = jobs.map((job) => runAgainAndAgain(job, { ...deps, wakes, lead }));
      if (diary !== noDiary) loops.push(listen({ diary, wakes, log }, lead.signal));
      await Promise.all(loops);
      figures.setLeader(false);
    },
  });
  const atStart = jobs
    .filter((job) => job.alsoAtStart)
    .map((job) =>
      db
        .withConnection((connection) => runOnce(job, deps, { connection, signal: stopping.signal }))
        .catch((error: unknown) => log.error({ err: error, job: job.name }, 'job failed')),
    );
  return {
    use: db.use,
    async stop() {
      stopping.abort();
      await Promise.all([leading, ...atStart]);
      await db.end();
    },
  };
}

type Deps = { db: DbPool; log: Log; figures: JobFigures; diary: JobDiary; clockGuard: ClockGuard };

async function runAgainAndAgain(
  job: Job,
  { lead, wakes, ...deps }: Deps & { lead: Lead; wakes: Map<string, () => void> },
): Promise<void> {
  while (!lead.signal.aborted) {
    await runOnce(job, deps, lead);
    await pause(job.everyMs, lead.signal, (wake) => wakes.set(job.name, wake));
  }
}

/** Runs a job, and tells of its end. */
async function runOnce(job: Job, { db, log, figures, diary, clockGuard }: Deps, lead: Lead): Promise<void> {
  const note = (error: unknown) =>
    diary.ended(job, error).catch((fault: unknown) => log.warn({ err: fault, job: job.name }, 'run not noted'));
  const begunAt = performance.now();
  const seconds = () => (performance.now() - begunAt) / 1000;
  try {
    const doubt = job.removes ? await clockGuard.findDoubt(lead.connection) : null;
    if (doubt !== null) return log.warn({ event: 'removal held', job: job.name, reason: doubt }, 'nothing is removed');
    if (await runAlone(job, db, lead)) {
      figures.countSuccess(job.name, seconds());
      await note(null);
    }
  } catch (error) {
    figures.countFailure(job.name, seconds());
    log.error({ err: error, job: job.name }, 'job failed');
    await note(error);
  }
}

/** Wakes the jobs that somebody wants to run now. */
async function listen(
  { diary, wakes, log }: { diary: JobDiary; wakes: ReadonlyMap<string, () => void>; log: Log },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await pause(askEveryMs, signal);
    const asked = signal.aborted
      ? []
      : await diary.takeAsked().catch((error: unknown) => {
          log.warn({ err: error }, 'nobody knows which jobs are wanted');
          return [];
        });
    for (const name of asked) wakes.get(name)?.();
  }
}

/**
 * The lock of a job says that it runs (the studio shows it), and keeps a former leader's last run and ours apart. False
 * where another process runs the job at this moment.
 */
async function runAlone(job: Job, db: DbPool, { connection, signal }: Lead): Promise<boolean> {
  const { rows } = await connection.query<{ mine: boolean }>(
    `select pg_try_advisory_lock(hashtext('longstrip job'), hashtext($1)) as mine`,
    [job.name],
  );
  if (!rows[0]?.mine) return false;
  try {
    await job.run(db, signal);
    return true;
  } finally {
    await connection
      .query(`select pg_advisory_unlock(hashtext('longstrip job'), hashtext($1))`, [job.name])
      .catch(() => {}); // the lock ended with the connection
  }
}
