import type { Cause } from '../membership/rules.ts';
import type { Provider } from './contract.ts';
import {
  type CalledUp,
  causeOf,
  decideAfterRefund,
  failedRefund,
  findMismatch,
  findOtherCall,
  isDisputed,
  isWhole,
  nextLook,
  type OrderFacts,
  type OrderState,
  type RefundRecord,
  sumRefunds,
  unknownRefund,
} from './rules.ts';

/** A payment of an order, as its provider vouches for it, whichever way the report came. */
export interface Paid {
  provider: Provider;
  reference: string;
  transactionId: string;
  amountMinor: number;
  currency: string;
  paidAt: Date;
  /** How WeChat Pay was called up; absent: a card sale. */
  calledUp?: CalledUp;
  /** Another fault of the payment: another merchant. */
  mismatch?: string | null;
  /** The plan and the buyer, by today's settings, where the provider made the order and not we. */
  terms?: Terms;
}

export interface Terms {
  userId: string | null;
  plan: string;
  months: number;
}

export type Outcome =
  | { kind: 'granted' | 'already' | 'unattributed' | 'refunded' }
  | { kind: 'review' | 'contradicted'; reason: string };

/** An order as far as its money is concerned. */
export interface Order extends OrderFacts {
  transactionId: string | null;
  createdAt: Date;
  paidAt: Date | null;
}

/** The facts that are read together with an order, before anything is decided about it. */
export interface Known {
  /** The known refunds of its payment. */
  refunds: readonly RefundRecord[];
  /** Whether its buyer still exists as a user. */
  buyerExists: boolean;
  now: Date;
}

/** The fields of an order that are written; the others stay. */
export interface OrderChange {
  state?: OrderState;
  transactionId?: string;
  grants?: number;
  refundedMinor?: number;
  isDisputed?: boolean;
  review?: string | null;
  paidAt?: Date;
  nextCheckAt?: Date | null;
  checks?: number;
  userId?: string | null;
  plan?: string;
  months?: number;
}

/** All that follows from one decision, to be written in one transaction. */
export interface Writes {
  order: OrderChange;
  ledger?:
    | { kind: 'extend'; userId: string; cause: Cause; months: number }
    | { kind: 'take back'; userId: string; cause: Cause }
    | { kind: 'give'; cause: Cause; months: number; paidAt: Date }
    | { kind: 'end gift'; cause: Cause };
  /** The change of the doubts that events have raised about this order. */
  doubts?: 'answered' | { reopenedFor: string };
}

export interface Decision extends Writes {
  outcome: Outcome;
}

const paidAgain = 'paid a second time';

/** The result of a payment. `otherOrder`: the order that the same payment was known for before. */
export function decidePayment(order: Order, paid: Paid, known: Known & { otherOrder: string | null }): Decision {
  const { state } = order;
  const otherCall = paid.calledUp ? findOtherCall(order, paid.calledUp) : null;
  const misfit = paid.mismatch ?? otherCall ?? findMismatch(order, paid);
  const reason = misfit ?? findSecondUse(order, paid, known.otherOrder);
  const isSettled = isSettledBy(order, paid) || (misfit && isGivenBackUnpaid(order));
  if (reason && isSettled) return { outcome: { kind: 'contradicted', reason }, order: {} };
  if (reason) return { outcome: { kind: 'review', reason }, order: { review: reason } };
  // Refunded, and no payment had fitted so far: this one does, and must be noted, since it counts if the refund fails.
  const isGivenBack = state === 'refunded' && order.paidAt !== null;
  if (isPaid(order) && (isGivenBack || order.grants > 0)) {
    // A payment that fits answers the doubts; a second payment still belongs to a payer and stays in review.
    const isAnswered = order.review !== null && order.review !== paidAgain;
    return {
      outcome: { kind: 'already' },
      order: {},
      ...(isAnswered ? { order: { review: null }, doubts: 'answered' } : {}),
    };
  }
  // It was granted by hand before its payment was known: the report of the payment must not grant it again.
  if (order.state === 'paid' && order.grants > 0)
    return {
      outcome: { kind: 'already' },
      order: { transactionId: paid.transactionId, paidAt: paid.paidAt, review: null },
      doubts: 'answered',
    };
  return decideFirstPayment(order, paid, known);
}

/** The order is paid. It is granted unless its money is back already or its buyer is unknown. */
function decideFirstPayment(order: Order, { transactionId, paidAt, terms }: Paid, known: Known): Decision {
  const sold = { ...order, ...terms, paidAt };
  const { refunds } = known;
  const refundedMinor = sumRefunds(sold, refunds);
  const change = { ...terms, transactionId, paidAt, review: null, refundedMinor, isDisputed: isDisputed(refunds) };
  const doubts = 'answered';
  if (isWhole(sold, refundedMinor))
    return { outcome: { kind: 'refunded' }, order: { ...change, state: 'refunded', nextCheckAt: null }, doubts };
  const granted = decideGrant(sold, known);
  return {
    outcome: { kind: granted.ledger ? 'granted' : 'unattributed' },
    ...granted,
    order: { ...change, state: 'paid', ...granted.order },
    doubts,
  };
}

/** Only a refund of this order is known: it has no payment yet. */
function isPaid({ state, transactionId }: Order): boolean {
  return (state === 'paid' || state === 'refunded') && transactionId !== null;
}

/**
 * A report of this payment has fitted before, so another report of it that does not fit raises no doubt. Reports come in
 * any order, and the order of two reports must not decide what the books say.
 */
function isSettledBy(order: Order, { transactionId }: Paid): boolean {
  return isPaid(order) && order.transactionId === transactionId;
}

/** All money went back before any payment had fitted: a payment that does not fit either changes nothing. */
function isGivenBackUnpaid({ state, paidAt }: Order): boolean {
  return state === 'refunded' && paidAt === null;
}

function findSecondUse(order: Order, { transactionId }: Paid, otherOrder: string | null): string | null {
  if (order.transactionId === transactionId) return null;
  if (isPaid(order)) return paidAgain;
  return otherOrder === null ? null : `its payment is that of ${otherOrder}`;
}

/** The result of an order's refunds, as they are known by now. */
export function decideRefunds(order: Order, known: Known): Writes {
  const { refunds, now } = known;
  const refundedMinor = sumRefunds(order, refunds);
  const isExplained =
    refundedMinor !== order.refundedMinor &&
    order.review === unknownRefund &&
    (order.state === 'paid' || order.state === 'refunded');
  const change = { refundedMinor, isDisputed: isDisputed(refunds), ...(isExplained ? { review: null } : {}) };
  switch (decideAfterRefund(order, refundedMinor)) {
    case 'take back': {
      const { userId } = order;
      const isGranted = userId !== null && order.grants > 0;
      return {
        order: { ...change, state: 'refunded' },
        ...(isGranted ? { ledger: takingBack({ ...order, userId }) } : {}),
      };
    }
    case 'end':
      return { order: { ...change, state: 'refunded', nextCheckAt: null, review: null }, doubts: 'answered' };
    case 'grant again': {
      const granted = decideGrant(order, known);
      return { ...granted, order: { ...change, state: 'paid', ...granted.order } };
    }
    case 'judge again':
      // No fitting payment ever came: WeChat Pay is asked again, and a card sale is judged again.
      if (order.provider === 'wechat') return { order: { ...change, state: 'open', nextCheckAt: now } };
      return { order: { ...change, state: 'new', review: failedRefund }, doubts: { reopenedFor: failedRefund } };
    case 'nothing':
      return { order: change };
  }
}

function takingBack(order: Order & { userId: string }): NonNullable<Writes['ledger']> {
  const cause = causeOf(order, order.grants);
  return order.isGift ? { kind: 'end gift', cause } : { kind: 'take back', userId: order.userId, cause };
}

/** Nothing is granted where the buyer or the plan is unknown; the buyer may have been deleted since. */
function decideGrant(order: Order, { buyerExists, now }: Known): Writes {
  const { userId, months } = order;
  if (userId === null || months === null) return { order: {} };
  if (!buyerExists) return { order: { userId: null } };
  return grantTo({ ...order, userId, months }, now);
}

/** Grants a paid order to the user whom the operator names; `plan`: what it is booked as where it names no plan. */
export function decideAssignment(
  order: Order,
  given: { userId: string; months: number; plan: string; now: Date },
): Writes {
  const { userId, months, now } = given;
  const granted = grantTo({ ...order, userId, months }, now);
  return { ...granted, order: { ...granted.order, userId, months, plan: order.plan ?? given.plan } };
}

/** Grants an order in review that somebody vouches for; one that was granted only leaves the review. */
export function decideGrantByHand(order: Order & { userId: string; months: number }, now: Date): Writes {
  if (order.state === 'paid' && order.grants > 0) return { order: { review: null }, doubts: 'answered' };
  const paidAt = order.paidAt ?? now;
  const granted = grantTo({ ...order, paidAt }, now);
  return { ...granted, order: { ...granted.order, state: 'paid', paidAt, review: null }, doubts: 'answered' };
}

function grantTo(order: Order & { userId: string; months: number }, now: Date): Writes {
  const { userId, months } = order;
  const grants = order.grants + 1;
  const cause = causeOf(order, grants);
  return {
    order: { grants, checks: 0, nextCheckAt: order.provider === 'wechat' ? nextLook(order, now) : null },
    ledger: order.isGift
      ? { kind: 'give', cause, months, paidAt: order.paidAt ?? now }
      : { kind: 'extend', userId, cause, months },
  };
}
