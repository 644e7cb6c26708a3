import { countOrEstimate, type Db } from '../../../server/database/db.ts';
import type { PlanName } from '../../../shared/plans.ts';
import type { ReceiptSeller } from '../contract.ts';
import { type OrderRow, orderColumns } from './queries.ts';

/** Takes the next number of a series. Whoever wants one of the series waits until the transaction ends. */
export async function takeNumber(tx: Db, series: { prefix: string; year: number }): Promise<number> {
  const { rows } = await tx.query<{ last: number }>(
    `insert into receipt_series (prefix, year, last) values ($1, $2, 1)
     on conflict (prefix, year) do update set last = receipt_series.last + 1 returning last`,
    [series.prefix, series.year],
  );
  if (!rows[0]) throw new Error('No number was taken');
  return rows[0].last;
}

export type ReceiptKind = 'sale' | 'refund';

/** What an order's receipts have told of its money. */
export async function listIssued(tx: Db, orderId: string): Promise<{ kind: ReceiptKind; amountMinor: number }[]> {
  const { rows } = await tx.query<{ kind: ReceiptKind; amountMinor: number }>(
    'select kind, amount_minor as "amountMinor" from receipts where order_id = $1',
    [orderId],
  );
  return rows;
}

/** Keeps a receipt with the name that its plan has at this moment. */
export async function insertReceipt(
  tx: Db,
  receipt: { number: string; orderId: string; kind: ReceiptKind; amountMinor: number; seller: ReceiptSeller },
): Promise<void> {
  await tx.query(
    `insert into receipts (number, order_id, kind, amount_minor, seller, plan_name)
     values ($1, $2, $3, $4, $5, (select name from plans where plan = (select plan from payment_orders where id = $2)))`,
    [receipt.number, receipt.orderId, receipt.kind, receipt.amountMinor, JSON.stringify(receipt.seller)],
  );
}

/** A receipt with its order. */
export interface ReceiptRow {
  number: string;
  kind: ReceiptKind;
  issuedAt: Date;
  receiptMinor: number;
  seller: ReceiptSeller;
  planName: PlanName | null;
}

const receiptColumns = `number, kind, issued_at as "issuedAt", receipts.amount_minor as "receiptMinor", seller,
  plan_name as "planName"`;
const joined = `receipts join (select ${orderColumns} from payment_orders) as sold on sold.id = receipts.order_id`;

/** The receipts of an order, the one of its sale first. */
export async function listReceiptsOf(db: Db, orderId: string): Promise<(ReceiptRow & OrderRow)[]> {
  const { rows } = await db.query<ReceiptRow & OrderRow>(
    `select sold.*, ${receiptColumns} from ${joined}
     where receipts.order_id = $1 order by kind = 'refund', receipts.id`,
    [orderId],
  );
  return rows;
}

/** The order of the receipt with that number, in letters of either case; null: there is none. */
export async function findOrderOfReceipt(
  db: Db,
  number: string,
): Promise<{ id: string; userId: string | null } | null> {
  const { rows } = await db.query<{ id: string; userId: string | null }>(
    `select id, user_id as "userId" from payment_orders
     where id = (select order_id from receipts where number = upper($1))`,
    [number],
  );
  return rows[0] ?? null;
}

/** The times of receipts in a list; null: any. */
export interface ReceiptsAsked {
  from: Date | null;
  before: Date | null;
}

const fits = `($1::timestamptz is null or issued_at >= $1) and ($2::timestamptz is null or issued_at < $2)`;

/** The receipts that fit, the newest first; `after` is the last one that is known. */
export async function listReceiptRows(
  db: Db,
  given: { asked: ReceiptsAsked; after: { issuedAt: string; id: number } | null; offset: number; limit: number },
): Promise<(ReceiptRow & OrderRow & { mark: { issuedAt: string; id: number } })[]> {
  const { asked, after, offset, limit } = given;
  const { rows } = await db.query<ReceiptRow & OrderRow & { mark: { issuedAt: string; id: number } }>(
    `select sold.*, ${receiptColumns}, json_build_object('issuedAt', issued_at::text, 'id', receipts.id) as mark
     from ${joined}
     where ${fits} and ($3::timestamptz is null or (issued_at, receipts.id) < ($3, $4::bigint))
     order by issued_at desc, receipts.id desc offset $5 limit $6`,
    [asked.from, asked.before, after?.issuedAt ?? null, after?.id ?? null, offset, limit],
  );
  return rows;
}

export function countReceipts(db: Db, asked: ReceiptsAsked): Promise<number> {
  return countOrEstimate(db, `select from receipts where ${fits}`, [asked.from, asked.before]);
}
