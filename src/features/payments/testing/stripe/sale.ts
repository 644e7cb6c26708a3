import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import type { StripeConfig } from '../../../../server/config/payments.ts';
import type { Clock } from '../../../../server/process/clock.ts';
import type { CardOffer } from '../../plans.ts';

/** The parts of Stripe's objects that matter here, by the names and values that its own types allow. */
type Session = Partial<Stripe.Checkout.Session> & { id: string };
export interface SimulatedEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  livemode: boolean;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: Stripe.Event.Type;
  data: { object: object };
}

export type Offer = Pick<StripeConfig, 'buttons' | 'publishableKey'>;

/** The offer as the site judges sales by it, where only the settings name buttons. */
export function judgedBy({ buttons, publishableKey }: Offer): CardOffer {
  const prices = buttons.map(({ plan, payment_link: paymentLink, amount: amountMinor, currency }) => ({
    plan,
    months: plan === 'season' ? 3 : 1,
    paymentLink,
    amountMinor,
    currency: currency.toUpperCase(),
    since: null,
    until: null,
  }));
  return { publishableKey, prices };
}

/** A checkout and its possible ends, as the events that Stripe would send. */
export interface SimulatedSale {
  session: Session;
  completed(): SimulatedEvent;
  /** Checked out with a method that pays later. */
  completedUnpaid(): SimulatedEvent;
  asyncSucceeded(): SimulatedEvent;
  asyncFailed(): SimulatedEvent;
  expired(): SimulatedEvent;
  /** Refunds `amount`, or all that is left. */
  refund(amount?: number): { created: SimulatedEvent; charge: SimulatedEvent; failed(): SimulatedEvent };
  dispute(): { opened: SimulatedEvent; closed(status: 'won' | 'lost' | 'warning_closed'): SimulatedEvent };
  fraudWarning(): SimulatedEvent;
}

export interface SaleTerms {
  buyButtonId: string;
  clientReferenceId: string | null;
  /** What a promotion code takes off. */
  discount?: { promotionCode: string; offMinor: number };
  /** The fields in which the sale differs from its button's offer. */
  differs?: Partial<Stripe.Checkout.Session>;
  /** For events whose mode differs from their session's. */
  eventLivemode?: boolean;
}

const apiVersion = '2026-10-28.endive';
const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

/** A sale through a button; its events carry the clock's time. */
export function simulateSale(offer: Offer, terms: SaleTerms, clock: Clock): SimulatedSale {
  const { buyButtonId, clientReferenceId, discount, differs, eventLivemode } = terms;
  const button = offer.buttons.find((each) => each.buy_button_id === buyButtonId);
  if (!button) throw new Error(`There is no button ${buyButtonId}`);
  const livemode = offer.publishableKey.startsWith('pk_live_');
  const session: Session = {
    id: newId(livemode ? 'cs_live' : 'cs_test'),
    object: 'checkout.session',
    amount_subtotal: differs?.amount_total ?? button.amount,
    amount_total: button.amount - (discount?.offMinor ?? 0),
    total_details: { amount_discount: discount?.offMinor ?? 0, amount_shipping: 0, amount_tax: 0 },
    discounts: discount ? [{ coupon: null, promotion_code: discount.promotionCode }] : [],
    // Stripe drops a reference that it does not accept, without an error.
    client_reference_id: clientReferenceId && /^[\w-]{1,200}$/.test(clientReferenceId) ? clientReferenceId : null,
    created: Math.floor(clock().getTime() / 1000),
    currency: button.currency.toLowerCase(),
    customer_details: null,
    livemode,
    metadata: {},
    mode: 'payment',
    payment_link: button.payment_link,
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    ...differs,
  };
  const amount = session.amount_total ?? 0;
  const currency = session.currency ?? button.currency;
  const paymentIntent = newId('pi');
  const charge = newId('ch');
  let refundedAmount = 0;
  const paid = { payment_intent: paymentIntent, status: 'complete', payment_status: 'paid' } as const;

  const eventOf = (type: Stripe.Event.Type, object: object): SimulatedEvent => ({
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: Math.floor(clock().getTime() / 1000),
    livemode: eventLivemode ?? livemode,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    data: { object: structuredClone(object) },
  });
  // The fields in `differs` stay so, whatever the checkout comes to.
  const sessionEvent = (type: Stripe.Event.Type, change: Partial<Stripe.Checkout.Session>) =>
    eventOf(type, Object.assign(session, change, differs));
  const chargeEvent = () => {
    const state: Partial<Stripe.Charge> = {
      id: charge,
      object: 'charge',
      amount,
      amount_captured: amount,
      amount_refunded: refundedAmount,
      currency,
      livemode,
      payment_intent: paymentIntent,
      refunded: refundedAmount === amount,
      status: 'succeeded',
    };
    return eventOf('charge.refunded', state);
  };

  return {
    session,
    completed: () => sessionEvent('checkout.session.completed', paid),
    completedUnpaid: () => sessionEvent('checkout.session.completed', { ...paid, payment_status: 'unpaid' }),
    asyncSucceeded: () => sessionEvent('checkout.session.async_payment_succeeded', paid),
    asyncFailed: () => sessionEvent('checkout.session.async_payment_failed', { ...paid, payment_status: 'unpaid' }),
    expired: () => sessionEvent('checkout.session.expired', { status: 'expired', payment_status: 'unpaid' }),
    refund(given = amount - refundedAmount) {
      const refund: Partial<Stripe.Refund> = {
        id: newId('re'),
        object: 'refund',
        amount: given,
        charge,
        currency,
        payment_intent: paymentIntent,
        status: 'succeeded',
      };
      refundedAmount += given;
      return {
        created: eventOf('refund.created', refund),
        charge: chargeEvent(),
        failed() {
          refundedAmount -= given;
          return eventOf('refund.failed', { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' });
        },
      };
    },
    dispute() {
      const dispute: Partial<Stripe.Dispute> = {
        id: newId('du'),
        object: 'dispute',
        amount,
        charge,
        currency,
        livemode,
        payment_intent: paymentIntent,
        reason: 'fraudulent',
        status: 'needs_response',
      };
      return {
        opened: eventOf('charge.dispute.created', dispute),
        closed: (status) => eventOf('charge.dispute.closed', { ...dispute, status }),
      };
    },
    fraudWarning() {
      const warning: Partial<Stripe.Radar.EarlyFraudWarning> = {
        id: newId('issfr'),
        object: 'radar.early_fraud_warning',
        actionable: true,
        charge,
        fraud_type: 'made_with_stolen_card',
        livemode,
        payment_intent: paymentIntent,
      };
      return eventOf('radar.early_fraud_warning.created', warning);
    },
  };
}
