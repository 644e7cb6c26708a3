import type { Db } from '../../../server/database/db.ts';
import type { OwnData } from '../../../server/database/own-data.ts';

/** What somebody has ordered. */
export const ownOrders: OwnData = {
  tell: async (db, userId) => ({ orders: await listAllOrders(db, userId) }),
  /** The books must still add up; a confirmation names its buyer, who kept it. */
  async forget(tx, userId) {
    await tx.query(
      `update withdrawals set content = '' where order_id in (select id from payment_orders where user_id = $1)`,
      [userId],
    );
    await tx.query('delete from fapiao_requests where order_id in (select id from payment_orders where user_id = $1)', [
      userId,
    ]);
  },
};

async function listAllOrders(db: Db, userId: string): Promise<object[]> {
  const { rows } = await db.query<object>(
    `select id as order_id, provider, coalesce(way, case provider when 'wechat' then 'qr' else 'card' end) as way, plan, months, amount_minor, currency, state, created_at, paid_at, refunded_minor,
       (select json_agg(number order by id) from receipts where order_id = payment_orders.id) as receipts,
       (select to_json(asked) from (select type, name, taxpayer_id, address, phone, bank, requested_at from fapiao_requests where order_id = payment_orders.id) asked) as fapiao,
       (select json_build_object('number', 'W' || id, 'at', at) from withdrawals where order_id = payment_orders.id) as withdrawal
     from payment_orders where user_id = $1 order by created_at, id`,
    [userId],
  );
  return rows;
}
