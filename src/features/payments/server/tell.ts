import type { Db } from '../../../server/database/db.ts';
import { makeNotices } from '../../notices/server/notices.ts';
import { orderOfCause } from '../rules.ts';
import type { Writes } from '../settlement.ts';
import { findOrder, type OrderRow } from './queries.ts';

/** Tells a buyer of what has just been written into the ledger about their order, in that transaction. */
export async function tellBuyer(tx: Db, order: OrderRow, { ledger, order: change }: Writes): Promise<void> {
  const { userId, id: order_id, amountMinor: amount, currency, refundedMinor } = { ...order, ...change };
  if (!ledger || userId === null) return;
  const isBack = ledger.kind === 'take back' || ledger.kind === 'end gift';
  const facts = { amount: isBack ? refundedMinor || amount : amount, currency, order_id };
  const event = ledger.cause;
  await makeNotices(tx, isBack ? 'payment_refunded' : 'payment_received', [{ userId, event, facts }]);
  if (ledger.kind === 'give') await tellOfGift(tx, { userId, order_id, cause: event, step: 'ready' });
}

/** Tells who has bought a gift that it was redeemed, in that transaction. */
export async function tellGiver(tx: Db, cause: string): Promise<void> {
  const orderId = orderOfCause(cause);
  const order = orderId === null ? null : await findOrder(tx, orderId);
  if (order?.userId) await tellOfGift(tx, { userId: order.userId, order_id: order.id, cause, step: 'redeemed' });
}

async function tellOfGift(
  tx: Db,
  { userId, order_id, cause, step }: { userId: string; order_id: string; cause: string; step: 'ready' | 'redeemed' },
): Promise<void> {
  await makeNotices(tx, 'gift', [{ userId, event: `${cause} ${step}`, facts: { order_id, step } }]);
}
