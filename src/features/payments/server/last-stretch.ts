import type { Db } from '../../../server/database/db.ts';
import { findLastStretch } from '../../membership/server/membership.ts';
import { findLastPlan } from './payments.ts';

/** A user's last stretch by the ledger, with the plan by the orders. */
export async function lastStretchOf(db: Db, userId: string) {
  const stretch = await findLastStretch(db, userId);
  if (!stretch) return null;
  const { from, until, causes } = stretch;
  return { from, until, plan: await findLastPlan(db, causes) };
}
