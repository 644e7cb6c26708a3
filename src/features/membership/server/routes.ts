import type { DbPool } from '../../../server/db.ts';
import { AppError } from '../../../server/errors.ts';
import type { UserApi } from '../../../server/user-api.ts';
import { type Attempts, type Limit, limitsOfAddress } from '../../accounts/server/accounts.ts';
import { type MembershipAnswer, membershipAnswer, redeemAnswer, redeemBody } from '../contract.ts';
import type { CouponRefusal } from '../rules.ts';
import { type Redeemed, redeemCoupon } from './coupons.ts';
import type { Viewer } from './viewers.ts';

interface MembershipDeps {
  users: UserApi<Viewer>;
  db: DbPool;
  attempts: Attempts;
}

const hourSeconds = 60 * 60;

/** Membership's calls (spec: membership.md#membership-calls). */
export function mountMembership({ users, db, attempts }: MembershipDeps): void {
  users.add({
    method: 'GET',
    path: '/user/book/membership',
    summary: "The caller's membership",
    description: '`null` without a token, and for a user who never had one.',
    answer: membershipAnswer,
    answerTo: async ({ viewer }) => presentMembership(viewer),
    answerVisitor: () => ({ result: null }),
  });

  users.add({
    method: 'POST',
    path: '/user/coupon/redeem',
    summary: 'Redeem a coupon',
    description: 'Once for each user. After ten failures in an hour even a right code is refused with 429.',
    body: redeemBody,
    answer: redeemAnswer,
    failures: [403, 409, 410],
    async answerTo({ viewer: { userId }, body: { code }, address }) {
      const redeemed = await attempts.run(couponLimits(userId, address), async () => {
        const value = await redeemCoupon(db, { userId, code });
        return { value, counts: value.kind !== 'redeemed' && value.kind !== 'coupon_already_used' };
      });
      return { result: { expire_at: requireRedeemed(redeemed).toISOString() } };
    },
  });
}

function presentMembership({ membership, now }: Viewer): MembershipAnswer {
  if (!membership) return { result: null };
  const { expireAt } = membership;
  return { result: { expire_at: expireAt.toISOString(), is_expired: expireAt <= now } };
}

/** Failures that one user and one address may make (spec: membership.md#redeeming). */
function couponLimits(userId: string, address: string): Limit[] {
  const windowSeconds = hourSeconds;
  return [
    { kind: 'coupon by user', subject: userId, allowed: 10, windowSeconds },
    ...limitsOfAddress({ kind: 'coupon by address', allowed: 30, windowSeconds }, address),
  ];
}

function requireRedeemed(redeemed: Redeemed): Date {
  if (redeemed.kind === 'redeemed') return redeemed.expireAt;
  throw refusalFrom(redeemed.kind);
}

/** spec: membership.md#redeeming. */
function refusalFrom(kind: CouponRefusal): AppError {
  switch (kind) {
    case 'coupon_invalid':
      return new AppError(400, 'coupon_invalid', 'This code is not valid');
    case 'coupon_already_used':
      return new AppError(409, 'coupon_already_used', 'You have already used this code');
    case 'coupon_used_up':
      return new AppError(409, 'coupon_used_up', 'This code has been fully used');
    case 'coupon_expired':
      return new AppError(410, 'coupon_expired', 'This code has expired');
    case 'coupon_not_eligible':
      return new AppError(403, 'coupon_not_eligible', 'This code cannot be used with your account');
  }
}
