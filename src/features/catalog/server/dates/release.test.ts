import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FrozenClock, freezeClock } from '../../../../app/testing/frozen-clock.ts';
import { type DbPool, withTransaction } from '../../../../server/database/db.ts';
import { databaseForTests } from '../../../../server/testing/database.ts';
import { commandLine } from '../../../studio/server/audit.ts';
import { makeBook } from '../../testing/books.ts';
import { setPublication } from './publication.ts';
import { createRelease } from './release.ts';

let clock: FrozenClock;
let moment: Date;
let chapterId: string;
const database = databaseForTests();
beforeAll(async () => {
  clock = await freezeClock(database, new Date('2026-06-01T12:00:00Z'));
});
afterAll(() => clock.db.end());
beforeEach(async () => {
  const book = await makeBook(clock.db, { chapters: [{ createdAt: new Date('2026-01-01T00:00:00Z') }, {}] });
  chapterId = book.chapterIds[1] ?? '';
  moment = new Date(clock.now().getTime() + 60_000);
  const later = { by: commandLine, chapterId, publishedAt: moment };
  await withTransaction(clock.db, (tx) => setPublication(tx, later));
});

const at = (ms: number) => clock.set(new Date(moment.getTime() + ms));
async function isPublished(): Promise<boolean> {
  const { rows } = await database.db.query<{ is_published: boolean }>(
    'select is_published from chapter_editions where chapter_id = $1',
    [chapterId],
  );
  return rows[0]?.is_published ?? false;
}

/** The questions of the process about dates, where a test may come between: `ask` has the number of the question. */
function between(work: (asked: number, ask: () => Promise<void>) => Promise<void>): DbPool {
  let asked = 0;
  const query: DbPool['query'] = async <R>(...given: Parameters<DbPool['query']>) => {
    let answer: Awaited<ReturnType<typeof clock.db.query<R>>> | undefined;
    asked += 1;
    await work(asked, async () => {
      answer = await clock.db.query<R>(...given);
    });
    if (!answer) throw new Error('Nothing was asked');
    return answer;
  };
  return { ...clock.db, query };
}

it('publishes a chapter for the request that looked just before its moment and asked again after it', async () => {
  const db = between(async (asked, ask) => {
    if (asked === 3) await at(5); // windows are asked for once, behind the first question
    await ask();
  });
  const release = createRelease({ db, now: () => clock.now().getTime() });
  await at(-10);
  await release.ready();
  expect(await isPublished()).toBe(true);
});

it('publishes a chapter for a request that came after its moment while a look from before it was under way', async () => {
  let held = () => {};
  let reached = () => {};
  const isHeld = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const db = between(async (asked, ask) => {
    await ask();
    if (asked !== 3) return;
    reached();
    await new Promise<void>((resolve) => {
      held = resolve;
    });
  });
  const release = createRelease({ db, now: () => clock.now().getTime() });
  await at(-10);
  const early = release.ready();
  await isHeld;
  await at(1);
  const late = release.ready();
  held();
  await Promise.all([early, late]);
  expect(await isPublished()).toBe(true);
});

it.each([
  [-1, false],
  [0, true],
  [1, true],
])('follows the moment at %i ms of it: %s', async (ms, published) => {
  const release = createRelease({ db: clock.db, now: () => clock.now().getTime() });
  await at(ms);
  await release.ready();
  expect(await isPublished()).toBe(published);
});
