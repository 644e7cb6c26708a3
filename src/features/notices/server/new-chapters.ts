import { tellChange } from '../../../server/database/changes.ts';
import type { Db, DbPool } from '../../../server/database/db.ts';
import type { Job } from '../../../server/jobs/jobs.ts';
import { type Debut, tellDebuts } from '../../catalog/server/dates/debuts.ts';
import { makeDueChanges } from '../../catalog/server/dates/release.ts';
import { findFollowed, listFollowers } from '../../library/server/followers.ts';
import { makeNotices } from './notices.ts';

/**
 * Few, so that requests of this process come in between: beside 5,000 at a time a reader's p99 grew 22 times, beside 500
 * nine times (lab/bench: notify-beside).
 */
const followersAtOnce = 500;

/** Tells followers of the chapters that have come out by now; returns how many notices were made. */
export async function tellNewChapters(db: DbPool, signal?: AbortSignal): Promise<number> {
  if (await makeDueChanges(db)) await tellChange(db);
  let made = 0;
  const tell = async (tx: Db, { id, bookId, madeAt, toldTo }: Debut) => {
    const users = await listFollowers(tx, { bookId, by: madeAt, after: toldTo, limit: followersAtOnce });
    made += (
      await makeNotices(
        tx,
        'new_chapter',
        users.map((userId) => ({ userId, event: id })),
      )
    ).length;
    return users.length < followersAtOnce ? null : (users.at(-1) ?? null);
  };
  while (!signal?.aborted && (await tellDebuts(db, { findFollowed, tell })));
  return made;
}

/** Notices are made within a minute of the event; mostly within seconds. */
export const newChaptersJob: Job = {
  name: 'notices',
  everyMs: 2000,
  async run(db, signal) {
    await tellNewChapters(db, signal);
  },
};
