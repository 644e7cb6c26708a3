import { type DbPool, withTransaction } from '../../../server/database/db.ts';
import type { Job } from '../../../server/jobs/jobs.ts';
import { readMoment, settleBooks } from './dates/settle-queries.ts';
import { findBookById, listEditions } from './imports/queries.ts';
import { writeSearchRow } from './imports/write-queries.ts';
import { lockBooksWithoutNames } from './search/late-queries.ts';
import { searchRowOf } from './search/search-row.ts';

const booksAtOnce = 50;

/** Writes what searches rank and filter by for the books of older versions; until then they come last. */
export const lateSearchJob: Job = {
  name: 'search rows',
  everyMs: 60_000,
  async run(db, signal) {
    while (!signal.aborted && (await addSome(db)));
  },
};

/** Returns whether there may be more to do. */
function addSome(db: DbPool): Promise<boolean> {
  return withTransaction(db, async (tx) => {
    const bookIds = await lockBooksWithoutNames(tx, booksAtOnce);
    for (const bookId of bookIds) {
      const book = await findBookById(tx, bookId);
      if (book) await writeSearchRow(tx, bookId, searchRowOf({ ...book, editions: await listEditions(tx, bookId) }));
    }
    if (bookIds.length > 0) await settleBooks(tx, bookIds, await readMoment(tx));
    return bookIds.length === booksAtOnce;
  });
}
