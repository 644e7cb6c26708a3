import type { Db } from '../../../server/database/db.ts';
import type { Cause } from '../rules.ts';

export interface FirstOrder {
  inviteeId: string;
  cause: Cause;
  paidAt: Date;
}

/**
 * The first paid order that still stands, for users whose invitation is not decided, when the order is old enough; in
 * the order of the users' ids.
 */
export async function listFirstOrders(
  db: Db,
  page: { after: string; limit: number; heldDays: number },
): Promise<FirstOrder[]> {
  const { rows } = await db.query<FirstOrder>(
    `select * from (
       select distinct on (user_id) user_id as "inviteeId", cause, created_at as "paidAt"
       from ledger_entries e
       where user_id > $1 and kind = 'extend' and source in ('wechat', 'stripe')
         and not exists (select from ledger_entries t where t.revokes = e.cause and t.user_id = e.user_id)
         and not exists (select from invite_rewards where invitee_id = e.user_id)
       order by user_id, id) first_orders
     where "paidAt" <= clock_timestamp() - make_interval(days => $3)
     order by "inviteeId" limit $2`,
    [page.after, page.limit, page.heldDays],
  );
  return rows;
}

/** One user's first order, read again under the lock, with the database's clock; null: nothing (more) to decide. */
export async function findFirstOrder(db: Db, userId: string): Promise<(FirstOrder & { now: Date }) | null> {
  const { rows } = await db.query<FirstOrder & { now: Date }>(
    `select user_id as "inviteeId", cause, created_at as "paidAt", clock_timestamp() as now
     from ledger_entries e
     where user_id = $1 and kind = 'extend' and source in ('wechat', 'stripe')
       and not exists (select from ledger_entries t where t.revokes = e.cause and t.user_id = e.user_id)
       and not exists (select from invite_rewards where invitee_id = e.user_id)
     order by id limit 1`,
    [userId],
  );
  return rows[0] ?? null;
}

/** The rewards of an inviter in the current calendar month (UTC); rewards that were taken back count too. */
export async function countRewardsThisMonth(db: Db, inviterId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from invite_rewards
     where inviter_id = $1 and inviter_rewarded
       and created_at >= date_trunc('month', clock_timestamp() at time zone 'UTC') at time zone 'UTC'`,
    [inviterId],
  );
  return rows[0]?.count ?? 0;
}

export interface InviteReward {
  inviteeId: string;
  inviterId: string;
  paidCause: Cause;
  inviterRewarded: boolean;
}

export async function insertReward(db: Db, reward: InviteReward): Promise<void> {
  await db.query(
    `insert into invite_rewards (invitee_id, inviter_id, paid_cause, inviter_rewarded, created_at)
     values ($1, $2, $3, $4, clock_timestamp())`,
    [reward.inviteeId, reward.inviterId, reward.paidCause, reward.inviterRewarded],
  );
}

/** The reward that depends on a paid order. */
export async function findRewardOfOrder(db: Db, paidCause: Cause): Promise<InviteReward | null> {
  const { rows } = await db.query<InviteReward>(
    `select invitee_id as "inviteeId", inviter_id as "inviterId", paid_cause as "paidCause",
       inviter_rewarded as "inviterRewarded"
     from invite_rewards where paid_cause = $1`,
    [paidCause],
  );
  return rows[0] ?? null;
}
