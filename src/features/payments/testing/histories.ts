import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { type Db, type DbPool, withTransaction } from '../../../server/db.ts';
import { checkLedger } from '../../membership/server/jobs.ts';
import { extendMembership } from '../../membership/server/membership.ts';
import { followCardFact } from '../server/card-sales.ts';
import { recordRefund } from '../server/payments.ts';
import { reportPayments } from '../server/report.ts';
import { readFact } from '../server/stripe/mapping.ts';
import type { WechatPaidFact, WechatPay } from '../server/wechat/wechat-pay.ts';
import {
  createWechatOrder,
  settleWechat,
  sweepOrders,
  type WechatOrderDeps,
  watchOrder,
} from '../server/wechat-orders.ts';
import { type Offer, type SimulatedEvent, type SimulatedSale, simulateSale } from './stripe/sale.ts';

/** What providers, buyers and operators can do to one user's money, in any order. `which` counts round what there is. */
type Step =
  | { do: 'order'; months: 1 | 3; isLost: boolean }
  | { do: 'pay' | 'watch' | 'lose dispute' | 'win dispute' | 'dispute'; which: number }
  | { do: 'notify'; which: number; times: number; fault: 'none' | 'amount' | 'merchant' | 'crash' }
  | { do: 'expire' | 'sweep'; which: number; isCrashing: boolean }
  | { do: 'refund' | 'card refund'; which: number; part: number }
  | { do: 'refund fails' | 'card refund fails'; which: number }
  | { do: 'buy'; plan: 'month' | 'season'; pays: 'now' | 'later' | 'never'; isNamed: boolean }
  | { do: 'deliver'; which: number; times: number; isCrashing: boolean }
  | { do: 'coupon'; days: number }
  | { do: 'operator'; months: number };
export type History = { steps: Step[]; resendFrom: number };

const which = fc.nat(7);
/** Mostly the last letter: a refund that failed matters only where it was heard of before. */
const recent = fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3, 5, 7);
const times = fc.constantFrom(1, 1, 1, 2, 4);
const isCrashing = fc.constantFrom(false, false, false, true);
const part = fc.constantFrom(0.3, 0.5, 1, 1, 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      months: fc.constantFrom(1, 3),
      isLost: fc.constantFrom(false, false, false, false, true),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pay' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('watch' as const), which }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('notify' as const),
      which,
      times,
      fault: fc.constantFrom('none', 'none', 'none', 'amount', 'merchant', 'crash'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('sweep' as const, 'sweep' as const, 'expire' as const),
      which,
      isCrashing,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('refund' as const, 'card refund' as const), which, part }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('refund fails' as const, 'card refund fails' as const), which }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      plan: fc.constantFrom('month', 'season'),
      pays: fc.constantFrom('now', 'now', 'now', 'later', 'never'),
      isNamed: fc.constantFrom(true, true, true, false),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('deliver' as const), which: recent, times, isCrashing }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('dispute' as const, 'lose dispute' as const, 'win dispute' as const),
      which,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('coupon' as const), days: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('operator' as const), months: fc.integer({ min: 1, max: 12 }) }),
  },
);
const history: fc.Arbitrary<History> = fc.record({
  steps: fc.array(step, { minLength: 3, maxLength: 14 }),
  resendFrom: fc.nat(50),
});

const merchant = { appId: 'wx-histories', mchId: '1900000001' };
const offer: Offer = {
  publishableKey: 'pk_test_1',
  buttons: [
    { plan: 'month', buy_button_id: 'buy_btn_m', payment_link: 'plink_m', amount: 199, currency: 'usd' },
    { plan: 'season', buy_button_id: 'buy_btn_s', payment_link: 'plink_s', amount: 499, currency: 'usd' },
  ],
};
const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** What is true at WeChat Pay of one order: the truth that our books are held against. */
interface Truth {
  number: string;
  amount: number;
  state: 'waiting' | 'closed' | 'paid';
  payment: WechatPaidFact | null;
  refunds: Map<string, { amount: number; isDone: boolean }>;
}

/** WeChat Pay's books for all histories of a run, at the level where signatures are already checked. */
function createProvider() {
  const truths = new Map<string, Truth>();
  const losing = new Set<string>();
  const unsaid = { isSigned: true, requestId: null };
  const provider: WechatPay = {
    async createOrder({ orderNumber, amountMinor, description }) {
      truths.set(orderNumber, {
        number: orderNumber,
        amount: amountMinor,
        state: 'waiting',
        payment: null,
        refunds: new Map(),
      });
      if (losing.delete(description)) return { kind: 'unknown', cause: 'timeout', requestId: null };
      return { kind: 'ok', codeUrl: `weixin://${orderNumber}` };
    },
    async findOrder(orderNumber) {
      const truth = truths.get(orderNumber);
      if (!truth) return { kind: 'declined', code: 'ORDERNOTEXIST', status: 404, ...unsaid };
      if (!truth.payment) return { kind: 'ok', state: truth.state === 'closed' ? 'closed' : 'waiting', orderNumber };
      if (truth.refunds.size > 0) return { kind: 'ok', state: 'refunded', orderNumber };
      return { kind: 'ok', state: 'paid', orderNumber, fact: truth.payment };
    },
    async closeOrder(orderNumber) {
      const truth = truths.get(orderNumber);
      if (truth?.state !== 'waiting') return { kind: 'declined', code: 'ORDERPAID', status: 400, ...unsaid };
      truth.state = 'closed';
      return { kind: 'ok' };
    },
    refund: () => Promise.reject(new Error('Refunds are made by hand here')),
    findRefund: () => Promise.reject(new Error('Nobody asks about refunds here')),
    readNotification: () => ({ kind: 'refused', reason: 'malformed' }),
    readStored: () => ({ kind: 'refused', reason: 'malformed' }),
  };
  return { truths, losing, provider };
}
type Provider = ReturnType<typeof createProvider>;

/** A database whose every transaction dies right before it would be committed. */
function dyingBeforeCommit(db: DbPool): DbPool {
  const dying = (connection: Db): Db => ({
    query(sql, values) {
      if (sql === 'commit') throw new Error('killed before the commit');
      return connection.query(sql, values);
    },
  });
  return { ...db, withConnection: (work) => db.withConnection((connection) => work(dying(connection))) };
}

interface Card {
  sale: SimulatedSale;
  isPaid: boolean;
  refunds: { amount: number; failed: () => SimulatedEvent; isDone: boolean }[];
  amount: number;
  dispute: ReturnType<SimulatedSale['dispute']> | null;
  isLost: boolean;
  isNamed: boolean;
}

/** One user's history as it unfolds. */
class Story {
  readonly userId = randomUUID();
  readonly orders: { id: string; number: string }[] = [];
  readonly cards: Card[] = [];
  /** Everything that was ever to be told, to be told again at the end. */
  readonly letters: ((db: DbPool) => Promise<unknown>)[] = [];
  #seconds = Math.floor(Date.now() / 1000) - 3000;

  readonly #db: DbPool;
  readonly #provider: Provider;
  constructor(db: DbPool, provider: Provider) {
    this.#db = db;
    this.#provider = provider;
  }

  /** Every event has a second of its own, so that there is one truth about what came later. */
  readonly tick = (): Date => {
    this.#seconds += 1;
    return new Date(this.#seconds * 1000);
  };

  deps(db: DbPool): WechatOrderDeps {
    return {
      db,
      wechat: this.#provider.provider,
      merchant,
      notifyUrl: 'http://127.0.0.1:1/',
      siteName: this.userId,
      log: silent,
    };
  }

  truthOf(index: number): Truth | null {
    const order = this.orders[index % Math.max(1, this.orders.length)];
    return (order && this.#provider.truths.get(order.number)) ?? null;
  }

  cardOf(index: number): Card | null {
    return this.cards[index % Math.max(1, this.cards.length)] ?? null;
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'order':
        return this.#order(step);
      case 'pay': {
        const truth = this.truthOf(step.which);
        if (truth?.state === 'waiting') this.#pay(truth);
        return;
      }
      case 'notify':
        return this.#notify(step);
      case 'watch': {
        const order = this.orders[step.which % Math.max(1, this.orders.length)];
        if (order) await watchOrder(this.deps(this.#db), this.#db, { id: order.id, userId: this.userId });
        return;
      }
      case 'expire':
      case 'sweep': {
        const truth = this.truthOf(step.which);
        if (!truth) return;
        if (step.do === 'expire') await expireOrder(this.#db, truth.number);
        else await this.sweep(truth.number, step.isCrashing);
        return;
      }
      case 'refund':
      case 'refund fails':
        return this.#refund(step);
      case 'buy':
        return this.#buy(step);
      case 'card refund':
      case 'card refund fails':
        return this.#refundCard(step);
      case 'dispute':
      case 'lose dispute':
      case 'win dispute':
        return this.#dispute(step);
      case 'deliver': {
        const letter = this.letters.at(-1 - (step.which % Math.max(1, this.letters.length)));
        const db = step.isCrashing ? dyingBeforeCommit(this.#db) : this.#db;
        // What fails is told again at the end; that it may fail is the point of a crash.
        if (letter) await Promise.allSettled(Array.from({ length: step.times }, () => letter(db)));
        return;
      }
      case 'coupon':
        await this.#grant({ cause: `coupon:${randomUUID()}`, by: { days: step.days } });
        return;
      case 'operator':
        await this.#grant({ cause: `operator:${randomUUID()}`, by: { months: step.months } });
        return;
    }
  }

  async sweep(number: string, isCrashing: boolean): Promise<void> {
    await makeDue(this.#db, number);
    await sweepOrders(this.deps(isCrashing ? dyingBeforeCommit(this.#db) : this.#db));
  }

  #grant(given: { cause: `coupon:${string}` | `operator:${string}`; by: { days: number } | { months: number } }) {
    return withTransaction(this.#db, (tx) => extendMembership(tx, { userId: this.userId, ...given }));
  }

  async #order({ months, isLost }: { months: 1 | 3; isLost: boolean }): Promise<void> {
    const description = `${this.userId} · ${months === 1 ? 'month' : 'season'}`;
    if (isLost) this.#provider.losing.add(description);
    // Where the answer was lost, or there are too many, nobody is shown anything.
    const made = await createWechatOrder(this.deps(this.#db), { userId: this.userId, months }).catch(() => null);
    this.#provider.losing.delete(description);
    if (made) this.orders.push({ id: made.orderId, number: made.orderId.replaceAll('-', '') });
  }

  #pay(truth: Truth): void {
    const payment: WechatPaidFact = {
      provider: 'wechat',
      transactionId: randomUUID(),
      orderNumber: truth.number,
      appId: merchant.appId,
      merchantId: merchant.mchId,
      amountMinor: truth.amount,
      currency: 'CNY',
      paidAt: this.tick(),
    };
    truth.state = 'paid';
    truth.payment = payment;
    this.letters.push((db) => settleWechat(this.deps(db), payment));
  }

  async #notify(step: Extract<Step, { do: 'notify' }>): Promise<void> {
    const payment = this.truthOf(step.which)?.payment;
    if (!payment) return;
    const told = {
      ...payment,
      ...(step.fault === 'amount' ? { amountMinor: 1 } : {}),
      ...(step.fault === 'merchant' ? { merchantId: '1999999999' } : {}),
    };
    const deps = this.deps(step.fault === 'crash' ? dyingBeforeCommit(this.#db) : this.#db);
    await Promise.allSettled(Array.from({ length: step.times }, () => settleWechat(deps, told)));
  }

  #refund(step: Extract<Step, { which: number }> & { part?: number }): void {
    const truth = this.truthOf(step.which);
    if (!truth?.payment) return;
    if (step.part === undefined) {
      const [id, refund] = [...truth.refunds].find(([, { isDone }]) => isDone) ?? [];
      if (!id || !refund) return;
      refund.isDone = false;
      this.#tellRefund(truth, { id, amount: refund.amount, state: 'failed' });
      return;
    }
    const left = truth.amount - sumOf([...truth.refunds.values()]);
    const amount = Math.min(left, Math.ceil(truth.amount * step.part));
    if (amount === 0) return;
    const id = randomUUID();
    truth.refunds.set(id, { amount, isDone: true });
    this.#tellRefund(truth, { id, amount, state: 'succeeded' });
  }

  #tellRefund(truth: Truth, told: { id: string; amount: number; state: 'failed' | 'succeeded' }): void {
    const { id: refundId, amount: amountMinor, state } = told;
    const refund = {
      provider: 'wechat' as const,
      refundId,
      orderKey: truth.number,
      amountMinor,
      state,
      occurredAt: this.tick(),
    };
    this.letters.push((db) => recordRefund(db, refund));
  }

  #buy({ plan, pays, isNamed }: Extract<Step, { do: 'buy' }>): void {
    const buyButtonId = plan === 'month' ? 'buy_btn_m' : 'buy_btn_s';
    const sale = simulateSale(offer, { buyButtonId, clientReferenceId: isNamed ? this.userId : null }, this.tick);
    const amount = sale.session.amount_total ?? 0;
    this.cards.push({ sale, isPaid: pays !== 'never', refunds: [], amount, dispute: null, isLost: false, isNamed });
    if (pays === 'now') this.#tell(sale.completed());
    else this.#tell(sale.completedUnpaid());
    if (pays !== 'now') this.#tell(pays === 'later' ? sale.asyncSucceeded() : sale.asyncFailed());
  }

  #tell(event: SimulatedEvent): void {
    const { id, type, livemode, api_version: apiVersion, created, data } = event;
    const read = { id, type, apiVersion, livemode, createdAt: new Date(created * 1000), subject: data.object };
    const userExists = async (userId: string) => userId === this.userId;
    this.letters.push((db) => followCardFact({ db, log: silent, userExists }, readFact(read, offer)));
  }

  #refundCard(step: Extract<Step, { which: number }> & { part?: number }): void {
    const card = this.cardOf(step.which);
    if (!card?.isPaid) return;
    if (step.part === undefined) {
      const refund = card.refunds.find(({ isDone }) => isDone);
      if (!refund) return;
      refund.isDone = false;
      this.#tell(refund.failed());
      return;
    }
    const amount = Math.min(card.amount - sumOf(card.refunds), Math.ceil(card.amount * step.part));
    if (amount === 0) return;
    const { created, charge, failed } = card.sale.refund(amount);
    card.refunds.push({ amount, failed, isDone: true });
    this.#tell(created);
    this.#tell(charge);
  }

  #dispute(step: Extract<Step, { which: number }>): void {
    const card = this.cardOf(step.which);
    if (!card?.isPaid) return;
    if (step.do === 'dispute' && !card.dispute) {
      card.dispute = card.sale.dispute();
      this.#tell(card.dispute.opened);
    } else if (step.do !== 'dispute' && card.dispute && !card.isLost) {
      card.isLost = step.do === 'lose dispute';
      this.#tell({ ...card.dispute.closed(card.isLost ? 'lost' : 'won') });
    }
  }
}

function sumOf(refunds: readonly { amount: number; isDone: boolean }[]): number {
  return refunds.filter(({ isDone }) => isDone).reduce((sum, { amount }) => sum + amount, 0);
}

/** The other steps happen at the providers, and we hear of them later. */
const reachesUs = new Set<Step['do']>(['order', 'notify', 'watch', 'sweep', 'deliver', 'coupon', 'operator']);

/** Lives one history through and says how the books differ from the truth; nothing where they agree. */
async function live(db: DbPool, provider: Provider, { steps, resendFrom }: History): Promise<string[]> {
  const story = new Story(db, provider);
  await insertUser(db, story.userId);
  const wrong: string[] = [];
  let before = await readBooks(db, story.userId);
  for (const [index, step] of steps.entries()) {
    await story.take(step);
    if (!reachesUs.has(step.do)) continue;
    const after = await readBooks(db, story.userId);
    if ((after.expireAt ?? 0) < (before.expireAt ?? 0) && after.revoked === before.revoked)
      wrong.push(`step ${index} (${step.do}) took time away and nothing was taken back`);
    before = after;
  }
  // In the end everything is told, in another order and several times over, and every order is asked about.
  const turned = [...story.letters.slice(resendFrom % (story.letters.length + 1)), ...story.letters].toReversed();
  await Promise.all(turned.map((letter) => tellUntilTaken(() => letter(db))));
  for (const { number } of story.orders) await tellUntilTaken(() => story.sweep(number, false));
  return [...wrong, ...(await compare(db, story))];
}

async function tellUntilTaken(tell: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    try {
      await tell();
      return;
    } catch {
      await pause(5 * tries); // as a provider does; what is never taken shows in the books
    }
  }
}

async function compare(db: DbPool, story: Story): Promise<string[]> {
  const standing = await listStanding(db, story.userId);
  const sales = await listBooked(db, [
    ...story.orders.map(({ number }) => number),
    ...story.cards.map(({ sale }) => sale.session.id),
  ]);
  const wrong: string[] = [];
  const hold = (reference: string, truth: { isPaid: boolean; isWhole: boolean; isNamed: boolean }) => {
    const sale = sales.get(reference);
    const held = standing.filter(
      (cause) => sale && (cause === `${sale.provider}:${sale.id}` || cause.startsWith(`${sale.provider}:${sale.id}:`)),
    );
    const due = truth.isPaid && truth.isNamed && !truth.isWhole ? 1 : 0;
    if (held.length !== due) wrong.push(`${reference} has ${held.length} grants, ${due} are due`);
    const state = truth.isPaid ? (truth.isWhole ? 'refunded' : 'paid') : null;
    if (state !== null && sale?.state !== state) wrong.push(`${reference} is ${sale?.state}, not ${state}`);
    if (state === null && (sale?.state === 'paid' || sale?.state === 'refunded'))
      wrong.push(`${reference} was never paid`);
    return held.length;
  };
  let explained = 0;
  for (const [index, { number }] of story.orders.entries()) {
    const truth = story.truthOf(index);
    const refunded = sumOf([...(truth?.refunds.values() ?? [])]);
    explained += hold(number, {
      isPaid: truth?.state === 'paid',
      isWhole: refunded >= (truth?.amount ?? 0),
      isNamed: true,
    });
  }
  for (const { sale, isPaid, isNamed, refunds, amount, isLost } of story.cards)
    explained += hold(sale.session.id, { isPaid, isNamed, isWhole: isLost || sumOf(refunds) >= amount });
  if (explained !== standing.length) wrong.push(`${standing.length} grants stand, ${explained} of them explained`);
  return wrong;
}

/**
 * Lives `count` histories through, `atOnce` at a time on one database, and holds the books against the truth; rejects
 * with the shortest history that it finds to come out wrong. Returns how many grants they came to.
 */
export async function runHistories(
  db: DbPool,
  { count, seed, atOnce = 6 }: { count: number; seed: number; atOnce?: number },
): Promise<{ histories: number; grants: number; violations: number }> {
  const provider = createProvider();
  let histories = 0;
  const property = fc.asyncProperty(history, async (given) => {
    histories += 1;
    const wrong = await live(db, provider, given);
    if (wrong.length > 0) throw new Error(wrong.join('; '));
  });
  const numRuns = Math.ceil(count / atOnce);
  const lanes = Array.from({ length: atOnce }, (_, lane) =>
    fc.assert(property, { numRuns, seed: seed + lane, includeErrorInReport: true }),
  );
  await Promise.all(lanes);
  const { paid_not_granted: ungranted, granted_not_paid: unpaid } = await reportPayments(db);
  const differences = await checkLedger(db, { log: silent });
  return { histories, grants: await countGrants(db), violations: ungranted.length + unpaid.length + differences };
}

async function insertUser(db: Db, id: string): Promise<void> {
  await db.query('insert into users (id, username, username_key, password_hash) values ($1::uuid, $2, $2, $3)', [
    id,
    `h${id.slice(0, 8)}${id.slice(-8)}`,
    'none',
  ]);
}

async function expireOrder(db: Db, number: string): Promise<void> {
  await db.query(
    "update payment_orders set expires_at = now() - interval '1 minute' where provider = 'wechat' and reference = $1",
    [number],
  );
}

async function makeDue(db: Db, number: string): Promise<void> {
  await db.query(
    "update payment_orders set next_check_at = now() - interval '1 day' where provider = 'wechat' and reference = $1",
    [number],
  );
}

async function readBooks(db: Db, userId: string): Promise<{ expireAt: Date | null; revoked: number }> {
  const { rows } = await db.query<{ expireAt: Date | null; revoked: number }>(
    `select (select expire_at from memberships where user_id = $1) as "expireAt",
       (select count(*) from ledger_entries where user_id = $1 and kind = 'revoke') as revoked`,
    [userId],
  );
  return rows[0] ?? { expireAt: null, revoked: 0 };
}

/** The causes of a user's payments that nothing took back. */
async function listStanding(db: Db, userId: string): Promise<string[]> {
  const { rows } = await db.query<{ cause: string }>(
    `select cause from ledger_entries entry where user_id = $1 and kind = 'extend' and source in ('wechat', 'stripe')
       and not exists (select from ledger_entries other where other.revokes = entry.cause)`,
    [userId],
  );
  return rows.map(({ cause }) => cause);
}

type Booked = { id: string; provider: string; reference: string; state: string };

async function listBooked(db: Db, references: readonly string[]): Promise<Map<string, Booked>> {
  const { rows } = await db.query<Booked>(
    "select id, provider, reference, state from payment_orders where provider in ('wechat', 'stripe') and reference = any($1)",
    [references],
  );
  return new Map(rows.map((row) => [row.reference, row]));
}

async function countGrants(db: Db): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    "select count(*) as count from ledger_entries where kind = 'extend' and source in ('wechat', 'stripe')",
  );
  return rows[0]?.count ?? 0;
}
