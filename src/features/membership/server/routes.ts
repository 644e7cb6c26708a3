import type { DbPool } from '../../../server/db.ts';
import type { UserApi } from '../../../server/user-api.ts';
import type { Attempts } from '../../accounts/server/accounts.ts';
import { type MembershipAnswer, membershipAnswer, redeemAnswer, redeemBody } from '../contract.ts';
import { redeemCoupon } from './coupons.ts';
import { tryCoupon } from './discounts.ts';
import type { Viewer } from './viewers.ts';

interface MembershipDeps {
  users: UserApi<Viewer>;
  db: DbPool;
  attempts: Attempts;
}

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
      const { expireAt } = await tryCoupon(attempts, { userId, address }, () => redeemCoupon(db, { userId, code }));
      return { result: { expire_at: expireAt.toISOString() } };
    },
  });
}

function presentMembership({ membership, now }: Viewer): MembershipAnswer {
  if (!membership) return { result: null };
  const { expireAt } = membership;
  return { result: { expire_at: expireAt.toISOString(), is_expired: expireAt <= now } };
}
