import fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';
import { type FrozenClock, freezeClock } from '../../../app/testing/frozen-clock.ts';
import { startTestServer, type TestServer } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import { type SignedInUser, signIn } from '../../../app/testing/users.ts';
import { createTestDatabase, type TestDatabase } from '../../../server/testing/database.ts';
import { howMany, inLong, seed } from '../../../server/testing/depth.ts';
import { registerFeeds } from '../../library/server/feeds.ts';
import { compareLooks } from '../testing/release-looks.ts';
import { Model } from '../testing/release-model.ts';
import { makeHistoryBook, takeStep } from '../testing/release-site.ts';
import { type History, history } from '../testing/release-steps.ts';

/** Two processes with caches on one database, whose machines have clocks that are an hour ahead and an hour behind. */
const histories = howMany({ usual: 1, long: 60 });
const hourMs = 3_600_000;
const seenWithinMs = 5000;

let database: TestDatabase;
let clock: FrozenClock;
/** The machines' time passes with the database's, but for its leaps over days. */
let machineMs = Date.now();
const longestMs = 60_000;
let servers: TestServer[];
let users: { member: SignedInUser; expired: SignedInUser; editor: SignedInUser };

beforeAll(async () => {
  database = await createTestDatabase();
  clock = await freezeClock(database, new Date('2030-01-10T00:00:00.000Z'));
  const start = (aheadMs: number) =>
    startTestServer({
      database,
      watch: () => clock.db,
      clock: () => new Date(machineMs + aheadMs),
      addPages({ http, db, dates, coversOf, config: { publicUrl } }) {
        registerFeeds({
          http,
          db,
          dates,
          publicUrl,
          nameIn: () => 'Ink',
          coversOf,
          textIn: () => ({ t: (key) => key }),
        });
      },
    });
  servers = [await start(hourMs), await start(-hourMs)];
  const [server] = servers;
  if (!server) throw new Error('No server was started');
  users = {
    member: await signIn(server, { expireAt: new Date('2200-01-01') }),
    expired: await signIn(server, { expireAt: new Date('2029-01-01') }),
    editor: await signInStaff(server, 'editor'),
  };
});
afterAll(async () => {
  await clock.db.end();
  for (const server of servers) await server.app.close();
  for (const server of servers) await server.close();
  await database.drop();
});

async function pass(ms: number): Promise<void> {
  machineMs += Math.min(ms, longestMs);
  await clock.set(new Date(clock.now().getTime() + ms));
}

/** Lives one history on a book of its own; returns what differs from the model in either process. */
async function live(given: History): Promise<string[]> {
  const [server] = servers;
  if (!server) return ['no server'];
  const made = await makeHistoryBook({ server, db: clock.db }, given);
  const model = new Model(made.chapterIds, given.chapters);
  /** Asks both processes, which also keep their answers for the next who asks. */
  const compare = async () => {
    const looks = servers.map((each) => compareLooks({ server: each, ...users }, { made, model, now: clock.now() }));
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
