import type { Db } from '../../../server/database/db.ts';
import { AppError } from '../../../server/http/errors.ts';
import { type Attempts, type Limit, limitsOfAddress } from '../../accounts/server/accounts.ts';
import { type CouponRefusal, isCoupon, isDiscount, normaliseCoupon } from '../rules.ts';
import { hashCode } from './coupon-codes.ts';
import { type Coupon, findCodeUse, findCoupon, listCardCodes, lockCoupon } from './coupon-queries.ts';

/** The coupon of a typed code, as it stands for a user; null: there is none. */
export async function findTypedCoupon(db: Db, typed: { code: string; userId: string }): Promise<Coupon | null> {
  const codeHash = await hashTyped(db, typed.code);
  return codeHash && findCoupon(db, { codeHash, userId: typed.userId });
}

/** Like `findTypedCoupon`; whoever locks the coupon meanwhile waits until the transaction ends. */
export async function lockTypedCoupon(tx: Db, typed: { code: string; userId: string }): Promise<Coupon | null> {
  const codeHash = await hashTyped(tx, typed.code);
  return codeHash && lockCoupon(tx, { codeHash, userId: typed.userId });
}

/** What a discount takes off a card sale; null: it is none. `currency` in capitals. */
export function cardGivesOf({
  gives,
  currency,
}: Pick<Coupon, 'gives' | 'currency'>): { percent: number } | { amountMinor: number; currency: string } | null {
  if (!isDiscount(gives)) return null;
  return 'percent' in gives
    ? { percent: gives.percent }
    : { amountMinor: gives.amountMinor, currency: currency ?? 'CNY' };
}

/** The discounts on card sales with these names at Stripe, whether or not they are spent, stopped or over. */
export async function findCardCodes(db: Db, promotionCodes: readonly string[]) {
  if (promotionCodes.length === 0) return new Map<string, never>();
  const codes = await listCardCodes(db, promotionCodes);
  return new Map(
    codes.map(({ promotionCode, couponId, percent, amountMinor, currency, plan }) => {
      const gives = percent === null ? { amountMinor: amountMinor ?? 0, currency: currency ?? 'CNY' } : { percent };
      return [promotionCode, { couponId, gives, plan }];
    }),
  );
}

/** A code that somebody named whole: its coupon, the gift that it is, and who has redeemed it. */
export interface CodeUse {
  couponId: string;
  giftCause: string | null;
  userIds: string[];
}

/** The use of a code, without regard to case and hyphens; null: there is no such code. */
export async function findCode(db: Db, typed: string): Promise<CodeUse | null> {
  // A name is no code because it begins with the letters of one.
  const isWhole = normaliseCoupon(typed).length === typed.replace(/[\s-]/g, '').length;
  const codeHash = isWhole ? await hashTyped(db, typed) : null;
  return codeHash && findCodeUse(db, codeHash);
}

async function hashTyped(db: Db, code: string): Promise<Buffer | null> {
  const normalised = normaliseCoupon(code);
  return isCoupon(normalised) ? hashCode(db, normalised) : null;
}

export interface CouponRefused {
  kind: CouponRefusal;
}

/**
 * Tries a typed code under the limits for failures (spec: membership.md#redeeming), and rejects with the answer for a
 * refusal.
 */
export async function tryCoupon<T extends { kind: string }>(
  attempts: Pick<Attempts, 'run'>,
  { userId, address }: { userId: string; address: string },
  work: () => Promise<T | CouponRefused>,
): Promise<T> {
  const tried = await attempts.run(couponLimits(userId, address), async () => {
    const value = await work();
    return { value, counts: isRefused(value) && !isKnownToUser(value.kind) };
  });
  if (isRefused(tried)) throw refusalFrom(tried.kind);
  return tried;
}

const hourSeconds = 60 * 60;

/** Failures that one user and one address may make. */
function couponLimits(userId: string, address: string): Limit[] {
  const windowSeconds = hourSeconds;
  return [
    { kind: 'coupon by user', subject: userId, allowed: 10, windowSeconds },
    ...limitsOfAddress({ kind: 'coupon by address', allowed: 30, windowSeconds }, address),
  ];
}

/** Refusals that do not count as guesses: the code is right, and the user's own use of it stands in the way. */
function isKnownToUser(kind: CouponRefusal): boolean {
  return kind === 'coupon_already_used' || kind === 'coupon_reserved';
}

const answers = {
  coupon_invalid: [400, 'This code is not valid'],
  coupon_already_used: [409, 'You have already used this code'],
  coupon_used_up: [409, 'This code has been fully used'],
  coupon_expired: [410, 'This code has expired'],
  coupon_not_eligible: [403, 'This code cannot be used with your account'],
  coupon_not_applicable: [409, 'This code does not apply here'],
  coupon_reserved: [409, 'An open order holds this code'],
} as const satisfies Record<CouponRefusal, readonly [number, string]>;

function isRefused(value: { kind: string }): value is CouponRefused {
  return Object.hasOwn(answers, value.kind);
}

/** spec: membership.md#redeeming. */
function refusalFrom(kind: CouponRefusal): AppError {
  const [status, text] = answers[kind];
  return new AppError(status, kind, text);
}
