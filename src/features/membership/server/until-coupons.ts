import type { Db } from '../../../server/database/db.ts';
import { foldLedger, formatCoupon } from '../rules.ts';
import { drawCode, hashCode } from './coupon-codes.ts';
import { findRedeemer, insertUntil, updateUntil } from './coupon-queries.ts';
import { type Cause, type Changed, setExpiry } from './membership.ts';
import { listEntries } from './queries.ts';

const dayMs = 86_400_000;
const mostDays = 36_500;

/** Whole days until a moment, as far as a coupon may give them. */
const daysUntil = (until: Date, now: Date) =>
  Math.min(mostDays, Math.max(1, Math.ceil((until.getTime() - now.getTime()) / dayMs)));

/** Makes a code that gives one user the time until a moment, and returns it in its printed form for the only time. */
export async function makeUntilCode(
  tx: Db,
  given: { until: Date; now: Date; batch: string; note: string | null; createdBy: string | null },
): Promise<{ couponId: string; code: string }> {
  const { until, now, ...about } = given;
  for (;;) {
    const code = drawCode();
    const made = { codeHash: await hashCode(tx, code), lastFour: code.slice(-4) };
    const couponId = await insertUntil(tx, { ...about, ...made, until, days: daysUntil(until, now) });
    if (couponId !== null) return { couponId, code: formatCoupon(code) };
  }
}

/** Moves that moment: for whoever has redeemed the code under the given cause, else for the code. */
export async function moveUntil(
  tx: Db,
  given: { couponId: string; until: Date; now: Date; cause: Cause },
): Promise<void> {
  const { couponId, until, now, cause } = given;
  if (await updateUntil(tx, { couponId, until, days: daysUntil(until, now) })) return;
  const userId = await findRedeemer(tx, couponId);
  if (userId !== null) await setExpiry(tx, { userId, cause, until });
}

/** Gives the locked member what is left of the time until a moment, after what they have. */
export async function addTimeUntil(
  tx: Db,
  { userId, cause, until }: { userId: string; cause: Cause; until: Date },
): Promise<Changed> {
  const now = Date.now();
  const left = Math.max(0, until.getTime() - now);
  const end = foldLedger(await listEntries(tx, userId))?.getTime() ?? 0;
  return setExpiry(tx, { userId, cause, until: end > now ? new Date(end + left) : until });
}
