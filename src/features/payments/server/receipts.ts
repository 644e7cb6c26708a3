import type { Db } from '../../../server/database/db.ts';
import type { ReadSetting } from '../../../shared/site-settings.ts';
import { clocksOf } from '../../../shared/zoned-time.ts';
import { namesOfUsers } from '../../accounts/server/accounts.ts';
import { periodsAsGranted } from '../../membership/server/membership.ts';
import type { Receipt } from '../contract.ts';
import { causeOf, taxIn } from '../rules.ts';
import type { StudioReceipt } from '../studio-contract.ts';
import type { OrderRow } from './queries.ts';
import {
  countReceipts,
  insertReceipt,
  listIssued,
  listReceiptRows,
  listReceiptsOf,
  type ReceiptKind,
  type ReceiptRow,
  type ReceiptsAsked,
  takeNumber,
} from './receipt-queries.ts';

/**
 * Numbers what the books of a locked order have come to, in the transaction that writes them: its sale once, then each
 * sum that went back, below 0 where a refund failed in the end. So the receipts of an order add up to the money that stayed.
 */
export async function numberReceipts(
  tx: Db,
  order: Pick<OrderRow, 'id' | 'paidAt' | 'amountMinor' | 'refundedMinor' | 'now'>,
  setting: ReadSetting,
): Promise<void> {
  if (order.paidAt === null) return;
  const issued = await listIssued(tx, order.id);
  const seller = setting('seller');
  const year = new Date(clocksOf(setting('time_zone')).shownAt(order.now.getTime())).getUTCFullYear();
  async function issue(kind: ReceiptKind, amountMinor: number): Promise<void> {
    const prefix = kind === 'sale' ? seller.receipt_prefix : seller.refund_prefix;
    const number = `${prefix}${year}-${await takeNumber(tx, { prefix, year })}`;
    const kept = { ...seller, language: setting('language') };
    await insertReceipt(tx, { number, orderId: order.id, kind, amountMinor, seller: kept });
  }

  if (!issued.some(({ kind }) => kind === 'sale')) await issue('sale', order.amountMinor);
  const told = issued.reduce((sum, { kind, amountMinor }) => (kind === 'refund' ? sum + amountMinor : sum), 0);
  if (order.refundedMinor !== told) await issue('refund', order.refundedMinor - told);
}

/** The receipts of an order, the one of its sale first. */
export async function readReceipts(db: Db, orderId: string): Promise<Receipt[]> {
  return presentReceipts(db, await listReceiptsOf(db, orderId));
}

/** A page of all receipts, the newest first. The total is an estimate where it is large. */
export async function listReceipts(
  db: Db,
  { asked, page, pageSize }: { asked: ReceiptsAsked; page: number; pageSize: number },
): Promise<{ result: StudioReceipt[]; total: number }> {
  const rows = await listReceiptRows(db, { asked, after: null, offset: page * pageSize, limit: pageSize });
  return { result: await presentForStudio(db, rows), total: await countReceipts(db, asked) };
}

const receiptsAtOnce = 500;

/** All receipts that fit, the newest first, in batches. */
export async function* eachReceipt(db: Db, asked: ReceiptsAsked): AsyncGenerator<StudioReceipt[]> {
  let last: Awaited<ReturnType<typeof listReceiptRows>>[number] | undefined;
  for (;;) {
    const rows: Awaited<ReturnType<typeof listReceiptRows>> = await listReceiptRows(db, {
      ...{ asked, after: last?.mark ?? null, offset: 0, limit: receiptsAtOnce },
    });
    yield await presentForStudio(db, rows);
    last = rows.at(-1);
    if (rows.length < receiptsAtOnce) return;
  }
}

async function presentForStudio(db: Db, rows: readonly (ReceiptRow & OrderRow)[]): Promise<StudioReceipt[]> {
  const names = await namesOfUsers(db, [...new Set(rows.flatMap(({ userId }) => userId ?? []))]);
  const receipts = await presentReceipts(db, rows);
  return receipts.map((receipt, index) => {
    const userId = rows[index]?.userId ?? null;
    const username = userId === null ? undefined : names.get(userId);
    return { ...receipt, user: userId === null || username === undefined ? null : { uuid: userId, username } };
  });
}

async function presentReceipts(db: Db, rows: readonly (ReceiptRow & OrderRow)[]): Promise<Receipt[]> {
  const grants = rows.flatMap((row) =>
    row.userId !== null && row.grants > 0 && !row.isGift
      ? [{ userId: row.userId, cause: causeOf(row, row.grants) }]
      : [],
  );
  const periods = await periodsAsGranted(db, grants);
  return rows.map((row) => {
    const { kind, seller, currency, provider, way, plan, months } = row;
    const amount = row.receiptMinor;
    const period = periods.get(causeOf(row, row.grants));
    const rate = seller.tax_rate;
    return {
      ...{ number: row.number, kind, issued_at: row.issuedAt.toISOString(), order_id: row.id },
      item: { plan: plan ?? '', name: row.planName ?? { 'en-us': plan ?? '' }, months: months ?? 0, gift: row.isGift },
      period: period ? { from: period.from.toISOString(), to: period.until.toISOString() } : null,
      full_amount: kind === 'sale' ? row.fullAmountMinor : amount,
      discount: kind === 'sale' ? Math.max(0, row.fullAmountMinor - amount) : 0,
      ...{ amount, currency },
      tax: rate === null ? null : { rate, amount: taxIn(amount, rate) },
      ...{ provider, way, seller },
    };
  });
}
