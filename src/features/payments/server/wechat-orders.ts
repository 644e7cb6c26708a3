import { randomUUID } from 'node:crypto';
import type { Log } from '../../../server/config/log.ts';
import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import { AppError } from '../../../server/http/errors.ts';
import type { Clock } from '../../../server/process/clock.ts';
import { apiBase } from '../../../shared/paths.ts';
import { nameOfPlan } from '../../../shared/plans.ts';
import type { ReadSetting } from '../../../shared/site-settings.ts';
import type { CouponRefused } from '../../membership/server/discounts.ts';
import { findTypedCoupon } from '../../membership/server/discounts.ts';
import { mostOpenOrders, mostOrdersAnHour, payableMs } from '../limits.ts';
import { planCurrency } from '../plans.ts';
import { isOver, nextCheck, nextLateCheck, nextLook, unknownRefund } from '../rules.ts';
import { findHolder } from './discount-queries.ts';
import { type Settled, settle } from './payments.ts';
import { quote, takePrice, type Wanted } from './prices.ts';
import {
  claimDueOrders,
  countRecentOrders,
  doubtRefund,
  endOrder,
  failOrder,
  findOrderOfUser,
  insertOrder,
  lockBuyer,
  lockOrder,
  nobodyKnows,
  type OrderRow,
  openOrder,
  scheduleWaiting,
  supersedeOrders,
  updateOrder,
} from './queries.ts';
import type { Payer } from './wechat/client.ts';
import { wrongPayer } from './wechat/exchange.ts';
import type { WechatPaidFact, WechatPay } from './wechat/wechat-pay.ts';

/** The address to which WeChat Pay sends notifications of payments (spec: payments.md#payment-calls). */
export const wechatNotifyPath = `${apiBase}/payment/wechat/notify`;

export interface WechatOrderDeps {
  db: DbPool;
  wechat: WechatPay;
  /** The merchant whose money is ours: a payment to anybody else is not. `appId` is that of codes and phones' browsers. */
  merchant: { appId: string; mchId: string };
  /** Its payers may ask for a fapiao. */
  offersFapiao: boolean;
  /** The app that knows who pays inside WeChat; null: nobody pays there. */
  accountAppId: string | null;
  notifyUrl: string;
  setting: ReadSetting;
  clock: Clock;
  log: Pick<Log, 'warn' | 'error' | 'info'>;
  /** When this process last asked about an order that a buyer watches. */
  asked: Map<string, number>;
}

/** An order of ours that WeChat Pay does not know yet. */
export interface TakenOrder {
  kind: 'taken';
  id: string;
  userId: string;
  reference: string;
  appId: string;
  payer: Payer;
  amountMinor: number;
  description: string;
  expiresAt: Date;
  nextCheckAt: Date | null;
}

/**
 * Notes an order at the price of this moment before WeChat Pay is asked, so that no payment can come for an order that
 * we do not know. It holds its coupon. Rejects with 429 over the limits, and 409 for a plan that is not on sale.
 */
export async function takeOrder(
  deps: WechatOrderDeps,
  wanted: Wanted & {
    isGift: boolean;
    requirePayer: () => Promise<Payer>;
    /** Writes what belongs to the order, in its transaction. */
    noteOrder: (tx: Db, orderId: string) => Promise<void>;
  },
): Promise<TakenOrder | CouponRefused> {
  const { db, setting } = deps;
  const asked = await quote(db, wanted);
  if (asked.kind !== 'quote') return asked;
  const payer = await wanted.requirePayer();
  const appId = appOf(deps, payer);
  await freeOwnCoupon(deps, wanted);
  return withTransaction(db, async (tx) => {
    const { userId, isGift } = wanted;
    await lockBuyer(tx, userId);
    const { now } = await requireRoom(tx, userId);
    const price = await takePrice(tx, wanted);
    if (price.kind !== 'price') return price;
    const id = randomUUID();
    const { plan, months, name } = price.plan;
    const order = {
      id,
      provider: 'wechat' as const,
      reference: id.replaceAll('-', ''),
      userId,
      plan,
      months,
      amountMinor: price.amountMinor,
      fullAmountMinor: price.plan.amountMinor,
      couponId: price.couponId,
      isGift,
      ...{ way: payer.way, appId },
      currency: planCurrency,
      state: 'new' as const,
      expiresAt: new Date(now.getTime() + payableMs),
      nextCheckAt: nextCheck({ createdAt: now }, now),
    };
    await insertOrder(tx, order);
    await wanted.noteOrder(tx, id);
    // Buyers see it in WeChat, whose bills are in Chinese.
    const description = `${setting('name')} · ${nameOfPlan(name, 'zh-cn')}`.slice(0, longestDescription);
    return { ...order, kind: 'taken', description, payer };
  });
}

function appOf({ merchant, accountAppId }: WechatOrderDeps, { way }: Payer): string {
  return way === 'jsapi' && accountAppId !== null ? accountAppId : merchant.appId;
}

/** WeChat Pay takes no longer ones. */
const longestDescription = 127;

async function requireRoom(tx: Db, userId: string, { leaving = 0 } = {}): Promise<{ now: Date }> {
  const recent = await countRecentOrders(tx, userId);
  const freeAt =
    recent.open - leaving >= mostOpenOrders
      ? recent.opensAgainAt
      : recent.lastHour >= mostOrdersAnHour && recent.oldestAt
        ? new Date(recent.oldestAt.getTime() + 60 * 60 * 1000)
        : null;
  if (!freeAt) return recent;
  throw new AppError(429, 'rate_limited', 'Too many orders, please pay or wait for the earlier ones', {
    retryAfterSeconds: Math.max(1, Math.ceil((freeAt.getTime() - recent.now.getTime()) / 1000)),
  });
}

/**
 * A new order takes the coupon over from the buyer's earlier one (spec: payments.md#discounts), but only where that one
 * is closed at WeChat Pay: else both could be paid with it. Where it is not, the coupon stays held.
 */
async function freeOwnCoupon(deps: WechatOrderDeps, { userId, coupon: code }: Wanted): Promise<void> {
  const { db } = deps;
  const coupon = code === null ? null : await findTypedCoupon(db, { code, userId });
  const reference = coupon && (await findHolder(db, { couponId: coupon.id, userId }));
  if (!reference) return;
  const holder = await withTransaction(db, (tx) => lockOrder(tx, { provider: 'wechat', reference }));
  if (!holder) return;
  // An order that is refused asks nothing of WeChat Pay.
  await requireRoom(db, userId, { leaving: 1 });
  await closeOrder(deps, holder);
}

/** Makes a noted order at WeChat Pay and returns how to pay it; rejects with 502 on a failure. */
export async function makeOrder(
  deps: WechatOrderDeps,
  order: TakenOrder,
  { onWrongPayer }: { onWrongPayer: () => Promise<void> },
): Promise<{ orderId: string; link: string }> {
  const { db, wechat, log } = deps;
  const created = await wechat.createOrder({
    orderNumber: order.reference,
    ...{ appId: order.appId, payer: order.payer },
    description: order.description,
    amountMinor: order.amountMinor,
    expiresAt: order.expiresAt,
    notifyUrl: deps.notifyUrl,
    offersFapiao: deps.offersFapiao,
  });
  if (created.kind !== 'ok') {
    log.warn({ event: 'order not made', orderId: order.id, result: created.kind }, 'WeChat Pay made no order');
    // `declined` is final. After an unknown outcome the sweep asks: if the order was paid, it is granted.
    if (created.kind === 'declined') await failOrder(db, order.id);
    if (created.kind === 'declined' && created.code === wrongPayer) await onWrongPayer();
    throw new AppError(
      502,
      'payment_provider_unavailable',
      'Payment is temporarily unavailable, please try again later',
    );
  }
  if (!(await openOrder(db, { id: order.id, nextCheckAt: order.nextCheckAt }))) {
    await wechat.closeOrder(order.reference);
    throw new AppError(409, 'coupon_reserved', 'An open order holds this code');
  }
  const given = await supersedeOrders(db, { userId: order.userId, by: order.id });
  // Best effort, and nothing waits for it: the sweep repeats what fails here.
  for (const earlier of given) void checkOrder(deps, earlier).catch(() => {});
  return { orderId: order.id, link: created.link };
}

/** The caller's order. Now and then it asks WeChat Pay while the buyer watches, without making the buyer wait. */
export async function watchOrder(
  deps: WechatOrderDeps | null,
  db: DbPool,
  wanted: { id: string; userId: string },
): Promise<OrderRow | null> {
  const order = await findOrderOfUser(db, wanted);
  if (deps && order?.provider === 'wechat' && isWaiting(order)) askNowAndThen(deps, order);
  return order;
}

const askEveryMs = 6000;

function askNowAndThen(deps: WechatOrderDeps, order: OrderRow): void {
  const { asked } = deps;
  const now = performance.now();
  if (now - (asked.get(order.id) ?? Number.NEGATIVE_INFINITY) < askEveryMs) return;
  for (const [id, at] of asked) if (now - at > askEveryMs) asked.delete(id);
  asked.set(order.id, now);
  void checkOrder(deps, order).catch((error: unknown) => {
    deps.log.error({ err: error, orderId: order.id }, 'order not checked');
  });
}

function isWaiting({ state }: OrderRow): boolean {
  return state === 'new' || state === 'open';
}

/** Settles a payment that WeChat Pay reports in an answer or a notification. */
export async function settleWechat(deps: WechatOrderDeps, fact: WechatPaidFact): Promise<Settled> {
  const { merchant, log } = deps;
  const settled = await settle(deps, {
    provider: 'wechat',
    reference: fact.orderNumber,
    transactionId: fact.transactionId,
    amountMinor: fact.amountMinor,
    currency: fact.currency,
    paidAt: fact.paidAt,
    calledUp: { appId: fact.appId, usualAppId: merchant.appId, way: fact.way },
    mismatch: fact.merchantId === merchant.mchId ? null : 'paid to another merchant or app',
  });
  if (settled.kind === 'granted') log.info({ event: 'payment granted', orderId: settled.orderId }, 'payment granted');
  if (['review', 'contradicted', 'unknown_order'].includes(settled.kind))
    log.error({ event: 'payment to review', ...settled }, 'a payment does not fit');
  return settled;
}

const ordersAtOnce = 20;
/** One order may take three answers of 5 s each: with so many at a time, all claimed orders are done within 30 s. */
const askedAtOnce = 10;

/** Asks about every order that is due: the third source of payments, beside notifications and watching buyers. */
export async function sweepOrders(deps: WechatOrderDeps, signal?: AbortSignal): Promise<void> {
  let claimed = ordersAtOnce;
  while (claimed === ordersAtOnce && !signal?.aborted) {
    const due = await claimDueOrders(deps.db, ordersAtOnce);
    claimed = due.length;
    const waiting = due.values();
    await Promise.all(Array.from({ length: askedAtOnce }, () => checkEach(deps, waiting, signal)));
  }
}

/** Takes one order after the other from the waiting ones; several calls may share one iterator. */
async function checkEach(deps: WechatOrderDeps, waiting: Iterable<OrderRow>, signal?: AbortSignal): Promise<void> {
  for (const order of waiting) {
    if (signal?.aborted) return;
    try {
      await checkOrder(deps, order);
    } catch (error) {
      // The other orders must not wait for this one; it is due again in two minutes.
      deps.log.error({ err: error, orderId: order.id }, 'order not checked');
    }
  }
}

/** Asks WeChat Pay about an order and follows the answer; an order that can no longer be paid is closed. */
async function checkOrder(deps: WechatOrderDeps, order: OrderRow): Promise<void> {
  const known = await learn(deps, order);
  if (known === 'waiting' && isOver(order, deps.clock())) await closeOrder(deps, order);
}

/** Closes an order at WeChat Pay, and in our books if that is certain. */
async function closeOrder(deps: WechatOrderDeps, order: OrderRow): Promise<void> {
  const closed = await deps.wechat.closeOrder(order.reference);
  // The buyer may have paid in between, so that closing failed: the books follow the answer, not the attempt.
  const after = await learn(deps, order);
  if (after === 'waiting' && closed.kind === 'ok') await endOrder(deps.db, order.id);
}

type Learned = 'settled' | 'waiting' | 'unknown';

async function learn(deps: WechatOrderDeps, order: OrderRow): Promise<Learned> {
  const { db, wechat, clock } = deps;
  const found = await wechat.findOrder(order.reference);
  const now = clock();
  if (found.kind === 'ok' && found.state === 'paid') {
    await settleWechat(deps, found.fact);
    await lookLater(db, order, now);
    return 'settled';
  }
  if (found.kind === 'ok' && found.state === 'refunded') {
    // The answer does not say whether all or a part was refunded, so a person has to look
    // (spec: payments.md#wechat-orders).
    await doubtRefund(db, { id: order.id, reason: unknownRefund });
    await lookLater(db, order, now);
    return 'settled';
  }
  if (found.kind === 'ok' && found.appId !== null && found.appId !== (order.appId ?? deps.merchant.appId)) {
    // It speaks of an order that another app made, and ends none of ours.
    await askLater(db, order, { now, known: 'unknown' });
    return 'unknown';
  }
  const isNowhere = found.kind === 'declined' && found.status === 404 && order.state === 'new' && isOver(order, now);
  if ((found.kind === 'ok' && found.state === 'closed') || isNowhere) {
    // An order that no buyer has seen and that WeChat Pay does not know cannot be paid either.
    await endOrder(db, order.id);
    return 'settled';
  }
  const known = found.kind === 'ok' && found.state === 'waiting' ? 'waiting' : 'unknown';
  await askLater(db, order, { now, known });
  return known;
}

/** The order is paid, so only its refund may still come. */
async function lookLater(db: DbPool, order: OrderRow, now: Date): Promise<void> {
  await updateOrder(db, order.id, { nextCheckAt: nextLook(order, now) });
}

/** An order that was settled meanwhile stays settled. If nothing is known of it after a day, a person has to look. */
async function askLater(
  db: DbPool,
  order: OrderRow,
  { now, known }: { now: Date; known: 'waiting' | 'unknown' },
): Promise<void> {
  if (!isWaiting(order)) return lookLater(db, order, now);
  const soon = nextCheck(order, now);
  const review = soon === null && known === 'unknown' ? nobodyKnows : null;
  await scheduleWaiting(db, { id: order.id, at: soon ?? nextLateCheck(order, now), review });
}
