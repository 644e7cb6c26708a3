import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface MadeRefund {
  id: string;
  amount: number;
  payment_intent: string;
  status: string;
  created: number;
  metadata: Record<string, string>;
}

/** A stand-in of Stripe's API on loopback, which makes refunds and repeats them by their key. */
export interface StripeApi {
  url: string;
  refunds: MadeRefund[];
  /** The answers of the next calls, in place of its own: a status, or `cut`: the refund is made and no answer comes. */
  next: (number | 'cut')[];
  /** The status of refunds that are made from now on. */
  status: 'succeeded' | 'pending';
  authorizations: Set<string>;
  close(): Promise<void>;
}

export async function startStripeApi(): Promise<StripeApi> {
  const byKey = new Map<string, MadeRefund>();
  const server = createServer(async (request, response) => {
    api.authorizations.add(String(request.headers.authorization));
    const sent = new URLSearchParams(await text(request));
    const answer = (status: number, json: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    const scripted = api.next.shift();
    if (typeof scripted === 'number') return answer(scripted, { error: { code: 'scripted' } });
    if (request.method === 'GET') return answer(200, { object: 'list', data: api.refunds });
    const key = String(request.headers['idempotency-key']);
    const refund = byKey.get(key) ?? {
      id: `re_${byKey.size + 1}`,
      amount: Number(sent.get('amount')),
      payment_intent: sent.get('payment_intent') ?? '',
      status: api.status,
      created: Math.floor(Date.now() / 1000),
      metadata: { longstrip_refund: sent.get('metadata[longstrip_refund]') ?? '' },
    };
    if (!byKey.has(key)) api.refunds.push(refund);
    byKey.set(key, refund);
    return scripted === 'cut' ? request.socket.destroy() : answer(200, refund);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const api: StripeApi = {
    url: `http://127.0.0.1:${port}`,
    refunds: [],
    next: [],
    status: 'succeeded',
    authorizations: new Set(),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return api;
}
