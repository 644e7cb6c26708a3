import { type Db, type DbPool, withTransaction } from '../../../server/db.ts';
import { userExists } from '../../accounts/server/accounts.ts';
import { extendMembership, takeBack } from '../../membership/server/membership.ts';
import type { Plan, Provider } from '../contract.ts';
import {
  causeOf,
  decideAfterRefund,
  failedRefund,
  findMismatch,
  isDisputed,
  isWhole,
  nextLook,
  type RefundRecord,
  replacesRefund,
  sumRefunds,
  unknownRefund,
} from '../rules.ts';
import { answerReviews, reopenReviews } from './event-queries.ts';
import {
  findOrderOfTransaction,
  listRefunds,
  lockMoney,
  lockOrder,
  lockOrderOfRefund,
  lockRefund,
  type OrderRow,
  updateDisputed,
  updateOrder,
  updateTerms,
  upsertRefund,
} from './queries.ts';

/** That an order was paid, as its provider vouches for it, whichever way we heard. */
export interface Paid {
  provider: Provider;
  reference: string;
  transactionId: string;
  amountMinor: number;
  currency: string;
  paidAt: Date;
  /** What else about the payment does not fit: another merchant, another app. */
  mismatch?: string | null;
  /** What was sold, and to whom, by today's settings, where the provider made the order and not we. */
  terms?: Terms;
}

export interface Terms {
  userId: string | null;
  plan: Plan;
  months: number;
}

export type Settled =
  | { kind: 'granted' | 'already' | 'unattributed' | 'refunded'; orderId: string }
  | { kind: 'review'; orderId: string; reason: string }
  | { kind: 'unknown_order' };

/**
 * Settles a payment: the one road that ends in a grant, for notifications, our own questions and the sweep alike. Order
 * and grant stand in one transaction; however often, late or from how many sides it is told, it is granted once. What
 * went back before we heard of it is not granted at all.
 */
export function settle(db: DbPool, paid: Paid): Promise<Settled> {
  return withTransaction(db, (tx) => settleWithin(tx, paid));
}

async function settleWithin(tx: Db, paid: Paid): Promise<Settled> {
  const { provider, reference, transactionId } = paid;
  await lockMoney(tx, { provider, orderKey: provider === 'wechat' ? reference : transactionId });
  const order = await lockOrder(tx, paid);
  return order ? settleLocked(tx, order, paid) : { kind: 'unknown_order' };
}

async function settleLocked(tx: Db, order: OrderRow, paid: Paid): Promise<Settled> {
  const { id: orderId, state } = order;
  const reason = paid.mismatch ?? findMismatch(order, paid) ?? (await findSecondUse(tx, order, paid));
  if (reason) {
    await updateOrder(tx, orderId, { review: reason });
    return { kind: 'review', orderId, reason };
  }
  const isPaid = (state === 'paid' || state === 'refunded') && order.transactionId !== null;
  if (isPaid && (state === 'refunded' || order.grants > 0)) {
    // What was doubted is answered by a payment that fits; a second one stays somebody's money.
    if (order.review !== null && order.review !== paidAgain) await answer(tx, order);
    return { kind: 'already', orderId };
  }
  return keepPaid(tx, order, paid);
}

/** Notes that an order is paid, and grants it unless its money is back already or nobody is known to have bought it. */
async function keepPaid(tx: Db, order: OrderRow, paid: Paid): Promise<Settled> {
  const { id: orderId } = order;
  const { transactionId, paidAt, terms } = paid;
  if (terms) await updateTerms(tx, orderId, terms);
  const sold: OrderRow = { ...order, ...terms, transactionId, paidAt };
  await updateOrder(tx, orderId, { transactionId, paidAt });
  await answer(tx, sold);
  if (isWhole(sold, await noteRefunds(tx, sold))) {
    await updateOrder(tx, orderId, { state: 'refunded', nextCheckAt: null });
    return { kind: 'refunded', orderId };
  }
  await updateOrder(tx, orderId, { state: 'paid' });
  return { kind: (await grant(tx, sold)) ? 'granted' : 'unattributed', orderId };
}

async function answer(tx: Db, { id, provider, reference, transactionId }: OrderRow): Promise<void> {
  await updateOrder(tx, id, { review: null });
  await answerReviews(tx, { provider, references: [reference, transactionId ?? reference] });
}

const paidAgain = 'paid a second time';

async function findSecondUse(tx: Db, order: OrderRow, { transactionId }: Paid): Promise<string | null> {
  if (order.transactionId === transactionId) return null;
  // One whose refund alone was heard of has no payment yet.
  const isPaid = order.state === 'paid' || order.state === 'refunded';
  if (isPaid && order.transactionId !== null) return paidAgain;
  const other = await findOrderOfTransaction(tx, { provider: order.provider, transactionId });
  return other === null ? null : `its payment is that of ${other}`;
}

/** Leaves a sale to the operator, unless it was settled before; and not even to them where all its money is back. */
export function doubt(
  db: DbPool,
  sale: { provider: Provider; reference: string; transactionId: string; reason: string },
): Promise<void> {
  return withTransaction(db, async (tx) => {
    const { provider, reference, transactionId, reason: review } = sale;
    await lockMoney(tx, { provider, orderKey: transactionId });
    const order = await lockOrder(tx, { provider, reference });
    if (order?.state !== 'new' && order?.state !== 'failed') return;
    await updateOrder(tx, order.id, { review, transactionId });
    await followRefunds(tx, { ...order, review, transactionId });
  });
}

/** A refund as its provider vouches for it; it may be heard of before its order is paid. */
export interface Refunded extends RefundRecord {
  provider: Provider;
  refundId: string;
  /** What it names its order by: WeChat Pay our number, Stripe its transaction. */
  orderKey: string;
}

/**
 * Takes a grant back when all of its money has gone back or a dispute is lost, and gives it again when a refund fails in
 * the end. An open dispute is only noted. False: we know no such order, and it is kept until there is one.
 */
export function recordRefund(db: DbPool, refund: Refunded): Promise<boolean> {
  return withTransaction(db, async (tx) => {
    await lockMoney(tx, refund);
    const order = await lockOrderOfRefund(tx, refund);
    const known = await lockRefund(tx, refund);
    if (!known || replacesRefund(known, refund)) await upsertRefund(tx, refund);
    if (order) await followRefunds(tx, order);
    return order !== null;
  });
}

async function followRefunds(tx: Db, order: OrderRow): Promise<void> {
  const refundedMinor = await noteRefunds(tx, order);
  switch (decideAfterRefund(order, refundedMinor)) {
    case 'take back':
      await updateOrder(tx, order.id, { state: 'refunded' });
      if (order.userId && order.grants > 0)
        await takeBack(tx, { userId: order.userId, cause: causeOf(order, order.grants) });
      break;
    case 'end':
      await updateOrder(tx, order.id, { state: 'refunded', nextCheckAt: null });
      await answer(tx, order);
      break;
    case 'grant again':
      await updateOrder(tx, order.id, { state: 'paid' });
      await grant(tx, order);
      break;
    case 'judge again':
      await judgeAgain(tx, order);
      break;
    case 'nothing':
      break;
  }
}

/** Its money is ours again, and we never heard of a payment that fits: it is asked about, or judged, once more. */
async function judgeAgain(tx: Db, { id, provider, reference, transactionId }: OrderRow): Promise<void> {
  if (provider === 'wechat') return updateOrder(tx, id, { state: 'open', nextCheckAt: new Date() });
  await updateOrder(tx, id, { state: 'new', review: failedRefund });
  await reopenReviews(tx, { provider, references: [reference, transactionId ?? reference], reason: failedRefund });
}

/** Notes what is known of an order's refunds, and returns how much has gone back. */
async function noteRefunds(tx: Db, order: OrderRow): Promise<number> {
  const { provider } = order;
  const orderKey = provider === 'wechat' ? order.reference : order.transactionId;
  if (orderKey === null) return 0;
  const refunds = await listRefunds(tx, { provider, orderKey });
  await updateDisputed(tx, { id: order.id, isDisputed: isDisputed(refunds) });
  const refundedMinor = sumRefunds(order, refunds);
  if (refundedMinor !== order.refundedMinor) {
    const isExplained = order.review === unknownRefund && (order.state === 'paid' || order.state === 'refunded');
    await updateOrder(tx, order.id, { refundedMinor, ...(isExplained ? { review: null } : {}) });
  }
  return refundedMinor;
}

/** False: there is nobody, or nothing, to grant. Whoever bought it may have been deleted since. */
async function grant(tx: Db, order: OrderRow): Promise<boolean> {
  const { userId, months } = order;
  if (userId === null || months === null) return false;
  if (!(await userExists(tx, userId))) {
    await updateOrder(tx, order.id, { userId: null });
    return false;
  }
  await grantTo(tx, { ...order, userId, months });
  return true;
}

/** Grants a paid order to whom the operator says that it was for; when the membership ends then. */
export async function assignGrant(tx: Db, order: OrderRow & { userId: string; months: number }): Promise<Date> {
  const { id, userId, months } = order;
  await updateTerms(tx, id, { userId, plan: order.plan ?? planOf(months), months });
  const expireAt = await grantTo(tx, order);
  if (!expireAt) throw new Error(`The sale ${id} granted nothing`);
  return expireAt;
}

/** An order names a plan or nothing: what lasts a season or longer is nearest to the season card. */
function planOf(months: number): Plan {
  return months < 3 ? 'month' : 'season';
}

async function grantTo(tx: Db, order: OrderRow & { userId: string; months: number }): Promise<Date | null> {
  const { userId, months } = order;
  const nth = order.grants + 1;
  const { expireAt } = await extendMembership(tx, { userId, cause: causeOf(order, nth), by: { months } });
  const nextCheckAt = order.provider === 'wechat' ? nextLook(order, new Date()) : null;
  await updateOrder(tx, order.id, { grants: nth, nextCheckAt, checks: 0 });
  return expireAt;
}
