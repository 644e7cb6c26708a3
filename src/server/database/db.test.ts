import { createServer } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { databaseForTests } from '../testing/database.ts';
import { inLong } from '../testing/depth.ts';
import { openFullDatabase } from '../testing/full-disk.ts';
import { listenOnLoopback } from '../testing/loopback.ts';
import { createPool, isDatabaseUnavailable, withPatience, withTransaction } from './db.ts';

const database = databaseForTests({ empty: true });
beforeAll(async () => {
  await database.db.query('create table counters (name text primary key, value int8 not null)');
});

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.unreachable('should have failed'),
    (error: unknown) => error,
  );
}

describe('the pool', () => {
  it('reads bigint as a number, a date as its text and a moment as a Date', async () => {
    const { rows } = await database.db.query(
      `select 9007199254740991::int8 as big, '2026-11-02'::date as day, '2026-11-02T10:00:00Z'::timestamptz as moment`,
    );
    expect(rows).toEqual([{ big: 9007199254740991, day: '2026-11-02', moment: new Date('2026-11-02T10:00:00Z') }]);
  });

  it('refuses a bigint that no number can hold', async () => {
    await expect(database.db.query('select 9007199254740993::int8')).rejects.toThrow(/too large for a number/);
  });

  it('keeps its connections over failing queries', async () => {
    const pool = createPool({ url: database.url, purpose: 'web', max: 1 });
    const pidOf = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
    const before = await pidOf();
    await expect(pool.query('select 1/0')).rejects.toThrow(/division by zero/);
    expect(await pidOf()).toBe(before);
    await pool.end();
  });

  it('survives a cut of a connection that is held without a running query', async () => {
    const pool = createPool({ url: database.url, purpose: 'web', max: 1 });
    const pidOf = 'select pg_backend_pid() as pid';
    const failure = await failureOf(
      pool.withConnection(async (held) => {
        const { rows } = await held.query<{ pid: number }>(pidOf);
        // With a time-out the call returns when that process has ended.
        await database.db.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
        await expect.poll(() => held.query('select 1').catch((error: Error) => error.message)).toMatch(/not queryable/);
        await held.query('select 1');
      }),
    );
    expect(isDatabaseUnavailable(failure)).toBe(true);
    expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
    await pool.end();
  });

  it('recovers when its connections are cut', async () => {
    const pool = createPool({ url: database.url, purpose: 'web', max: 1 });
    const failure = await failureOf(pool.query('select pg_terminate_backend(pg_backend_pid())'));
    expect(isDatabaseUnavailable(failure)).toBe(true);
    expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
    await pool.end();
  });
});

describe('a transaction', () => {
  inLong('has the patience for a statement that it is given, and its pool keeps its own', async () => {
    const pool = createPool({ url: database.url, purpose: 'web', max: 1 });
    const slow = 'select 1 as n from pg_sleep(3.2)';
    const { rows } = await withTransaction(pool, async (tx) => (await withPatience(tx, 20_000)).query(slow));
    expect(rows).toEqual([{ n: 1 }]);
    expect(isDatabaseUnavailable(await failureOf(pool.query(slow)))).toBe(true);
    await pool.end();
  });

  it('keeps all or nothing', async () => {
    await withTransaction(database.db, (tx) => tx.query(`insert into counters values ('kept', 1)`));
    const failure = await failureOf(
      withTransaction(database.db, async (tx) => {
        await tx.query(`insert into counters values ('lost', 1)`);
        throw new Error('changed my mind');
      }),
    );
    expect(failure).toMatchObject({ message: 'changed my mind' });
    expect((await database.db.query('select name from counters')).rows).toEqual([{ name: 'kept' }]);
  });
});

describe('an overloaded or unreachable database', () => {
  inLong('ends a web query at its limit', async () => {
    const started = performance.now();
    const failure = await failureOf(database.db.query('select pg_sleep(10)'));
    expect(isDatabaseUnavailable(failure)).toBe(true);
    expect(performance.now() - started).toBeLessThan(4_000);
  });

  inLong('ends the wait for a lock', async () => {
    await database.db.withConnection(async (holder) => {
      await holder.query('begin');
      await holder.query('lock table counters');
      const failure = await failureOf(database.db.query('select * from counters'));
      expect(isDatabaseUnavailable(failure)).toBe(true);
      await holder.query('rollback');
    });
  });

  inLong('ends the wait for a connection', async () => {
    const pool = createPool({ url: database.url, purpose: 'web', max: 1 });
    await pool.withConnection(async () => {
      expect(pool.use()).toEqual({ total: 1, idle: 0, waiting: 0 });
      expect(isDatabaseUnavailable(await failureOf(pool.query('select 1')))).toBe(true);
    });
    await pool.end();
  });

  it('serves by its open connections while a full disk lets no new one in', async () => {
    const full = await openFullDatabase(database.url, { letsIn: 1 });
    const pool = createPool({ url: full.url, purpose: 'web' });
    const pidOf = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
    const first = await pidOf();
    const pids = await Promise.all(Array.from({ length: 8 }, pidOf));
    expect(full.refused()).toBeGreaterThan(0);
    expect(new Set(pids)).toEqual(new Set([first]));
    await pool.end();
    full.close();
  });

  it('is unavailable when a full disk lets nobody in', async () => {
    const full = await openFullDatabase(database.url, { letsIn: 0 });
    const pool = createPool({ url: full.url, purpose: 'web' });
    expect(isDatabaseUnavailable(await failureOf(pool.query('select 1')))).toBe(true);
    expect(full.refused()).toBe(1);
    await pool.end();
    full.close();
  });

  it('is unavailable when nobody listens', async () => {
    const pool = createPool({ url: 'postgresql://x:y@127.0.0.1:1/z', purpose: 'web' });
    expect(isDatabaseUnavailable(await failureOf(pool.query('select 1')))).toBe(true);
    await pool.end();
  });

  inLong('is unavailable when it accepts the connection and never answers', async () => {
    const mute = createServer(() => {});
    const port = await listenOnLoopback(mute);
    const pool = createPool({ url: `postgresql://x:y@127.0.0.1:${port}/z`, purpose: 'web' });
    expect(isDatabaseUnavailable(await failureOf(pool.query('select 1')))).toBe(true);
    await pool.end();
    mute.close();
  });

  it('is not blamed for a wrong query or a bug', async () => {
    expect(isDatabaseUnavailable(await failureOf(database.db.query('select nonsense')))).toBe(false);
    expect(isDatabaseUnavailable(new TypeError('bug'))).toBe(false);
  });
});
