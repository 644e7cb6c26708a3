import * as z from 'zod/mini';
import { defineCall } from '../../shared/calls.ts';
import { timestamp } from '../../shared/wire.ts';

/** A reader's membership; `is_expired` by the database's clock at the moment of the answer. */
export const membership = z.object({ expire_at: timestamp, is_expired: z.boolean() });
export const membershipAnswer = z.object({ result: z.nullable(membership) });

export const redeemBody = z.object({ code: z.string() });
export const redeemAnswer = z.object({ result: z.object({ expire_at: timestamp }) });

export type MembershipAnswer = z.infer<typeof membershipAnswer>;

export const membershipCalls = {
  getMembership: defineCall({
    method: 'GET',
    path: '/user/book/membership',
    who: 'user',
    scopes: ['read'],
    summary: "The caller's membership",
    description: '`null` without a token, and for a user who never had one.',
    answer: membershipAnswer,
  }),
  redeemCoupon: defineCall({
    method: 'POST',
    path: '/user/coupon/redeem',
    who: 'user',
    summary: 'Redeem a coupon',
    description: 'Once for each user. After ten failures in an hour even a right code is refused with 429.',
    body: redeemBody,
    answer: redeemAnswer,
    failures: [403, 409, 410],
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    membership: typeof membershipCalls;
  }
}
