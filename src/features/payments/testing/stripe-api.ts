import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../../../server/testing/loopback.ts';

interface MadeRefund {
  id: string;
  amount: number;
  payment_intent: string;
  status: string;
  created: number;
  metadata: Record<string, string>;
}

interface MadeCode {
  id: string;
  code: string;
  active: boolean;
  coupon: Record<string, string>;
  metadata: Record<string, string>;
  form: Record<string, string>;
}

/** A stand-in of Stripe's API on loopback, which makes refunds and codes, repeats them by their key, and tells of sales. */
export interface StripeApi {
  url: string;
  refunds: MadeRefund[];
  codes: MadeCode[];
  /** The checkout sessions that it knows, the newest first. */
  sessions: { id: string; payment_link?: unknown; created?: number; status?: unknown }[];
  /** The address of each payment's receipt. */
  receipts: Map<string, string>;
  /** The queries of sessions that were asked for. */
  asked: URLSearchParams[];
  /** The answers of the next calls, in place of its own: a status, or `cut`: it is done and no answer comes. */
  next: (number | 'cut')[];
  /** The status of refunds that are made from now on. */
  status: 'succeeded' | 'pending';
  authorizations: Set<string>;
  close(): Promise<void>;
}

const pageSize = 2;

export async function startStripeApi(): Promise<StripeApi> {
  const byKey = new Map<string, object>();
  const server = createServer(async (request, response) => {
    api.authorizations.add(String(request.headers.authorization));
    const sent = new URLSearchParams(await text(request));
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe');
    const answer = (status: number, json: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    const scripted = api.next.shift();
    if (typeof scripted === 'number') return answer(scripted, { error: { code: 'scripted' } });
    if (request.method === 'GET') return answer(200, tell(pathname, searchParams));
    const key = String(request.headers['idempotency-key']);
    const done = byKey.get(key) ?? make(pathname, sent);
    if (!done) return answer(400, { error: { code: 'resource_already_exists' } });
    byKey.set(key, done);
    return scripted === 'cut' ? request.socket.destroy() : answer(200, done);
  });

  function tell(path: string, asked: URLSearchParams): object {
    if (path === '/v1/checkout/sessions') return listSessions(asked);
    if (path === '/v1/promotion_codes')
      return { data: api.codes.filter(({ code, active }) => active && code === asked.get('code')) };
    const receipt = api.receipts.get(asked.get('payment_intent') ?? '');
    if (path === '/v1/charges') return { data: receipt ? [{ receipt_url: receipt }] : [] };
    return path.startsWith('/v1/payment_intents') ? { latest_charge: null } : { object: 'list', data: api.refunds };
  }

  function listSessions(asked: URLSearchParams): object {
    api.asked.push(asked);
    const since = Number(asked.get('created[gte]') ?? 0);
    const fitting = api.sessions.filter(
      ({ payment_link: link, created = 0, status }) =>
        link === asked.get('payment_link') && created >= since && status === asked.get('status'),
    );
    const from = fitting.findIndex(({ id }) => id === asked.get('starting_after')) + 1;
    return { object: 'list', data: fitting.slice(from, from + pageSize), has_more: fitting.length > from + pageSize };
  }

  function make(path: string, sent: URLSearchParams): object | null {
    const form = Object.fromEntries(sent);
    if (path === '/v1/coupons') {
      coupons.push({ ...form, id: `coupon${coupons.length + 1}` });
      return coupons.at(-1) ?? null;
    }
    if (path.startsWith('/v1/promotion_codes/')) {
      const known = api.codes.find(({ id }) => path.endsWith(`/${id}`));
      return known ? Object.assign(known, { active: form.active === 'true' }) : null;
    }
    if (path === '/v1/promotion_codes') {
      const { code = '' } = form;
      if (api.codes.some((known) => known.active && known.code.toLowerCase() === code.toLowerCase())) return null;
      const coupon = coupons.find(({ id }) => id === form['promotion[coupon]']) ?? {};
      const metadata = { longstrip_code: form['metadata[longstrip_code]'] ?? '' };
      const made = { id: `promo_made${api.codes.length + 1}`, code, active: true, coupon, metadata, form };
      api.codes.push(made);
      return made;
    }
    const refund = {
      id: `re_${byKey.size + 1}`,
      amount: Number(form.amount),
      payment_intent: form.payment_intent ?? '',
      status: api.status,
      created: Math.floor(Date.now() / 1000),
      metadata: { longstrip_refund: form['metadata[longstrip_refund]'] ?? '' },
    };
    api.refunds.push(refund);
    return refund;
  }

  const coupons: Record<string, string>[] = [];
  const port = await listenOnLoopback(server);
  const api: StripeApi = {
    url: `http://127.0.0.1:${port}`,
    ...{ refunds: [], codes: [], sessions: [], asked: [], next: [] },
    receipts: new Map(),
    status: 'succeeded',
    authorizations: new Set(),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return api;
}
