import type { Db } from '../../../server/database/db.ts';
import type { DiscountUses } from '../../membership/rules.ts';

/** How often orders hold or have spent a coupon, and whether this user's orders do. */
export async function countUses(db: Db, asked: { couponId: string; userId: string }): Promise<DiscountUses> {
  const { rows } = await db.query<DiscountUses>(
    `select count(*) filter (where state in ('paid', 'refunded')) as spent,
       count(*) filter (where state in ('new', 'open') and provider = 'wechat') as held,
       coalesce(bool_or(state in ('paid', 'refunded') and user_id = $2), false) as "isSpentByUser",
       coalesce(bool_or(state in ('new', 'open') and provider = 'wechat' and user_id = $2), false) as "isHeldByUser"
     from payment_orders where coupon_id = $1`,
    [asked.couponId, asked.userId],
  );
  return rows[0] ?? { spent: 0, held: 0, isSpentByUser: false, isHeldByUser: false };
}

/** The user's order that holds a use of the coupon, by our number for it; null: none does. */
export async function findHolder(db: Db, asked: { couponId: string; userId: string }): Promise<string | null> {
  const { rows } = await db.query<{ reference: string }>(
    `select reference from payment_orders
     where coupon_id = $1 and user_id = $2 and provider = 'wechat' and state in ('new', 'open')`,
    [asked.couponId, asked.userId],
  );
  return rows[0]?.reference ?? null;
}

/** How often paid orders have spent each of these coupons; one that none has is left out. */
export async function countSpent(db: Db, couponIds: readonly string[]): Promise<Map<string, number>> {
  if (couponIds.length === 0) return new Map();
  const { rows } = await db.query<{ id: string; spent: number }>(
    `select coupon_id as id, count(*) as spent from payment_orders
     where coupon_id = any($1::uuid[]) and state in ('paid', 'refunded') group by coupon_id`,
    [couponIds],
  );
  return new Map(rows.map(({ id, spent }) => [id, spent]));
}
