import { findLastStretch } from '../features/membership/server/membership.ts';
import { findLastPlan } from '../features/payments/server/payments.ts';
import type { LastStretchOf } from '../features/reading/server/refusal.ts';
import type { Db } from '../server/database/db.ts';

/** A user's last stretch by the ledger, with the plan by the orders. */
export function createLastStretchOf(db: Db): LastStretchOf {
  return async (userId) => {
    const stretch = await findLastStretch(db, userId);
    if (!stretch) return null;
    const { from, until, causes } = stretch;
    return { from, until, plan: await findLastPlan(db, causes) };
  };
}
