import type { StripeConfig } from '../../../server/config/payments.ts';
import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import type { SiteInfo } from '../../../shared/site.ts';
import type { ReadSetting } from '../../../shared/site-settings.ts';
import { hasUser } from '../../accounts/server/accounts.ts';
import { endGift, giveGift } from '../../membership/server/gifts.ts';
import { extendMembership, findLastPeriod, takeBack } from '../../membership/server/membership.ts';
import type { Provider } from '../contract.ts';
import { planCurrency, planFor } from '../plans.ts';
import { type RefundRecord, replacesRefund } from '../rules.ts';
import {
  decideAssignment,
  decideGrantByHand,
  decidePayment,
  decideRefunds,
  type Known,
  type Outcome,
  type Paid,
  type Writes,
} from '../settlement.ts';
import { listButtons } from './card-offer.ts';
import { answerReviews, reopenReviews } from './event-queries.ts';
import { listPlans } from './plan-queries.ts';
import {
  findOrderOfTransaction,
  listPlansOfOrders,
  lockOrder,
  lockOrderOfRefund,
  type OrderRow,
  updateOrder,
} from './queries.ts';
import { numberReceipts } from './receipts.ts';
import { listKnownRefunds, lockMoney, lockRefund, upsertRefund } from './refund-queries.ts';
import { tellBuyer } from './tell.ts';

/** Where money is booked, and the settings by which receipts are numbered. */
export interface Books {
  db: DbPool;
  setting: ReadSetting;
}

export type Settled = (Outcome & { orderId: string }) | { kind: 'unknown_order' };

/**
 * Settles a payment. Notifications, our own questions and the sweep all come here, and a grant is made nowhere else.
 * Order and grant are written in one transaction; however often, late or from how many sides a payment is reported, it
 * is granted once. A payment that was refunded before we learnt of it is not granted at all.
 */
export function settle({ db, setting }: Books, paid: Paid): Promise<Settled> {
  return withTransaction(db, async (tx) => {
    const { provider, reference, transactionId } = paid;
    await lockMoney(tx, { provider, orderKey: provider === 'wechat' ? reference : transactionId });
    const order = await lockOrder(tx, paid);
    if (!order) return { kind: 'unknown_order' };
    const known = await readKnown(tx, { ...order, ...paid.terms, transactionId });
    const otherOrder = await findOrderOfTransaction(tx, { provider, transactionId });
    const { outcome, ...writes } = decidePayment(order, paid, { ...known, otherOrder });
    await write(tx, order, { writes, setting });
    return { ...outcome, orderId: order.id };
  });
}

/** A user's last period by the ledger, with the last plan that was paid in it. */
export async function lastPeriodOf(db: Db, userId: string) {
  const period = await findLastPeriod(db, userId);
  if (!period) return null;
  const { from, until, causes } = period;
  // The order of causes counts.
  const orders = causes.flatMap((cause) => /^(?:wechat|stripe):([0-9a-f-]{36})$/.exec(cause)?.[1] ?? []);
  const plans = orders.length === 0 ? new Map<string, string | null>() : await listPlansOfOrders(db, orders);
  return { from, until, plan: orders.map((id) => plans.get(id) ?? null).findLast((plan) => plan !== null) ?? null };
}

/** Leaves a sale to the operator, unless it was settled before or all its money is back. False: it was paid. */
export function doubt(
  { db, setting }: Books,
  sale: { provider: Provider; reference: string; transactionId: string; reason: string },
): Promise<boolean> {
  return withTransaction(db, async (tx) => {
    const { provider, reference, transactionId, reason: review } = sale;
    await lockMoney(tx, { provider, orderKey: transactionId });
    const order = await lockOrder(tx, { provider, reference });
    if (order?.state !== 'new' && order?.state !== 'failed') return order?.state !== 'paid' && !order?.paidAt;
    const doubted = { ...order, review, transactionId };
    const { order: change, ...more } = decideRefunds(doubted, await readKnown(tx, doubted));
    await write(tx, order, { writes: { ...more, order: { review, transactionId, ...change } }, setting });
    return true;
  });
}

/** A refund as its provider vouches for it; we may learn of it before its order is paid. */
export interface Refunded extends RefundRecord {
  provider: Provider;
  refundId: string;
  /** The name by which the refund knows its order: our number at WeChat Pay, the transaction at Stripe. */
  orderKey: string;
}

/**
 * Takes a grant back when all of its money has gone back or a dispute is lost, and gives it again when a refund fails
 * in the end. An open dispute is only noted. False: we know no such order, and the refund is kept until there is one.
 */
export function recordRefund({ db, setting }: Books, refund: Refunded): Promise<boolean> {
  return withTransaction(db, async (tx) => {
    await lockMoney(tx, refund);
    const order = await lockOrderOfRefund(tx, refund);
    const known = await lockRefund(tx, refund);
    if (!known || replacesRefund(known, refund)) await upsertRefund(tx, refund);
    if (order) await write(tx, order, { writes: decideRefunds(order, await readKnown(tx, order)), setting });
    return order !== null;
  });
}

/**
 * Grants a paid order to the user whom the operator names; returns when the membership then ends, and null for a gift,
 * whose code the user finds among their orders.
 */
export async function assignGrant(
  tx: Db,
  order: OrderRow,
  { setting, ...given }: { userId: string; months: number; setting: ReadSetting },
): Promise<Date | null> {
  const plan = planFor(await listPlans(tx), given.months);
  const writes = decideAssignment(order, { ...given, plan, now: order.now });
  const expireAt = await write(tx, order, { writes, setting });
  if (!expireAt && !order.isGift) throw new Error(`The sale ${order.id} granted nothing`);
  return expireAt;
}

/** Grants an order in review to its buyer, at the word of somebody in the studio. The order must be locked. */
export async function grantReviewed(
  tx: Db,
  order: OrderRow,
  { setting, ...given }: { userId: string; months: number; setting: ReadSetting },
): Promise<void> {
  await write(tx, order, { writes: decideGrantByHand({ ...order, ...given }, order.now), setting });
}

/** The plans on sale and the card buttons for them, as pages offer them; amounts in minor units. */
export async function readSale(db: Db, stripe: StripeConfig | null): Promise<Sale> {
  const plans = (await listPlans(db)).filter(({ isActive }) => isActive);
  return {
    plans: plans.map(({ plan, months, amountMinor, name }) => ({
      plan,
      months,
      amount: amountMinor,
      currency: planCurrency,
      name,
    })),
    buttons: (stripe ? listButtons(plans, stripe) : []).map(
      ({ plan, buyButtonId, amountMinor, currency, url, hasButton }) => ({
        plan,
        buy_button_id: buyButtonId,
        amount: amountMinor,
        currency,
        url,
        button: hasButton,
      }),
    ),
  };
}

type Sale = { plans: SiteInfo['plans']; buttons: NonNullable<SiteInfo['stripe']>['buttons'] };

async function readKnown(tx: Db, order: OrderRow): Promise<Known> {
  const { provider, userId, now } = order;
  const orderKey = provider === 'wechat' ? order.reference : order.transactionId;
  return {
    refunds: orderKey === null ? [] : await listKnownRefunds(tx, { provider, orderKey }),
    buyerExists: userId !== null && (await hasUser(tx, userId)),
    now,
  };
}

/** Returns when the changed membership ends; null: none changed, or nothing is left of it. */
async function write(
  tx: Db,
  order: OrderRow,
  { writes, setting }: { writes: Writes; setting: ReadSetting },
): Promise<Date | null> {
  const { order: change, ledger, doubts } = writes;
  // Members are locked first: others may wait for rows that are locked after them.
  const expireAt = ledger ? await writeLedger(tx, ledger) : null;
  if (Object.keys(change).length > 0) await updateOrder(tx, order.id, change);
  await tellBuyer(tx, order, writes);
  const { provider, reference } = order;
  const references = [reference, change.transactionId ?? order.transactionId ?? reference];
  if (doubts === 'answered') await answerReviews(tx, { provider, references });
  else if (doubts) await reopenReviews(tx, { provider, references, reason: doubts.reopenedFor });
  // Last, since all others who take a number wait until this transaction ends.
  if (change.paidAt !== undefined || change.refundedMinor !== undefined)
    await numberReceipts(tx, { ...order, ...change }, setting);
  return expireAt;
}

async function writeLedger(tx: Db, ledger: NonNullable<Writes['ledger']>): Promise<Date | null> {
  const { cause } = ledger;
  switch (ledger.kind) {
    case 'extend':
      return (await extendMembership(tx, { userId: ledger.userId, cause, by: { months: ledger.months } })).expireAt;
    case 'take back':
      return (await takeBack(tx, { userId: ledger.userId, cause })).expireAt;
    case 'give':
      await giveGift(tx, { cause, months: ledger.months, paidAt: ledger.paidAt });
      return null;
    case 'end gift':
      await endGift(tx, cause);
      return null;
  }
}
