import type { Cause } from '../membership/rules.ts';
import type { OrderStatus, OrderWay, Provider, WechatWay } from './contract.ts';
import { payableMs } from './limits.ts';

/** How an order stands in our books. `new`: the provider has not confirmed it yet, or we do not know. */
export type OrderState = 'new' | 'open' | 'paid' | 'refunded' | 'closed' | 'failed';

/** The number by which people name an order: on its page, in receipts, and in what one looks for. */
export const numberOfOrder = (id: string): string => id.slice(0, 8);

export interface OrderFacts {
  id: string;
  provider: Provider;
  userId: string | null;
  /** Both null: a card sale of something that we do not sell. */
  plan: string | null;
  months: number | null;
  amountMinor: number;
  /** The plan's price, without the discount. */
  fullAmountMinor: number;
  /** The coupon that lowered the price. */
  couponId: string | null;
  /** Its grant is a code to give away. */
  isGift: boolean;
  /** How it is paid; another way is another order. */
  way: OrderWay;
  /** The app at WeChat that it was made for; null: a card sale, or one from before apps were noted. */
  appId: string | null;
  currency: string;
  state: OrderState;
  grants: number;
  refundedMinor: number;
  review: string | null;
}

/** The end of a card button's reference to its buyer, where the sale is a gift. */
export const giftMark = '_gift';

/** The buyer's view (spec: payments.md#order-status). An order under review waits, unless it was granted already. */
export function statusOf(order: Pick<OrderFacts, 'state' | 'grants' | 'review'>): {
  completed: boolean;
  status: OrderStatus;
} {
  const completed = order.grants > 0;
  switch (order.state) {
    case 'paid':
      return { completed, status: completed ? 'succeeded' : 'processing' };
    case 'refunded':
      return { completed, status: 'refunded' };
    case 'new':
      return { completed, status: 'processing' };
    case 'open':
      return { completed, status: order.review === null ? 'requires_action' : 'processing' };
    case 'closed':
    case 'failed':
      return { completed, status: order.review === null ? 'canceled' : 'processing' };
  }
}

/** What a code took off the price; a sale that costs more than its price is in review. */
export function discountOf({
  fullAmountMinor,
  amountMinor,
}: Pick<OrderFacts, 'fullAmountMinor' | 'amountMinor'>): number {
  return Math.max(0, fullAmountMinor - amountMinor);
}

/** The name of an order's `nth` grant in the ledger: a second grant follows a refund that failed in the end. */
export function causeOf(order: Pick<OrderFacts, 'provider' | 'id'>, nth: number): Cause {
  return nth === 1 ? `${order.provider}:${order.id}` : `${order.provider}:${order.id}:${nth}`;
}

/** The order that a cause in the ledger names; null: the cause is no payment. */
export function orderOfCause(cause: string): string | null {
  return /^(?:wechat|stripe):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?::\d+)?$/.exec(cause)?.[1] ?? null;
}

/**
 * Why an order is reviewed whose refund WeChat Pay tells without a sum; once the refund itself is reported, that is
 * settled.
 */
export const unknownRefund = 'refunded at WeChat Pay, how much is not known';

/** Why a card sale is reviewed whose payment never fitted, and whose refund failed. */
export const failedRefund = 'its refund failed, and it was never granted';

/** The app and the way that WeChat Pay names; `usualAppId` is of orders that did not note theirs. */
export interface CalledUp {
  appId: string;
  usualAppId: string;
  /** `other`: none of ours; null: not said. */
  way: WechatWay | 'other' | null;
}

/** The reason why a payment was called up otherwise than its order says; null: it was not. */
export function findOtherCall(
  order: Pick<OrderFacts, 'way' | 'appId'>,
  { appId, usualAppId, way }: CalledUp,
): string | null {
  if (appId !== (order.appId ?? usualAppId)) return 'paid to another merchant or app';
  return way === null || way === order.way ? null : `paid by ${way}, ordered by ${order.way}`;
}

/** The reason why a payment does not fit its order; null: it fits (spec: payments.md#granting). */
export function findMismatch(
  order: Pick<OrderFacts, 'amountMinor' | 'currency'>,
  paid: { amountMinor: number; currency: string },
): string | null {
  if (paid.currency.toUpperCase() !== order.currency) return `paid in ${paid.currency}, ordered in ${order.currency}`;
  if (paid.amountMinor !== order.amountMinor) return `paid ${paid.amountMinor}, ordered ${order.amountMinor}`;
  return null;
}

/**
 * The known state of money that goes back. WeChat Pay reports each refund, Stripe the sum of all until then (`total`)
 * and single refunds that failed in the end. A dispute is listed; once `lost`, it takes all of the money.
 */
export type RefundState = 'pending' | 'succeeded' | 'failed' | 'total' | 'disputed' | 'lost' | 'won';

export interface RefundRecord {
  state: RefundState;
  amountMinor: number;
  occurredAt: Date;
}

/** These states say only that something is under way, so they never replace an end. */
const underWay: readonly RefundState[] = ['pending', 'disputed'];

/**
 * Whether a report of a refund replaces what is known of it. Reports come in any order and any number of times; the
 * later end holds. A failed refund may be tried again, and a refund that succeeded may fail after all.
 */
export function replacesRefund(known: RefundRecord, reported: RefundRecord): boolean {
  if (underWay.includes(reported.state)) return false;
  if (underWay.includes(known.state)) return true;
  // Providers report times in whole seconds.
  const laterSeconds = secondOf(reported.occurredAt) - secondOf(known.occurredAt);
  if (laterSeconds !== 0) return laterSeconds > 0;
  // Within one second, the larger of two totals is the later one; otherwise the report that came last is.
  return reported.state === known.state ? reported.amountMinor > known.amountMinor : true;
}

function secondOf(time: Date): number {
  return Math.floor(time.getTime() / secondMs);
}

/** Until when a buyer may withdraw from an order that is so many days young; null: not, or no more. */
export function withdrawableUntil(
  { state, createdAt }: { state: OrderState; createdAt: Date },
  { days, isWaived, now }: { days: number; isWaived: boolean; now: Date },
): Date | null {
  const until = new Date(createdAt.getTime() + days * dayMs);
  return state === 'paid' && !isWaived && until > now ? until : null;
}

/** The tax in an amount that includes it, at a rate in percent with two decimals: a half is rounded away from 0. */
export function taxIn(amountMinor: number, rate: number): number {
  const hundredths = BigInt(Math.round(rate * 100));
  const of = 10_000n + hundredths;
  const tax = (BigInt(Math.abs(amountMinor)) * hundredths * 2n + of) / (2n * of);
  return amountMinor < 0 ? -Number(tax) : Number(tax);
}

/** The part of an order's money that has gone back, by all that is known of its refunds. */
export function sumRefunds(order: { amountMinor: number }, refunds: readonly RefundRecord[]): number {
  if (refunds.some(({ state }) => state === 'lost')) return order.amountMinor;
  const total = refunds.find(({ state }) => state === 'total');
  if (!total) return sum(refunds.filter(({ state }) => state === 'succeeded'));
  // The total still contains the refunds that have failed since, and not yet those that were made since.
  const failedSince = refunds.filter(({ state, occurredAt }) => state === 'failed' && occurredAt >= total.occurredAt);
  const madeSince = refunds.filter(
    ({ state, occurredAt }) => state === 'succeeded' && secondOf(occurredAt) > secondOf(total.occurredAt),
  );
  return Math.max(0, total.amountMinor - sum(failedSince) + sum(madeSince));
}

/** A refund that was asked for here; the provider may not have answered yet. */
export interface AskedRefund {
  amountMinor: number;
  /** The name by which the provider's own reports know it; null: it has not taken it (yet). */
  providerRefundId: string | null;
  /** The provider will not make it. */
  isRefused: boolean;
}

/** How a refund that was asked for here stands, by all that its provider has told. */
export function stateOfAsked(
  { providerRefundId, isRefused }: AskedRefund,
  refunds: readonly (RefundRecord & { refundId: string })[],
): 'pending' | 'succeeded' | 'failed' {
  if (isRefused) return 'failed';
  const known = refunds.find(({ refundId }) => refundId === providerRefundId);
  if (known?.state === 'succeeded' || known?.state === 'failed') return known.state;
  const total = refunds.find(({ state }) => state === 'total');
  const isInTotal = known && total && secondOf(total.occurredAt) >= secondOf(known.occurredAt);
  return isInTotal ? 'succeeded' : 'pending';
}

/** The money of an order that can still go back: neither back, nor on its way. */
export function leftToRefund(
  order: { amountMinor: number },
  known: { refunds: readonly (RefundRecord & { refundId: string })[]; asked: readonly AskedRefund[] },
): number {
  const { refunds, asked } = known;
  const onTheWay = asked.filter((each) => stateOfAsked(each, refunds) === 'pending');
  const askedNames = new Set(asked.map(({ providerRefundId }) => providerRefundId));
  const elsewhere = refunds.filter(({ state, refundId }) => state === 'pending' && !askedNames.has(refundId));
  const gone = sumRefunds(order, refunds) + sum(onTheWay) + sum(elsewhere);
  return Math.max(0, order.amountMinor - gone);
}

/** Whether a dispute is open or was lost. */
export function isDisputed(refunds: readonly RefundRecord[]): boolean {
  return refunds.some(({ state }) => state === 'disputed' || state === 'lost');
}

function sum(refunds: readonly { amountMinor: number }[]): number {
  return refunds.reduce((all, { amountMinor }) => all + amountMinor, 0);
}

/** Whether this sum is all of an order's money. */
export function isWhole({ amountMinor }: { amountMinor: number }, refundedMinor: number): boolean {
  return refundedMinor > 0 && refundedMinor >= amountMinor;
}

/**
 * The step that a change of refunds asks for: take the grant back, end an order that was never granted, grant a paid
 * order again, judge a doubted payment again, or nothing.
 */
export function decideAfterRefund(
  order: Pick<OrderFacts, 'state' | 'amountMinor' | 'grants'> & { paidAt: Date | null },
  refundedMinor: number,
) {
  const isFull = isWhole(order, refundedMinor);
  if (isFull && order.state !== 'refunded') return order.grants > 0 ? 'take back' : 'end';
  if (!isFull && order.state === 'refunded') return order.paidAt === null ? 'judge again' : 'grant again';
  return 'nothing';
}

const secondMs = 1000;
const minuteMs = 60 * secondMs;
/** After this time the page counts a payment that has not come as failed (spec: payments.md#profile-page). */
export const pageWaitMinutes = 3;
const payablePauseMs = 30 * secondMs;
const pausesMs = [30, 60, 180, 300, 600, 1800, 3600].map((seconds) => seconds * secondMs);
const unclearForMs = 24 * 60 * minuteMs;
const watchedForMs = 30 * 24 * 60 * minuteMs;
const dayMs = 24 * 60 * minuteMs;

/** Whether an order can no longer be paid, or must not be paid because another order replaced it. */
export function isOver(order: { supersededBy: string | null; expiresAt: Date | null }, now: Date): boolean {
  return order.supersededBy !== null || (order.expiresAt !== null && order.expiresAt <= now);
}

/**
 * When to ask the provider again about an order that is not settled: often while it can be paid, once right after that,
 * and then ever more rarely. Null: it is over a day old.
 */
export function nextCheck(order: { createdAt: Date }, now: Date): Date | null {
  const ageMs = now.getTime() - order.createdAt.getTime();
  if (ageMs > unclearForMs) return null;
  const overForMs = ageMs - payableMs;
  const pauseMs =
    overForMs < 0
      ? Math.min(payablePauseMs, 5 * secondMs - overForMs)
      : (pausesMs.find((pause) => pause > overForMs) ?? 60 * minuteMs);
  return new Date(now.getTime() + pauseMs);
}

/**
 * When to ask again about an order that was not settled within a day: each hour of two days more, and then once a day for a
 * month. A person looks at it meanwhile, but an outage of ours may have been all there was.
 */
export function nextLateCheck(order: { createdAt: Date }, now: Date): Date | null {
  const isRecent = now.getTime() - order.createdAt.getTime() <= 3 * dayMs;
  return isRecent ? new Date(now.getTime() + 60 * minuteMs) : nextLook(order, now);
}

/** A paid order is asked about once a day for a month, so that we find a refund that nobody reported to us. */
export function nextLook(order: { createdAt: Date }, now: Date): Date | null {
  return now.getTime() - order.createdAt.getTime() > watchedForMs ? null : new Date(now.getTime() + dayMs);
}
