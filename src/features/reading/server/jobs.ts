import type { Clock } from '../../../server/clock.ts';
import { type DbPool, withTransaction } from '../../../server/db.ts';
import type { Job } from '../../../server/jobs.ts';
import { setPopularity } from '../../catalog/server/catalog.ts';
import { popularityOf } from '../rules.ts';
import { listBookDays, purge, sumBookDays, takeForScoring } from './queries.ts';

const scoreEveryMs = 15_000;
const purgeEveryMs = 60 * 60 * 1000;
const booksAtOnce = 500;
const dayMs = 24 * 60 * 60 * 1000;

/** Popularity shows within a minute; what names readers, even hashed, goes after a day. */
export function readingJobs(clock: Clock): Job[] {
  return [
    { name: 'score books', everyMs: scoreEveryMs, run: scoreBooks },
    { name: 'purge reading events', everyMs: purgeEveryMs, run: (db) => purgeOld(db, clock()) },
  ];
}

/** Gives every book that was read since the last time its new score. */
export async function scoreBooks(db: DbPool, signal?: AbortSignal): Promise<void> {
  let scored = booksAtOnce;
  while (scored === booksAtOnce && !signal?.aborted) {
    scored = await withTransaction(db, async (tx) => {
      const bookIds = await takeForScoring(tx, booksAtOnce);
      if (bookIds.length === 0) return 0;
      await sumBookDays(tx, bookIds);
      const days = await listBookDays(tx, bookIds);
      await setPopularity(
        tx,
        bookIds.map((bookId) => ({ bookId, popularity: popularityOf(days.filter((day) => day.bookId === bookId)) })),
      );
      return bookIds.length;
    });
  }
}

/** A day's counts stay until the next day's readings can no longer change them; of 400 days nothing is left to count. */
export async function purgeOld(db: DbPool, now: Date): Promise<void> {
  const dayBefore = (days: number) => new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);
  await purge(db, {
    events: new Date(now.getTime() - 9 * dayMs),
    countsDay: dayBefore(1),
    saltsDay: dayBefore(1),
    days: dayBefore(400),
  });
}
