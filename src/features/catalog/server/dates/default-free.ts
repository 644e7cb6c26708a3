import { tellChange } from '../../../../server/database/changes.ts';
import { type DbPool, withTransaction } from '../../../../server/database/db.ts';
import type { Job } from '../../../../server/jobs/jobs.ts';
import {
  lockBooksWithoutNumber,
  lockFreeSettled,
  readMoment,
  settleBooks,
  updateFreeSettled,
} from './settle-queries.ts';

const booksAtOnce = 200;

/**
 * After a change of the site's number of free chapters, settles the books that name none, some at a time. Who may read a
 * chapter is decided by the number itself, from the first moment on.
 */
export const defaultFreeJob: Job = {
  name: 'free chapters',
  everyMs: 1000,
  async run(db, signal) {
    let hasSettled = false;
    while (!signal.aborted && (await settleSome(db))) hasSettled = true;
    if (hasSettled) await tellChange(db);
  },
};

/** Returns whether there may be more to do. */
function settleSome(db: DbPool): Promise<boolean> {
  return withTransaction(db, async (tx) => {
    const { settled, last, wanted } = await lockFreeSettled(tx);
    // A change that is under way comes to all books before the next one begins: what it opens is told book by book.
    const isUnderWay = last !== null;
    if (!isUnderWay && settled === wanted) return false;
    const books = await lockBooksWithoutNumber(tx, { after: last, limit: booksAtOnce });
    if (books.length > 0) await settleBooks(tx, books, await readMoment(tx));
    await updateFreeSettled(tx, { settled: isUnderWay ? settled : wanted, last: books.at(-1) ?? null });
    return true;
  });
}
