import type { DbPool } from '../../../server/db.ts';
import { AppError } from '../../../server/errors.ts';
import { type HttpApp, needsToken } from '../../../server/http.ts';
import { apiBase } from '../../../shared/paths.ts';
import { envelope, failure } from '../../../shared/wire.ts';
import { type Attempts, type Limit, limitsOfAddress } from '../../accounts/server/accounts.ts';
import { type MembershipAnswer, membershipAnswer, type RedeemAnswer, redeemAnswer, redeemBody } from '../contract.ts';
import type { CouponRefusal } from '../rules.ts';
import { type Redeemed, redeemCoupon } from './coupons.ts';
import type { Viewer, Viewers } from './viewers.ts';

export interface MembershipDeps extends Pick<Viewers, 'requireViewer'> {
  db: DbPool;
  attempts: Attempts;
}

const hourSeconds = 60 * 60;
const personal = 'private, no-store';

/** Membership's calls, product.md section 7 and contract.md section 1. */
export function addMembershipCalls(app: HttpApp, { db, attempts, requireViewer }: MembershipDeps): void {
  app.get(
    `${apiBase}/user/book/membership`,
    {
      schema: {
        summary: "The caller's membership",
        description: '`null` without a token, and for a user who never had one.',
        tags: ['user'],
        response: { 200: envelope(membershipAnswer), 401: failure, 429: failure, 503: failure },
      },
    },
    async (request, reply) => {
      // Whoever sends something believes to be logged in, and must hear when that is over.
      const viewer = request.headers.authorization ? await requireViewer(request) : null;
      return reply.header('Cache-Control', personal).send({ data: presentMembership(viewer) });
    },
  );

  app.post(
    `${apiBase}/user/coupon/redeem`,
    {
      onRequest: async (request) => {
        await requireViewer(request);
      },
      schema: {
        security: needsToken,
        summary: 'Redeem a coupon',
        description: 'Once for each user. After ten failures in an hour even a right code is refused with 429.',
        tags: ['user'],
        body: redeemBody,
        response: {
          200: envelope(redeemAnswer),
          ...Object.fromEntries([400, 401, 403, 409, 410, 413, 415, 429, 503].map((status) => [status, failure])),
        },
      },
    },
    async (request, reply) => {
      const { userId } = await requireViewer(request);
      const { code } = request.body;
      const redeemed = await attempts.run(couponLimits(userId, request.ip), async () => {
        const value = await redeemCoupon(db, { userId, code });
        return { value, counts: value.kind !== 'redeemed' && value.kind !== 'coupon_already_used' };
      });
      const result = { expire_at: requireRedeemed(redeemed).toISOString() };
      return reply.header('Cache-Control', personal).send({ data: { result } satisfies RedeemAnswer });
    },
  );
}

function presentMembership(viewer: Viewer | null): MembershipAnswer {
  if (!viewer?.membership) return { result: null };
  const { expireAt } = viewer.membership;
  return { result: { expire_at: expireAt.toISOString(), is_expired: expireAt <= viewer.now } };
}

/** Failures that one user and one address may make, contract.md section 4. */
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

/** The texts of payments.md 8.3. */
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
