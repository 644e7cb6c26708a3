import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { scoreBooks } from '../../../src/features/reading/server/jobs.ts';
import type { DbPool } from '../../../src/server/database/db.ts';
import { startDatabase, startLongstrip } from '../lib/longstrip.ts';
import { fillYear, reportReadings, scoredBooks } from '../lib/score.ts';
import type { Row } from '../row.ts';

export const scoreWal: Row = {
  name: 'score-wal',
  what: '10,000 books with 365 days each scored, right after a checkpoint',
  against: 'the target',
  unit: 'kB a book',
  target: { kind: 'oursAtMost', value: 20 },
  async run({ scratch }) {
    const folder = join(scratch, 'score-wal', 'postgres');
    const filled = await startDatabase(folder);
    await fillYear(filled.db);
    await reportReadings(filled.db);
    // The stop makes a checkpoint: after it, the first change of each page writes the whole page.
    await filled.stop();
    const database = await startDatabase(folder);
    try {
      const { db } = database;
      const before = await readWalPosition(db);
      const began = performance.now();
      await scoreBooks(db);
      const seconds = (performance.now() - began) / 1000;
      const bytes = (await readWalPosition(db)) - before;
      return { ours: bytes / scoredBooks / 1000, reference: null, note: `all of them in ${seconds.toFixed(1)} s` };
    } finally {
      await database.stop();
    }
  },
};

async function readWalPosition(db: DbPool): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`,
  );
  return rows[0]?.bytes ?? Number.NaN;
}

const batchEveryMs = 50;
const requestEveryMs = 5;
const scoredWithinMs = 180_000;
/** After so long the figures no longer include the start and the filling. */
const warmUpMs = 70_000;

export const scoreLoop: Row = {
  name: 'score-loop',
  what: '10,000 books scored beside 200 requests and 20 event batches a second: the longest hold of the event loop',
  against: 'the target',
  unit: 'ms',
  target: { kind: 'oursAtMost', value: 50 },
  async run({ scratch }) {
    const folder = join(scratch, 'score-loop');
    const database = await startDatabase(join(folder, 'postgres'));
    const ours = await startLongstrip({ dataDir: folder, databaseUrl: database.url });
    try {
      const { db } = database;
      await fillYear(db);
      const { rows: books } = await db.query<{ id: string }>('select id from books order by random() limit 1000');
      const load = startLoad(ours.url, books);
      await new Promise((resolve) => setTimeout(resolve, warmUpMs));
      const quiet = load.p99Ms();
      await reportReadings(db);
      const seconds = (await waitUntilScored(db, performance.now())) / 1000;
      const held = await readHeldMs(ours.url);
      const beside = load.p99Ms();
      const { batches, failed } = await load.stop();
      if (failed > 0) throw new Error(`${failed} requests or event batches failed, of ${batches} batches`);
      const p99 = `the requests' p99 ${beside.toFixed(1)} ms, before it ${quiet.toFixed(1)} ms`;
      const note = `scored in ${seconds.toFixed(1)} s; ${batches} event batches, none failed; ${p99}`;
      return { ours: held, reference: null, note };
    } finally {
      await ours.stop();
      await database.stop();
    }
  },
};

/**
 * Sends requests and event batches at a fixed rate, independent of the answers; each requests another page, to miss the
 * cache.
 */
function startLoad(url: string, books: readonly { id: string }[]) {
  const under: Promise<unknown>[] = [];
  let durations: number[] = [];
  let failed = 0;
  let batches = 0;
  let asked = 0;
  async function ask(path: string, expected: number, init: RequestInit = {}): Promise<void> {
    const began = performance.now();
    const answer = await fetch(url + path, init).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.status !== expected) failed += 1;
    if (expected === 200) durations.push(performance.now() - began);
  }
  const reading = setInterval(() => {
    asked += 1;
    under.push(ask(`/api/v1/comics/book/search?page=${asked % 900}&page_size=10`, 200));
  }, requestEveryMs);
  const sending = setInterval(() => {
    batches += 1;
    const body = JSON.stringify({ events: eventsOf(books, batches) });
    const headers = { 'Content-Type': 'application/json', 'X-Visitor-Id': '0a1b2c3d' };
    under.push(ask('/api/v1/events', 202, { method: 'POST', headers, body }));
  }, batchEveryMs);
  return {
    /** The p99 of the answers since the last call. */
    p99Ms() {
      const sorted = durations.sort((a, b) => a - b);
      durations = [];
      return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
    },
    async stop() {
      clearInterval(reading);
      clearInterval(sending);
      await Promise.all(under);
      return { batches, failed };
    },
  };
}

function eventsOf(books: readonly { id: string }[], turn: number): unknown[] {
  return Array.from({ length: 5 }, (_, index) => ({
    event_id: randomUUID(),
    name: 'open_book',
    occurred_at: new Date().toISOString(),
    book_uuid: books[(turn * 5 + index) % books.length]?.id,
    language: 'en-us',
  }));
}

/** Waits until the events before `began` are counted; returns the time in ms. */
async function waitUntilScored(db: DbPool, began: number): Promise<number> {
  for (;;) {
    const { rows } = await db.query<{ left: boolean }>(
      `select exists (select from book_tallies where finishes = 1) as left`,
    );
    const tookMs = performance.now() - began;
    if (!rows[0]?.left) return tookMs;
    if (tookMs > scoredWithinMs) throw new Error('The books were not scored within three minutes');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function readHeldMs(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^event_loop_held_seconds_max ([\d.e-]+)/m.exec(text)?.[1] ?? Number.NaN) * 1000;
}
