import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setPublication } from '../../../src/features/catalog/server/dates/publication.ts';
import { makeBook } from '../../../src/features/catalog/testing/books.ts';
import { commandLine } from '../../../src/features/studio/server/audit.ts';
import { withTransaction } from '../../../src/server/database/db.ts';
import { missingForLoad, p99OfPacedRequests } from '../lib/load.ts';
import { type Database, startDatabase, startLongstrip } from '../lib/longstrip.ts';
import { logIn, publishChapter, register } from '../lib/member.ts';
import type { Running } from '../lib/processes.ts';
import { type BenchContext, interleave, type Outcome, type Row } from '../row.ts';

const followers = 100_000;
const rounds = 3;
const readings = { seconds: 10 };
const lookEveryMs = 200;

interface Measurement {
  server: Running;
  database: Database;
  /** Publishes one more chapter; resolves to the seconds until each follower has a notice of it. */
  tellAll(): Promise<number>;
}

/** A book that 100,000 users follow, on a site of its own. */
async function withFollowers(
  { scratch, log }: BenchContext,
  name: string,
  measure: (site: Measurement) => Promise<Outcome>,
): Promise<Outcome> {
  const missing = missingForLoad();
  if (missing) return { skipped: missing };
  const folder = join(scratch, name);
  const database = await startDatabase(join(folder, 'postgres'));
  const { db } = database;
  const drafts = Array.from({ length: rounds }, () => ({ createdAt: new Date(), publishedAt: 'draft' as const }));
  const book = await makeBook(db, { chapters: [{}, ...drafts] });
  log(`… ${followers} followers`);
  await db.query(
    `with told as (
       insert into users (username, username_key, password_hash)
       select 'follower' || n, 'follower' || n, 'none fits' from generate_series(1, $2::int) as n returning id)
     insert into follows (user_id, book_id) select id, $1 from told`,
    [book.id, followers],
  );
  await db.query('analyze');
  const server = await startLongstrip({ dataDir: folder, databaseUrl: database.url });
  const left = book.chapterIds.slice(1);
  const countIn = async (rows: string) =>
    (await db.query<{ count: number }>(`select count(*) as count from ${rows}`)).rows[0]?.count ?? 0;
  try {
    return await measure({
      ...{ server, database },
      async tellAll() {
        const before = await countIn('notices');
        const chapterId = left.shift() ?? '';
        const began = performance.now();
        await withTransaction(db, (tx) => setPublication(tx, { chapterId, publishedAt: 'now', by: commandLine }));
        // Counting the notices themselves would hold the readers up more than making them does.
        while ((await countIn('debuts where told_at is null')) > 0) await sleep(lookEveryMs);
        const seconds = (performance.now() - began) / 1000;
        const made = (await countIn('notices')) - before;
        if (made !== followers) throw new Error(`${made} notices were made`);
        return seconds;
      },
    });
  } finally {
    await server.stop();
    await database.stop();
  }
}

export const notify: Row = {
  name: 'notify',
  what: 'from the publication of a chapter to the last notice of 100,000 followers of its book',
  against: 'its target',
  unit: 's',
  target: { kind: 'oursAtMost', value: 60 },
  run: (context) =>
    withFollowers(context, 'notify', async ({ tellAll }) => {
      // Its pace is set, so one round tells it.
      return { ours: await tellAll(), reference: null };
    }),
};

/** The p99 of a member reading while `work` begins, and without it; `times`: what each work resolved to. */
export async function readBeside(
  { server, database }: { server: Running; database: Database },
  work: () => Promise<number>,
): Promise<{ measured: Awaited<ReturnType<typeof interleave>>; times: number[] }> {
  const chapter = await publishChapter(database, { isFree: false });
  await register(server.url, database, 'reader');
  const headers = { Authorization: `Token ${await logIn(server.url, 'reader')}` };
  const address = `${server.url}/api/v1/comics/chapter_comics/${chapter}/en-us`;
  const read = () => p99OfPacedRequests(address, { ...readings, headers });
  await read();
  const times: number[] = [];
  const beside = async () => {
    const working = work();
    const p99 = await read();
    times.push(await working);
    return p99;
  };
  return { measured: await interleave(rounds, beside, read), times };
}

export const notifyBeside: Row = {
  name: 'notify-beside',
  what: 'p99 of a member reading, about 300 requests a second, while 100,000 followers are told of a chapter',
  against: 'the same reading without it',
  unit: 'ms',
  target: { kind: 'ratioAtMost', value: 1.5 },
  run: (context) =>
    withFollowers(context, 'notify-beside', async ({ server, database, tellAll }) => {
      const { times, measured } = await readBeside({ server, database }, tellAll);
      return { ...measured, note: `all were told within ${Math.max(...times).toFixed(1)} s` };
    }),
};
