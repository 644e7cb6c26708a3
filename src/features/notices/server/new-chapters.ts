import { tellChange } from '../../../server/database/changes.ts';
import type { Db, DbPool } from '../../../server/database/db.ts';
import type { Job } from '../../../server/jobs/jobs.ts';
import { createPace, type Pace } from '../../../server/process/pace.ts';
import { type Debut, tellDebuts } from '../../catalog/server/dates/debuts.ts';
import { makeDueChanges } from '../../catalog/server/dates/release.ts';
import { findFollowed, listFollowers } from '../../library/server/library.ts';
import { makeNotices } from './notices.ts';

/** Followers who are told at a time, where nobody else waits for the database. */
const atOnce = 500;
/** Beside readers: 100,000 followers take 40 seconds (lab row notify-beside). */
const atOnceBesideReaders = 50;
const partsPerSecond = 50;

/** Tells followers of the chapters that have come out by now; returns how many notices were made. */
export async function tellNewChapters(
  db: DbPool,
  { signal, limit = atOnce, pace }: { signal?: AbortSignal; limit?: number; pace?: Pace } = {},
): Promise<number> {
  if (await makeDueChanges(db)) await tellChange(db);
  let made = 0;
  const tell = async (tx: Db, { id, bookId, madeAt, toldTo }: Debut) => {
    const users = await listFollowers(tx, { bookId, by: madeAt, after: toldTo, limit });
    made += (
      await makeNotices(
        tx,
        'new_chapter',
        users.map((userId) => ({ userId, event: id })),
      )
    ).length;
    return users.length < limit ? null : (users.at(-1) ?? null);
  };
  while (!signal?.aborted && (await tellDebuts(db, { findFollowed, tell }))) await pace?.(signal);
  return made;
}

/** Notices are made within a minute of the event; mostly within seconds. */
export const newChaptersJob: Job = {
  name: 'notices',
  everyMs: 2000,
  async run(db, signal) {
    await tellNewChapters(db, { signal, limit: atOnceBesideReaders, pace: createPace(partsPerSecond) });
  },
};
