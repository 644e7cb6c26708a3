import { type Db, type DbPool, withTransaction } from '../../../server/db.ts';
import { insertNote, resolveEvents } from './event-queries.ts';
import { assignGrant } from './payments.ts';
import { endReview, findOrder, lockOrder, type OrderRow } from './queries.ts';

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

export type Assigned =
  | { kind: 'unknown_order' | 'not_paid' | 'already_granted' | 'months_unknown' }
  /** `expireAt` is null for a gift. */
  | { kind: 'assigned'; orderId: string; months: number; expireAt: Date | null };

/** Gives a paid sale that named no user to a user. The grant belongs to the order, and so counts once. */
export function assignByHand(
  db: DbPool,
  given: { order: string; userId: string; months: number | null; note: string; also?: AlsoForOrder },
): Promise<Assigned> {
  return withTransaction(db, async (tx) => {
    const order = await lockByName(tx, given.order);
    if (!order) return { kind: 'unknown_order' };
    if (order.grants > 0) return { kind: 'already_granted' };
    if (order.state !== 'paid') return { kind: 'not_paid' };
    const months = given.months ?? order.months;
    if (months === null) return { kind: 'months_unknown' };
    const { id: orderId, reference } = order;
    const expireAt = await assignGrant(tx, order, { userId: given.userId, months });
    await insertNote(tx, { reference, note: given.note });
    await given.also?.(tx, order);
    return { kind: 'assigned', orderId, months, expireAt };
  });
}

async function lockByName(tx: Db, name: string): Promise<OrderRow | null> {
  const order = await findOrder(tx, name);
  return order && lockOrder(tx, order);
}
