import { afterEach, expect, it } from 'vitest';
import { inLong } from '../testing/depth.ts';
import { type DatabaseClock, followDatabaseClock } from './database-clock.ts';
import type { Db } from './db.ts';

let followed: DatabaseClock | undefined;
afterEach(() => followed?.stop());

const dayMs = 86_400_000;

/** A database whose clock is ahead of this machine's, and one that is away. */
const telling = (aheadMs: () => number): Db => ({
  query: async <R>() => ({ rows: [{ now: new Date(Date.now() + aheadMs()) }] as R[], rowCount: 1 }), // as: the only query
});
const away: Db = { query: () => Promise.reject(new Error('away')) };

const aheadOfMachine = ({ clock }: DatabaseClock) => clock().getTime() - Date.now();

inLong('is the time of the database, and follows where that jumps', async () => {
  let aheadMs = dayMs;
  followed = followDatabaseClock(telling(() => aheadMs));
  expect(Math.abs(aheadOfMachine(followed))).toBeLessThan(1000);
  for (aheadMs of [dayMs, -dayMs, -600_000]) {
    await followed.ask();
    expect(Math.abs(aheadOfMachine(followed) - aheadMs)).toBeLessThan(1000);
  }
  aheadMs = dayMs;
  const { clock } = followed;
  // The clock's time is what is tested: it follows by itself.
  await expect.poll(() => clock().getTime() - Date.now(), { timeout: 10_000 }).toBeGreaterThan(dayMs - 60_000);
});

it('goes on without the database, whatever happens to the clock of the machine', async () => {
  let passed = 0;
  followed = followDatabaseClock(away, () => passed);
  const before = followed.clock().getTime();
  await expect(followed.ask()).rejects.toThrow('away');
  passed = 5000;
  expect(followed.clock().getTime()).toBe(before + 5000);
});
