import type { OwnData } from '../../../server/database/own-data.ts';
import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import type { Job } from '../../../server/jobs/jobs.ts';
import type { SignedIn } from '../../accounts/server/accounts.ts';
import { deleteDue } from './deletions.ts';
import { makeExports } from './exports.ts';
import { type LeavingDeps, mountDeletions, mountExports } from './routes.ts';

interface Handed extends Neighbours<LeavingDeps> {
  /** What each feature keeps of a user. */
  own: readonly OwnData[];
}

/** Opens the way out: users take what is theirs, and go. */
export function openLeaving(platform: Platform<SignedIn>, { own, ...neighbours }: Handed) {
  const { setting, log } = platform;
  const deps = { ...platform, ...neighbours };
  mountExports(deps);
  mountDeletions(deps);
  const jobs: Job[] = [
    {
      name: 'make exports',
      everyMs: 10_000,
      run: (db, signal) => makeExports(db, { own, siteName: setting('name'), signal }),
    },
    {
      name: 'delete users',
      everyMs: 10 * 60 * 1000,
      removes: true,
      run: (db, signal) => deleteDue(db, { own, log }, signal),
    },
  ];
  return { jobs };
}
