import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listAddresses, setBookHidden } from '../features/catalog/server/catalog.ts';
import {
  addWindow,
  removeWindow,
  setBookRules,
  setOverride,
  setPublication,
} from '../features/catalog/server/release/publication.ts';
import { makeBook } from '../features/catalog/testing/books.ts';
import { commandLine } from '../features/studio/server/audit.ts';
import { type Db, withTransaction } from '../server/db.ts';
import { AppError } from '../server/errors.ts';
import { createTestDatabase, type TestDatabase } from '../server/testing/database.ts';
import { type FrozenClock, freezeClock } from './testing/frozen-clock.ts';
import { firstDate, type History, history, Model, type ModelChapter, type Step } from './testing/release-model.ts';
import { startTestServer, type TestServer } from './testing/server.ts';
import { type SignedInUser, signIn } from './testing/users.ts';

const histories = Number(process.env.RELEASE_HISTORIES ?? 500);
const startsAt = new Date('2030-01-10T00:00:00.000Z');

let database: TestDatabase;
let clock: FrozenClock;
let server: TestServer;
/** The machine's own clock stands too, and jumps past all that is cached. */
let machineMs = Date.now();
const pastCaches = 10_000;
let member: SignedInUser;
let expired: SignedInUser;

beforeAll(async () => {
  database = await createTestDatabase();
  clock = await freezeClock(database, startsAt);
  server = await startTestServer({ database, watch: () => clock.db, clock: () => new Date(machineMs) });
  member = await signIn(server, { expireAt: new Date('2200-01-01') });
  expired = await signIn(server, { expireAt: new Date('2029-01-01') });
});
afterAll(async () => {
  await clock.db.end();
  await server.stop();
});

/** Lives one history on a book of its own; returns what differs from the model. */
async function live({ chapters, steps }: History): Promise<string[]> {
  await clock.db.query('delete from windows');
  await clock.set(startsAt);
  const made = await makeBook(clock.db, {
    kind: 'novel',
    titles: { 'en-us': 'A book', 'zh-cn': '书' },
    chapters: chapters.map((languages, index) => ({
      createdAt: firstDate(index),
      editions: Object.fromEntries(
        languages.map((language) => [
          language,
          {
            title: `${language} ${index + 1}`,
            blocks: [{ type: 'p' as const, inlines: [{ type: 'text' as const, text: `needle ${index + 1}` }] }],
          },
        ]),
      ),
    })),
  });
  const model = new Model(made.chapterIds, chapters);
  const wrong: string[] = [];
  try {
    for (const [index, step] of steps.entries()) {
      const asked = await take(step, made, model);
      const expected = model.take(step, clock.now());
      if (asked !== expected) wrong.push(`step ${index} ${JSON.stringify(step)}: ${asked}, not ${expected}`);
      for (const moment of model.momentsAround(clock.now(), step)) {
        await clock.set(moment);
        wrong.push(...(await compare(made.id, model, moment)));
      }
      if (wrong.length > 0) return wrong.map((line) => `after ${index}: ${line}`);
    }
    return [];
  } finally {
    await clock.db.query('delete from books where id = $1', [made.id]);
  }
}

/** Takes a step as the product does; the code of its refusal, or `done`. */
async function take(step: Step, made: { id: string; chapterIds: string[] }, model: Model): Promise<string> {
  try {
    await withTransaction(clock.db, (tx) => change(tx, step, made, model));
    machineMs += pastCaches;
    return 'done';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

async function change(tx: Db, step: Step, made: { id: string; chapterIds: string[] }, model: Model): Promise<void> {
  const now = clock.now().getTime();
  switch (step.do) {
    case 'publish':
    case 'schedule':
    case 'withdraw': {
      const chapterId = made.chapterIds[step.which % made.chapterIds.length] ?? '';
      const publishedAt = step.do === 'schedule' ? new Date(now + step.inMs) : step.do === 'publish' ? 'now' : null;
      const withLater = step.do === 'schedule' && step.withLater;
      await setPublication(tx, {
        by: commandLine,
        chapterId,
        publishedAt,
        withLater,
        languages: model.languagesFor(step),
      });
      return;
    }
    case 'override': {
      const chapterId = made.chapterIds[step.which % made.chapterIds.length] ?? '';
      const freeAt = step.inMs === null ? null : new Date(now + step.inMs);
      await setOverride(tx, { by: commandLine, chapterId, access: step.access, freeAt });
      return;
    }
    case 'rules':
      await setBookRules(tx, {
        by: commandLine,
        bookId: made.id,
        publicFreeChapters: step.free,
        earlyAccessDays: step.days,
      });
      return;
    case 'window': {
      const bookId = step.isOfBook ? made.id : null;
      await addWindow(tx, {
        by: commandLine,
        bookId,
        from: new Date(now + step.inMs),
        to: new Date(now + step.inMs + step.lengthMs),
      });
      return;
    }
    case 'end window': {
      const { rows } = await tx.query<{ id: string }>('select id from windows order by from_at, to_at, book_id');
      const id = rows[step.which % Math.max(1, rows.length)]?.id;
      if (id) await removeWindow(tx, { by: commandLine, windowId: id });
      return;
    }
    case 'hide':
      await setBookHidden(tx, { bookId: made.id, hidden: step.hidden });
  }
}

const get = async (url: string, user?: SignedInUser) => {
  const answer = await server.app.inject({ url: `/api/v1${url}`, headers: user?.headers ?? {} });
  return { status: answer.statusCode, body: answer.json(), caching: answer.headers['cache-control'] };
};

/** Compares all that readers see at a moment, without cached answers, with the model. */
async function compare(bookId: string, model: Model, now: Date): Promise<string[]> {
  const wrong: string[] = [];
  const expect = (what: string, found: unknown, wanted: unknown) => {
    if (JSON.stringify(found) !== JSON.stringify(wanted))
      wrong.push(`${now.toISOString()} ${what}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
  };
  machineMs += pastCaches;
  const shown = model.isHidden(now) ? null : model.published(now);
  const detail = await get(`/comics/chapters/${bookId}/en-us/asc/0/50`);
  expect('book', detail.status, shown ? 200 : 404);
  expect(
    'rows',
    detail.body.data?.result.chapters.map((row: Record<string, unknown>) => [
      row.chapter_uuid,
      row.chapter_number,
      row.language,
      row.published_at,
      row.access,
    ]),
    shown?.map((chapter, index) => [
      chapter.id,
      index + 1,
      model.languageOf(chapter, now),
      model.dateOf(chapter)?.toISOString(),
      model.access(chapter, index + 1, now),
    ]),
  );
  const { next, until } = model.openings(now);
  expect(
    'openings',
    shown && [detail.body.data.result.next_free_at, detail.body.data.result.free_until],
    shown && [next, until],
  );
  const listed = await listAddresses(clock.db, { from: bookId, below: null, limit: 1 });
  expect(
    'sitemap',
    listed.some(({ id }) => id === bookId),
    shown !== null,
  );
  for (const [index, chapter] of model.chapters.entries()) {
    const number = shown ? shown.indexOf(chapter) + 1 : 0;
    const isOpen = number > 0 && model.access(chapter, number, now).state === 'free';
    const statuses = await Promise.all(
      [undefined, member, expired].map((user) => get(`/comics/chapter_comics/${chapter.id}/en-us`, user)),
    );
    expect(
      `chapter ${index + 1}`,
      statuses.map(({ status, body }) => `${status} ${body.code ?? body.data.result.access.reason}`),
      number === 0
        ? Array.from({ length: 3 }, () => '404 chapter_not_found')
        : isOpen
          ? Array.from({ length: 3 }, () => `200 ${model.access(chapter, number, now).reason}`)
          : ['403 membership_required', '200 member', '403 membership_expired'],
    );
  }
  for (const user of [undefined, member]) {
    const search = await get(`/reader/book/${bookId}/en-us/text?q=needle`, user);
    const readable = (chapter: ModelChapter, number: number) =>
      user !== undefined || model.access(chapter, number, now).state === 'free';
    expect(
      'text search',
      search.body.data?.result.map((hit: { chapter_uuid: string }) => hit.chapter_uuid),
      shown?.filter((chapter, index) => readable(chapter, index + 1)).map(({ id }) => id),
    );
  }
  expect('caching', detail.caching, shown ? model.caching(now) : 'no-store');
  return wrong;
}

it(`readers see what the dates, overrides and windows say, after ${histories} histories, at every instant`, async () => {
  const seed = randomInt(2 ** 30);
  await fc.assert(
    fc.asyncProperty(history, async (given) => {
      expect(await live(given)).toEqual([]);
    }),
    { numRuns: histories, seed },
  );
}, 600_000);
