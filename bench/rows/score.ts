import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { scoreBooks } from '../../src/features/reading/server/jobs.ts';
import type { DbPool } from '../../src/server/db.ts';
import { missingForLoad, requestsPerSecond } from '../lib/load.ts';
import { startDatabase, startLongstrip } from '../lib/longstrip.ts';
import { fillYear, scoredBooks, tellReadings } from '../lib/score.ts';
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
    await tellReadings(filled.db);
    // Its end is a checkpoint: from there on the first change of each page writes the page as a whole.
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
const scoredWithinMs = 180_000;

export const scoreLoop: Row = {
  name: 'score-loop',
  what: '10,000 books scored beside requests and 20 event batches a second: the longest that the event loop was held',
  against: 'the target',
  unit: 'ms',
  target: { kind: 'oursAtMost', value: 50 },
  async run({ scratch }) {
    const missing = missingForLoad();
    if (missing) return { skipped: missing };
    const folder = join(scratch, 'score-loop');
    const database = await startDatabase(join(folder, 'postgres'));
    const ours = await startLongstrip({ dataDir: folder, databaseUrl: database.url });
    try {
      const { db } = database;
      await fillYear(db);
      // What starting and filling cost is over after a minute.
      await requestsPerSecond(`${ours.url}/api/v1/comics/book/search`, { seconds: 70, script: 'bench/lib/paced.lua' });
      await tellReadings(db);
      const began = performance.now();
      const stopSending = sendBatches(ours.url, db);
      const reading = requestsPerSecond(`${ours.url}/api/v1/comics/book/search`, {
        seconds: 45,
        script: 'bench/lib/paced.lua',
      });
      const seconds = (await waitUntilScored(db, began)) / 1000;
      const held = await readHeldMs(ours.url);
      const { sent, failed } = await stopSending();
      await reading;
      if (failed > 0) throw new Error(`${failed} of ${sent} event batches failed`);
      return {
        ours: held,
        reference: null,
        note: `scored in ${seconds.toFixed(1)} s; ${sent} event batches, none failed`,
      };
    } finally {
      await ours.stop();
      await database.stop();
    }
  },
};

/** 20 batches a second of events of books at random; the answer ends it and tells how they fared. */
function sendBatches(url: string, db: DbPool): () => Promise<{ sent: number; failed: number }> {
  const statuses: Promise<number>[] = [];
  const books = db.query<{ id: string }>('select id from books order by random() limit 1000');
  const timer = setInterval(() => statuses.push(sendBatch(url, books, statuses.length)), batchEveryMs);
  return async () => {
    clearInterval(timer);
    const answered = await Promise.all(statuses);
    return { sent: answered.length, failed: answered.filter((status) => status !== 202).length };
  };
}

async function sendBatch(url: string, books: Promise<{ rows: { id: string }[] }>, turn: number): Promise<number> {
  const { rows } = await books;
  const events = Array.from({ length: 5 }, (_, index) => ({
    event_id: randomUUID(),
    name: 'finished_reading',
    occurred_at: new Date().toISOString(),
    book_uuid: rows[(turn * 5 + index) % rows.length]?.id,
    language: 'en-us',
  }));
  const body = JSON.stringify({ events });
  const headers = { 'Content-Type': 'application/json', 'X-Visitor-Id': '0a1b2c3d' };
  const answer = await fetch(`${url}/api/v1/events`, { method: 'POST', headers, body }).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.status ?? 0;
}

/** Until what was told before `began` is taken; in ms. */
async function waitUntilScored(db: DbPool, began: number): Promise<number> {
  for (;;) {
    const { rows } = await db.query<{ left: boolean }>(
      `select exists (select from book_tallies where opens = 1 and starts = 1) as left`,
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
