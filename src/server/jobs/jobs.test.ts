import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog } from '../config/log.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { inLong } from '../testing/depth.ts';
import { startJobs } from './jobs.ts';

let database: TestDatabase;
const given = () => ({ url: database.url, log: createLog('silent'), figures: createMetrics().jobs });

beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
});
afterAll(() => database.drop());

describe('jobs', () => {
  it('run again and again, also after a failure', async () => {
    const run = vi.fn().mockRejectedValueOnce(new Error('first try')).mockResolvedValue(undefined);
    const jobs = startJobs({ ...given(), jobs: [{ name: 'again', everyMs: 1, run }] });
    await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(3));
    await jobs.stop();
  });

  it('never run twice at a time, in one process or in several', async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    const job = {
      name: 'alone',
      everyMs: 1,
      run: async () => {
        running += 1;
        runs += 1;
        most = Math.max(most, running);
        // The run takes more time than there is between two runs.
        await new Promise((resolve) => setTimeout(resolve, 10));
        running -= 1;
      },
    };
    const processes = [1, 2, 3].map(() => startJobs({ ...given(), jobs: [job] }));
    await vi.waitFor(() => expect(runs).toBeGreaterThan(5));
    await Promise.all(processes.map((jobs) => jobs.stop()));
    expect(most).toBe(1);
    expect(running).toBe(0);
  });

  it('report their runs, each by its name', async () => {
    const metrics = createMetrics();
    let runs = 0;
    const run = async () => {
      runs += 1;
      if (runs === 2) throw new Error('the second run');
    };
    const jobs = startJobs({ ...given(), figures: metrics.jobs, jobs: [{ name: 'count', everyMs: 1, run }] });
    await vi.waitFor(() => expect(runs).toBeGreaterThan(3));
    await jobs.stop();
    const text = await metrics.print();
    expect(text).toContain('job_failures_total{job="count"} 1\n');
    expect(text).toContain(`job_duration_seconds_count{job="count"} ${runs}\n`);
    const [, at] = /job_last_success_timestamp_seconds\{job="count"\} ([\d.]+)/.exec(text) ?? [];
    expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(60);
  });

  it('that remove what is too old wait while the clocks are in doubt, and the others run', async () => {
    let doubt: string | null = 'a clock jumped';
    const ran: string[] = [];
    const jobOf = (name: string) => ({ name, everyMs: 1, run: async () => void ran.push(name) });
    const jobs = startJobs({
      ...given(),
      jobs: [{ ...jobOf('removes'), removes: true }, jobOf('adds')],
      clockGuard: { findDoubt: async () => doubt },
    });
    await vi.waitFor(() => expect(ran.length).toBeGreaterThan(5));
    expect(ran).not.toContain('removes');
    doubt = null;
    await vi.waitFor(() => expect(ran).toContain('removes'));
    await jobs.stop();
  });

  it('may be many without a warning', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    let runs = 0;
    const run = async () => {
      runs += 1;
    };
    const names = Array.from({ length: 20 }, (_, index) => `idle ${index}`);
    const jobs = startJobs({ ...given(), jobs: names.map((name) => ({ name, everyMs: 60_000, run })) });
    await vi.waitFor(() => expect(runs).toBe(names.length));
    await new Promise((resolve) => setImmediate(resolve));
    await jobs.stop();
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it('all go on when many run at once', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `job ${index}`);
    const begun = new Set<string>();
    const done = new Set<string>();
    const jobs = startJobs({
      ...given(),
      jobs: names.map((name) => ({
        name,
        everyMs: 60_000,
        run: async (db) => {
          // All have begun before any asks, and there are fewer connections than jobs.
          begun.add(name);
          await vi.waitFor(() => expect(begun.size).toBe(names.length));
          await db.query('select 1');
          expect(jobs.use().total).toBeLessThanOrEqual(6);
          done.add(name);
        },
      })),
    });
    await vi.waitFor(() => expect(done.size).toBe(names.length));
    await jobs.stop();
  });

  it('receive a signal to stop, and are waited for', async () => {
    let started = false;
    let ended = false;
    const run = async (_db: unknown, signal: AbortSignal) => {
      started = true;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      ended = true;
    };
    const jobs = startJobs({ ...given(), jobs: [{ name: 'long', everyMs: 1, run }] });
    await vi.waitFor(() => expect(started).toBe(true));
    await jobs.stop();
    expect(ended).toBe(true);
  });

  inLong('run in one process of all, and in another one within 15 s after its death', async () => {
    const begunBy: string[] = [];
    const start = (name: string) => {
      const metrics = createMetrics();
      const run = async () => void begunBy.push(name);
      const jobs = startJobs({ ...given(), figures: metrics.jobs, jobs: [{ name: 'led', everyMs: 5, run }] });
      return { jobs, leads: async () => (await metrics.print()).includes('\njobs_leader 1\n') };
    };
    const first = start('first');
    await vi.waitFor(async () => expect(await first.leads()).toBe(true));
    const second = start('second');
    await vi.waitFor(() => expect(begunBy.length).toBeGreaterThan(50));
    expect(await second.leads()).toBe(false);
    expect(new Set(begunBy)).toEqual(new Set(['first']));
    await first.jobs.stop();
    begunBy.length = 0;
    await vi.waitFor(() => expect(begunBy[0]).toBe('second'), { timeout: 15_000 });
    expect([await first.leads(), await second.leads()]).toEqual([false, true]);
    await second.jobs.stop();
  });

  it('run at the start of a follower too where they are to follow its settings, once', async () => {
    const begunBy: string[] = [];
    const start = (name: string) => {
      const run = async () => void begunBy.push(name);
      return startJobs({ ...given(), jobs: [{ name: 'judge', everyMs: 60_000, alsoAtStart: true as const, run }] });
    };
    const leader = start('leader');
    await vi.waitFor(() => expect(begunBy).toContain('leader'));
    const follower = start('follower');
    await vi.waitFor(() => expect(begunBy).toContain('follower'));
    await follower.stop();
    await leader.stop();
    expect(begunBy.filter((name) => name === 'follower')).toHaveLength(1);
  });

  inLong('never run twice when their leader loses its connection, and stop there', async () => {
    let running = 0;
    let most = 0;
    const cut = vi.fn();
    const run = async (_db: unknown, signal: AbortSignal) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      cut();
      running -= 1;
    };
    const processes = [1, 2].map(() => startJobs({ ...given(), jobs: [{ name: 'held', everyMs: 1, run }] }));
    await vi.waitFor(() => expect(running).toBe(1));
    await database.db.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'longstrip jobs %' and datname = current_database() and pid in (select pid from pg_locks
        where locktype = 'advisory' and granted)`);
    await vi.waitFor(() => expect(cut).toHaveBeenCalled());
    await vi.waitFor(() => expect(running).toBe(1), { timeout: 15_000 });
    await Promise.all(processes.map((jobs) => jobs.stop()));
    expect(most).toBe(1);
  });

  inLong('never run twice, however long a former leader needs to stop', async () => {
    const metrics = [createMetrics(), createMetrics()];
    const leads = () => Promise.all(metrics.map(async (each) => (await each.print()).includes('\njobs_leader 1\n')));
    let running = 0;
    let most = 0;
    let runs = 0;
    let release = () => {};
    // A run of the next leader, which may begin as the first one ends, is released too.
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const run = async () => {
      runs += 1;
      running += 1;
      most = Math.max(most, running);
      await released;
      running -= 1;
    };
    const start = (figures: Metrics) =>
      startJobs({ ...given(), figures: figures.jobs, jobs: [{ name: 'slow to stop', everyMs: 1, run }] });
    const first = start(metrics[0] ?? createMetrics());
    await vi.waitFor(() => expect(running).toBe(1), { timeout: 15_000 });
    const second = start(metrics[1] ?? createMetrics());
    await database.db.query(`select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and granted and classid = hashtext('longstrip job leader')::oid and objsubid = 2
        and database = (select oid from pg_database where datname = current_database())`);
    await vi.waitFor(async () => expect((await leads())[1]).toBe(true), { timeout: 15_000 });
    await new Promise((resolve) => setTimeout(resolve, 100)); // time for a wrong second run
    expect([most, runs]).toEqual([1, 1]);
    const stops = [first.stop(), second.stop()];
    release();
    await Promise.all(stops);
    expect(most).toBe(1);
  });
});
