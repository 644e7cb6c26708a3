import { createServer } from 'node:http';
import { join } from 'node:path';
import { makeBook } from '../../../src/features/catalog/testing/books.ts';
import { createSeal } from '../../../src/server/process/seal.ts';
import { listenOnLoopback } from '../../../src/server/testing/loopback.ts';
import { missingForLoad } from '../lib/load.ts';
import { type Database, startDatabase, startLongstrip } from '../lib/longstrip.ts';
import type { Running } from '../lib/processes.ts';
import type { BenchContext, Outcome, Row } from '../row.ts';
import { readBeside } from './notify.ts';

const deliveries = 10_000;
const secret = 'bench-'.repeat(8);

interface Measurement {
  server: Running;
  database: Database;
  /** Notes that all chapters of a book have come out; resolves to the seconds until the receiver has a message of each. */
  tellAll(): Promise<number>;
}

/** A site with one connection, to a receiver that answers at once. */
async function withReceiver(
  { scratch }: BenchContext,
  name: string,
  measure: (site: Measurement) => Promise<Outcome>,
): Promise<Outcome> {
  const missing = missingForLoad();
  if (missing) return { skipped: missing };
  const folder = join(scratch, name);
  const database = await startDatabase(join(folder, 'postgres'));
  let left = 0;
  let whenAll = () => {};
  const receiver = createServer((request, answer) => {
    request.resume();
    request.on('end', () => {
      answer.writeHead(204).end();
      left -= 1;
      if (left === 0) whenAll();
    });
  });
  const port = await listenOnLoopback(receiver);
  const { id: bookId } = await makeBook(database.db, { kind: 'novel', chapters: deliveries });
  const id = 'b0b0b0b0-0000-4000-8000-000000000000';
  await database.db.query(
    `insert into hook_connections (id, kind, address, events, language, secret)
     values ($1, 'standard', $2, '{chapter.published}', 'en-us', $3)`,
    [id, `http://127.0.0.1:${port}/`, createSeal(secret, 'longstrip hooks').seal(`whsec_${'A'.repeat(43)}=`, id)],
  );
  const settings = { HOOKS_LOOPBACK: 'true', JWT_SECRET: secret };
  const server = await startLongstrip({ dataDir: folder, databaseUrl: database.url, settings });
  try {
    return await measure({
      ...{ server, database },
      async tellAll() {
        const all = new Promise<void>((resolve) => {
          whenAll = resolve;
        });
        left = deliveries;
        const began = performance.now();
        await database.db.query(
          `insert into hook_events (type, release, book_id, chapter_id)
           select 'chapter.published', 'one', book_id, id from chapters where book_id = $1 order by number`,
          [bookId],
        );
        await all;
        return (performance.now() - began) / 1000;
      },
    });
  } finally {
    await server.stop();
    receiver.closeAllConnections();
    receiver.close();
    await database.stop();
  }
}

export const hooks: Row = {
  name: 'hooks',
  what: 'from the note of 10,000 published chapters to the last of 10,000 webhooks of one connection, to a receiver on this machine',
  against: 'its target',
  unit: 's',
  target: { kind: 'oursAtMost', value: 120 },
  run: (context) =>
    withReceiver(context, 'hooks', async ({ tellAll }) => {
      // Its pace is set, so one round tells it.
      return { ours: await tellAll(), reference: null };
    }),
};

export const hooksBeside: Row = {
  name: 'hooks-beside',
  what: 'p99 of a member reading, about 300 requests a second, while 10,000 webhooks are sent',
  against: 'the same reading without it',
  unit: 'ms',
  target: { kind: 'ratioAtMost', value: 1.5 },
  run: (context) =>
    withReceiver(context, 'hooks-beside', async ({ server, database, tellAll }) => {
      const { times, measured } = await readBeside({ server, database }, tellAll);
      return { ...measured, note: `all were sent within ${Math.max(...times).toFixed(1)} s` };
    }),
};
