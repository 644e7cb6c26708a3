import { fixedPlans, type PlanName } from '../../shared/plans.ts';
import type { Discount } from '../membership/rules.ts';

/** A card button of a plan: what its payment link takes, in minor units of the currency, which is in capitals. */
export interface PlanCard {
  paymentLink: string;
  /** Null: it has no button. */
  buyButtonId: string | null;
  /** A plain link to the same sale; null: there is none. */
  url: string | null;
  /** Whether the button is shown. */
  hasButton: boolean;
  amountMinor: number;
  currency: string;
}

/** A card button of a plan on sale. */
export interface CardButton extends PlanCard {
  plan: string;
}

/** A length of membership that is sold (spec: payments.md#plans). */
export interface Plan {
  plan: string;
  months: number;
  /** The price at WeChat Pay, in fen. */
  amountMinor: number;
  name: PlanName;
  /** The lowest stands first. */
  position: number;
  isActive: boolean;
  card: PlanCard | null;
  /** When its card was first set, or set to none; null: the settings name its buttons. */
  cardSetAt: Date | null;
  createdAt: Date;
}

/** All prices at WeChat Pay are in this currency. */
export const planCurrency = 'CNY';

export const mostPlans = 12;
export const mostMonths = 36;
export const mostFen = 1_000_000;
/** In minor units of its currency. */
export const mostOfCard = 99_999_999;
/** The last place that a plan may have in the list. */
export const lastPosition = 1_000_000;

export function isFixed(plan: string): plan is keyof typeof fixedPlans {
  return Object.hasOwn(fixedPlans, plan);
}

/** The price in fen that a discount leaves: rounded up, and at least one fen (spec: payments.md#discounts). */
export function lowerPrice(fullMinor: number, discount: Discount | null): number {
  if (!discount) return fullMinor;
  const left =
    'percent' in discount ? Math.ceil((fullMinor * (100 - discount.percent)) / 100) : fullMinor - discount.amountMinor;
  return Math.max(1, left);
}

/** A price for which a payment link sells a plan, in [since, until); null: from ever, and for good. */
export interface CardPrice {
  plan: string;
  months: number;
  paymentLink: string;
  amountMinor: number;
  /** In capitals. */
  currency: string;
  since: Date | null;
  until: Date | null;
}

/** The facts that card sales are judged by: the prices of all links that sell or sold a plan, and the key that says the mode. */
export interface CardOffer {
  publishableKey: string;
  prices: readonly CardPrice[];
  /** The codes of ours that a sale names, by Stripe's names for them. */
  codes?: ReadonlyMap<string, CardCode>;
}

/** A code of ours at Stripe, and by how much it lowers a price. */
export interface CardCode {
  couponId: string;
  /** `currency` in capitals. */
  gives: { percent: number } | { amountMinor: number; currency: string };
  /** Null: any. */
  plan: string | null;
}

/** What a code takes off a price by card, rounded to the minor unit as Stripe does; never more than the price. */
export function takenOffByCard({ gives }: Pick<CardCode, 'gives'>, fullMinor: number): number {
  const off = 'percent' in gives ? Math.round((fullMinor * gives.percent) / 100) : gives.amountMinor;
  return Math.min(fullMinor, off);
}

/** Whether a code took this off: Stripe may round a share to the other side. */
export function isOffByCode(
  code: CardCode,
  sale: { plan: string; currency: string; fullMinor: number; offMinor: number },
): boolean {
  const { gives, plan } = code;
  if (plan !== null && plan !== sale.plan) return false;
  if ('percent' in gives) return Math.abs(sale.offMinor - (sale.fullMinor * gives.percent) / 100) <= 1;
  return gives.currency === sale.currency && gives.amountMinor === sale.offMinor;
}

/** A buyer may have opened the checkout so long before a new price came. */
const graceMs = 24 * 60 * 60 * 1000;

/**
 * Whether a price was in force when a checkout was made, or in the 24 hours before. Stripe says the time in whole
 * seconds, so a price of that very second counts.
 */
export function isInForce({ since, until }: Pick<CardPrice, 'since' | 'until'>, madeAt: Date): boolean {
  const hasBegun = since === null || Math.floor(since.getTime() / 1000) * 1000 <= madeAt.getTime();
  return hasBegun && (until === null || until.getTime() > madeAt.getTime() - graceMs);
}

/** A sale names a plan or nothing: the longest of these plans that is not longer than its grant, else the shortest. */
export function planFor(plans: readonly Plan[], months: number): string {
  const byLength = plans.toSorted((one, other) => one.months - other.months);
  return (byLength.findLast((sold) => sold.months <= months) ?? byLength[0])?.plan ?? 'month';
}
