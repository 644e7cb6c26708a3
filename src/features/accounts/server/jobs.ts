import type { Job } from '../../../server/jobs/jobs.ts';
import { removeWhatIsOver } from '../../../server/jobs/retention.ts';
import type { Clock } from '../../../server/process/clock.ts';
import { oldSessions } from './retention-queries.ts';

const everyMs = 60 * 60 * 1000;

export function accountJobs(clock: Clock): Job[] {
  return [
    {
      name: 'remove old sessions',
      everyMs,
      removes: true,
      run: (db, signal) => removeWhatIsOver(db, { retentions: [oldSessions], now: clock(), signal }),
    },
  ];
}
