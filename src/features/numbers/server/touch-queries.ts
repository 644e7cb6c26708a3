import type { Db } from '../../../server/database/db.ts';
import type { OwnData } from '../../../server/database/own-data.ts';
import type { Touches } from '../../../shared/touch.ts';

/** Keeps where somebody came from who registered, or who made that order. */
export async function insertTouches(
  tx: Db,
  given: { userId: string; orderId: string | null; touches: Touches },
): Promise<void> {
  const { userId, orderId, touches } = given;
  await tx.query(
    'insert into touches (user_id, order_id, first, last) values ($1, $2, $3, $4) on conflict do nothing',
    [userId, orderId, touches.first, touches.last],
  );
}

/** The touches of these users when they registered. */
export async function listTouchesOfUsers(db: Db, userIds: readonly string[]): Promise<Map<string, Touches>> {
  const { rows } = await db.query<Touches & { id: string }>(
    'select user_id as id, first, last from touches where user_id = any($1::uuid[]) and order_id is null',
    [userIds],
  );
  return new Map(rows.map(({ id, ...touches }) => [id, touches]));
}

/** The touches that came with these orders themselves. */
export async function listTouchesOfOrders(db: Db, orderIds: readonly string[]): Promise<Map<string, Touches>> {
  const { rows } = await db.query<Touches & { id: string }>(
    'select order_id as id, first, last from touches where order_id = any($1::uuid[])',
    [orderIds],
  );
  return new Map(rows.map(({ id, ...touches }) => [id, touches]));
}

/** Where somebody came from. */
export const ownTouches: OwnData = {
  async tell(db, userId) {
    const { rows } = await db.query<object>(
      'select order_id, first, last from touches where user_id = $1 order by id',
      [userId],
    );
    return { came_from: rows };
  },
  /** That of an order stays with the order, without the user. */
  async forget(tx, userId) {
    await tx.query('delete from touches where user_id = $1 and order_id is null', [userId]);
    await tx.query('update touches set user_id = null where user_id = $1', [userId]);
  },
};
