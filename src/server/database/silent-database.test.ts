import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { databaseForTests } from '../testing/database.ts';
import { inLong } from '../testing/depth.ts';
import { openFullDatabase } from '../testing/full-disk.ts';
import { listenOnLoopback } from '../testing/loopback.ts';
import { createPool, type DbPool, isDatabaseUnavailable, withTransaction } from './db.ts';
import { probeOf, type WatchedPool, watchSilence } from './silent-database.ts';

let watched: WatchedPool | undefined;
const database = databaseForTests({ empty: true });
afterEach(async () => {
  await watched?.end();
  watched = undefined;
});

/** A pool whose queries never end while it is silent. */
function silenceable(pool: DbPool) {
  let isSilent = false;
  const never = () => new Promise<never>(() => {});
  return {
    set: (value: boolean) => {
      isSilent = value;
    },
    pool: {
      ...pool,
      query: (sql, values) => (isSilent ? never() : pool.query(sql, values)),
      withConnection: (work) =>
        pool.withConnection((tx) => work({ query: (sql, values) => (isSilent ? never() : tx.query(sql, values)) })),
    } satisfies DbPool,
    probe: () => (isSilent ? never() : Promise.resolve()),
  };
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('should have failed'),
    (error: unknown) => error,
  );

describe('a database that falls silent', () => {
  inLong('fails what is under way within two seconds and what comes at once, until it answers again', async () => {
    const { pool, probe, set } = silenceable(createPool({ url: database.url, purpose: 'web', max: 2 }));
    watched = watchSilence(pool, { probe });
    const db = watched;
    expect((await db.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
    expect(db.awayMs()).toBeNull();
    set(true);
    const begun = performance.now();
    const failures = await Promise.all([
      failureOf(db.query('select 1')),
      failureOf(withTransaction(db, (tx) => tx.query('select 1'))),
      failureOf(db.query('select 2')),
    ]);
    expect(failures.map(isDatabaseUnavailable)).toEqual([true, true, true]);
    // A busy machine may take longer; without the watch it would be for ever.
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(db.awayMs()).toBeGreaterThan(600);
    const asked = performance.now();
    expect(isDatabaseUnavailable(await failureOf(db.query('select 1')))).toBe(true);
    expect(isDatabaseUnavailable(await failureOf(db.withConnection((tx) => tx.query('select 1'))))).toBe(true);
    expect(performance.now() - asked).toBeLessThan(500);
    set(false);
    await expect.poll(() => db.awayMs(), { timeout: 10_000 }).toBeNull();
    expect((await db.query('select 2 as n')).rows).toEqual([{ n: 2 }]);
  });

  inLong('is not one that only takes long, or has no connection to spare', async () => {
    let asked = 0;
    const probe = async () => {
      asked += 1;
    };
    watched = watchSilence(createPool({ url: database.url, purpose: 'web', max: 1 }), { probe });
    const db = watched;
    const [slow, waiting] = await Promise.all([
      db.query('select 1 as n from pg_sleep(1.5)'),
      db.query('select 2 as n'),
    ]);
    expect([slow.rows, waiting.rows]).toEqual([[{ n: 1 }], [{ n: 2 }]]);
    expect(asked).toBeGreaterThan(0);
    expect(db.awayMs()).toBeNull();
  });

  it('is asked on a new connection, whose silence or refusal is the answer', async () => {
    await probeOf(database.url)(new AbortController().signal);
    await expect(probeOf('postgresql://x:y@127.0.0.1:1/z')(new AbortController().signal)).rejects.toThrow();
    const mute = createServer(() => {});
    const port = await listenOnLoopback(mute);
    const leaving = new AbortController();
    const asked = probeOf(`postgresql://x:y@127.0.0.1:${port}/z`)(leaving.signal);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    mute.close();
  });

  it('is no silence where a full disk lets no new connection in', async () => {
    const full = await openFullDatabase(database.url, { letsIn: 0 });
    await probeOf(full.url)(new AbortController().signal);
    expect(full.refused()).toBe(1);
    full.close();
  });

  it('gives an error of a query to its caller alone', async () => {
    watched = watchSilence(createPool({ url: database.url, purpose: 'web' }), { probe: probeOf(database.url) });
    await expect(watched.query('select 1/0')).rejects.toThrow(/division by zero/);
    await expect(
      watched.withConnection(async () => {
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
  });
});
