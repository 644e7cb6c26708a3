import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { freezeClock } from '../../../app/testing/frozen-clock.ts';
import { createTestDatabase } from '../../../server/testing/database.ts';
import { howMany, seed } from '../../../server/testing/depth.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { listBookAddresses, listChapterAddresses } from '../../catalog/server/catalog.ts';
import { compareLike, compareLooks, type Made } from '../testing/release-looks.ts';
import { Model } from '../testing/release-model.ts';
import { makeHistoryBook, signInLookers, startHistoryServer, takeStep } from '../testing/release-site.ts';
import { type History, history } from '../testing/release-steps.ts';

const histories = howMany({ usual: 1, long: 500 });
const startsAt = new Date('2030-01-10T00:00:00.000Z');

/** The machine's own clock stands too, and jumps past all that is cached. */
let machineMs = Date.now();
const pastCaches = 10_000;
const database = forAllTests(createTestDatabase);
const clock = forAllTests(() => freezeClock(database, startsAt));
const server = forAllTests(
  () => startHistoryServer({ database, standing: clock, clock: () => new Date(machineMs) }),
  async ({ stop }) => {
    await clock.db.end();
    await stop();
  },
);
const lookers = forAllTests(() => signInLookers(server));

/** Lives one history on a book of its own; returns what differs from the model. */
async function live(given: History): Promise<string[]> {
  const { chapters, steps } = given;
  await clock.db.query('delete from windows');
  await clock.set(startsAt);
  const made = await makeHistoryBook({ server, db: clock.db }, given);
  const model = new Model(made.chapterIds, chapters);
  const wrong: string[] = [];
  try {
    for (const [index, step] of steps.entries()) {
      const asked = await takeStep(clock, { step, made, model });
      machineMs += pastCaches;
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

async function compare(made: Made, model: Model, now: Date): Promise<string[]> {
  machineMs += pastCaches;
  const looks = { server, ...lookers };
  const wrong = [
    ...(await compareLooks(looks, { made, model, now })),
    ...(await compareLike(looks, { made, model, now })),
  ];
  return [...wrong, ...(await compareSitemap(made, model, now))];
}

async function compareSitemap(made: Made, model: Model, now: Date): Promise<string[]> {
  const books = await listBookAddresses(clock.db, { from: made.id, to: made.id, limit: 1, adult: false });
  const chapters = await Promise.all(
    made.chapterIds.map((id) => listChapterAddresses(clock.db, { from: id, to: id, limit: 1, adult: false })),
  );
  const listed = [
    ...books.map(({ id }) => id),
    ...chapters.flat().map((each) => `${each.number} ${each.id} ${each.language} ${each.updatedAt.toISOString()}`),
  ];
  const expected = model.isHidden(now) ? [] : [made.id, ...model.editionsOut(now)];
  return isDeepStrictEqual(listed, expected) ? [] : [`${now.toISOString()} sitemap: ${listed} and not ${expected}`];
}

it(
  `readers see what the dates, overrides and windows say, after ${histories} histories, at every instant`,
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async (given) => {
        expect(await live(given)).toEqual([]);
      }),
      { numRuns: histories, seed },
    );
  },
  // A busy machine took more than 1 s of time for each.
  Math.max(600, histories * 5) * 1000,
);
