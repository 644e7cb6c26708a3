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
import { registerFeeds } from '../features/library/server/feeds.ts';
import { commandLine } from '../features/studio/server/audit.ts';
import { type Db, withTransaction } from '../server/db.ts';
import { AppError } from '../server/errors.ts';
import { createTestDatabase, type TestDatabase } from '../server/testing/database.ts';
import { type FrozenClock, freezeClock } from './testing/frozen-clock.ts';
import { compareLooks, imageKey, type Made, makeReadableImage } from './testing/release-looks.ts';
import { firstDate, Model } from './testing/release-model.ts';
import { type History, history, type Step } from './testing/release-steps.ts';
import { startTestServer, type TestServer } from './testing/server.ts';
import { signInStaff } from './testing/staff.ts';
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
let editor: SignedInUser;

beforeAll(async () => {
  database = await createTestDatabase();
  clock = await freezeClock(database, startsAt);
  server = await startTestServer({
    database,
    watch: () => clock.db,
    clock: () => new Date(machineMs),
    addPages({ http, db, dates, coversOf, config: { publicUrl } }) {
      registerFeeds({ http, db, dates, publicUrl, siteName: 'Ink', coversOf, textIn: () => ({ t: (key) => key }) });
    },
  });
  member = await signIn(server, { expireAt: new Date('2200-01-01') });
  expired = await signIn(server, { expireAt: new Date('2029-01-01') });
  editor = await signInStaff(server, 'editor');
});
afterAll(async () => {
  await clock.db.end();
  await server.stop();
});

/** The book of a history; each edition has a text of its own, or an image. */
async function makeHistoryBook({ kind, chapters }: History): Promise<Made> {
  const images = new Map<string, string>();
  for (const [index, languages] of chapters.entries())
    if (kind === 'comic')
      for (const language of languages)
        images.set(imageKey(index, language), await makeReadableImage(server, clock.db));
  const made = await makeBook(clock.db, {
    kind,
    titles: { 'en-us': 'A book', 'zh-cn': '书' },
    chapters: chapters.map((languages, index) => ({
      createdAt: firstDate(index),
      editions: Object.fromEntries(
        languages.map((language) => [
          language,
          { title: `${language} ${index + 1}`, ...contentOf(index, images.get(imageKey(index, language))) },
        ]),
      ),
    })),
  });
  return { ...made, images };
}

function contentOf(index: number, imageId: string | undefined) {
  if (imageId !== undefined) return { imageIds: [imageId] };
  return { blocks: [{ type: 'p' as const, inlines: [{ type: 'text' as const, text: `needle ${index + 1}` }] }] };
}

/** Lives one history on a book of its own; returns what differs from the model. */
async function live(given: History): Promise<string[]> {
  const { chapters, steps } = given;
  await clock.db.query('delete from windows');
  await clock.set(startsAt);
  const made = await makeHistoryBook(given);
  const model = new Model(made.chapterIds, chapters);
  const wrong: string[] = [];
  try {
    for (const [index, step] of steps.entries()) {
      const asked = await take(step, made, model);
      const expected = model.take(step, clock.now());
      if (asked !== expected) wrong.push(`step ${index} ${JSON.stringify(step)}: ${asked}, not ${expected}`);
      for (const moment of model.momentsAround(clock.now(), step)) {
        await clock.set(moment);
        wrong.push(...(await compare(made, model, moment)));
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
        showSchedule: step.shown,
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

async function compare(made: Made, model: Model, now: Date): Promise<string[]> {
  machineMs += pastCaches;
  const wrong = await compareLooks({ server, member, expired, editor }, made, model, now);
  const listed = await listAddresses(clock.db, { from: made.id, below: null, limit: 1 });
  const isListed = listed.some(({ id }) => id === made.id);
  if (isListed === model.isHidden(now)) wrong.push(`${now.toISOString()} sitemap: ${isListed}`);
  return wrong;
}

it(
  `readers see what the dates, overrides and windows say, after ${histories} histories, at every instant`,
  async () => {
    const seed = randomInt(2 ** 30);
    await fc.assert(
      fc.asyncProperty(history, async (given) => {
        expect(await live(given)).toEqual([]);
      }),
      { numRuns: histories, seed },
    );
  },
  Math.max(600, histories) * 1000,
);
