import type { Db } from '../../../server/database/db.ts';
import { parseUuid } from '../../../shared/wire.ts';
import { listUsersNamed, namesOfUsers } from '../../accounts/server/accounts.ts';
import { type CodeUse, findCode } from '../../membership/server/discounts.ts';
import { findGifts, type GiftStanding, redemptionsOfGifts } from '../../membership/server/gifts.ts';
import { listIdsShown, readLedgerOfCauses } from '../../membership/server/people.ts';
import type { OrderStatus, Provider } from '../contract.ts';
import { causeOf, discountOf, leftToRefund, numberOfOrder, orderOfCause, stateOfAsked, statusOf } from '../rules.ts';
import type { StudioOrder, StudioOrderDetail } from '../studio-contract.ts';
import {
  countOrders,
  type ListedOrder,
  listEventsOf,
  listOrderRows,
  listOrdersNumbered,
  listOrdersWithCoupon,
  type OrdersAsked,
} from './order-queries.ts';
import { findOrder } from './queries.ts';
import { findOrderOfReceipt } from './receipt-queries.ts';
import { listAsked, listAskedOf, listKnownRefunds, listKnownRefundsOf } from './refund-queries.ts';
import { moneyOf } from './refunds.ts';
import { presentGift } from './routes.ts';

/** A question to the list of orders; what is absent may be anything. */
export interface OrdersQuestion {
  status?: OrderStatus | undefined;
  provider?: Provider | undefined;
  plan?: string | undefined;
  currency?: string | undefined;
  /** An order's id, number, receipt, reference or payment, the code that it holds, its buyer's id or a part of their name. */
  q?: string | undefined;
  review?: boolean | undefined;
  from: Date | null;
  before: Date | null;
}

const ordersAtOnce = 500;

/** A page of the orders that fit, the newest first. The total is an estimate where it is large. */
export async function listOrders(
  db: Db,
  given: { question: OrdersQuestion; page: number; pageSize: number },
): Promise<{ result: StudioOrder[]; total: number }> {
  const { page, pageSize } = given;
  const asked = await askedBy(db, given.question);
  const rows = await listOrderRows(db, { asked, after: null, offset: page * pageSize, limit: pageSize });
  return { result: await presentOrders(db, rows), total: await countOrders(db, asked) };
}

/** All orders that fit, the newest first, in batches. */
export async function* eachOrder(db: Db, question: OrdersQuestion): AsyncGenerator<StudioOrder[]> {
  const asked = await askedBy(db, question);
  let last: ListedOrder | undefined;
  for (;;) {
    const after = last ? { createdAt: last.mark, id: last.id } : null;
    const rows: ListedOrder[] = await listOrderRows(db, { asked, after, offset: 0, limit: ordersAtOnce });
    yield await presentOrders(db, rows);
    last = rows.at(-1);
    if (rows.length < ordersAtOnce) return;
  }
}

/** The last orders of a user, the newest first; 200 at most. */
export async function listOrdersOfPerson(db: Db, userId: string): Promise<StudioOrder[]> {
  const asked = { ...anyOrder, userIds: [userId] };
  return presentOrders(db, await listOrderRows(db, { asked, after: null, offset: 0, limit: 200 }));
}

const anyOrder: OrdersAsked = {
  ...{ status: null, provider: null, plan: null, currency: null, ids: null, userIds: null, from: null, before: null },
  isInReview: null,
};

async function askedBy(db: Db, question: OrdersQuestion): Promise<OrdersAsked> {
  const {
    q = '',
    status = null,
    provider = null,
    plan = null,
    currency = null,
    review = null,
    from,
    before,
  } = question;
  const text = q.trim();
  const named = text === '' ? {} : await ordersNamed(db, text);
  const isInReview = review;
  return {
    ...anyOrder,
    status,
    provider,
    plan,
    currency: currency?.toUpperCase() ?? null,
    isInReview,
    from,
    before,
    ...named,
  };
}

async function ordersNamed(db: Db, text: string): Promise<{ ids: string[]; userIds: string[] }> {
  const [orders, code, buyers, shown] = await Promise.all([
    findOrdersBy(db, text),
    findCode(db, text),
    listUsersNamed(db, { text, limit: mostBuyers }),
    listIdsShown(db, text),
  ]);
  const holding = code ? await ordersHolding(db, code) : [];
  const userId = parseUuid(text);
  return {
    ids: [...orders, ...holding].map(({ id }) => id),
    userIds: [...buyers.map(({ id }) => id), ...shown, ...(userId === null ? [] : [userId])],
  };
}

/** A part of a name finds the orders of so many people. */
const mostBuyers = 500;

/** The orders that hold a code: as their discount, or as the gift that they bought. */
async function ordersHolding(
  db: Db,
  { couponId, giftCause }: CodeUse,
): Promise<{ id: string; userId: string | null }[]> {
  const giftOrder = giftCause === null ? null : orderOfCause(giftCause);
  const gift = giftOrder === null ? null : await findOrder(db, giftOrder);
  return [...(await listOrdersWithCoupon(db, couponId)), ...(gift ? [gift] : [])];
}

/** Eight signs of an order's id or more, as its receipt shows it, in either case. */
const orderNumber = /^[0-9a-f]{8}[0-9a-f-]{0,28}$/i;

async function findOrdersBy(db: Db, text: string): Promise<{ id: string; userId: string | null }[]> {
  const order = (await findOrder(db, text)) ?? (await findOrderOfReceipt(db, text));
  if (order) return [order];
  return orderNumber.test(text) && text.replaceAll('-', '').length <= 32 ? listOrdersNumbered(db, text) : [];
}

/** The users who bought the orders of this id, number, receipt, reference, payment or code, or have redeemed the code. */
export async function buyersOf(db: Db, name: string): Promise<string[]> {
  const [orders, code] = await Promise.all([findOrdersBy(db, name), findCode(db, name)]);
  const holding = code ? await ordersHolding(db, code) : [];
  const buyers = [...orders, ...holding].flatMap(({ userId }) => userId ?? []);
  return [...new Set([...buyers, ...(code?.userIds ?? [])])];
}

async function presentOrders(db: Db, rows: readonly ListedOrder[]): Promise<StudioOrder[]> {
  const names = await namesOfUsers(db, [...new Set(rows.flatMap(({ userId }) => userId ?? []))]);
  const gifts = await findGifts(
    db,
    rows.filter(({ isGift }) => isGift).map((row) => causeOf(row, row.grants)),
  );
  return rows.map((row) => presentOrder(row, { names, gifts }));
}

function presentOrder(
  row: ListedOrder,
  { names, gifts }: { names: ReadonlyMap<string, string>; gifts: ReadonlyMap<string, GiftStanding> },
): StudioOrder {
  const { id, provider, way, plan, months, amountMinor, fullAmountMinor, currency, userId, reference, review } = row;
  const username = userId === null ? undefined : names.get(userId);
  const gift = presentGift(row, gifts.get(causeOf(row, row.grants)));
  return {
    order_id: id,
    number: numberOfOrder(id),
    ...{
      provider,
      way,
      plan,
      months,
      amount: amountMinor,
      full_amount: fullAmountMinor,
      discount: discountOf(row),
      currency,
    },
    status: statusOf(row).status,
    // The code is the buyer's alone.
    gift: gift && { ...gift, code: null },
    created_at: row.createdAt.toISOString(),
    paid_at: row.paidAt?.toISOString() ?? null,
    user: userId === null || username === undefined ? null : { uuid: userId, username },
    ...{ reference, review },
  };
}

/** A person's orders, what went back of each in sum, and all that is known of its refunds, the newest first; 200 at most. */
export async function listMoneyOf(
  db: Db,
  userId: string,
): Promise<{ order: StudioOrder; refunded: number; refunds: StudioOrderDetail['refunds'] }[]> {
  const asked = { ...anyOrder, userIds: [userId] };
  const rows = await listOrderRows(db, { asked, after: null, offset: 0, limit: 200 });
  const ids = rows.map(({ id }) => id);
  const [orders, here, known] = await Promise.all([
    presentOrders(db, rows),
    listAskedOf(db, ids),
    listKnownRefundsOf(
      db,
      rows.map((row) => ({ orderId: row.id, ...moneyOf(row) })),
    ),
  ]);
  return orders.map((order, index) => ({
    order,
    refunded: rows[index]?.refundedMinor ?? 0,
    refunds: presentRefunds({
      refunds: known.filter(({ orderId }) => orderId === order.order_id),
      asked: here.filter(({ orderId }) => orderId === order.order_id),
    }),
  }));
}

/** One order with all that is known of its money; null: there is none of that id. */
export async function readOrder(db: Db, id: string): Promise<StudioOrderDetail | null> {
  const [row] = await listOrderRows(db, { asked: { ...anyOrder, ids: [id] }, after: null, offset: 0, limit: 1 });
  if (!row) return null;
  const [order] = await presentOrders(db, [row]);
  if (!order) return null;
  const { provider, reference, transactionId } = row;
  const money = { refunds: await listKnownRefunds(db, moneyOf(row)), asked: await listAsked(db, id) };
  const events = await listEventsOf(db, { provider, references: [reference, transactionId ?? reference] });
  return {
    ...order,
    payment: transactionId,
    refunded: row.refundedMinor,
    left: row.state === 'paid' || row.state === 'refunded' ? leftToRefund(row, money) : 0,
    disputed_at: row.disputedAt?.toISOString() ?? null,
    events: events.map(({ at, kind, outcome, amountMinor: amount, currency }) => ({
      ...{ at: at.toISOString(), kind, outcome, amount, currency },
    })),
    refunds: presentRefunds(money),
    ledger: await readLedgerOfCauses(db, await causesOf(db, row)),
  };
}

/** Those that were asked for here first, then those that their provider alone knows of. */
function presentRefunds({
  refunds,
  asked,
}: {
  refunds: Awaited<ReturnType<typeof listKnownRefunds>>;
  asked: Awaited<ReturnType<typeof listAsked>>;
}): StudioOrderDetail['refunds'] {
  const named = new Set(asked.map(({ providerRefundId }) => providerRefundId));
  return [
    ...asked.map((each) => ({
      ...{ refund_id: each.refundId, state: stateOfAsked(each, refunds), amount: each.amountMinor },
      at: each.createdAt.toISOString(),
    })),
    ...refunds
      .filter(({ refundId }) => !named.has(refundId))
      .map(({ refundId, state, amountMinor, occurredAt }) => ({
        ...{ refund_id: refundId, state, amount: amountMinor },
        at: occurredAt.toISOString(),
      })),
  ];
}

/** The causes of an order in the ledger; for a gift, those of its redeemer. */
async function causesOf(db: Db, row: ListedOrder): Promise<string[]> {
  const causes = Array.from({ length: row.grants }, (_, nth) => causeOf(row, nth + 1));
  return row.isGift ? redemptionsOfGifts(db, causes) : causes;
}
