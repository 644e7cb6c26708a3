import { readPaymentFigures } from '../features/payments/server/figures.ts';
import type { DbPool } from '../server/db.ts';
import type { BooksFigures } from '../server/metrics.ts';

const keptMs = 1000;
/** A scrape tells what it can: it does not wait for a database that is slow or away. */
const patienceMs = 500;

/** Reads how the books stand, once a second however many ask; null where it takes too long. */
export function createBooksFigures(db: DbPool): () => Promise<BooksFigures | null> {
  let asked: { at: number; answer: Promise<BooksFigures | null> } | null = null;
  return () => {
    const now = performance.now();
    if (!asked || now - asked.at > keptMs) asked = { at: now, answer: readInTime(db) };
    return asked.answer;
  };
}

function readInTime(db: DbPool): Promise<BooksFigures | null> {
  const read = readPaymentFigures(db).catch(() => null); // the gauges of the pool and /readyz tell of it
  const tooLate = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), patienceMs).unref();
  });
  return Promise.race([read, tooLate]);
}
