import type { Db } from '../../../server/database/db.ts';
import type { Provider } from '../contract.ts';
import type { AskedRefund, RefundRecord } from '../rules.ts';

/** A refund that was asked for here. */
export interface AskedRow extends AskedRefund {
  refundId: string;
  orderId: string;
  createdAt: Date;
}

const columns = `refund_id as "refundId", order_id as "orderId", amount_minor as "amountMinor",
  provider_refund_id as "providerRefundId", failed_at is not null as "isRefused", created_at as "createdAt"`;

/** After this time the call that noted a refund no longer asks the provider; the job does. */
const firstTryAfter = `interval '30 seconds'`;

/** Notes a refund before its provider is asked; one that was refused is asked for again. */
export async function upsertAsked(
  tx: Db,
  asked: { refundId: string; orderId: string; amountMinor: number },
): Promise<void> {
  await tx.query(
    `insert into asked_refunds (refund_id, order_id, amount_minor, next_try_at)
     values ($1, $2, $3, now() + ${firstTryAfter})
     on conflict (refund_id) do update
     set amount_minor = excluded.amount_minor, next_try_at = excluded.next_try_at, failed_at = null, created_at = now()`,
    [asked.refundId, asked.orderId, asked.amountMinor],
  );
}

export async function findAsked(db: Db, refundId: string): Promise<AskedRow | null> {
  const { rows } = await db.query<AskedRow>(`select ${columns} from asked_refunds where refund_id = $1`, [refundId]);
  return rows[0] ?? null;
}

/** The refunds of an order that were asked for here, in their order. */
export async function listAsked(db: Db, orderId: string): Promise<AskedRow[]> {
  return listAskedOf(db, [orderId]);
}

/** The refunds of these orders that were asked for here, in their order. */
export async function listAskedOf(db: Db, orderIds: readonly string[]): Promise<AskedRow[]> {
  const { rows } = await db.query<AskedRow>(
    `select ${columns} from asked_refunds where order_id = any($1::uuid[]) order by created_at, refund_id`,
    [orderIds],
  );
  return rows;
}

/** Notes that the provider has taken a refund, under this name. */
export async function updateTaken(db: Db, given: { refundId: string; providerRefundId: string }): Promise<void> {
  await db.query('update asked_refunds set provider_refund_id = $2, next_try_at = null where refund_id = $1', [
    given.refundId,
    given.providerRefundId,
  ]);
}

/** Notes that the provider will not make a refund; one that it has taken stays taken. */
export async function updateRefused(db: Db, refundId: string): Promise<void> {
  await db.query(
    `update asked_refunds set failed_at = now(), next_try_at = null
     where refund_id = $1 and provider_refund_id is null`,
    [refundId],
  );
}

/** Takes refunds whose provider has not answered; no other process gets them for a while. */
export async function claimDueRefunds(db: Db, limit: number): Promise<AskedRow[]> {
  const { rows } = await db.query<AskedRow>(
    `update asked_refunds
     set next_try_at = now() + case when created_at > now() - interval '1 day' then interval '2 minutes' else interval '1 hour' end
     where refund_id in (
       select refund_id from asked_refunds where next_try_at <= now() order by next_try_at limit $1
       for update skip locked)
     returning ${columns}`,
    [limit],
  );
  return rows;
}

export interface NewRefund extends RefundRecord {
  provider: Provider;
  refundId: string;
  orderKey: string;
}

export async function lockRefund(
  tx: Db,
  wanted: { provider: Provider; refundId: string },
): Promise<RefundRecord | null> {
  const { rows } = await tx.query<RefundRecord>(
    `select state, amount_minor as "amountMinor", occurred_at as "occurredAt" from payment_refunds
     where provider = $1 and refund_id = $2 for update`,
    [wanted.provider, wanted.refundId],
  );
  return rows[0] ?? null;
}

export async function upsertRefund(tx: Db, refund: NewRefund): Promise<void> {
  await tx.query(
    `insert into payment_refunds (provider, refund_id, order_key, amount_minor, state, occurred_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (provider, refund_id) do update
     set state = excluded.state, amount_minor = excluded.amount_minor, occurred_at = excluded.occurred_at`,
    [refund.provider, refund.refundId, refund.orderKey, refund.amountMinor, refund.state, refund.occurredAt],
  );
}

/** Makes all other work on this money wait until the transaction ends, whether the payment or the refund came first. */
export async function lockMoney(tx: Db, money: { provider: Provider; orderKey: string }): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtext($1), hashtext($2))', [money.provider, money.orderKey]);
}

export interface KnownRefund extends RefundRecord {
  refundId: string;
}

/** The refunds of these payments as their providers told of them, each with its order. */
export async function listKnownRefundsOf(
  db: Db,
  payments: readonly { orderId: string; provider: string; orderKey: string }[],
): Promise<(KnownRefund & { orderId: string })[]> {
  const { rows } = await db.query<KnownRefund & { orderId: string }>(
    `select paid.order_id as "orderId", refund_id as "refundId", state, amount_minor as "amountMinor",
       occurred_at as "occurredAt"
     from unnest($1::uuid[], $2::text[], $3::text[]) as paid(order_id, provider, order_key)
     join payment_refunds r on r.provider = paid.provider and r.order_key = paid.order_key
     order by occurred_at, refund_id`,
    [
      payments.map(({ orderId }) => orderId),
      payments.map(({ provider }) => provider),
      payments.map(({ orderKey }) => orderKey),
    ],
  );
  return rows;
}

/** The refunds of a payment as its provider told of them. */
export async function listKnownRefunds(db: Db, wanted: { provider: string; orderKey: string }): Promise<KnownRefund[]> {
  const { rows } = await db.query<KnownRefund>(
    `select refund_id as "refundId", state, amount_minor as "amountMinor", occurred_at as "occurredAt"
     from payment_refunds where provider = $1 and order_key = $2 order by occurred_at, refund_id`,
    [wanted.provider, wanted.orderKey],
  );
  return rows;
}
