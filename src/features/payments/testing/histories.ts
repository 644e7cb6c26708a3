import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import type { Db } from '../../../server/database/db.ts';
import { createCoupons } from '../../membership/server/coupons.ts';
import { checkLedger } from '../../membership/server/jobs.ts';
import { listUnsettled } from '../server/event-queries.ts';
import { reportPayments } from '../server/report.ts';
import { nextLeapDay, nextMonthEnd } from './histories/calendar.ts';
import { checkExpiries, checkGrants, dueReward, type Reward, readBooks, type Span } from './histories/model.ts';
import { type Jump, type Round, round } from './histories/steps.ts';
import { Story, type User } from './histories/story.ts';
import { openWorld, type World } from './histories/world.ts';
import { faultsOfReceipts } from './receipt-numbers.ts';

const dayMs = 86_400_000;
const leap = (nowMs: number): Record<Jump, number> => ({
  '+1 day': nowMs + dayMs,
  '-1 day': nowMs - dayMs,
  '+8 days': nowMs + 8 * dayMs,
  'month end': nextMonthEnd(nowMs),
  '29 February': nextLeapDay(nowMs),
  none: nowMs,
});
/** The clock passes through every leap day, and times end with the year 9999. */
const latestMs = Date.UTC(2200, 0, 1);

/**
 * Runs some histories at once, over the signed routes of two processes; returns how the books differ from the truth.
 * Each ends when every letter is sent again, by turns to either process, and the settings are corrected.
 */
async function live(world: World, given: Round, spoil: Spoil | null): Promise<string[]> {
  const coupons = await createCoupons(world.db, { count: given.histories.length, terms: oneDiscount });
  world.sessions.length = 0;
  const stories = await Promise.all(
    coupons.map(async (coupon) => new Story(world, { users: await insertUsers(world.db), coupon })),
  );
  const rewards = new Map<Story, Reward>();
  const spans: Span[] = [];
  const wrong: string[] = [];
  if (world.nowMs() > latestMs) await world.jumpTo(Date.now());
  for (const [part, jump] of given.jumps.entries()) {
    const span = { fromMs: world.nowMs(), untilMs: 0 };
    const killing = part === given.killIn ? killOne(world) : null;
    await Promise.all(stories.map((story, index) => takeAll(story, given.histories[index]?.[part] ?? [])));
    await killing;
    if (part === given.jumps.length - 1) await sendEverything(world, stories);
    await settleRewards(world, stories, rewards);
    spans.push({ ...span, untilMs: world.nowMs() });
    const books = await readBooks(world.db, stories);
    wrong.push(...stories.flatMap((story) => checkExpiries(story, books, spans)));
    await world.jumpTo(leap(world.nowMs())[jump]);
  }
  await spoil?.(world.db);
  const books = await readBooks(world.db, stories);
  wrong.push(...stories.flatMap((story) => checkExpiries(story, books, spans)));
  wrong.push(...stories.flatMap((story) => checkGrants(story, books, rewards.get(story) ?? null)));
  return [...wrong, ...(await checkStrays(world, stories))];
}

const oneDiscount = { gives: { percent: 30, plan: null }, maxUses: 1, newUsersOnly: false, expiresAt: null };

/** Breaks the books on purpose, so that a test can see that the check notices it. */
export type Spoil = (db: Db) => Promise<void>;

async function takeAll(story: Story, steps: Round['histories'][number][number]): Promise<void> {
  for (const step of steps) await story.take(step);
}

const underWayMs = 30;

async function killOne(world: World): Promise<void> {
  // A process dies at any time: here while the others are in the middle of something.
  await pause(underWayMs);
  await world.sites[1]?.kill();
}

async function sendEverything(world: World, stories: readonly Story[]): Promise<void> {
  const letters = stories.flatMap((story) => story.letters.toReversed());
  const waiting = letters.values();
  const sender = async () => {
    for (const letter of waiting) await world.sendUntilTaken(letter);
  };
  await Promise.all(Array.from({ length: 12 }, sender));
  const [first] = world.sites;
  await first?.runJob('ask Stripe');
  await first?.runJob('judge sales in doubt');
  await makeDue(world.db, stories);
  await first?.runJob('sweep orders');
  await first?.runJob('follow unsettled events');
}

/** The reward job runs between two parts, when nothing else runs: so it is known which rewards are due. */
async function settleRewards(world: World, stories: readonly Story[], rewards: Map<Story, Reward>): Promise<void> {
  const books = await readBooks(world.db, stories);
  for (const story of stories) {
    const due = rewards.has(story) ? null : dueReward(books, story.users[1], world.nowMs());
    if (due) rewards.set(story, due);
  }
  await world.sites[0]?.runJob('reward invites');
}

/** Money without an order is listed, and nothing else of these stories is. */
async function checkStrays(world: World, stories: readonly Story[]): Promise<string[]> {
  const strays = stories.flatMap((story) => story.strays);
  const sold = stories.flatMap(({ orders, cards }) => [
    ...orders.map(({ reference }) => reference),
    ...cards.map(({ sale }) => String(sale.session.payment_intent)),
  ]);
  const unsettled = await listUnsettled(world.db);
  const listed = new Set(unsettled.map(({ reference }) => reference));
  return [
    ...strays.filter((reference) => !listed.has(reference)).map((reference) => `${reference} is in no list`),
    ...sold.filter((reference) => listed.has(reference)).map((reference) => `${reference} is unsettled`),
  ];
}

export interface Lived {
  histories: number;
  grants: number;
  violations: number;
}

/**
 * Runs at least `count` histories on one database and compares the books with the truth; rejects with the shortest
 * round that it finds to come out wrong. Returns how many grants they made.
 */
export async function runHistories(
  url: string,
  { count, seed, spoil = null }: { count: number; seed: number; spoil?: Spoil | null },
): Promise<Lived> {
  const world = await openWorld(url);
  try {
    let histories = 0;
    const property = fc.asyncProperty(round, async (given) => {
      histories += given.histories.length;
      const wrong = await live(world, given, spoil);
      if (wrong.length > 0) throw new Error(wrong.slice(0, 5).join('; '));
    });
    for (let run = 0; histories < count; run += 1)
      await fc.assert(property, {
        numRuns: 1,
        seed: seed + run,
        includeErrorInReport: true,
        // Books that were broken on purpose need not be found in their shortest form.
        endOnFailure: spoil !== null,
        interruptAfterTimeLimit: 120_000,
        markInterruptAsFailure: false,
      });
    const { paid_not_granted: ungranted, granted_not_paid: unpaid } = await reportPayments(world.db);
    const differences = await checkLedger(world.db, { log: { error: () => {} } });
    const receipts = await faultsOfReceipts(world.db);
    const violations =
      ungranted.length + unpaid.length + differences + receipts.length + (await countDeadlocks(world.db));
    return { histories, grants: await countGrants(world.db), violations };
  } finally {
    await world.stop();
  }
}

async function insertUsers(db: Db): Promise<[User, User]> {
  const users = [drawUser(), drawUser()] as const;
  await db.query(
    `with given as (select * from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as given(id, session_id, invited_by)),
       made as (
         insert into users (id, username, username_key, password_hash, invited_by)
         select id, id::text, id::text, 'none', invited_by from given)
     insert into sessions (id, user_id, image_audience)
     select session_id, id, left(replace(session_id::text, '-', ''), 22) from given`,
    [users.map(({ id }) => id), users.map(({ sessionId }) => sessionId), [null, users[0].id]],
  );
  return [...users];
}

const drawUser = (): User => ({ id: randomUUID(), sessionId: randomUUID() });

/** Makes every order due to be asked about once more. */
async function makeDue(db: Db, stories: readonly Story[]): Promise<void> {
  const references = stories.flatMap(({ orders }) => orders.map(({ reference }) => reference));
  await db.query(
    `with due as (
       update payment_orders set next_check_at = now() - interval '1 day'
       where provider = 'wechat' and reference = any($1))
     update payment_events set tried_at = now() - interval '1 minute' where outcome is null`,
    [references],
  );
}

async function countGrants(db: Db): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select (select count(*) from ledger_entries where kind = 'extend' and source in ('wechat', 'stripe'))
       + (select count(*) from coupons where gift_cause is not null) as count`,
  );
  return rows[0]?.count ?? 0;
}

/** Counts transactions that waited for each other in a circle: locks are taken in one order, so there are none. */
async function countDeadlocks(db: Db): Promise<number> {
  const { rows } = await db.query<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.deadlocks ?? 0;
}
