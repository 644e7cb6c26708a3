import { countOrEstimate, type Db } from '../../../server/database/db.ts';
import type { OrderStatus, Provider } from '../contract.ts';
import { type OrderRow, orderColumns } from './queries.ts';

/** The properties of the orders in a list; null stands for any. */
export interface OrdersAsked {
  status: OrderStatus | null;
  provider: Provider | null;
  plan: string | null;
  currency: string | null;
  /** Orders of this id, and of these users. */
  ids: readonly string[] | null;
  userIds: readonly string[] | null;
  from: Date | null;
  before: Date | null;
  isInReview: boolean | null;
}

/** The same rule as `statusOf`, in SQL; a test compares the two. */
const conditions: Record<OrderStatus, string> = {
  requires_action: `state = 'open' and review is null`,
  processing: `((state = 'paid' and grants = 0) or state = 'new'
    or (state in ('open', 'closed', 'failed') and review is not null))`,
  succeeded: `state = 'paid' and grants > 0`,
  canceled: `state in ('closed', 'failed') and review is null`,
  refunded: `state = 'refunded'`,
};

const fits = ({ status, isInReview }: OrdersAsked) =>
  `($1::text is null or provider = $1) and ($2::text is null or plan = $2) and ($3::text is null or currency = $3)
     and (($4::uuid[] is null and $5::uuid[] is null) or id = any($4) or user_id = any($5))
     and ($6::timestamptz is null or created_at >= $6) and ($7::timestamptz is null or created_at < $7)
     and ${status === null ? 'true' : conditions[status]}
     and ${isInReview === null ? 'true' : isInReview ? 'review is not null' : 'review is null'}`;
const valuesOf = ({ provider, plan, currency, ids, userIds, from, before }: OrdersAsked) => [
  ...[provider, plan, currency, ids, userIds, from, before],
];

/** An order's place in the list, with its time as exactly as the database has it. */
export interface OrderMark {
  createdAt: string;
  id: string;
}

export interface ListedOrder extends OrderRow {
  disputedAt: Date | null;
  mark: string;
}

/** The orders that fit, the newest first; `after` is the last one that is known. */
export async function listOrderRows(
  db: Db,
  given: { asked: OrdersAsked; after: OrderMark | null; offset: number; limit: number },
): Promise<ListedOrder[]> {
  const { asked, after, offset, limit } = given;
  const { rows } = await db.query<ListedOrder>(
    `select ${orderColumns}, disputed_at as "disputedAt", created_at::text as mark from payment_orders
     where ${fits(asked)} and ($8::timestamptz is null or (created_at, id) < ($8, $9::uuid))
     order by created_at desc, id desc offset $10 limit $11`,
    [...valuesOf(asked), after?.createdAt ?? null, after?.id ?? null, offset, limit],
  );
  return rows;
}

/** The orders whose ids begin so, the newest first; 50 at most. `beginning` has 8 hexadecimal digits or more. */
export async function listOrdersNumbered(db: Db, beginning: string): Promise<{ id: string; userId: string | null }[]> {
  const digits = beginning.toLowerCase().replaceAll('-', '');
  const { rows } = await db.query<{ id: string; userId: string | null }>(
    `select id, user_id as "userId" from payment_orders where id between $1::uuid and $2::uuid
     order by created_at desc limit 50`,
    [digits.padEnd(32, '0'), digits.padEnd(32, 'f')],
  );
  return rows;
}

/** The orders that hold a coupon, the newest first; 500 at most. */
export async function listOrdersWithCoupon(db: Db, couponId: string): Promise<{ id: string; userId: string | null }[]> {
  const { rows } = await db.query<{ id: string; userId: string | null }>(
    `select id, user_id as "userId" from payment_orders where coupon_id = $1 order by created_at desc limit 500`,
    [couponId],
  );
  return rows;
}

export function countOrders(db: Db, asked: OrdersAsked): Promise<number> {
  return countOrEstimate(db, `select from payment_orders where ${fits(asked)}`, valuesOf(asked));
}

export interface EventRow {
  at: Date;
  kind: string;
  outcome: string | null;
  amountMinor: number | null;
  currency: string | null;
}

/** The events of an order that came under any of these names, the first one first. */
export async function listEventsOf(
  db: Db,
  asked: { provider: Provider; references: readonly string[] },
): Promise<EventRow[]> {
  const { rows } = await db.query<EventRow>(
    `select received_at as at, kind, coalesce(outcome, unsettled) as outcome, amount_minor as "amountMinor", currency
     from payment_events where provider = $1 and reference = any($2) order by received_at, id limit 500`,
    [asked.provider, asked.references],
  );
  return rows;
}

/** How many paid sales name no user and were given to nobody. */
export async function countUnattributed(db: Db): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from payment_orders where user_id is null and state = 'paid' and grants = 0`,
  );
  return rows[0]?.count ?? 0;
}
