import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DbPool } from '../../../src/server/database/db.ts';
import { missingForLoad, requestsPerSecond } from '../lib/load.ts';
import { type Database, fillCatalogue, startDatabase, startLongstrip } from '../lib/longstrip.ts';
import { logIn, publishChapter, register } from '../lib/member.ts';
import { openWindows, scheduleChapters } from '../lib/release.ts';
import { type BenchContext, interleave, type Outcome, type Row } from '../row.ts';

const windows = 1000;
const scheduled = 10_000;
const books = 1_000_000;
/** Dates may cost so much. */
const target = { kind: 'ratioAtMost', value: 1.1 } as const;

/** A site as it is without dates, what they add to it, and how it is asked then. */
interface Sites<Filled> {
  name: string;
  fill(database: Database): Promise<Filled>;
  addRules(db: DbPool): Promise<void>;
  /** Resolves to requests per second. */
  ask(url: string, database: Database, filled: Filled): Promise<() => Promise<number>>;
}

/** The time of a request on a site with rules and on one without; both begin as copies of one database. */
async function beside<Filled>({ scratch }: BenchContext, sites: Sites<Filled>): Promise<Outcome> {
  const missing = missingForLoad();
  if (missing) return { skipped: missing };
  const [plain, ruled] = [join(scratch, `${sites.name}-plain`), join(scratch, `${sites.name}-rules`)];
  const first = await startDatabase(join(plain, 'postgres'));
  const filled = await sites.fill(first).finally(() => first.stop());
  await cp(plain, ruled, { recursive: true });
  const stops: (() => Promise<unknown>)[] = [];
  const start = async (folder: string, prepare: (db: DbPool) => Promise<void>) => {
    const database = await startDatabase(join(folder, 'postgres'));
    stops.unshift(() => database.stop());
    await prepare(database.db);
    const server = await startLongstrip({ dataDir: folder, databaseUrl: database.url });
    stops.unshift(() => server.stop());
    const perSecond = await sites.ask(server.url, database, filled);
    return async () => 1_000_000 / (await perSecond());
  };
  try {
    const withRules = await start(ruled, sites.addRules);
    const without = await start(plain, async () => {});
    await withRules();
    await without();
    return await interleave(5, withRules, without);
  } finally {
    for (const stop of stops) await stop();
    for (const folder of [plain, ruled]) await rm(folder, { recursive: true, force: true });
  }
}

export const memberChapterRules: Row = {
  name: 'member-chapter-rules',
  what: `a member asks again for a chapter of 30 images: early access, an override, ${windows} windows`,
  against: 'the same without dates',
  unit: 'µs',
  target,
  run: (context) =>
    beside(context, {
      name: 'member-chapter-rules',
      fill: (database) => publishChapter(database, { isFree: false }),
      async addRules(db) {
        await db.query('update books set early_access_days = 365');
        await db.query(`update chapters set free_at = now() + interval '300 days'`);
        await openWindows(db, windows);
      },
      async ask(url, database, chapter) {
        await register(url, database, 'reader');
        const headers = { Authorization: `Token ${await logIn(url, 'reader')}` };
        return () => requestsPerSecond(`${url}/api/v1/comics/chapter_comics/${chapter}/en-us`, { headers });
      },
    }),
};

export const searchWindows: Row = {
  name: 'search-windows',
  what: `search by tag and date, uncached, ${books} books, ${windows} windows, ${scheduled} scheduled chapters`,
  against: 'the same without dates',
  unit: 'µs',
  isAtSize: true,
  target,
  run: (context) =>
    beside(context, {
      name: 'search-windows',
      fill: ({ db }) => fillCatalogue(db, books),
      async addRules(db) {
        await openWindows(db, windows);
        await scheduleChapters(db, scheduled);
      },
      ask: async (url) => () => requestsPerSecond(url, { script: 'lab/bench/lib/search.lua' }),
    }),
};
