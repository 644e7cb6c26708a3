import type { Db } from '../../../../server/database/db.ts';
import { type FreeWindow, mergeWindows } from '../../access.ts';
import { listBooksToTurn, listOpenWindows, setPreviewClock, settleBooks } from './settle-queries.ts';

/** The dates of the site as of another moment. */
export interface TurnedDates {
  at: Date;
  freeWindowsOf(bookId: string): readonly FreeWindow[];
}

/**
 * Shows the site as of another moment, by the facts as they are stored now, in a transaction that the caller rolls
 * back. E.g. as of next Friday a chapter that is dated for Thursday is out. Readers' queries in this transaction see
 * that moment as `now()`.
 */
export async function turnDates(tx: Db, at: Date): Promise<TurnedDates> {
  const books = await listBooksToTurn(tx, at);
  await setPreviewClock(tx, at);
  if (books.length > 0) await settleBooks(tx, books, at);
  const windows = await listOpenWindows(tx, at);
  return {
    at,
    freeWindowsOf: (bookId) =>
      mergeWindows(windows.filter((window) => window.bookId === null || window.bookId === bookId)),
  };
}
