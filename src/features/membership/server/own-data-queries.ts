import type { Db } from '../../../server/database/db.ts';
import type { OwnData } from '../../../server/database/own-data.ts';

/** Until when somebody is a member, and what that comes from. */
export const ownMembership: OwnData = {
  async tell(db, userId) {
    return {
      ledger: await listLedger(db, userId),
      coupons: await listCoupons(db, userId),
      trial: await listTrials(db, userId),
    };
  },
  /** The ledger stays, and so do the coupons that it names. The name's hash keeps somebody from a second trial. */
  async forget(tx, userId) {
    await tx.query('delete from memberships where user_id = $1', [userId]);
    await tx.query('update trials set user_id = null, kept_since = now() where user_id = $1', [userId]);
  },
};

/** Causes and reasons name others: the inviter, the invited, somebody in the studio. */
async function listLedger(db: Db, userId: string): Promise<object[]> {
  const { rows } = await db.query<object>(
    `select created_at as at, kind, source, months, days, until,
       not exists (select from ledger_entries taken where taken.revokes = entry.cause) as counts
     from ledger_entries entry where user_id = $1 order by id`,
    [userId],
  );
  return rows;
}

async function listCoupons(db: Db, userId: string): Promise<object[]> {
  const { rows } = await db.query<object>(
    `select r.created_at as redeemed_at, c.last_four, c.months, c.days
     from coupon_redemptions r join coupons c on c.id = r.coupon_id
     where r.user_id = $1 order by r.created_at, r.id`,
    [userId],
  );
  return rows;
}

async function listTrials(db: Db, userId: string): Promise<object[]> {
  const { rows } = await db.query<object>('select given_at, word from trials where user_id = $1', [userId]);
  return rows;
}
