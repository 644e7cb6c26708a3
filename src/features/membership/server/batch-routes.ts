import { withTransaction } from '../../../server/database/db.ts';
import { type AppError, notFound } from '../../../server/http/errors.ts';
import { parseUuid } from '../../../shared/wire.ts';
import { type Maker, writeAudit } from '../../studio/server/audit.ts';
import { type CsvColumn, moneyColumns } from '../../studio/server/csv.ts';
import type { StudioPlatform } from '../../studio/server/studio-api.ts';
import { type CouponBatch, membershipStudioCalls } from '../studio-contract.ts';
import { updateStoppedIn } from './batch-queries.ts';
import { eachBatch, listBatches, readBatch, type SpentOf } from './batches.ts';
import { type CardCodes, endCardCodes } from './card-codes.ts';

export interface StudioBatchesDeps extends StudioPlatform {
  spentOf: SpentOf;
  cardCodes: CardCodes;
}

/** The sum that a discount takes off; other coupons have none. */
const takenOff = ({ amount, currency }: Readonly<Record<string, unknown>>) => ({
  amount,
  currency: amount === null ? null : (currency ?? 'CNY'),
});
const columns: readonly CsvColumn[] = [
  ...(['batch', 'made', 'used', 'left', 'months', 'days', 'percent'] as const),
  ...moneyColumns('Amount', takenOff),
  { head: 'Currency', read: (row) => takenOff(row).currency },
  ...(['plan', 'max_uses'] as const),
  ...(['new_users', 'expires_at', 'note', 'created_by', 'created_at'] as const),
];

/** The studio's calls about coupons that were made (spec: membership.md#making-coupons). */
export function mountStudioBatches({ studio, db, spentOf, cardCodes }: StudioBatchesDeps): void {
  studio.add(
    membershipStudioCalls.listBatches,
    ({ query: { page, page_size: pageSize } }) => listBatches(db, { page, pageSize, spentOf }),
    { csv: { name: 'coupons', columns, rows: () => eachBatch(db, spentOf) } },
  );

  async function requireBatch(text: string): Promise<CouponBatch> {
    const batch = parseUuid(text);
    const found = batch === null ? null : await readBatch(db, { batch, spentOf });
    if (!found) throw batchNotFound();
    return found;
  }

  studio.add(membershipStudioCalls.getBatch, async ({ params }) => ({ result: await requireBatch(params.batch) }));

  /** Stops the coupons that are not stopped yet; where there is none, nothing changes. */
  async function stop(by: Maker, { batch, couponId }: { batch: string; couponId: string | null }): Promise<void> {
    await withTransaction(db, async (tx) => {
      const stopped = await updateStoppedIn(tx, { batch, couponId });
      if (stopped.length === 0) return;
      const one = couponId === null ? {} : { coupon: couponId, last_four: stopped[0]?.lastFour };
      await writeAudit(tx, {
        by,
        action: 'coupon_batch.stop',
        target: { kind: 'coupon_batch', id: batch, name: null },
        after: { stopped: stopped.length, ...one },
        batch,
      });
    });
    // What fails is tried again by a job.
    await endCardCodes(db, cardCodes, batch);
  }

  studio.add(membershipStudioCalls.stopBatch, async ({ params, by }) => {
    const { batch } = await requireBatch(params.batch);
    await stop(by, { batch, couponId: null });
    return { result: await requireBatch(batch) };
  });

  studio.add(membershipStudioCalls.stopCoupon, async ({ params, by }) => {
    const { batch, coupons } = await requireBatch(params.batch);
    const couponId = parseUuid(params.id);
    if (!coupons.some(({ id }) => id === couponId))
      throw notFound('coupon_not_found', 'There is no such coupon in this batch');
    await stop(by, { batch, couponId });
    return { result: await requireBatch(batch) };
  });
}

function batchNotFound(): AppError {
  return notFound('batch_not_found', 'There is no such batch of coupons');
}
