import { type Db, readTime } from '../database/db.ts';
import { type Clock, systemClock } from '../process/clock.ts';

/** Watches the clocks by which things get too old, before anything is removed for its age. */
export interface ClockGuard {
  /** Why nothing may be removed for its age at this moment; null: nothing speaks against it. */
  findDoubt(db: Db): Promise<string | null>;
}

const dayMs = 24 * 60 * 60_000;

/**
 * Nothing is removed while the clocks of database and machine are over a day apart, nor for a day after either of them
 * jumped so far. That day is counted by a clock that nobody sets. What was removed by a wrong date comes back by nothing.
 */
export function createClockGuard(given?: {
  clock?: (db: Db) => Promise<Date>;
  machine?: Clock;
  monotonic?: () => number;
}): ClockGuard {
  const { clock = readTime, machine = systemClock, monotonic = () => performance.now() } = given ?? {};
  let seen: { database: number; machine: number } | null = null;
  let heldUntil = Number.NEGATIVE_INFINITY;
  return {
    async findDoubt(db) {
      const database = (await clock(db)).getTime();
      const passed = monotonic();
      const now = { database: database - passed, machine: machine().getTime() - passed };
      // The first look has nothing to compare: a site that was off for a month looks like one whose clock went ahead.
      if (seen && (isFar(now.database, seen.database) || isFar(now.machine, seen.machine))) heldUntil = passed + dayMs;
      seen = now;
      if (isFar(now.database, now.machine)) return 'the clocks of database and machine are over a day apart';
      return passed < heldUntil ? 'a clock jumped by over a day, less than a day ago' : null;
    },
  };
}

function isFar(one: number, other: number): boolean {
  return !(Math.abs(one - other) <= dayMs); // a clock that tells nothing is far from all
}
