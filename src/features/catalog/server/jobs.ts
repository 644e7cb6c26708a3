import { type Db, type DbPool, withTransaction } from '../../../server/db.ts';
import type { Job } from '../../../server/jobs.ts';
import { orderBy } from '../contract.ts';
import { listsToMark, listTagsOfBooks, lockMarking, markAnew } from './books/mark-queries.ts';

const markEveryMs = 5000;

export const catalogJobs: readonly Job[] = [{ name: 'mark lists', everyMs: markEveryMs, run: markLists }];

/** Marks the lists again in which much has changed, one after the other. */
export async function markLists(db: DbPool, signal?: AbortSignal): Promise<void> {
  for (const list of await listsToMark(db)) {
    if (signal?.aborted) return;
    await withTransaction(db, async (tx) => {
      await lockMarking(tx);
      await markAnew(tx, list);
    });
  }
}

/** Marks every list, after books were written without the triggers that note changes. */
export async function markAllLists(db: Db): Promise<void> {
  for (const tag of [null, ...(await listTagsOfBooks(db))])
    for (const order of orderBy.options) await markAnew(db, { tag, orderBy: order });
}
