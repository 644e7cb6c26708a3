import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, systemClock } from '../../../server/process/clock.ts';
import { signAsStripe } from '../server/sandbox/stripe-protocol.ts';
import { buyButtonScript } from './stripe/buy-button.ts';
import { type Offer, type SaleTerms, type SimulatedEvent, type SimulatedSale, simulateSale } from './stripe/sale.ts';

/** How one delivery differs from a proper one. */
export interface DeliveryFaults {
  /** Signs with these: one signature for each secret, as while a secret is being replaced. */
  secrets?: string[];
  /** Signed so many seconds later than now; below 0, earlier. */
  skewSeconds?: number;
  /** Changes the body after it was signed. */
  alterBody?: (body: string) => string;
  alterSignature?: (signature: string) => string | null;
}

/** The course of the checkout after a buy button was pressed. */
type AtCheckout = 'paid' | 'unpaid' | 'unpaid_then_paid' | 'unpaid_then_failed' | 'abandoned';

interface Delivered {
  eventId: string;
  type: string;
  /** The answer's status; 0: no answer came. */
  status: number;
}

export interface StripeSimulator {
  url: string;
  /** For STRIPE_BUTTON_SCRIPT_URL. */
  scriptUrl: string;
  webhookUrl: string;
  secrets: string[];
  atCheckout: AtCheckout;
  /** The sales of the buy buttons, and every delivery, oldest first. */
  sales: SimulatedSale[];
  deliveries: Delivered[];
  sell(given: SaleTerms): SimulatedSale;
  /** Sends an event once; returns the answer's status, 0 when none came. */
  deliver(event: SimulatedEvent, faults?: DeliveryFaults): Promise<number>;
  /** Sends each event `times` times; returns the statuses in the order of sending. */
  deliverAll(
    events: readonly SimulatedEvent[],
    how?: { order?: 'as_given' | 'reversed' | 'at_once'; times?: number },
  ): Promise<number[]>;
  /** Sends an event until a 2xx, as Stripe does for three days; signs it anew every time. */
  deliverUntilTaken(event: SimulatedEvent): Promise<number>;
  close(): Promise<void>;
}

/** Three days of retries, compressed. */
const retryDelaysMs = [20, 50, 100, 200, 400, 800];

/**
 * Stripe on loopback: serves the stand-in of its buy button, sells the button's plan, and sends signed events. It lives
 * until `close`.
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
        await pause(delayMs); // the time that Stripe lets pass between two tries
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
  const body = JSON.stringify(event, null, 2); // indented like Stripe's: the same JSON written anew would not fit
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
    return 0; // no answer is one of the outcomes of a delivery
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

/** The body that the stand-in button sends. */
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
