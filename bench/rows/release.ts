import { join } from 'node:path';
import { missingForLoad, requestsPerSecond } from '../lib/load.ts';
import { type Database, fillCatalogue, startDatabase, startLongstrip } from '../lib/longstrip.ts';
import { logIn, publishChapter, register } from '../lib/member.ts';
import { openWindows, scheduleChapters } from '../lib/release.ts';
import { type BenchContext, interleave, type Outcome, type Row } from '../row.ts';

const windows = 1000;
const scheduled = 10_000;
const books = 100_000;
/** Dates may cost so much. */
const target = { kind: 'ratioAtMost', value: 1.1 } as const;

/** How to ask a site, once its data are there; resolves to requests per second. */
type Ask = (url: string, database: Database) => Promise<() => Promise<number>>;

/** The time of a request on a site with rules and on one without, which are else the same. */
async function beside(
  { scratch }: BenchContext,
  given: { name: string; make: (database: Database, hasRules: boolean) => Promise<Ask> },
): Promise<Outcome> {
  const missing = missingForLoad();
  if (missing) return { skipped: missing };
  const stops: (() => Promise<unknown>)[] = [];
  const start = async (hasRules: boolean) => {
    const folder = join(scratch, `${given.name}-${hasRules ? 'rules' : 'plain'}`);
    const database = await startDatabase(join(folder, 'postgres'));
    stops.unshift(() => database.stop());
    const ask = await given.make(database, hasRules);
    const server = await startLongstrip({ dataDir: folder, databaseUrl: database.url });
    stops.unshift(() => server.stop());
    const perSecond = await ask(server.url, database);
    return async () => 1_000_000 / (await perSecond());
  };
  try {
    const [withRules, without] = [await start(true), await start(false)];
    await withRules();
    await without();
    return await interleave(5, withRules, without);
  } finally {
    for (const stop of stops) await stop();
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
      async make(database, hasRules) {
        const { db } = database;
        const chapter = await publishChapter(database, { isFree: false });
        if (hasRules) {
          await db.query('update books set early_access_days = 365');
          await db.query(`update chapters set free_at = now() + interval '300 days'`);
          await openWindows(db, windows);
        }
        return async (url) => {
          await register(url, database, 'reader');
          const headers = { Authorization: `Token ${await logIn(url, 'reader')}` };
          return () => requestsPerSecond(`${url}/api/v1/comics/chapter_comics/${chapter}/en-us`, { headers });
        };
      },
    }),
};

export const searchWindows: Row = {
  name: 'search-windows',
  what: `search by tag and date, uncached, ${books} books, ${windows} windows, ${scheduled} scheduled chapters`,
  against: 'the same without dates',
  unit: 'µs',
  target,
  run: (context) =>
    beside(context, {
      name: 'search-windows',
      async make({ db }, hasRules) {
        await fillCatalogue(db, books);
        if (hasRules) {
          await openWindows(db, windows);
          await scheduleChapters(db, scheduled);
        }
        return async (url) => () => requestsPerSecond(url, { script: 'bench/lib/search.lua' });
      },
    }),
};
