import * as z from 'zod/mini';
import { givenUuid } from '../../../../shared/wire.ts';
import { type CardOffer, type CardPrice, isInForce, isOffByCode } from '../../plans.ts';
import { giftMark } from '../../rules.ts';
import type { StripeEvent } from './webhook.ts';

/** One checkout through a buy button of ours, or with a user of ours as its addressee. */
export interface CardSale {
  sessionId: string;
  /** The name that refunds and disputes use: they know neither checkout nor user; null: no payment (yet). */
  paymentId: string | null;
  /**
   * The user that the page named: a UUID in lower case. Anybody could have put it there, so it may be nobody's. Null:
   * no user, or no UUID. Either way the sale is unattributed, and never another user's.
   */
  userId: string | null;
  /** The plan of the link that sold it, and its months; null: no link of ours. */
  plan: string | null;
  months: number | null;
  /** The page asked for a gift: its grant is a code for the buyer. */
  isGift: boolean;
  amountMinor: number;
  /** Before a discount. */
  fullAmountMinor: number;
  /** The code of ours that the sale names; null: none. */
  couponId: string | null;
  /** In capitals. */
  currency: string;
}

/** The reason why the operator must judge a sale that looks paid: it differs from its button's offer. */
export type SaleDoubt =
  | 'foreign_link'
  /** The plan has sold at no price by card for a day. */
  | 'former_link'
  | 'wrong_mode'
  | 'wrong_livemode'
  | 'wrong_plan'
  | 'wrong_currency'
  | 'wrong_amount'
  /** A discount by no code of ours, by several, or by none. */
  | 'foreign_discount'
  /** Another discount than its code gives. */
  | 'wrong_discount'
  /** Something stands beside the price: tax, shipping. */
  | 'wrong_total'
  | 'not_paid';

/** The content of an event, in our words. */
export type CardNews =
  /** Paid, and everything fits its button: to be granted, if the user exists. */
  | { kind: 'paid'; sale: CardSale & { plan: string; months: number } }
  | { kind: 'doubtful'; sale: CardSale; doubt: SaleDoubt }
  /** `pending`: checked out with a method that pays later, or perhaps never. `expired`: left without checking out. */
  | { kind: 'pending' | 'failed' | 'expired'; sale: CardSale }
  /** The sum of all refunds of a payment until then. */
  | { kind: 'refunded'; paymentId: string; chargeId: string; amountMinor: number; isWhole: boolean }
  /** A refund that failed afterwards: its money is ours again. A later `refunded` does not count it. */
  | { kind: 'refund_failed'; paymentId: string; refundId: string; amountMinor: number }
  | { kind: 'dispute_opened'; paymentId: string; disputeId: string; amountMinor: number }
  | { kind: 'dispute_closed'; paymentId: string; disputeId: string; amountMinor: number; isLost: boolean }
  /** The card's issuer suspects fraud: refunding now avoids a dispute. */
  | { kind: 'fraud_warning'; paymentId: string }
  /** Nothing that concerns us. */
  | { kind: 'ignored'; reason: 'other_type' | 'foreign_sale' | 'no_payment' | 'refund_under_way' }
  /** A type we handle, in a shape we do not know. `fields` names what is missing or strange. */
  | { kind: 'malformed'; fields: string[] };

/**
 * The news with Stripe's time of it, in whole seconds. Events arrive in any order and number. Of two that disagree the
 * later one holds; but `paid` holds against `pending`, `failed` and `expired`, whenever they came.
 */
export type CardFact = CardNews & { occurredAt: Date };

/** Reads what a verified event says about our sales (spec: payments.md#card-sales). */
export function readFact(event: StripeEvent, offer: CardOffer): CardFact {
  return { ...readNews(event, offer), occurredAt: event.createdAt };
}

/** The payment, else its own id, and the sum that an event's subject names, however strange the rest is. */
export function describeSubject(subject: unknown): {
  reference: string | null;
  amountMinor: number | null;
  currency: string | null;
} {
  const read = anyShape.safeParse(subject).data;
  const amountMinor = read?.amount_total ?? read?.amount_refunded ?? read?.amount ?? null;
  return {
    reference: read?.payment_intent ?? read?.id ?? null,
    amountMinor,
    currency: read?.currency?.toUpperCase() ?? null,
  };
}

function readNews(event: StripeEvent, offer: CardOffer): CardNews {
  const { type, subject } = event;
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return readAs(sessionShape, subject, (session) => newsOfSale({ session, event, offer }));
    case 'charge.refunded':
      return readAs(chargeShape, subject, newsOfCharge);
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return readAs(refundShape, subject, (refund) => newsOfRefund(refund, type));
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return readAs(disputeShape, subject, (dispute) => newsOfDispute(dispute, type));
    case 'radar.early_fraud_warning.created':
      return readAs(warningShape, subject, ({ payment_intent: paymentId }) =>
        paymentId ? { kind: 'fraud_warning', paymentId } : noPayment,
      );
    default:
      return { kind: 'ignored', reason: 'other_type' };
  }
}

const noPayment: CardNews = { kind: 'ignored', reason: 'no_payment' };

function readAs<T>(shape: z.ZodMiniType<T>, subject: unknown, toNews: (subject: T) => CardNews): CardNews {
  const parsed = shape.safeParse(subject);
  if (parsed.success) return toNews(parsed.data);
  return { kind: 'malformed', fields: parsed.error.issues.map(({ path }) => path.join('.')) };
}

interface SoldSession {
  session: z.infer<typeof sessionShape>;
  event: StripeEvent;
  offer: CardOffer;
}

function newsOfSale(given: SoldSession): CardNews {
  const { session, event } = given;
  const { amount_total: amountMinor, currency } = session;
  if (typeof amountMinor !== 'number' || typeof currency !== 'string') return noPayment;
  const sold = findSold(given);
  const state = stateOf(event.type, session.payment_status);
  const sale = {
    sessionId: session.id,
    paymentId: session.payment_intent ?? null,
    ...addresseeOf(session.client_reference_id),
    amountMinor,
    fullAmountMinor: session.amount_subtotal ?? amountMinor,
    couponId: codesOf(given)[0]?.couponId ?? null,
    currency: currency.toUpperCase(),
  };
  if (!sold) return newsOfForeign({ ...sale, plan: null, months: null }, state);
  const ours = { ...sale, plan: sold.plan, months: sold.months };
  if (state !== 'paid') return { kind: state, sale: ours };
  const doubt = findDoubt(given, sold);
  return doubt ? { kind: 'doubtful', sale: ours, doubt } : { kind: 'paid', sale: ours };
}

/** The page names the buyer; for a gift it adds a word to the id. */
function addresseeOf(named: string | null | undefined): Pick<CardSale, 'userId' | 'isGift'> {
  const isGift = named?.endsWith(giftMark) === true;
  const id = isGift ? named.slice(0, -giftMark.length) : named;
  return { userId: givenUuid.safeParse(id).data ?? null, isGift };
}

/** The plan that a link sold, and the prices at which the plan was on sale by card when the checkout was made. */
interface Sold {
  plan: string;
  months: number;
  prices: readonly CardPrice[];
}

/**
 * A plan is sold by its link or a former one of it. Where a link went from one plan to another, the plan is meant whose
 * price fits, else the later one.
 */
function findSold({ session, event, offer }: SoldSession): Sold | null {
  const madeAt = session.created === undefined ? event.createdAt : new Date(session.created * 1000);
  const sold = offer.prices
    .filter(({ paymentLink }) => paymentLink === session.payment_link)
    .map(({ plan, months, paymentLink }) => {
      const prices = offer.prices.filter((price) => price.plan === plan && isInForce(price, madeAt));
      return { plan, months, paymentLink, prices };
    });
  return sold.find(({ prices }) => prices.some((price) => isPrice(price, session))) ?? sold[0] ?? null;
}

/** The price is compared before a discount; a session without it has none. */
function isPrice(price: CardPrice, session: SoldSession['session']): boolean {
  const { amount_subtotal: subtotal, amount_total: total, currency } = session;
  return price.amountMinor === (subtotal ?? total) && price.currency === currency?.toUpperCase();
}

type SaleState = 'paid' | 'pending' | 'failed' | 'expired';

function stateOf(type: string, paymentStatus: string): SaleState {
  if (type === 'checkout.session.expired') return 'expired';
  if (type === 'checkout.session.async_payment_failed') return 'failed';
  if (type === 'checkout.session.async_payment_succeeded') return 'paid';
  // A checkout with nothing to pay gets no later event, so it is judged now. An unknown status is not paid.
  return paymentStatus === 'paid' || paymentStatus === 'no_payment_required' ? 'paid' : 'pending';
}

/**
 * The account may sell other things, which do not concern us. But where a user of ours is the addressee, money came for
 * a link that the settings do not name (yet).
 */
function newsOfForeign(sale: CardSale, state: SaleState): CardNews {
  if (sale.userId === null || state !== 'paid') return { kind: 'ignored', reason: 'foreign_sale' };
  return { kind: 'doubtful', sale, doubt: 'foreign_link' };
}

function findDoubt({ session, event, offer }: SoldSession, sold: Sold): SaleDoubt | null {
  const { mode, payment_status, metadata } = session;
  if (mode !== 'payment') return 'wrong_mode';
  if (!isOfMode([event.livemode, session.livemode], offer.publishableKey)) return 'wrong_livemode';
  // A payment link's metadata may name its plan, in the dashboard: by its code or its months.
  if (metadata?.plan !== undefined && metadata.plan !== sold.plan && metadata.plan !== `m${sold.months}`)
    return 'wrong_plan';
  if (sold.prices.length === 0) return 'former_link';
  const { prices } = sold;
  if (!prices.some(({ currency }) => currency === session.currency?.toUpperCase())) return 'wrong_currency';
  if (!prices.some((price) => isPrice(price, session))) return 'wrong_amount';
  const wrongDiscount = findWrongDiscount({ session, event, offer }, sold);
  if (wrongDiscount) return wrongDiscount;
  return payment_status === 'paid' ? null : 'not_paid';
}

/** The sum must be the price without what one code of ours takes off, and nothing else (spec: payments.md#card-discounts). */
function findWrongDiscount(given: SoldSession, { plan }: Sold): SaleDoubt | null {
  const { amount_subtotal, amount_total, currency, total_details, discounts } = given.session;
  const total = amount_total ?? 0;
  const fullMinor = amount_subtotal ?? total;
  const offMinor = total_details?.amount_discount ?? 0;
  const beside = (total_details?.amount_tax ?? 0) + (total_details?.amount_shipping ?? 0);
  if (beside !== 0 || total !== fullMinor - offMinor) return 'wrong_total';
  if (offMinor === 0) return null;
  const [code] = codesOf(given);
  if (!code || discounts?.length !== 1) return 'foreign_discount';
  const sale = { plan, currency: currency?.toUpperCase() ?? '', fullMinor, offMinor };
  return isOffByCode(code, sale) ? null : 'wrong_discount';
}

/** The codes of ours that a session names. */
function codesOf({ session, offer }: SoldSession) {
  return (session.discounts ?? []).flatMap(({ promotion_code: name }) => (name && offer.codes?.get(name)) || []);
}

/** The names of the codes at Stripe that the subject of an event says. */
export function promotionCodesIn(subject: unknown): string[] {
  const { discounts } = z.object({ discounts: z.catch(discountList, null) }).safeParse(subject).data ?? {};
  return (discounts ?? []).flatMap(({ promotion_code: name }) => name ?? []);
}

/** Test money buys nothing where the key is live, nor the reverse; the event and the session both say their mode. */
function isOfMode(livemodes: (boolean | null | undefined)[], publishableKey: string): boolean {
  const known = livemodes.filter((livemode) => typeof livemode === 'boolean');
  return known.length > 0 && known.every((livemode) => livemode === publishableKey.startsWith('pk_live_'));
}

function newsOfCharge(charge: z.infer<typeof chargeShape>): CardNews {
  const { id: chargeId, payment_intent: paymentId, amount_refunded: amountMinor, refunded: isWhole } = charge;
  return paymentId ? { kind: 'refunded', paymentId, chargeId, amountMinor, isWhole } : noPayment;
}

/** The charge says how much is refunded in all; a single refund says only that it failed. */
function newsOfRefund(refund: z.infer<typeof refundShape>, type: string): CardNews {
  const { id: refundId, payment_intent: paymentId, amount: amountMinor, status } = refund;
  if (!paymentId) return noPayment;
  const failed = type === 'refund.failed' || status === 'failed' || status === 'canceled';
  return failed
    ? { kind: 'refund_failed', paymentId, refundId, amountMinor }
    : { kind: 'ignored', reason: 'refund_under_way' };
}

function newsOfDispute(dispute: z.infer<typeof disputeShape>, type: string): CardNews {
  const { id: disputeId, payment_intent: paymentId, amount: amountMinor, status } = dispute;
  if (!paymentId) return noPayment;
  const facts = { paymentId, disputeId, amountMinor };
  if (type === 'charge.dispute.created') return { kind: 'dispute_opened', ...facts };
  return { kind: 'dispute_closed', ...facts, isLost: status === 'lost' };
}

/** An object's id. Stripe can be asked to put the object itself in the place of its id. */
const reference = z.nullish(
  z.union([
    z.string(),
    z.pipe(
      z.object({ id: z.string() }),
      z.transform(({ id }) => id),
    ),
  ]),
);
const minorUnits = z.int().check(z.nonnegative());

const discountList = z.nullish(z.array(z.object({ promotion_code: reference })));
const sessionShape = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(255)),
  payment_link: reference,
  payment_intent: reference,
  client_reference_id: z.nullish(z.string()),
  mode: z.nullish(z.string()),
  payment_status: z.string(),
  amount_total: z.nullish(minorUnits),
  amount_subtotal: z.nullish(minorUnits),
  total_details: z.nullish(
    z.object({
      amount_discount: z.nullish(minorUnits),
      amount_tax: z.nullish(minorUnits),
      amount_shipping: z.nullish(minorUnits),
    }),
  ),
  discounts: discountList,
  currency: z.nullish(z.string().check(z.regex(/^[a-z]{3}$/i))),
  livemode: z.optional(z.boolean()),
  created: z.optional(z.int()),
  metadata: z.nullish(z.record(z.string(), z.string())),
});
const chargeShape = z.object({
  id: z.string(),
  payment_intent: reference,
  amount_refunded: minorUnits,
  refunded: z.boolean(),
});
const refundShape = z.object({
  id: z.string(),
  payment_intent: reference,
  amount: minorUnits,
  status: z.nullish(z.string()),
});
const disputeShape = z.object({ id: z.string(), payment_intent: reference, amount: minorUnits, status: z.string() });
const warningShape = z.object({ payment_intent: reference });

const ifAny = <T>(shape: z.ZodMiniType<T>) => z.catch(z.nullish(shape), null);
const anyShape = z.object({
  id: ifAny(z.string().check(z.minLength(1), z.maxLength(255))),
  payment_intent: z.catch(reference, null),
  amount_total: ifAny(minorUnits),
  amount_refunded: ifAny(minorUnits),
  amount: ifAny(minorUnits),
  currency: ifAny(z.string().check(z.regex(/^[a-z]{3}$/i))),
});
