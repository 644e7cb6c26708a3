import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listenOnLoopback } from '../../../server/testing/loopback.ts';
import { signAsStripe } from '../server/sandbox/stripe-protocol.ts';
import { type CardFact, readFact } from '../server/stripe/mapping.ts';
import { readWebhook } from '../server/stripe/webhook.ts';
import { judgedBy } from './stripe/sale.ts';
import { type StripeSimulator, startStripeSimulator } from './stripe-simulator.ts';

const offer = {
  publishableKey: 'pk_test_1',
  buttons: [
    { plan: 'month' as const, buy_button_id: 'buy_btn_m', payment_link: 'plink_m', amount: 199, currency: 'usd' },
  ],
};
const terms = { buyButtonId: 'buy_btn_m', clientReferenceId: '0b6f3f0e-2f64-4d6b-9a55-6f3c0a6f7b11' };
const now = new Date('2026-11-21T12:00:00Z');
const stripe = new Stripe('sk_test_never_sent');

/** A receiver that only reads: the facts that it understood, and the deliveries that it refused. */
let understood: CardFact[];
let refused: string[];
/** Statuses that it answers with before it answers properly. */
let troubles: number[];
/** The secrets that the receiver is configured with. */
let secrets: string[];
let simulator: StripeSimulator;
let stop: () => Promise<void>;

beforeEach(async () => {
  understood = [];
  refused = [];
  troubles = [];
  secrets = ['whsec_1'];
  const product = createServer((request, response) => {
    void buffer(request).then((rawBody) => {
      const trouble = troubles.shift();
      if (trouble !== undefined) return response.writeHead(trouble).end();
      const signature = request.headers['stripe-signature'];
      const read = readWebhook({ rawBody, signature: signature?.toString(), secrets, now });
      if (read.kind === 'event') understood.push(readFact(read.event, judgedBy(offer)));
      else refused.push(read.reason);
      return response.writeHead(read.kind === 'event' ? 204 : 400).end();
    });
  });
  const webhookUrl = `http://127.0.0.1:${await listenOnLoopback(product)}/`;
  simulator = await startStripeSimulator({ offer, webhookUrl, secrets: ['whsec_1'], clock: () => now });
  stop = async () => {
    await simulator.close();
    await new Promise((resolve) => product.close(resolve));
  };
});
afterEach(() => stop());

const press = (clientReferenceId: string | null, given: Record<string, string> = {}) => {
  const sent = { buy_button_id: 'buy_btn_m', client_reference_id: clientReferenceId, publishable_key: 'pk_test_1' };
  return fetch(`${simulator.url}/buy`, { method: 'POST', body: JSON.stringify({ ...sent, ...given }) });
};
const kinds = () => understood.map(({ kind }) => kind);

describe("the simulator's signatures", () => {
  it("are accepted by Stripe's own library, as the event they sign", () => {
    const event = simulator.sell(terms).completed();
    const body = JSON.stringify(event);
    const header = signAsStripe(body, { secrets: ['whsec_0', 'whsec_1'], at: now });
    expect(stripe.webhooks.constructEvent(body, header, 'whsec_1', 300, undefined, now.getTime())).toEqual(event);
    expect(() => stripe.webhooks.constructEvent(body, header, 'whsec_2', 300, undefined, now.getTime())).toThrow();
  });

  it("are those of Stripe's own library, letter by letter", () => {
    const body = '{"a":"漫画"}';
    const timestamp = now.getTime() / 1000;
    const theirs = stripe.webhooks.generateTestHeaderString({ payload: body, secret: 'whsec_1', timestamp });
    expect(signAsStripe(body, { secrets: ['whsec_1'], at: now })).toBe(theirs);
  });
});

describe('a delivery', () => {
  const deliver = (faults: Parameters<StripeSimulator['deliver']>[1]) =>
    simulator.deliver(simulator.sell(terms).completed(), faults);

  it('is taken as it was sent', async () => {
    expect(await deliver({})).toBe(204);
    expect(kinds()).toEqual(['paid']);
  });

  it.each<{ of: string; faults: Parameters<StripeSimulator['deliver']>[1]; expected: string }>([
    { of: 'another secret', faults: { secrets: ['whsec_2'] }, expected: 'bad_signature' },
    { of: 'a time long ago', faults: { skewSeconds: -301 }, expected: 'stale' },
    { of: 'a time to come', faults: { skewSeconds: 301 }, expected: 'stale' },
    {
      of: 'a body altered on the way',
      faults: { alterBody: (body) => body.replace('"amount_total": 199', '"amount_total": 999') },
      expected: 'bad_signature',
    },
    {
      of: 'the same content written anew',
      faults: { alterBody: (body) => JSON.stringify(JSON.parse(body)) },
      expected: 'bad_signature',
    },
    { of: 'no signature', faults: { alterSignature: () => null }, expected: 'missing_signature' },
    {
      of: 'a signature of the test scheme',
      faults: { alterSignature: (signature) => signature.replace('v1=', 'v0=') },
      expected: 'malformed_signature',
    },
  ])('with $of is refused', async ({ faults, expected }) => {
    expect(await deliver(faults)).toBe(400);
    expect(refused).toEqual([expected]);
    expect(understood).toEqual([]);
  });

  it('is taken throughout the replacement of a secret', async () => {
    secrets = ['whsec_2', 'whsec_1'];
    expect(await deliver({ secrets: ['whsec_1'] })).toBe(204);
    expect(await deliver({ secrets: ['whsec_1', 'whsec_2'] })).toBe(204);
    secrets = ['whsec_2'];
    expect(await deliver({ secrets: ['whsec_1', 'whsec_2'] })).toBe(204);
    expect(await deliver({ secrets: ['whsec_1'] })).toBe(400);
  });

  it('is repeated until it is taken, signed anew', async () => {
    troubles = [500, 503];
    expect(await simulator.deliverUntilTaken(simulator.sell(terms).completed())).toBe(204);
    expect(simulator.deliveries.map(({ status }) => status)).toEqual([500, 503, 204]);
    expect(kinds()).toEqual(['paid']);
  });

  it('arrives several times, at once, or after what happened later', async () => {
    const sale = simulator.sell(terms);
    const events = [sale.completedUnpaid(), sale.asyncSucceeded(), sale.refund().charge];
    expect(await simulator.deliverAll(events, { order: 'reversed', times: 2 })).toEqual(Array(6).fill(204));
    expect(kinds()).toEqual(['refunded', 'refunded', 'paid', 'paid', 'pending', 'pending']);
    understood = [];
    expect(await simulator.deliverAll(events, { order: 'at_once', times: 3 })).toEqual(Array(9).fill(204));
    expect(kinds().toSorted()).toEqual([
      ...Array(3).fill('paid'),
      ...Array(3).fill('pending'),
      ...Array(3).fill('refunded'),
    ]);
  });

  it('that nobody answers is told apart', async () => {
    simulator.webhookUrl = 'http://127.0.0.1:1/';
    expect(await deliver({})).toBe(0);
  });
});

describe('a press of the stand-in button', () => {
  it.each([
    { atCheckout: 'paid', expected: ['paid'] },
    { atCheckout: 'unpaid', expected: ['pending'] },
    { atCheckout: 'unpaid_then_paid', expected: ['pending', 'paid'] },
    { atCheckout: 'unpaid_then_failed', expected: ['pending', 'failed'] },
    { atCheckout: 'abandoned', expected: ['expired'] },
  ] as const)('comes to $expected', async ({ atCheckout, expected }) => {
    simulator.atCheckout = atCheckout;
    expect((await press(terms.clientReferenceId)).status).toBe(204);
    expect(kinds()).toEqual(expected);
    expect(simulator.sales).toHaveLength(1);
    for (const fact of understood)
      expect(fact).toMatchObject({
        sale: { userId: terms.clientReferenceId, sessionId: simulator.sales[0]?.session.id },
      });
  });

  it('without an addressee, or with one that Stripe drops, sells to nobody', async () => {
    await press(null);
    await press('a/b');
    expect(understood).toMatchObject([{ sale: { userId: null } }, { sale: { userId: null } }]);
  });

  it('of an unknown button, or with the key of another account, sells nothing', async () => {
    expect((await press(terms.clientReferenceId, { buy_button_id: 'buy_btn_x' })).status).toBe(404);
    expect((await press(terms.clientReferenceId, { publishable_key: 'pk_test_2' })).status).toBe(401);
    expect(simulator.deliveries).toEqual([]);
  });

  it("is served as a script for other people's pages", async () => {
    const answer = await fetch(simulator.scriptUrl);
    expect(answer.headers.get('content-type')).toContain('text/javascript');
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(await answer.text()).toContain(`${simulator.url}/buy`);
  });
});
