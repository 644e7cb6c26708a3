import * as z from 'zod/mini';
import type { StripeConfig } from '../../../../server/config-payments.ts';
import { type Plan, plans } from '../../../../shared/plans.ts';
import { givenUuid } from '../../../../shared/wire.ts';
import type { StripeEvent } from './webhook.ts';

type Button = StripeConfig['buttons'][number];
/** The plans that our buttons sell, and whether for real money (the publishable key's prefix). */
type Offer = Pick<StripeConfig, 'buttons' | 'publishableKey'>;

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
  /** The plan of the button that sold it; null: no button of ours. */
  plan: Plan | null;
  amountMinor: number;
  /** In capitals. */
  currency: string;
}

/** The reason why the operator must judge a sale that looks paid: it differs from its button's offer. */
export type SaleDoubt =
  | 'foreign_link'
  | 'wrong_mode'
  | 'wrong_livemode'
  | 'wrong_plan'
  | 'wrong_currency'
  | 'wrong_amount'
  | 'not_paid';

/** The content of an event, in our words. */
export type CardNews =
  /** Paid, and everything fits its button: to be granted, if the user exists. */
  | { kind: 'paid'; sale: CardSale & { plan: Plan } }
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
export function readFact(event: StripeEvent, offer: Offer): CardFact {
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

function readNews(event: StripeEvent, offer: Offer): CardNews {
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
  offer: Offer;
}

function newsOfSale(sold: SoldSession): CardNews {
  const { session, event, offer } = sold;
  const { amount_total: amountMinor, currency } = session;
  if (typeof amountMinor !== 'number' || typeof currency !== 'string') return noPayment;
  const button = offer.buttons.find((each) => each.payment_link === session.payment_link);
  const state = stateOf(event.type, session.payment_status);
  const sale = {
    sessionId: session.id,
    paymentId: session.payment_intent ?? null,
    userId: givenUuid.safeParse(session.client_reference_id).data ?? null,
    amountMinor,
    currency: currency.toUpperCase(),
  };
  if (!button) return newsOfForeign({ ...sale, plan: null }, state);
  const ours = { ...sale, plan: button.plan };
  if (state !== 'paid') return { kind: state, sale: ours };
  const doubt = findDoubt(sold, button);
  return doubt ? { kind: 'doubtful', sale: ours, doubt } : { kind: 'paid', sale: ours };
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

function findDoubt({ session, event, offer }: SoldSession, button: Button): SaleDoubt | null {
  const { mode, payment_status, metadata } = session;
  if (mode !== 'payment') return 'wrong_mode';
  if (!isOfMode([event.livemode, session.livemode], offer.publishableKey)) return 'wrong_livemode';
  if (metadata?.plan !== undefined && planNames.get(metadata.plan) !== button.plan) return 'wrong_plan';
  if (session.currency?.toLowerCase() !== button.currency.toLowerCase()) return 'wrong_currency';
  if (session.amount_total !== button.amount) return 'wrong_amount';
  return payment_status === 'paid' ? null : 'not_paid';
}

/** Test money buys nothing where the key is live, nor the reverse; the event and the session both say their mode. */
function isOfMode(livemodes: (boolean | null | undefined)[], publishableKey: string): boolean {
  const known = livemodes.filter((livemode) => typeof livemode === 'boolean');
  return known.length > 0 && known.every((livemode) => livemode === publishableKey.startsWith('pk_live_'));
}

/** How a payment link's metadata may name its plan, in the dashboard. */
const planNames = new Map<string, Plan>(
  plans.flatMap(({ plan, months }) => [
    [`m${months}`, plan],
    [plan, plan],
  ]),
);

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

const sessionShape = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(255)),
  payment_link: reference,
  payment_intent: reference,
  client_reference_id: z.nullish(z.string()),
  mode: z.nullish(z.string()),
  payment_status: z.string(),
  amount_total: z.nullish(minorUnits),
  currency: z.nullish(z.string().check(z.regex(/^[a-z]{3}$/i))),
  livemode: z.optional(z.boolean()),
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
