import { type Db, type DbPool, withTransaction } from '../../../server/db.ts';
import { extendMembership, takeBack } from '../../membership/server/membership.ts';
import type { Provider } from '../contract.ts';
import {
  causeOf,
  decideAfterRefund,
  findMismatch,
  isDisputed,
  nextLook,
  type RefundRecord,
  replacesRefund,
  sumRefunds,
  unknownRefund,
} from '../rules.ts';
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
}

export type Settled =
  | { kind: 'granted' | 'already' | 'unattributed'; orderId: string }
  | { kind: 'review'; orderId: string; reason: string }
  | { kind: 'unknown_order' };

/**
 * Settles a payment: the one road that ends in a grant, for notifications, our own questions and the sweep alike. Order
 * and grant stand in one transaction; however often, late or from how many sides it is told, it is granted once.
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
  const { id: orderId } = order;
  const isPaid = order.state === 'paid' || order.state === 'refunded';
  const reason = paid.mismatch ?? findMismatch(order, paid) ?? (await findSecondUse(tx, order, paid));
  if (reason) {
    await updateOrder(tx, orderId, { review: reason });
    return { kind: 'review', orderId, reason };
  }
  if (isPaid) {
    // What was doubted is answered by a payment that fits; a second one stays somebody's money.
    if (order.review !== null && order.review !== paidAgain) await updateOrder(tx, orderId, { review: null });
    return { kind: 'already', orderId };
  }
  const { transactionId, paidAt } = paid;
  await updateOrder(tx, orderId, { state: 'paid', transactionId, paidAt, review: null });
  const { userId, months } = order;
  const isGranted = userId !== null && months !== null;
  if (isGranted) await grant(tx, { ...order, userId, months });
  const grants = isGranted ? order.grants + 1 : order.grants;
  await followRefunds(tx, { ...order, state: 'paid', transactionId, grants });
  return { kind: isGranted ? 'granted' : 'unattributed', orderId };
}

const paidAgain = 'paid a second time';

async function findSecondUse(tx: Db, order: OrderRow, { transactionId }: Paid): Promise<string | null> {
  if (order.transactionId === transactionId) return null;
  if (order.state === 'paid' || order.state === 'refunded') return paidAgain;
  const other = await findOrderOfTransaction(tx, { provider: order.provider, transactionId });
  return other === null ? null : `its payment is that of ${other}`;
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
 * the end. An open dispute is only noted.
 */
export function recordRefund(db: DbPool, refund: Refunded): Promise<void> {
  return withTransaction(db, async (tx) => {
    await lockMoney(tx, refund);
    const order = await lockOrderOfRefund(tx, refund);
    const known = await lockRefund(tx, refund);
    if (known && !replacesRefund(known, refund)) return;
    await upsertRefund(tx, refund);
    if (order) await followRefunds(tx, order);
  });
}

async function followRefunds(tx: Db, order: OrderRow): Promise<void> {
  const { provider, userId, months } = order;
  const orderKey = provider === 'wechat' ? order.reference : order.transactionId;
  if (orderKey === null) return;
  const refunds = await listRefunds(tx, { provider, orderKey });
  await updateDisputed(tx, { id: order.id, isDisputed: isDisputed(refunds) });
  const refundedMinor = sumRefunds(order, refunds);
  if (refundedMinor !== order.refundedMinor) {
    const isExplained = order.review === unknownRefund && (order.state === 'paid' || order.state === 'refunded');
    await updateOrder(tx, order.id, { refundedMinor, ...(isExplained ? { review: null } : {}) });
  }
  switch (decideAfterRefund(order, refundedMinor)) {
    case 'take back':
      await updateOrder(tx, order.id, { state: 'refunded' });
      if (userId && order.grants > 0) await takeBack(tx, { userId, cause: causeOf(order, order.grants) });
      break;
    case 'grant again':
      await updateOrder(tx, order.id, { state: 'paid' });
      if (userId && months && order.grants > 0) await grant(tx, { ...order, userId, months });
      break;
    case 'nothing':
      break;
  }
}

async function grant(tx: Db, order: OrderRow & { userId: string; months: number }): Promise<void> {
  const { userId, months } = order;
  const nth = order.grants + 1;
  await extendMembership(tx, { userId, cause: causeOf(order, nth), by: { months } });
  const nextCheckAt = order.provider === 'wechat' ? nextLook(order, new Date()) : null;
  await updateOrder(tx, order.id, { grants: nth, nextCheckAt, checks: 0 });
}
