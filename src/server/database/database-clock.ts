import { type Clock, systemClock } from '../process/clock.ts';
import { type Db, readTime } from './db.ts';

const askEveryMs = 1_000;

export interface DatabaseClock {
  clock: Clock;
  /** Asks the database for its time; it rejects where there is none to be had. */
  ask(): Promise<void>;
  stop(): void;
}

/**
 * The database's time as a clock of this process: all processes of a site have one time then, however wrong the clocks of
 * their machines are. Between two answers it goes on with the process's monotonic clock; the first one is the machine's.
 */
export function followDatabaseClock(db: Db, monotonic = () => performance.now()): DatabaseClock {
  let aheadMs = systemClock().getTime() - monotonic();
  let isAsking = false;

  async function ask(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    const began = monotonic();
    try {
      const time = await readTime(db);
      aheadMs = time.getTime() - (began + monotonic()) / 2;
    } finally {
      isAsking = false;
    }
  }

  // Without the database no decision is made either.
  const timer = setInterval(() => void ask().catch(() => {}), askEveryMs).unref();
  return { clock: () => new Date(monotonic() + aheadMs), ask, stop: () => clearInterval(timer) };
}
