import type { Db } from '../../../server/database/db.ts';
import { parseUuid } from '../../../shared/wire.ts';
import type { Provider } from '../contract.ts';
import type { OrderFacts } from '../rules.ts';
import type { Order, OrderChange } from '../settlement.ts';

export interface OrderRow extends Order {
  reference: string;
  supersededBy: string | null;
  expiresAt: Date | null;
  checks: number;
  /** The database's clock at the time of this reading; the same clock wrote the other times. */
  now: Date;
}

export const orderColumns = `id, provider, reference, user_id as "userId", plan, months, amount_minor as "amountMinor", currency, state,
  transaction_id as "transactionId", grants, refunded_minor as "refundedMinor", review, superseded_by as "supersededBy",
  created_at as "createdAt", expires_at as "expiresAt", paid_at as "paidAt", checks,
  coalesce(full_amount_minor, amount_minor) as "fullAmountMinor", coupon_id as "couponId", is_gift as "isGift",
  coalesce(way, case provider when 'wechat' then 'qr' else 'card' end) as way, app_id as "appId",
  now() as now`;

/** The plan of each of these orders that sold one. */
export async function listPlansOfOrders(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; plan: string }>(
    'select id, plan from payment_orders where id = any($1::uuid[]) and plan is not null',
    [ids],
  );
  return new Map(rows.map(({ id, plan }) => [id, plan]));
}

/** Makes other orders of the same user wait until the transaction ends, so that counting them is safe. */
export async function lockBuyer(tx: Db, userId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('longstrip order'), hashtext($1))`, [userId]);
}

/** The number of a user's orders that can still be paid, the number made within the hour, and the oldest's time. */
export async function countRecentOrders(
  tx: Db,
  userId: string,
): Promise<{ open: number; lastHour: number; opensAgainAt: Date | null; oldestAt: Date | null; now: Date }> {
  const { rows } = await tx.query<{
    open: number;
    lastHour: number;
    opensAgainAt: Date | null;
    oldestAt: Date | null;
    now: Date;
  }>(
    // Times that lie ahead are from before the clock was set back: a limit lasts no longer than its window.
    `select count(*) filter (where is_open) as open, count(*) filter (where is_recent) as "lastHour",
       min(expires_at) filter (where is_open) as "opensAgainAt",
       min(created_at) filter (where is_recent) as "oldestAt", now() as now
     from (
       select created_at, expires_at,
         state in ('new', 'open') and expires_at > now() and expires_at <= now() + interval '6 minutes' as is_open,
         created_at > now() - interval '1 hour' and created_at <= now() + interval '1 minute' as is_recent
       from payment_orders where user_id = $1 and provider = 'wechat'
         and (created_at > now() - interval '1 hour' or (state in ('new', 'open') and expires_at > now()))) as known`,
    [userId],
  );
  return rows[0] ?? { open: 0, lastHour: 0, opensAgainAt: null, oldestAt: null, now: new Date(0) };
}

export interface NewOrder extends Omit<OrderFacts, 'grants' | 'refundedMinor' | 'review'> {
  reference: string;
  expiresAt: Date | null;
  nextCheckAt: Date | null;
}

/** Returns false where the provider's reference is known already. */
export async function insertOrder(tx: Db, order: NewOrder): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into payment_orders
       (id, provider, reference, user_id, plan, months, amount_minor, currency, state, expires_at, next_check_at,
        full_amount_minor, coupon_id, is_gift, way, app_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) on conflict (provider, reference) do nothing`,
    [
      order.id,
      order.provider,
      order.reference,
      order.userId,
      order.plan,
      order.months,
      order.amountMinor,
      order.currency,
      order.state,
      order.expiresAt,
      order.nextCheckAt,
      order.fullAmountMinor,
      order.couponId,
      order.isGift,
      order.way,
      order.appId,
    ],
  );
  return rowCount === 1;
}

/** Returns the order; until the transaction ends nobody else can change this order or its buyer's other orders. */
export function lockOrder(tx: Db, wanted: { provider: Provider; reference: string }): Promise<OrderRow | null> {
  return lockNamed(tx, { provider: wanted.provider, reference: wanted.reference, transactionId: null });
}

/** Like `lockOrder`, by the refund's name for the order: our number at WeChat Pay, Stripe's transaction. */
export function lockOrderOfRefund(tx: Db, wanted: { provider: Provider; orderKey: string }): Promise<OrderRow | null> {
  const { provider, orderKey } = wanted;
  const isOurs = provider === 'wechat';
  return lockNamed(tx, { provider, reference: isOurs ? orderKey : null, transactionId: isOurs ? null : orderKey });
}

async function lockNamed(
  tx: Db,
  {
    provider,
    reference,
    transactionId,
  }: { provider: Provider; reference: string | null; transactionId: string | null },
): Promise<OrderRow | null> {
  const named = [provider, reference, transactionId];
  // The buyer is locked before the order. Writing an order that was given up for another one waits for that other order
  // too. Two such orders that were both paid would wait for each other, one for the order, one for the member.
  await tx.query(
    `select pg_advisory_xact_lock(hashtext('longstrip order'), hashtext(user_id::text)) from payment_orders
     where provider = $1 and (reference = $2 or transaction_id = $3)`,
    named,
  );
  const { rows } = await tx.query<OrderRow>(
    `select ${orderColumns} from payment_orders
     where provider = $1 and (reference = $2 or transaction_id = $3) for update`,
    named,
  );
  return rows[0] ?? null;
}

export async function findOrderOfUser(db: Db, wanted: { id: string; userId: string }): Promise<OrderRow | null> {
  const { rows } = await db.query<OrderRow>(
    `select ${orderColumns} from payment_orders where id = $1 and user_id = $2`,
    [wanted.id, wanted.userId],
  );
  return rows[0] ?? null;
}

/** Finds an order by our id, or by the provider's name for it. */
export async function findOrder(db: Db, name: string): Promise<OrderRow | null> {
  const { rows } = await db.query<OrderRow>(
    `select ${orderColumns} from payment_orders
     where id = $2::uuid or (provider in ('wechat', 'stripe') and (reference = $1 or transaction_id = $1)) limit 1`,
    [name, parseUuid(name)],
  );
  return rows[0] ?? null;
}

export async function listOrdersOfUser(db: Db, userId: string): Promise<OrderRow[]> {
  const { rows } = await db.query<OrderRow>(
    `select ${orderColumns} from payment_orders where user_id = $1 and plan is not null order by created_at desc, id limit 200`,
    [userId],
  );
  return rows;
}

/** Writes the given fields; the others stay. */
export async function updateOrder(tx: Db, id: string, change: OrderChange): Promise<void> {
  await tx.query(
    `update payment_orders set
       state = coalesce($2, state), transaction_id = coalesce($3, transaction_id), grants = coalesce($4, grants),
       refunded_minor = coalesce($5, refunded_minor), review = case when $6 then $7 else review end,
       paid_at = coalesce($8, paid_at), next_check_at = case when $9 then $10 else next_check_at end,
       checks = coalesce($11, checks), user_id = case when $12 then $13 else user_id end,
       plan = coalesce($14, plan), months = coalesce($15, months),
       disputed_at = case when $16::boolean is null then disputed_at when $16 then coalesce(disputed_at, now()) end
     where id = $1`,
    [
      id,
      change.state ?? null,
      change.transactionId ?? null,
      change.grants ?? null,
      change.refundedMinor ?? null,
      change.review !== undefined,
      change.review ?? null,
      change.paidAt ?? null,
      change.nextCheckAt !== undefined,
      change.nextCheckAt ?? null,
      change.checks ?? null,
      change.userId !== undefined,
      change.userId ?? null,
      change.plan ?? null,
      change.months ?? null,
      change.isDisputed ?? null,
    ],
  );
}

/** Why a person should look at an order that no provider has answered about for a day. */
export const nobodyKnows = 'nobody knows whether it was paid';

/** Ends an order that nobody can pay any more, which answers that doubt; if it was paid meanwhile, it stays paid. */
export async function endOrder(db: Db, id: string): Promise<void> {
  await db.query(
    `update payment_orders set state = 'closed', next_check_at = null, review = nullif(review, $2)
     where id = $1 and state in ('new', 'open', 'closed', 'failed')`,
    [id, nobodyKnows],
  );
}

/** Ends an order that came to nothing; if it was paid, it stays paid. */
export async function failOrder(db: Db, id: string): Promise<void> {
  await db.query(
    `update payment_orders set state = 'failed', next_check_at = null where id = $1 and state in ('new', 'open')`,
    [id],
  );
}

/**
 * Opens an order that can be paid and is asked about, also an order that was given up while it was being made. False: it
 * gave its coupon to another order meanwhile.
 */
export async function openOrder(db: Db, order: { id: string; nextCheckAt: Date | null }): Promise<boolean> {
  const { rowCount } = await db.query(
    `update payment_orders
     set state = case when state in ('new', 'closed') then 'open' else state end,
       next_check_at = case when state in ('new', 'closed') then $2 else next_check_at end
     where id = $1 and (state <> 'closed' or coupon_id is null)`,
    [order.id, order.nextCheckAt],
  );
  return rowCount === 1;
}

/** Ends the review of an order, and the questions about an order that cannot be paid; false: it was not in review. */
export async function endReview(tx: Db, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update payment_orders set review = null,
       next_check_at = case when state in ('new', 'open') and expires_at > now() then next_check_at end,
       state = case when state not in ('new', 'open') or expires_at > now() then state
         when provider = 'wechat' then 'closed' else 'failed' end
     where id = $1 and review is not null`,
    [id],
  );
  return rowCount === 1;
}

/** Ends the review of an order that counts as unpaid from now on. */
export async function closeReviewed(tx: Db, id: string): Promise<void> {
  await tx.query(
    `update payment_orders set review = null, next_check_at = null,
       state = case when provider = 'wechat' then 'closed' else 'failed' end
     where id = $1 and state not in ('paid', 'refunded')`,
    [id],
  );
}

/** Sets when to ask again about an order that waits to be paid, and why a person should look at it, if one should. */
export async function scheduleWaiting(
  db: Db,
  order: { id: string; at: Date | null; review: string | null },
): Promise<void> {
  await db.query(
    `update payment_orders set next_check_at = $2, review = coalesce($3, review)
     where id = $1 and state in ('new', 'open')`,
    [order.id, order.at, order.review],
  );
}

/** Asks a person to look at a refunded order, unless we know by now how much went back. */
export async function doubtRefund(db: Db, order: { id: string; reason: string }): Promise<void> {
  await db.query(`update payment_orders set review = $2 where id = $1 and refunded_minor = 0 and state <> 'refunded'`, [
    order.id,
    order.reason,
  ]);
}

/** The order that a payment is known for. */
export async function findOrderOfTransaction(
  db: Db,
  wanted: { provider: Provider; transactionId: string },
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    'select id from payment_orders where provider = $1 and transaction_id = $2',
    [wanted.provider, wanted.transactionId],
  );
  return rows[0]?.id ?? null;
}

/** Notes that a user's earlier payable orders were given up for this one; returns these orders, to be closed. */
export async function supersedeOrders(db: Db, given: { userId: string; by: string }): Promise<OrderRow[]> {
  const { rows } = await db.query<OrderRow>(
    `update payment_orders set superseded_by = $2, next_check_at = now()
     where user_id = $1 and provider = 'wechat' and state in ('new', 'open') and superseded_by is null
       -- of two orders made at once only the earlier one gives way; otherwise neither could be paid
       and (created_at, id) < (select created_at, id from payment_orders where id = $2)
     returning ${orderColumns}`,
    [given.userId, given.by],
  );
  return rows;
}

/** Takes the orders that are due to be asked about; no other process gets them for the next two minutes. */
export async function claimDueOrders(db: Db, limit: number): Promise<OrderRow[]> {
  const { rows } = await db.query<OrderRow>(
    `update payment_orders set next_check_at = now() + interval '2 minutes', checks = checks + 1
     where id in (
       select id from payment_orders where next_check_at <= now() order by next_check_at limit $1
       for update skip locked)
     returning ${orderColumns}`,
    [limit],
  );
  return rows;
}
