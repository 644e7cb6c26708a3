import type { DbPool } from '../../../server/database/db.ts';
import type { BooksFigures } from '../../../server/metrics/metrics.ts';
import { readPaymentFigures } from './figures.ts';

const keptMs = 1000;
/** A scrape does not wait for a database that is slow or away; the last figures are then shown. */
const longestWaitMs = 500;

/** Reads the figures of payments at most once a second, for all callers; null where it takes too long. */
export function createBooksFigures(db: DbPool): () => Promise<BooksFigures | null> {
  let asked: { at: number; answer: Promise<BooksFigures | null> } | null = null;
  return () => {
    const now = performance.now();
    if (!asked || now - asked.at > keptMs) asked = { at: now, answer: readInTime(db) };
    return asked.answer;
  };
}

function readInTime(db: DbPool): Promise<BooksFigures | null> {
  const read = readPaymentFigures(db).catch(() => null); // the gauges of the pool and /readyz show the failure
  const tooLate = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), longestWaitMs).unref();
  });
  return Promise.race([read, tooLate]);
}
