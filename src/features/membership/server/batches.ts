import type { Db } from '../../../server/database/db.ts';
import { namesOfUsers } from '../../accounts/server/accounts.ts';
import type { CouponBatch } from '../studio-contract.ts';
import {
  type BatchCouponRow,
  type BatchRow,
  countBatches,
  findBatchRow,
  listBatchRows,
  listCouponsOf,
} from './batch-queries.ts';

/** How often paid orders have spent each of these coupons; one that none has is left out. */
export type SpentOf = (db: Db, couponIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/** As many codes as a batch of the studio has at most: only a command's may have more. */
const mostShownInList = 1000;
const batchesAtOnce = 200;

/** A page of the batches, the last made first, each with its first 1,000 coupons. */
export async function listBatches(
  db: Db,
  given: { page: number; pageSize: number; spentOf: SpentOf },
): Promise<{ result: CouponBatch[]; total: number }> {
  const { page, pageSize, spentOf } = given;
  const rows = await listBatchRows(db, { offset: page * pageSize, limit: pageSize });
  return { result: await presentBatches(db, rows, { most: mostShownInList, spentOf }), total: await countBatches(db) };
}

/** All batches, the last made first, in parts and without their coupons. */
export async function* eachBatch(db: Db, spentOf: SpentOf): AsyncGenerator<CouponBatch[]> {
  const rows = await listBatchRows(db, { offset: 0, limit: null });
  for (let at = 0; at < rows.length; at += batchesAtOnce)
    yield await presentBatches(db, rows.slice(at, at + batchesAtOnce), { most: 0, spentOf });
}

/** A batch with all its coupons; null: there is none, or it is a gift's. */
export async function readBatch(db: Db, given: { batch: string; spentOf: SpentOf }): Promise<CouponBatch | null> {
  const row = await findBatchRow(db, given.batch);
  const [batch] = row ? await presentBatches(db, [row], { most: null, spentOf: given.spentOf }) : [];
  return batch ?? null;
}

async function presentBatches(
  db: Db,
  rows: readonly BatchRow[],
  { most, spentOf }: { most: number | null; spentOf: SpentOf },
): Promise<CouponBatch[]> {
  const names = await namesOfUsers(db, [...new Set(rows.flatMap(({ createdBy }) => createdBy ?? []))]);
  // The uses of a discount are its paid orders, so they are counted over all its coupons.
  const discounts = rows.filter(({ percent, amountMinor }) => percent !== null || amountMinor !== null);
  const inDiscounts = await couponsOf(db, { batches: discounts, most: null });
  const spent = await spentOf(
    db,
    inDiscounts.map(({ id }) => id),
  );
  const shown = await couponsOf(db, { batches: rows, most });
  return rows.map((row) => ({
    ...presentTerms(row),
    ...usesOf(row, { isDiscount: discounts.includes(row), inDiscounts, spent }),
    note: row.note,
    created_by: (row.createdBy && names.get(row.createdBy)) ?? null,
    created_at: row.createdAt.toISOString(),
    coupons: shown
      .filter(({ batch }) => batch === row.batch)
      .map(({ id, lastFour, word, used, isStopped }) => ({
        ...{ id, code: word, last_four: lastFour, used: spent.get(id) ?? used, stopped: isStopped },
      })),
  }));
}

function couponsOf(db: Db, { batches, most }: { batches: readonly BatchRow[]; most: number | null }) {
  return listCouponsOf(db, { batches: batches.map(({ batch }) => batch), most });
}

function presentTerms(row: BatchRow) {
  const { batch, made, months, days, percent, amountMinor: amount, plan, ways, currency } = row;
  const { maxUses, newUsersOnly, expiresAt } = row;
  return {
    ...{ batch, made, months, days, percent, amount, plan, ways, currency, max_uses: maxUses, new_users: newUsersOnly },
    expires_at: expiresAt?.toISOString() ?? null,
  };
}

function usesOf(
  { batch, used, left }: BatchRow,
  given: { isDiscount: boolean; inDiscounts: readonly BatchCouponRow[]; spent: ReadonlyMap<string, number> },
): { used: number; left: number } {
  if (!given.isDiscount) return { used, left };
  const coupons = given.inDiscounts.filter((coupon) => coupon.batch === batch);
  const spentOn = ({ id }: BatchCouponRow) => given.spent.get(id) ?? 0;
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
  return {
    used: sum(coupons.map(spentOn)),
    left: sum(coupons.filter(({ isOpen }) => isOpen).map((coupon) => Math.max(0, coupon.maxUses - spentOn(coupon)))),
  };
}
