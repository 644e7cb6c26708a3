import { setTimeout as sleep } from 'node:timers/promises';
import { tellChange } from '../../../server/database/changes.ts';
import type { Db, DbPool } from '../../../server/database/db.ts';
import type { Job } from '../../../server/jobs/jobs.ts';
import { type Debut, tellDebuts } from '../../catalog/server/dates/debuts.ts';
import { makeDueChanges } from '../../catalog/server/dates/release.ts';
import { findFollowed, listFollowers } from '../../library/server/followers.ts';
import { makeNotices } from './notices.ts';

interface Pace {
  followersAtOnce: number;
  restMs: number;
}

const withoutRest: Pace = { followersAtOnce: 500, restMs: 0 };
/**
 * A process that serves readers tells few at a time and rests after each, so that their requests come in between: without a
 * rest a reader's p99 grew nine times (lab/bench: notify-beside). 100,000 followers then take some half a minute.
 */
const besideReaders: Pace = { followersAtOnce: 100, restMs: 20 };

/** Tells followers of the chapters that have come out by now; returns how many notices were made. */
export async function tellNewChapters(
  db: DbPool,
  { signal, pace = withoutRest }: { signal?: AbortSignal; pace?: Pace } = {},
): Promise<number> {
  const { followersAtOnce, restMs } = pace;
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
  while (!signal?.aborted && (await tellDebuts(db, { findFollowed, tell }))) if (restMs > 0) await sleep(restMs);
  return made;
}

/** Notices are made within a minute of the event; mostly within seconds. */
export const newChaptersJob: Job = {
  name: 'notices',
  everyMs: 2000,
  async run(db, signal) {
    await tellNewChapters(db, { signal, pace: besideReaders });
  },
};
