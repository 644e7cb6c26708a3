import type { StripeConfig } from '../../../server/config/payments.ts';
import type { Db } from '../../../server/database/db.ts';
import { AppError } from '../../../server/http/errors.ts';
import { decideDiscount, isDiscount } from '../../membership/rules.ts';
import {
  type CouponRefused,
  cardGivesOf,
  findTypedCoupon,
  lockTypedCoupon,
} from '../../membership/server/discounts.ts';
import type { Quote } from '../contract.ts';
import { lowerPrice, type Plan, planCurrency, takenOffByCard } from '../plans.ts';
import { listButtons } from './card-offer.ts';
import { countUses } from './discount-queries.ts';
import { findPlan, holdPlan } from './plan-queries.ts';

/** The plan that a user wants to buy; `coupon` as it was typed, null: none. */
export interface Wanted {
  userId: string;
  plan: string;
  coupon: string | null;
}

/** The price of an order at this moment; amounts in fen. */
export interface Price {
  kind: 'price';
  plan: Plan;
  amountMinor: number;
  couponId: string | null;
}

/** The plan that is on sale under this code; rejects with 409. */
export function requireOnSale(plan: Plan | null): Plan {
  if (plan?.isActive) return plan;
  throw notOnSale();
}

const notOnSale = () => new AppError(409, 'plan_unavailable', 'This plan is not on sale');

/**
 * Tells the price of an order, and reserves nothing. If an earlier order of the user holds the coupon, the price is
 * told all the same, since that order would give way to the new one.
 */
export async function quote(db: Db, wanted: Wanted): Promise<{ kind: 'quote'; quote: Quote } | CouponRefused> {
  const { userId, coupon: code } = wanted;
  const plan = requireOnSale(await findPlan(db, wanted.plan));
  const found = { amount: plan.amountMinor, full_amount: plan.amountMinor, currency: planCurrency };
  if (code === null) return { kind: 'quote', quote: found };
  const coupon = await findTypedCoupon(db, { code, userId });
  const uses = await usesOf(db, { coupon, userId });
  const others = { ...uses, isHeldByUser: false, held: uses.held - (uses.isHeldByUser ? 1 : 0) };
  const refusal = decideDiscount(coupon, { plan: plan.plan, way: 'wechat', uses: others });
  if (refusal || !coupon || !isDiscount(coupon.gives)) return { kind: refusal ?? 'coupon_invalid' };
  return { kind: 'quote', quote: { ...found, amount: lowerPrice(plan.amountMinor, coupon.gives) } };
}

/** Tells the price of a card sale. Its code is spent at Stripe, so an order that holds it stands in nobody's way. */
export async function quoteByCard(
  db: Db,
  config: StripeConfig | null,
  wanted: Wanted,
): Promise<{ kind: 'quote'; quote: Quote } | CouponRefused> {
  const { userId, coupon: code } = wanted;
  const plan = requireOnSale(await findPlan(db, wanted.plan));
  const [card] = config ? listButtons([plan], config) : [];
  if (!card) throw notOnSale();
  const full = card.amountMinor;
  const found = { amount: full, full_amount: full, currency: card.currency };
  if (code === null) return { kind: 'quote', quote: found };
  const coupon = await findTypedCoupon(db, { code, userId });
  const uses = { ...(await usesOf(db, { coupon, userId })), isHeldByUser: false, held: 0 };
  const refusal = decideDiscount(coupon, { plan: plan.plan, way: 'card', uses });
  const gives = coupon && cardGivesOf(coupon);
  if (refusal || !gives) return { kind: refusal ?? 'coupon_invalid' };
  const isOther = 'currency' in gives && gives.currency !== card.currency;
  const off = takenOffByCard({ gives }, full);
  // With nothing left to pay, the sale would not be granted.
  if (isOther || off >= full) return { kind: 'coupon_not_applicable' };
  return { kind: 'quote', quote: { ...found, amount: full - off } };
}

/**
 * The price of an order that is made in this transaction. Until the transaction ends the plan stays, and nobody else takes
 * a use of the coupon.
 */
export async function takePrice(tx: Db, wanted: Wanted): Promise<Price | CouponRefused> {
  const { userId, coupon: code } = wanted;
  await holdPlan(tx, wanted.plan);
  const plan = requireOnSale(await findPlan(tx, wanted.plan));
  if (code === null) return { kind: 'price', plan, amountMinor: plan.amountMinor, couponId: null };
  const coupon = await lockTypedCoupon(tx, { code, userId });
  const uses = await usesOf(tx, { coupon, userId });
  const refusal = decideDiscount(coupon, { plan: plan.plan, way: 'wechat', uses });
  if (refusal || !coupon || !isDiscount(coupon.gives)) return { kind: refusal ?? 'coupon_invalid' };
  return { kind: 'price', plan, amountMinor: lowerPrice(plan.amountMinor, coupon.gives), couponId: coupon.id };
}

const noUses = { spent: 0, held: 0, isSpentByUser: false, isHeldByUser: false };

async function usesOf(db: Db, { coupon, userId }: { coupon: { id: string } | null; userId: string }) {
  return coupon ? countUses(db, { couponId: coupon.id, userId }) : noUses;
}
