import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import {
  judgedBy,
  type SaleTerms,
  type SimulatedEvent,
  type SimulatedSale,
  simulateSale,
} from '../../testing/stripe/sale.ts';
import { signAsStripe } from '../sandbox/stripe-protocol.ts';
import { type CardFact, readFact } from './mapping.ts';
import { readWebhook } from './webhook.ts';

const offer = {
  publishableKey: 'pk_live_1',
  buttons: [
    { plan: 'month' as const, buy_button_id: 'buy_btn_m', payment_link: 'plink_m', amount: 199, currency: 'usd' },
    { plan: 'season' as const, buy_button_id: 'buy_btn_s', payment_link: 'plink_s', amount: 499, currency: 'EUR' },
  ],
};
const userId = '0b6f3f0e-2f64-4d6b-9a55-6f3c0a6f7b11';
const now = new Date('2026-11-21T12:00:00Z');
const secret = 'whsec_1';

const sell = (terms: Partial<SaleTerms> = {}) =>
  simulateSale(offer, { buyButtonId: 'buy_btn_m', clientReferenceId: userId, ...terms }, () => now);
/** Reads an event by all of its steps, from the bytes. */
const factOf = (event: SimulatedEvent | (Omit<SimulatedEvent, 'type'> & { type: string })): CardFact => {
  const body = JSON.stringify(event);
  const signature = signAsStripe(body, { secrets: [secret], at: now });
  const read = readWebhook({ rawBody: Buffer.from(body), signature, secrets: [secret], now });
  if (read.kind === 'refused') throw new Error(read.reason);
  return readFact(read.event, judgedBy(offer));
};
const summaryOf = (fact: CardFact) => {
  if (fact.kind === 'doubtful') return fact.doubt;
  return fact.kind === 'ignored' ? `ignored: ${fact.reason}` : fact.kind;
};

describe('a sale', () => {
  it('says who bought what, for how much, in our words', () => {
    const sale = sell();
    expect(factOf(sale.completed())).toEqual({
      kind: 'paid',
      occurredAt: now,
      sale: {
        sessionId: sale.session.id,
        paymentId: sale.session.payment_intent,
        userId,
        plan: 'month',
        months: 1,
        isGift: false,
        amountMinor: 199,
        fullAmountMinor: 199,
        couponId: null,
        currency: 'USD',
      },
    });
  });

  it.each<{ of: string; toEvent: (sale: SimulatedSale) => SimulatedEvent; expected: string }>([
    { of: 'a checkout that is paid', toEvent: (sale) => sale.completed(), expected: 'paid' },
    { of: 'a checkout that will be paid later', toEvent: (sale) => sale.completedUnpaid(), expected: 'pending' },
    { of: 'a delayed method that has paid', toEvent: (sale) => sale.asyncSucceeded(), expected: 'paid' },
    { of: 'a delayed method that has not', toEvent: (sale) => sale.asyncFailed(), expected: 'failed' },
    { of: 'a checkout that was left', toEvent: (sale) => sale.expired(), expected: 'expired' },
  ])('of $of is $expected, of the same session and payment throughout', ({ toEvent, expected }) => {
    const sale = sell();
    const fact = factOf(toEvent(sale));
    expect(fact).toMatchObject({
      kind: expected,
      sale: { sessionId: sale.session.id, paymentId: sale.session.payment_intent, userId, plan: 'month' },
    });
  });

  it.each<{ of: string; terms: Partial<SaleTerms>; expected: string }>([
    { of: 'the other button, its currency in capitals', terms: { buyButtonId: 'buy_btn_s' }, expected: 'paid' },
    { of: 'currency in capitals', terms: { differs: { currency: 'USD' } }, expected: 'paid' },
    { of: 'a plan named alike in the metadata', terms: { differs: { metadata: { plan: 'm1' } } }, expected: 'paid' },
    { of: 'the plan by our name', terms: { differs: { metadata: { plan: 'month' } } }, expected: 'paid' },
    { of: 'other metadata', terms: { differs: { metadata: { campaign: 'autumn' } } }, expected: 'paid' },
    { of: 'no metadata', terms: { differs: { metadata: null } }, expected: 'paid' },
    { of: 'another plan in the metadata', terms: { differs: { metadata: { plan: 'm3' } } }, expected: 'wrong_plan' },
    { of: 'a plan that is none', terms: { differs: { metadata: { plan: 'constructor' } } }, expected: 'wrong_plan' },
    { of: 'an empty plan', terms: { differs: { metadata: { plan: '' } } }, expected: 'wrong_plan' },
    { of: 'one cent less', terms: { differs: { amount_total: 198 } }, expected: 'wrong_amount' },
    { of: 'one cent more', terms: { differs: { amount_total: 200 } }, expected: 'wrong_amount' },
    { of: 'two of them', terms: { differs: { amount_total: 398 } }, expected: 'wrong_amount' },
    { of: 'the amount of the other button', terms: { differs: { amount_total: 499 } }, expected: 'wrong_amount' },
    {
      of: 'a coupon of 100 %',
      terms: { differs: { amount_total: 0, payment_status: 'no_payment_required', payment_intent: null } },
      expected: 'wrong_amount',
    },
    {
      of: 'the right amount without its payment',
      terms: { differs: { payment_status: 'no_payment_required' } },
      expected: 'not_paid',
    },
    { of: 'another currency', terms: { differs: { currency: 'jpy' } }, expected: 'wrong_currency' },
    { of: 'test money', terms: { differs: { livemode: false } }, expected: 'wrong_livemode' },
    { of: 'an event of test mode', terms: { eventLivemode: false }, expected: 'wrong_livemode' },
    { of: 'a subscription', terms: { differs: { mode: 'subscription' } }, expected: 'wrong_mode' },
    {
      of: 'a payment link we do not sell by',
      terms: { differs: { payment_link: 'plink_x' } },
      expected: 'foreign_link',
    },
    { of: 'no payment link', terms: { differs: { payment_link: null } }, expected: 'foreign_link' },
    {
      of: 'a foreign link, to nobody of ours',
      terms: { clientReferenceId: 'order-77', differs: { payment_link: 'plink_x' } },
      expected: 'ignored: foreign_sale',
    },
    {
      of: 'nothing to pay by any amount',
      terms: { differs: { mode: 'setup', amount_total: null, currency: null } },
      expected: 'ignored: no_payment',
    },
    {
      of: 'a payment that is unknown to be paid',
      // A status that Stripe may add one day.
      terms: { differs: { payment_status: 'promised' as Stripe.Checkout.Session.PaymentStatus } },
      expected: 'pending',
    },
  ])('with $of: $expected', ({ terms, expected }) => {
    expect(summaryOf(factOf(sell(terms).completed()))).toBe(expected);
  });

  it.each<{ of: string; given: string | null; expected: string | null }>([
    { of: 'the UUID of the page', given: userId, expected: userId },
    { of: 'a UUID in capitals', given: userId.toUpperCase(), expected: userId },
    { of: 'nobody', given: null, expected: null },
    { of: 'nothing', given: '', expected: null },
    { of: 'what Stripe drops', given: `user/${userId}`, expected: null },
    { of: 'no UUID', given: 'alice', expected: null },
    { of: 'a UUID and more', given: `${userId}-1`, expected: null },
    { of: 'a UUID without hyphens', given: userId.replaceAll('-', ''), expected: null },
  ])('to $of is paid, and addressed to $expected', ({ given, expected }) => {
    expect(factOf(sell({ clientReferenceId: given }).completed())).toMatchObject({
      kind: 'paid',
      sale: { userId: expected, plan: 'month' },
    });
  });

  it('of a delayed method is looked at as closely when it pays', () => {
    expect(summaryOf(factOf(sell({ differs: { amount_total: 1 } }).asyncSucceeded()))).toBe('wrong_amount');
    expect(summaryOf(factOf(sell({ differs: { payment_status: 'unpaid' } }).asyncSucceeded()))).toBe('not_paid');
  });

  it('of a foreign link is ignored before it is paid', () => {
    const sale = sell({ differs: { payment_link: 'plink_x' } });
    for (const event of [sale.completedUnpaid(), sale.asyncFailed(), sale.expired()])
      expect(summaryOf(factOf(event))).toBe('ignored: foreign_sale');
  });

  it('is read with whole objects in the place of their ids', () => {
    const event = sell().completed();
    const session = { ...event.data.object, payment_link: { id: 'plink_m' }, payment_intent: { id: 'pi_1' } };
    expect(factOf({ ...event, data: { object: session } })).toMatchObject({
      kind: 'paid',
      sale: { paymentId: 'pi_1' },
    });
  });

  it('of neither live nor test mode is doubted', () => {
    const event = sell().completed();
    const without = (object: object) => ({ ...object, livemode: undefined });
    const incomplete = { ...event, data: { object: without(event.data.object) } };
    expect(factOf(incomplete).kind).toBe('paid');
    expect(readFact({ ...parsed(incomplete), livemode: null }, judgedBy(offer))).toMatchObject({
      doubt: 'wrong_livemode',
    });
  });

  const parsed = (event: SimulatedEvent) => ({
    id: event.id,
    type: event.type,
    apiVersion: event.api_version,
    livemode: event.livemode,
    createdAt: now,
    subject: JSON.parse(JSON.stringify(event.data.object)),
  });

  it.each<{ of: string; change: Record<string, unknown>; fields: string[] }>([
    { of: 'no id', change: { id: undefined }, fields: ['id'] },
    { of: 'no status of its payment', change: { payment_status: undefined }, fields: ['payment_status'] },
    { of: 'an amount in words', change: { amount_total: '199' }, fields: ['amount_total'] },
    { of: 'half a cent', change: { amount_total: 199.5 }, fields: ['amount_total'] },
    { of: 'less than nothing', change: { amount_total: -199 }, fields: ['amount_total'] },
    { of: 'a currency of four letters', change: { currency: 'usdt' }, fields: ['currency'] },
    { of: 'a mode that is a word', change: { livemode: 'true' }, fields: ['livemode'] },
    {
      of: 'a user that is an object',
      change: { client_reference_id: {}, payment_link: 7 },
      fields: ['payment_link', 'client_reference_id'],
    },
  ])('with $of is malformed, and names the field', ({ change, fields }) => {
    const event = sell().completed();
    const fact = factOf({ ...event, data: { object: { ...event.data.object, ...change } } });
    expect(fact).toEqual({ kind: 'malformed', fields, occurredAt: now });
  });
});

describe('the outcome of a payment', () => {
  it('names the payment, and how much of it was refunded in all', () => {
    const sale = sell();
    const paymentId = paymentOf(sale);
    expect(factOf(sale.refund(50).charge)).toMatchObject({
      kind: 'refunded',
      paymentId,
      amountMinor: 50,
      isWhole: false,
    });
    const rest = sale.refund();
    expect(factOf(rest.charge)).toMatchObject({ kind: 'refunded', paymentId, amountMinor: 199, isWhole: true });
    expect(summaryOf(factOf(rest.created))).toBe('ignored: refund_under_way');
    expect(factOf(rest.failed())).toMatchObject({ kind: 'refund_failed', paymentId, amountMinor: 149 });
    expect(factOf(sale.refund(1).charge)).toMatchObject({ amountMinor: 51, isWhole: false });
  });

  it.each([
    ['refund.updated', 'pending', 'ignored: refund_under_way'],
    ['refund.updated', 'requires_action', 'ignored: refund_under_way'],
    ['refund.updated', 'succeeded', 'ignored: refund_under_way'],
    ['refund.updated', 'failed', 'refund_failed'],
    ['refund.updated', 'canceled', 'refund_failed'],
    ['charge.refund.updated', 'failed', 'refund_failed'],
    ['refund.created', null, 'ignored: refund_under_way'],
    ['refund.failed', null, 'refund_failed'],
  ] as const)('%s of a refund that is %s: %s', (type, status, expected) => {
    const { created } = sell().refund();
    expect(summaryOf(factOf({ ...created, type, data: { object: { ...created.data.object, status } } }))).toBe(
      expected,
    );
  });

  it.each([
    ['lost', true],
    ['won', false],
    ['warning_closed', false],
  ] as const)('a dispute is opened, and %s takes the grant back: %s', (status, isLost) => {
    const sale = sell();
    const { opened, closed } = sale.dispute();
    const dispute = { paymentId: paymentOf(sale), amountMinor: 199 };
    expect(factOf(opened)).toMatchObject({ kind: 'dispute_opened', ...dispute });
    expect(factOf(closed(status))).toMatchObject({ kind: 'dispute_closed', isLost, ...dispute });
  });

  it('a suspicion of fraud is reported', () => {
    const sale = sell();
    expect(factOf(sale.fraudWarning())).toEqual({ kind: 'fraud_warning', paymentId: paymentOf(sale), occurredAt: now });
  });

  it('is ignored without a payment that could be ours', () => {
    const sale = sell();
    const events = [sale.refund().charge, sale.refund().created, sale.dispute().opened, sale.fraudWarning()];
    for (const event of events) {
      const orphan = { ...event, data: { object: { ...event.data.object, payment_intent: null } } };
      expect(summaryOf(factOf(orphan))).toBe('ignored: no_payment');
    }
  });

  it('is malformed without its amount', () => {
    const { charge } = sell().refund();
    const fact = factOf({ ...charge, data: { object: { ...charge.data.object, amount_refunded: undefined } } });
    expect(fact).toMatchObject({ kind: 'malformed', fields: ['amount_refunded'] });
  });

  const paymentOf = (sale: SimulatedSale) => {
    sale.completed();
    return String(sale.session.payment_intent);
  };
});

describe('an event of another type', () => {
  it.each(['invoice.paid', 'payment_intent.succeeded', 'charge.dispute.funds_reinstated', 'of.tomorrow'])(
    '%s is ignored',
    (type) => {
      expect(summaryOf(factOf({ ...sell().completed(), type }))).toBe('ignored: other_type');
    },
  );
});
