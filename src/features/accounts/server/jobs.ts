import type { Clock } from '../../../server/clock.ts';
import type { Job } from '../../../server/jobs.ts';
import { purge } from './queries.ts';

const purgeEveryMs = 10 * 60 * 1000;

/** Removes counts of attempts whose time is over, and sessions that no longer hold. */
export function accountJobs(clock: Clock): Job[] {
  return [{ name: 'purge attempts and sessions', everyMs: purgeEveryMs, run: (db) => purge(db, clock()) }];
}
