import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startJobs } from './jobs.ts';
import { createLog } from './log.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

let database: TestDatabase;
const log = createLog('silent');

beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
});
afterAll(() => database.drop());

describe('jobs', () => {
  it('run again and again, also after a failure', async () => {
    const run = vi.fn().mockRejectedValueOnce(new Error('first try')).mockResolvedValue(undefined);
    const jobs = startJobs({ url: database.url, log, jobs: [{ name: 'again', everyMs: 1, run }] });
    await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(3));
    await jobs.stop();
  });

  it('never run twice at a time, whichever process they are in', async () => {
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
        await new Promise((resolve) => setTimeout(resolve, 10));
        running -= 1;
      },
    };
    const processes = [1, 2, 3].map(() => startJobs({ url: database.url, log, jobs: [job] }));
    await vi.waitFor(() => expect(runs).toBeGreaterThan(5));
    await Promise.all(processes.map((jobs) => jobs.stop()));
    expect(most).toBe(1);
    expect(running).toBe(0);
  });

  it('do not starve one another, however many run at once', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `job ${index}`);
    const done = new Set<string>();
    const jobs = startJobs({
      url: database.url,
      log,
      jobs: names.map((name) => ({
        name,
        everyMs: 60_000,
        run: async (db) => {
          await vi.waitFor(() => expect(jobs.use().total).toBeGreaterThanOrEqual(names.length));
          await db.query('select 1');
          done.add(name);
        },
      })),
    });
    await vi.waitFor(() => expect(done.size).toBe(names.length));
    await jobs.stop();
  });

  it('are told to stop, and waited for', async () => {
    let started = false;
    let ended = false;
    const run = async (_db: unknown, signal: AbortSignal) => {
      started = true;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      ended = true;
    };
    const jobs = startJobs({ url: database.url, log, jobs: [{ name: 'long', everyMs: 1, run }] });
    await vi.waitFor(() => expect(started).toBe(true));
    await jobs.stop();
    expect(ended).toBe(true);
  });
});
