import type { DbPool } from '../../../server/database/db.ts';
import { createMemo } from '../../../server/database/memo.ts';
import type { BooksFigures } from '../../../server/metrics/metrics.ts';
import { readPaymentFigures } from './figures.ts';

const keepMs = 1000;
/** A scrape does not wait for a database that is slow or away; the last figures are then shown. */
const longestWaitMs = 500;

/** Reads the figures of payments at most once a second, for all callers; null where it takes too long. */
export function createBooksFigures(db: DbPool): () => Promise<BooksFigures | null> {
  const memo = createMemo<BooksFigures | null>({ keepMs, limit: 1, now: () => performance.now() });
  return () => memo.get('', () => readInTime(db));
}

function readInTime(db: DbPool): Promise<BooksFigures | null> {
  const read = readPaymentFigures(db).catch(() => null); // the gauges of the pool and /readyz show the failure
  const tooLate = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), longestWaitMs).unref();
  });
  return Promise.race([read, tooLate]);
}
