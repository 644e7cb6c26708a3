import type { Platform } from '../../../server/http/platform.ts';
import type { Attempts } from '../../accounts/server/accounts.ts';
import type { MembershipAnswer } from '../contract.ts';
import { membershipCalls } from '../contract.ts';
import { redeemCoupon, type TellGiver } from './coupons.ts';
import { tryCoupon } from './discounts.ts';
import type { Viewer } from './viewers.ts';

export interface MembershipDeps extends Platform<Viewer> {
  attempts: Attempts;
  tellGiver: TellGiver;
}

/** Membership's calls (spec: membership.md#membership-calls). */
export function mountMembership({ users, db, attempts, tellGiver }: MembershipDeps): void {
  users.add(
    membershipCalls.getMembership,
    async ({ viewer }) => presentMembership(viewer),
    () => ({ result: null }),
  );

  users.add(membershipCalls.redeemCoupon, async ({ viewer: { userId }, body: { code }, address }) => {
    const { expireAt } = await tryCoupon(attempts, { userId, address }, () =>
      redeemCoupon(db, { userId, code, tellGiver }),
    );
    return { result: { expire_at: expireAt.toISOString() } };
  });
}

function presentMembership({ membership, now }: Viewer): MembershipAnswer {
  if (!membership) return { result: null };
  const { expireAt } = membership;
  return { result: { expire_at: expireAt.toISOString(), is_expired: expireAt <= now } };
}
