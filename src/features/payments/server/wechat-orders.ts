import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../server/clock.ts';
import { type DbPool, withTransaction } from '../../../server/db.ts';
import { AppError } from '../../../server/errors.ts';
import type { Log } from '../../../server/log.ts';
import { apiBase } from '../../../shared/paths.ts';
import { type PlanMonths, plans } from '../../../shared/plans.ts';
import { isOver, mostOpenOrders, mostOrdersAnHour, nextCheck, nextLook, payableMs, unknownRefund } from '../rules.ts';
import { type Settled, settle } from './payments.ts';
import {
  claimDueOrders,
  countRecentOrders,
  doubtRefund,
  endOrder,
  failOrder,
  findOrderOfUser,
  insertOrder,
  lockBuyer,
  type OrderRow,
  openOrder,
  scheduleWaiting,
  supersedeOrders,
  updateOrder,
} from './queries.ts';
import type { WechatPaidFact, WechatPay } from './wechat/wechat-pay.ts';

/** The address to which WeChat Pay sends notifications of payments (spec: payments.md#payment-calls). */
export const wechatNotifyPath = `${apiBase}/payment/wechat/notify`;

export interface WechatOrderDeps {
  db: DbPool;
  wechat: WechatPay;
  /** The merchant whose money is ours: a payment to anybody else is not. */
  merchant: { appId: string; mchId: string };
  notifyUrl: string;
  siteName: string;
  clock: Clock;
  log: Pick<Log, 'warn' | 'error' | 'info'>;
}

/** Makes an order at WeChat Pay and returns how to pay it; rejects with 429 over the limits, 502 on a failure. */
export async function createWechatOrder(
  deps: WechatOrderDeps,
  wanted: { userId: string; months: PlanMonths },
): Promise<{ orderId: string; codeUrl: string }> {
  const { db, wechat, log } = deps;
  const order = await takeOrder(db, wanted);
  const created = await wechat.createOrder({
    orderNumber: order.reference,
    description: `${deps.siteName} · ${order.plan}`,
    amountMinor: order.amountMinor,
    expiresAt: order.expiresAt,
    notifyUrl: deps.notifyUrl,
  });
  if (created.kind !== 'ok') {
    log.warn({ event: 'order not made', orderId: order.id, result: created.kind }, 'WeChat Pay made no order');
    // `declined` is final. After an unknown outcome the sweep asks: if the order was paid, it is granted.
    if (created.kind === 'declined') await failOrder(db, order.id);
    throw new AppError(
      502,
      'payment_provider_unavailable',
      'Payment is temporarily unavailable, please try again later',
    );
  }
  await openOrder(db, { id: order.id, nextCheckAt: order.nextCheckAt });
  const given = await supersedeOrders(db, { userId: wanted.userId, by: order.id });
  // Best effort, and nothing waits for it: the sweep repeats what fails here.
  for (const earlier of given) void checkOrder(deps, earlier).catch(() => {});
  return { orderId: order.id, codeUrl: created.codeUrl };
}

/** Notes the order before WeChat Pay is asked, so that no payment can come for an order that we do not know. */
function takeOrder(db: DbPool, { userId, months }: { userId: string; months: PlanMonths }) {
  const sold = plans.find((plan) => plan.months === months);
  if (!sold) throw new Error(`There is no plan of ${months} months`);
  return withTransaction(db, async (tx) => {
    await lockBuyer(tx, userId);
    const recent = await countRecentOrders(tx, userId);
    const freeAt =
      recent.open >= mostOpenOrders
        ? recent.opensAgainAt
        : recent.lastHour >= mostOrdersAnHour && recent.oldestAt
          ? new Date(recent.oldestAt.getTime() + 60 * 60 * 1000)
          : null;
    if (freeAt) {
      throw new AppError(429, 'rate_limited', 'Too many orders, please pay or wait for the earlier ones', {
        retryAfterSeconds: Math.max(1, Math.ceil((freeAt.getTime() - recent.now.getTime()) / 1000)),
      });
    }
    const id = randomUUID();
    const { now } = recent;
    const order = {
      id,
      provider: 'wechat' as const,
      reference: id.replaceAll('-', ''),
      userId,
      plan: sold.plan,
      months: sold.months,
      amountMinor: sold.amount,
      currency: sold.currency,
      state: 'new' as const,
      expiresAt: new Date(now.getTime() + payableMs),
      nextCheckAt: nextCheck({ createdAt: now }, now),
    };
    await insertOrder(tx, order);
    return order;
  });
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
const asked = new Map<string, number>();

function askNowAndThen(deps: WechatOrderDeps, order: OrderRow): void {
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
  const { db, merchant, log } = deps;
  const isOurs = fact.appId === merchant.appId && fact.merchantId === merchant.mchId;
  const settled = await settle(db, {
    provider: 'wechat',
    reference: fact.orderNumber,
    transactionId: fact.transactionId,
    amountMinor: fact.amountMinor,
    currency: fact.currency,
    paidAt: fact.paidAt,
    mismatch: isOurs ? null : 'paid to another merchant or app',
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
  if (known !== 'waiting' || !isOver(order, deps.clock())) return;
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
  const isNowhere = found.kind === 'declined' && found.status === 404 && order.state === 'new' && isOver(order, now);
  if ((found.kind === 'ok' && found.state === 'closed') || isNowhere) {
    // An order that no buyer has seen and that WeChat Pay does not know cannot be paid either.
    await endOrder(db, order.id);
    return 'settled';
  }
  await askLater(db, order, now);
  return found.kind === 'ok' && found.state === 'waiting' ? 'waiting' : 'unknown';
}

/** The order is paid, so only its refund may still come. */
async function lookLater(db: DbPool, order: OrderRow, now: Date): Promise<void> {
  await updateOrder(db, order.id, { nextCheckAt: nextLook(order, now) });
}

/** An order that was settled while we asked stays settled. */
async function askLater(db: DbPool, order: OrderRow, now: Date): Promise<void> {
  if (!isWaiting(order)) return lookLater(db, order, now);
  const at = nextCheck(order, now);
  await scheduleWaiting(db, { id: order.id, at, review: at ? null : 'nobody knows whether it was paid' });
}
