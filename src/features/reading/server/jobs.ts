import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import type { Job } from '../../../server/jobs/jobs.ts';
import { rest } from '../../../server/jobs/retention.ts';
import type { Clock } from '../../../server/process/clock.ts';
import { setPopularity } from '../../catalog/server/catalog.ts';
import { popularityScale } from '../rules.ts';
import { dayOf, makeEventsDays } from './event-queries.ts';
import { addTallies, listBooksToScore, listScores, waitForOtherScoring } from './score-queries.ts';

const scoreEveryMs = 15_000;
const makeDaysEveryMs = 60 * 60 * 1000;
/**
 * Events may be up to `daysBack` old. For `daysAhead` the job may fail before a writer has to make a day's partition.
 */
const daysBack = 7;
const daysAhead = 7;
const dayMs = 24 * 60 * 60 * 1000;
const booksAtOnce = 50;
/**
 * The job rests between two batches, so that readers' queries go first. It still scores 10,000 books within a minute.
 */
const longestRestMs = 25;

/** Readers see a change of popularity within a minute. */
export function readingJobs(clock: Clock): Job[] {
  return [
    { name: 'score books', everyMs: scoreEveryMs, run: scoreBooks },
    { name: 'make days for events', everyMs: makeDaysEveryMs, run: (db) => makeDaysAhead(db, clock()) },
  ];
}

/** Moves the tallies since the last run into the books' days, and computes the new scores of these books. */
export async function scoreBooks(db: DbPool, signal?: AbortSignal): Promise<void> {
  let scored = booksAtOnce;
  while (scored === booksAtOnce && !signal?.aborted) {
    const began = performance.now();
    scored = await withTransaction(db, scoreSome);
    await rest(Math.min(longestRestMs, performance.now() - began), signal);
  }
}

async function scoreSome(tx: Db): Promise<number> {
  await waitForOtherScoring(tx);
  const bookIds = await listBooksToScore(tx, booksAtOnce);
  if (bookIds.length === 0) return 0;
  await addTallies(tx, bookIds);
  await setPopularity(tx, await listScores(tx, { bookIds, scale: popularityScale }));
  return bookIds.length;
}

/** Makes the partitions that events may belong to, of this week and the next. */
export async function makeDaysAhead(db: Db, now: Date): Promise<void> {
  const days = Array.from({ length: daysBack + 1 + daysAhead }, (_, index) =>
    dayOf(new Date(now.getTime() + (index - daysBack) * dayMs)),
  );
  await makeEventsDays(db, days);
}
