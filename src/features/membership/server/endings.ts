import type { DbPool } from '../../../server/database/db.ts';
import type { Job } from '../../../server/jobs/jobs.ts';
import { makeNotices } from '../../notices/server/notices.ts';
import { type Ending, listEndings } from './ending-queries.ts';

/** So many days before its end a member is told of it, and so long after it, should the site have been away. */
const days = 3;
const atOnce = 5000;

/** Tells members that their membership ends soon or has ended, each end once; returns how many notices were made. */
export async function tellEndings(db: DbPool, signal?: AbortSignal): Promise<{ ending: number; ended: number }> {
  return {
    ending: await tell(db, { kind: 'membership_ending', ahead: true }, signal),
    ended: await tell(db, { kind: 'membership_ended', ahead: false }, signal),
  };
}

async function tell(
  db: DbPool,
  { kind, ahead }: { kind: 'membership_ending' | 'membership_ended'; ahead: boolean },
  signal?: AbortSignal,
): Promise<number> {
  let made = 0;
  let after: Ending | null = null;
  while (!signal?.aborted) {
    const endings: Ending[] = await listEndings(db, { ahead, days, after, limit: atOnce });
    const notices = endings.map(({ userId, expireAt }) => {
      const expire_at = expireAt.toISOString();
      return { userId, event: expire_at, facts: { expire_at } };
    });
    made += (await makeNotices(db, kind, notices)).length;
    after = endings.at(-1) ?? null;
    if (endings.length < atOnce) break;
  }
  return made;
}

export const endingsJob: Job = {
  name: 'membership notices',
  everyMs: 60_000,
  async run(db, signal) {
    await tellEndings(db, signal);
  },
};
