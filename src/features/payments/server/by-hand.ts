import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import type { ReadSetting } from '../../../shared/site-settings.ts';
import { hasUser } from '../../accounts/server/accounts.ts';
import { insertNote, resolveEvents } from './event-queries.ts';
import { assignGrant, grantReviewed } from './payments.ts';
import { closeReviewed, endReview, findOrder, lockOrder, type OrderRow } from './queries.ts';

/** The further work of a decision by hand; it runs inside the change, so that both happen or neither does. */
type AlsoForOrder = (tx: Db, order: { id: string; reference: string } | null) => Promise<void>;

/**
 * Notes that an operator has settled by hand what is unsettled or in review under this name: a line's reference, or an
 * order's id or payment. The note is kept. False: nothing waits under this name.
 */
export function resolveByHand(
  db: DbPool,
  given: { reference: string; note: string; also?: AlsoForOrder },
): Promise<boolean> {
  const { reference, note, also } = given;
  return withTransaction(db, async (tx) => {
    const order = await findOrder(tx, reference);
    const names = order ? [order.reference, ...(order.transactionId ? [order.transactionId] : [])] : [];
    const isReviewed = order ? await endReview(tx, order.id) : false;
    const events = await resolveEvents(tx, [reference, ...names]);
    if (!isReviewed && events === 0) return false;
    await insertNote(tx, { reference: order?.reference ?? reference, note });
    await also?.(tx, order);
    return true;
  });
}

export type Reviewed =
  | { kind: 'unknown_order' | 'not_in_review' | 'refunded' | 'paid' | 'unattributed' }
  | { kind: 'ended'; before: OrderRow; order: OrderRow };

/**
 * Ends the review of an order: it is granted to its buyer, it counts as unpaid, or only its flag goes. The doubts of its
 * events end with it, and the note is kept. `paid`: it is paid, and so cannot count as unpaid.
 */
export async function endReviewByHand(
  tx: Db,
  given: { order: string; outcome: 'grant' | 'close' | 'note'; note: string; setting: ReadSetting },
): Promise<Reviewed> {
  const { outcome, note, setting } = given;
  const before = await lockByName(tx, given.order);
  if (!before) return { kind: 'unknown_order' };
  if (before.review === null) return { kind: 'not_in_review' };
  const refusal = await settleReview(tx, before, { outcome, setting });
  if (refusal) return { kind: refusal };
  const { id, reference, transactionId } = before;
  await resolveEvents(tx, [id, reference, transactionId ?? reference]);
  await insertNote(tx, { reference, note });
  const order = await findOrder(tx, id);
  if (!order) throw new Error(`The order ${id} is gone`);
  return { kind: 'ended', before, order };
}

async function settleReview(
  tx: Db,
  order: OrderRow,
  { outcome, setting }: { outcome: 'grant' | 'close' | 'note'; setting: ReadSetting },
): Promise<'refunded' | 'paid' | 'unattributed' | null> {
  const { id, state, userId, months } = order;
  switch (outcome) {
    case 'note':
      await endReview(tx, id);
      return null;
    case 'close':
      if (state === 'paid' || state === 'refunded') return 'paid';
      await closeReviewed(tx, id);
      return null;
    case 'grant':
      if (state === 'refunded') return 'refunded';
      if (userId === null || months === null || !(await hasUser(tx, userId))) return 'unattributed';
      await grantReviewed(tx, order, { userId, months, setting });
      return null;
  }
}

export type Assigned =
  | { kind: 'unknown_order' | 'not_paid' | 'already_granted' | 'months_unknown' }
  /** `expireAt` is null for a gift. */
  | { kind: 'assigned'; orderId: string; months: number; expireAt: Date | null };

/** Gives a paid sale that named no user to a user. The grant belongs to the order, and so counts once. */
export function assignByHand(db: DbPool, given: AssignedByHand): Promise<Assigned> {
  return withTransaction(db, (tx) => assignInTransaction(tx, given));
}

interface AssignedByHand {
  order: string;
  userId: string;
  months: number | null;
  note: string;
  setting: ReadSetting;
  also?: AlsoForOrder;
}

/** Like `assignByHand`, in a transaction of the caller's. */
export async function assignInTransaction(tx: Db, given: AssignedByHand): Promise<Assigned> {
  const order = await lockByName(tx, given.order);
  if (!order) return { kind: 'unknown_order' };
  if (order.grants > 0) return { kind: 'already_granted' };
  if (order.state !== 'paid') return { kind: 'not_paid' };
  const months = given.months ?? order.months;
  if (months === null) return { kind: 'months_unknown' };
  const { id: orderId, reference } = order;
  const expireAt = await assignGrant(tx, order, { userId: given.userId, months, setting: given.setting });
  await insertNote(tx, { reference, note: given.note });
  await given.also?.(tx, order);
  return { kind: 'assigned', orderId, months, expireAt };
}

async function lockByName(tx: Db, name: string): Promise<OrderRow | null> {
  const order = await findOrder(tx, name);
  return order && lockOrder(tx, order);
}
