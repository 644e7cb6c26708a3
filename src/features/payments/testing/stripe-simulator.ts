import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type Stripe from 'stripe';
import { type Clock, systemClock } from '../../../server/clock.ts';
import type { StripeConfig } from '../../../server/config-payments.ts';

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

type Offer = Pick<StripeConfig, 'buttons' | 'publishableKey'>;

/** A checkout and all that can become of it, as the events that Stripe would send. */
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

/** How one delivery differs from a proper one. */
export interface DeliveryFaults {
  /** Signs with these: one signature each, as while a secret is being replaced. */
  secrets?: string[];
  /** Signed so many seconds later than now; below 0, earlier. */
  skewSeconds?: number;
  /** Changes the body after it was signed. */
  alterBody?: (body: string) => string;
  alterSignature?: (signature: string) => string | null;
}

/** What happens at the checkout after a buy button was pressed. */
type AtCheckout = 'paid' | 'unpaid' | 'unpaid_then_paid' | 'unpaid_then_failed' | 'abandoned';

interface Delivered {
  eventId: string;
  type: string;
  /** The answer's status; 0: none came. */
  status: number;
}

export interface StripeSimulator {
  url: string;
  /** For STRIPE_BUTTON_SCRIPT_URL. */
  scriptUrl: string;
  webhookUrl: string;
  secrets: string[];
  atCheckout: AtCheckout;
  /** What buy buttons sold, and every delivery, oldest first. */
  sales: SimulatedSale[];
  deliveries: Delivered[];
  sell(given: SaleTerms): SimulatedSale;
  /** Sends an event once; the answer's status, 0 when none came. */
  deliver(event: SimulatedEvent, faults?: DeliveryFaults): Promise<number>;
  /** Sends each event `times` times; the statuses in the order of sending. */
  deliverAll(
    events: readonly SimulatedEvent[],
    how?: { order?: 'as_given' | 'reversed' | 'at_once'; times?: number },
  ): Promise<number[]>;
  /** Sends an event until a 2xx, as Stripe does for three days; every time signed anew. */
  deliverUntilTaken(event: SimulatedEvent): Promise<number>;
  close(): Promise<void>;
}

export interface SaleTerms {
  buyButtonId: string;
  clientReferenceId: string | null;
  /** What is otherwise than its button sells it. */
  differs?: Partial<Stripe.Checkout.Session>;
  /** For events whose own mode is not their session's. */
  eventLivemode?: boolean;
}

const apiVersion = '2026-10-28.endive';
/** Three days of retries, compressed. */
const retryDelaysMs = [20, 50, 100, 200, 400, 800];

const secondsOf = (time: Date) => Math.floor(time.getTime() / 1000);
const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

/** `Stripe-Signature` for these bytes, one v1 for each secret; independent of how the product checks it. */
export function signAsStripe(body: string, given: { secrets: readonly string[]; at: Date }): string {
  const time = secondsOf(given.at);
  const signatures = given.secrets.map((secret) =>
    createHmac('sha256', secret).update(`${time}.${body}`, 'utf8').digest('hex'),
  );
  return [`t=${time}`, ...signatures.map((signature) => `v1=${signature}`)].join(',');
}

/** A sale through a button; the events it leads to carry the clock's time. */
export function simulateSale(offer: Offer, terms: SaleTerms, clock: Clock = systemClock): SimulatedSale {
  const { buyButtonId, clientReferenceId, differs, eventLivemode } = terms;
  const button = offer.buttons.find((each) => each.buy_button_id === buyButtonId);
  if (!button) throw new Error(`There is no button ${buyButtonId}`);
  const livemode = offer.publishableKey.startsWith('pk_live_');
  const session: Session = {
    id: newId(livemode ? 'cs_live' : 'cs_test'),
    object: 'checkout.session',
    amount_subtotal: button.amount,
    amount_total: button.amount,
    // Stripe drops what it does not like, and says nothing.
    client_reference_id: clientReferenceId && /^[\w-]{1,200}$/.test(clientReferenceId) ? clientReferenceId : null,
    created: secondsOf(clock()),
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

  const tell = (type: Stripe.Event.Type, object: object): SimulatedEvent => ({
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: secondsOf(clock()),
    livemode: eventLivemode ?? livemode,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    data: { object: structuredClone(object) },
  });
  // What was asked to differ stays different, whatever the checkout comes to.
  const tellSession = (type: Stripe.Event.Type, change: Partial<Stripe.Checkout.Session>) =>
    tell(type, Object.assign(session, change, differs));
  const tellCharge = () => {
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
    return tell('charge.refunded', state);
  };

  return {
    session,
    completed: () => tellSession('checkout.session.completed', paid),
    completedUnpaid: () => tellSession('checkout.session.completed', { ...paid, payment_status: 'unpaid' }),
    asyncSucceeded: () => tellSession('checkout.session.async_payment_succeeded', paid),
    asyncFailed: () => tellSession('checkout.session.async_payment_failed', { ...paid, payment_status: 'unpaid' }),
    expired: () => tellSession('checkout.session.expired', { status: 'expired', payment_status: 'unpaid' }),
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
        created: tell('refund.created', refund),
        charge: tellCharge(),
        failed() {
          refundedAmount -= given;
          return tell('refund.failed', { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' });
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
        opened: tell('charge.dispute.created', dispute),
        closed: (status) => tell('charge.dispute.closed', { ...dispute, status }),
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
      return tell('radar.early_fraud_warning.created', warning);
    },
  };
}

/**
 * Stripe on loopback: serves the stand-in of its buy button, sells what the button stands for, and sends signed events.
 * It lives until `close`.
 */
export async function startStripeSimulator(given: {
  offer: Offer;
  webhookUrl: string;
  secrets: string[];
  clock?: Clock;
  port?: number;
}): Promise<StripeSimulator> {
  const { offer, webhookUrl, secrets, clock = systemClock, port = 0 } = given;
  const server = createServer((request, response) => {
    answer(simulator, offer, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port, not on a pipe
  const simulator: StripeSimulator = {
    url,
    scriptUrl: `${url}/v3/buy-button.js`,
    webhookUrl,
    secrets,
    atCheckout: 'paid',
    sales: [],
    deliveries: [],
    sell: (terms) => simulateSale(offer, terms, clock),
    async deliver(event, faults = {}) {
      const status = await send(simulator, { event, faults, now: clock() });
      simulator.deliveries.push({ eventId: event.id, type: event.type, status });
      return status;
    },
    async deliverAll(events, { order = 'as_given', times = 1 } = {}) {
      const inOrder = order === 'reversed' ? events.toReversed() : events;
      const sent = inOrder.flatMap((event) => Array.from({ length: times }, () => event));
      if (order === 'at_once') return Promise.all(sent.map((event) => simulator.deliver(event)));
      const statuses: number[] = [];
      for (const event of sent) statuses.push(await simulator.deliver(event));
      return statuses;
    },
    async deliverUntilTaken(event) {
      let status = await simulator.deliver(event);
      for (const delayMs of retryDelaysMs) {
        if (status >= 200 && status < 300) break;
        await pause(delayMs);
        status = await simulator.deliver(event);
      }
      return status;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return simulator;
}

async function send(
  simulator: StripeSimulator,
  given: { event: SimulatedEvent; faults: DeliveryFaults; now: Date },
): Promise<number> {
  const { event, faults, now } = given;
  const { secrets = simulator.secrets, skewSeconds = 0, alterBody, alterSignature } = faults;
  const body = JSON.stringify(event, null, 2); // indented, as Stripe's are: a body written anew would not fit its signature
  const signed = signAsStripe(body, { secrets, at: new Date(now.getTime() + skewSeconds * 1000) });
  const signature = alterSignature ? alterSignature(signed) : signed;
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    ...(signature === null ? {} : { 'Stripe-Signature': signature }),
  };
  try {
    const response = await fetch(simulator.webhookUrl, {
      method: 'POST',
      headers,
      body: alterBody ? alterBody(body) : body,
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0; // no answer at all is one of the things that happen to deliveries
  }
}

async function answer(
  simulator: StripeSimulator,
  offer: Offer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  if (request.method === 'GET' && request.url === '/v3/buy-button.js') {
    response.setHeader('Content-Type', 'text/javascript; charset=utf-8').end(buyButtonScript(simulator.url));
    return;
  }
  if (request.method === 'POST' && request.url === '/buy') {
    const status = await buy(simulator, offer, JSON.parse(await text(request)));
    response.writeHead(status).end();
    return;
  }
  response.writeHead(404).end();
}

/** What the stand-in button sends. */
interface Bought {
  buy_button_id: string | null;
  client_reference_id: string | null;
  publishable_key: string | null;
}

async function buy(simulator: StripeSimulator, offer: Offer, bought: Bought): Promise<number> {
  const { buy_button_id: buyButtonId, client_reference_id: clientReferenceId } = bought;
  if (bought.publishable_key !== offer.publishableKey) return 401;
  if (!buyButtonId || !offer.buttons.some((button) => button.buy_button_id === buyButtonId)) return 404;
  const sale = simulator.sell({ buyButtonId, clientReferenceId });
  simulator.sales.push(sale);
  for (const event of eventsOf(sale, simulator.atCheckout)) await simulator.deliverUntilTaken(event);
  return 204;
}

function eventsOf(sale: SimulatedSale, atCheckout: AtCheckout): SimulatedEvent[] {
  switch (atCheckout) {
    case 'paid':
      return [sale.completed()];
    case 'unpaid':
      return [sale.completedUnpaid()];
    case 'unpaid_then_paid':
      return [sale.completedUnpaid(), sale.asyncSucceeded()];
    case 'unpaid_then_failed':
      return [sale.completedUnpaid(), sale.asyncFailed()];
    case 'abandoned':
      return [sale.expired()];
  }
}

/**
 * Stands in for https://js.stripe.com/v3/buy-button.js: the same element with the same attributes, but its button pays
 * at once. It has no shadow, so that a test finds the button by its role and name.
 */
export function buyButtonScript(simulatorUrl: string): string {
  return `
class BuyButton extends HTMLElement {
  connectedCallback() {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Pay by card';
    button.addEventListener('click', () => this.buy(button));
    this.replaceChildren(button);
  }

  async buy(button) {
    button.disabled = true;
    const answer = await fetch(${JSON.stringify(`${simulatorUrl}/buy`)}, {
      method: 'POST',
      body: JSON.stringify({
        buy_button_id: this.getAttribute('buy-button-id'),
        client_reference_id: this.getAttribute('client-reference-id'),
        publishable_key: this.getAttribute('publishable-key'),
      }),
    });
    button.disabled = false;
    button.textContent = answer.ok ? 'Checkout finished' : 'Checkout failed';
  }
}
customElements.define('stripe-buy-button', BuyButton);
`;
}
