import fc from 'fast-check';
import { expect } from 'vitest';
import { freezeClock } from '../../../app/testing/frozen-clock.ts';
import { databaseForTests } from '../../../server/testing/database.ts';
import { howMany, inLong, seed } from '../../../server/testing/depth.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { compareLooks } from '../testing/release-looks.ts';
import { Model } from '../testing/release-model.ts';
import { makeHistoryBook, signInLookers, startHistoryServer, takeStep } from '../testing/release-site.ts';
import { type History, history } from '../testing/release-steps.ts';

/** Two processes with caches on one database, whose machines have clocks that are an hour ahead and an hour behind. */
const histories = howMany({ usual: 1, long: 60 });
const hourMs = 3_600_000;
const seenWithinMs = 5000;

/** The machines' time passes with the database's, but for its leaps over days. */
let machineMs = Date.now();
const longestMs = 60_000;
const database = databaseForTests();
const clock = forAllTests(
  () => freezeClock(database, new Date('2030-01-10T00:00:00.000Z')),
  ({ db }) => db.end(),
);
const start = (aheadMs: number) =>
  forAllTests(
    () => startHistoryServer({ database, standing: clock, clock: () => new Date(machineMs + aheadMs) }),
    async ({ app, close }) => {
      await app.close();
      await close();
    },
  );
const servers = [start(hourMs), start(-hourMs)] as const;
const lookers = forAllTests(() => signInLookers(servers[0]));

async function pass(ms: number): Promise<void> {
  machineMs += Math.min(ms, longestMs);
  await clock.set(new Date(clock.now().getTime() + ms));
}

/** Lives one history on a book of its own; returns what differs from the model in either process. */
async function live(given: History): Promise<string[]> {
  const made = await makeHistoryBook({ server: servers[0], db: clock.db }, given);
  const model = new Model(made.chapterIds, given.chapters);
  /** Asks both processes, which also keep their answers for the next who asks. */
  const compare = async () => {
    const looks = servers.map((each) => compareLooks({ server: each, ...lookers }, { made, model, now: clock.now() }));
    return (await Promise.all(looks)).flat();
  };
  try {
    for (const [index, step] of given.steps.entries()) {
      await compare();
      const asked = await takeStep(clock, { step, made, model });
      const wrong = [asked].filter((code) => code !== model.take(step, clock.now()));
      await compare();
      await pass(seenWithinMs);
      wrong.push(...(await compare()));
      const [, , coming] = model.boundaries(clock.now());
      if (coming) {
        await pass(Math.max(0, coming.getTime() - 1000 - clock.now().getTime()));
        await compare();
        await pass(coming.getTime() + seenWithinMs - clock.now().getTime());
        wrong.push(...(await compare()));
      }
      if (wrong.length > 0) return wrong.map((line) => `after ${index}: ${line}`);
    }
    return [];
  } finally {
    await clock.db.query('delete from books where id = $1', [made.id]);
    await clock.db.query('delete from windows');
    await pass(24 * hourMs);
  }
}

inLong(
  `two processes with clocks two hours apart show the same within 5 s of each change, in ${histories} histories`,
  async () => {
    const novels = history.map((given) => ({ ...given, kind: 'novel' as const }));
    await fc.assert(
      fc.asyncProperty(novels, async (given) => {
        expect(await live(given)).toEqual([]);
      }),
      { numRuns: histories, seed },
    );
  },
  600_000,
);
