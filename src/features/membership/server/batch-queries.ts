import type { Db } from '../../../server/database/db.ts';

export interface BatchRow {
  batch: string;
  made: number;
  months: number | null;
  days: number | null;
  percent: number | null;
  amountMinor: number | null;
  plan: string | null;
  ways: ('wechat' | 'card')[];
  currency: string | null;
  maxUses: number;
  newUsersOnly: boolean;
  expiresAt: Date | null;
  note: string | null;
  createdBy: string | null;
  createdAt: Date;
  /** Of coupons that give time: how often they were redeemed, and how often they still can be. */
  used: number;
  left: number;
}

const columns = `batch, count(*) as made, min(months) as months, min(days) as days, min(percent) as percent,
  min(amount_minor) as "amountMinor", min(plan) as plan, min(ways) as ways, min(currency) as currency, min(max_uses) as "maxUses",
  bool_or(new_users_only) as "newUsersOnly", min(expires_at) as "expiresAt", min(note) as note,
  (array_agg(created_by))[1] as "createdBy", min(created_at) as "createdAt", sum(used) as used,
  coalesce(sum(max_uses - used) filter (where active and (expires_at is null or expires_at > now())), 0) as left`;

/** The batches of coupons, the last made first; a gift's coupon is in none. */
export async function listBatchRows(db: Db, page: { offset: number; limit: number | null }): Promise<BatchRow[]> {
  const { rows } = await db.query<BatchRow>(
    `select ${columns} from coupons where gift_cause is null
     group by batch order by min(created_at) desc, batch offset $1 limit $2`,
    [page.offset, page.limit],
  );
  return rows;
}

export async function findBatchRow(db: Db, batch: string): Promise<BatchRow | null> {
  const { rows } = await db.query<BatchRow>(
    `select ${columns} from coupons where gift_cause is null and batch = $1 group by batch`,
    [batch],
  );
  return rows[0] ?? null;
}

export async function countBatches(db: Db): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(distinct batch) as count from coupons where gift_cause is null',
  );
  return rows[0]?.count ?? 0;
}

export interface BatchCouponRow {
  id: string;
  batch: string;
  lastFour: string;
  word: string | null;
  used: number;
  maxUses: number;
  /** Neither stopped nor past its end. */
  isOpen: boolean;
  isStopped: boolean;
}

/** The coupons of these batches, so many of each at most. */
export async function listCouponsOf(
  db: Db,
  given: { batches: readonly string[]; most: number | null },
): Promise<BatchCouponRow[]> {
  const { rows } = await db.query<BatchCouponRow>(
    `select c.* from unnest($1::uuid[]) as given(batch) cross join lateral (
       select id, batch, last_four as "lastFour", word, used, max_uses as "maxUses", not active as "isStopped",
         active and (expires_at is null or expires_at > now()) as "isOpen"
       from coupons where coupons.batch = given.batch and gift_cause is null order by id limit $2) c`,
    [given.batches, given.most],
  );
  return rows;
}

/** From now on nobody can redeem the coupons of a batch, or the one; returns those that could until now. */
export async function updateStoppedIn(
  tx: Db,
  given: { batch: string; couponId: string | null },
): Promise<{ id: string; lastFour: string }[]> {
  const { rows } = await tx.query<{ id: string; lastFour: string }>(
    `update coupons set active = false
     where batch = $1 and gift_cause is null and active and ($2::uuid is null or id = $2)
     returning id, last_four as "lastFour"`,
    [given.batch, given.couponId],
  );
  return rows;
}
