import { generateKeyPairSync, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { WechatConfig } from '../../../../server/config/payments.ts';
import type { Clock } from '../../../../server/process/clock.ts';
import type { FetchUrl } from '../wechat/exchange.ts';
import type { Letter } from './letter.ts';
import { isSignedBy, parseAuthorization, seal, signatureHeaders } from './wechat-protocol.ts';

/** An order as its pay page shows it. */
export interface SandboxOrder {
  /** The number of the order: our id without its hyphens. */
  number: string;
  amountMinor: number;
  /** `over`: cancelled, closed by us, or too late. */
  state: 'waiting' | 'paid' | 'over';
}

export interface WechatCashier {
  config: WechatConfig;
  /** Answers our client's calls in this process as WeChat Pay does: signed, and only if the call is signed. */
  fetchUrl: FetchUrl;
  findOrder(name: string): SandboxOrder | null;
  /** Takes the payment and returns the notification to send; null when the order cannot be paid (any more). */
  pay(name: string): Letter | null;
  /** The payer declines: nobody can pay the order from now on. */
  cancel(name: string): void;
}

interface KeptOrder {
  number: string;
  appId: string;
  tradeType: TradeType;
  total: number;
  notifyUrl: string;
  expiresAt: Date;
  state: 'NOTPAY' | 'SUCCESS' | 'CLOSED' | 'REFUND';
  payment: { transactionId: string; at: Date } | null;
}

type TradeType = 'NATIVE' | 'MWEB' | 'JSAPI';

interface Outcome {
  status: number;
  json: Record<string, unknown> | null;
}

const newOrder = z.object({
  appid: z.string(),
  out_trade_no: z.string(),
  notify_url: z.string(),
  time_expire: z.string(),
  amount: z.object({ total: z.int().check(z.positive()), currency: z.literal('CNY') }),
});
const newRefund = z.object({
  out_trade_no: z.string(),
  out_refund_no: z.string(),
  amount: z.object({ refund: z.int().check(z.positive()), total: z.int().check(z.positive()) }),
});

const tradeTypes = new Map<string, TradeType>([
  ['/v3/pay/transactions/native', 'NATIVE'],
  ['/v3/pay/transactions/h5', 'MWEB'],
  ['/v3/pay/transactions/jsapi', 'JSAPI'],
]);
/** Where the sandbox says who pays inside WeChat. */
export const sandboxOauthPath = '/sandbox/wechat';
const oauthToken = `${sandboxOauthPath}/sns/oauth2/access_token`;

const merchant = { appId: 'wx0000000000sandbox', mchId: '1900000000', mchSerialNo: '5A4DB0C5' };
const platformKeyId = 'PUB_KEY_ID_SANDBOX';
/** So many orders are kept that none is dropped while it can still be paid. */
const mostKept = 5000;

/** WeChat Pay for a laptop: keys made at start, orders in memory, no money. */
export function createWechatCashier({ publicUrl, clock }: { publicUrl: string; clock: Clock }): WechatCashier {
  const merchantKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const platformKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signer = { serial: platformKeyId, privateKey: platformKeys.privateKey };
  const apiV3Key = randomBytes(16).toString('hex');
  const orders = new Map<string, KeptOrder>();

  function create(tradeType: TradeType, body: unknown): Outcome {
    const { appid, out_trade_no: number, notify_url: notifyUrl, time_expire: expire, amount } = newOrder.parse(body);
    if (!orders.has(number)) {
      const [oldest] = orders.keys();
      if (orders.size >= mostKept && oldest !== undefined) orders.delete(oldest);
      const expiresAt = new Date(expire);
      const state = 'NOTPAY';
      orders.set(number, {
        ...{ number, appId: appid, tradeType, total: amount.total, notifyUrl, expiresAt, state, payment: null },
      });
    }
    return { status: 200, json: linkOf(tradeType, number) };
  }

  function linkOf(tradeType: TradeType, number: string): Record<string, string> {
    const page = `${publicUrl}/sandbox/pay/${number}`;
    switch (tradeType) {
      case 'NATIVE':
        return { code_url: page };
      case 'MWEB':
        return { h5_url: `${page}?opens=wechat` };
      case 'JSAPI':
        return { prepay_id: `sandbox${number}` };
    }
  }

  /** An order that a restart forgot can never be paid again, so it counts as closed. */
  function find(number: string): Outcome {
    const order = orders.get(number);
    return { status: 200, json: order ? describeOrder(order) : { ...named(number), trade_state: 'CLOSED' } };
  }

  const named = (number: string) => ({ mchid: merchant.mchId, out_trade_no: number });

  function describeOrder({ number, appId, tradeType, total, state, payment }: KeptOrder): Record<string, unknown> {
    return {
      ...named(number),
      ...{ appid: appId, trade_type: tradeType },
      trade_state: state,
      amount: { total, payer_total: total, currency: 'CNY', payer_currency: 'CNY' },
      ...(payment && { transaction_id: payment.transactionId, success_time: payment.at.toISOString() }),
    };
  }

  function close(number: string): Outcome {
    const order = orders.get(number);
    if (order?.payment) return refuse(400, 'ORDER_PAID');
    if (order) order.state = 'CLOSED';
    return { status: 204, json: null };
  }

  /** No money moved, so any refund succeeds at once, even of an order of another process or before a restart. */
  function refund(body: unknown): Outcome {
    const { out_trade_no: number, out_refund_no: refundNumber, amount } = newRefund.parse(body);
    const order = orders.get(number);
    if (order?.payment) order.state = 'REFUND';
    return {
      status: 200,
      json: {
        out_trade_no: number,
        out_refund_no: refundNumber,
        refund_id: `refund-${refundNumber}`.slice(0, 64),
        transaction_id: order?.payment?.transactionId ?? `sandbox-${number}`,
        status: 'SUCCESS',
        success_time: clock().toISOString(),
        amount: { ...amount, currency: 'CNY' },
      },
    };
  }

  function answer(method: string, path: string, body: string): Outcome {
    const [, number = '', action] = /^\/v3\/pay\/transactions\/out-trade-no\/(\w+)(\/close)?$/.exec(path) ?? [];
    if (method === 'GET' && number && !action) return find(number);
    if (method === 'POST' && number && action) return close(number);
    const tradeType = method === 'POST' ? tradeTypes.get(path) : undefined;
    if (tradeType) return create(tradeType, JSON.parse(body));
    if (method === 'POST' && path === '/v3/refund/domestic/refunds') return refund(JSON.parse(body));
    return refuse(404, 'RESOURCE_NOT_EXISTS');
  }

  async function fetchUrl(url: string, init: RequestInit): Promise<Response> {
    const { pathname, search } = new URL(url);
    const method = init.method ?? 'GET';
    if (pathname === oauthToken) return Response.json({ openid: 'sandbox-payer' });
    const body = typeof init.body === 'string' ? init.body : '';
    const authorization = parseAuthorization(new Headers(init.headers).get('authorization') ?? undefined);
    const signed = { method, path: pathname + search, body: Buffer.from(body) };
    const isOurs = authorization !== null && isSignedBy(merchantKeys.publicKey, authorization, signed);
    const { status, json } = isOurs ? answer(method, pathname, body) : refuse(401, 'SIGN_ERROR');
    const text = json ? JSON.stringify(json) : '';
    return new Response(json ? text : null, { status, headers: signatureHeaders(signer, text, clock().getTime()) });
  }

  const orderNamed = (name: string) => orders.get(name.replaceAll('-', '').toLowerCase());

  function stateOf({ state, expiresAt }: KeptOrder): SandboxOrder['state'] {
    if (state === 'SUCCESS' || state === 'REFUND') return 'paid';
    return state === 'CLOSED' || clock() > expiresAt ? 'over' : 'waiting';
  }

  function notificationOf(order: KeptOrder): Letter {
    const resource = seal(JSON.stringify(describeOrder(order)), { key: apiV3Key, associatedData: 'transaction' });
    const body = JSON.stringify({
      id: `sandbox-${order.number}`,
      create_time: clock().toISOString(),
      event_type: 'TRANSACTION.SUCCESS',
      resource_type: 'encrypt-resource',
      summary: 'paid in the sandbox',
      resource: { original_type: 'transaction', ...resource },
    });
    return {
      path: new URL(order.notifyUrl).pathname,
      headers: { 'content-type': 'application/json', ...signatureHeaders(signer, body, clock().getTime()) },
      body,
    };
  }

  return {
    config: {
      ...merchant,
      mchPrivateKey: merchantKeys.privateKey,
      apiV3Key,
      verifyKeys: { [platformKeyId]: platformKeys.publicKey },
      // No request is ever sent to this address: see fetchUrl.
      apiBaseUrl: publicUrl,
    },
    fetchUrl,
    findOrder(name) {
      const order = orderNamed(name);
      return order ? { number: order.number, amountMinor: order.total, state: stateOf(order) } : null;
    },
    pay(name) {
      const order = orderNamed(name);
      if (!order || stateOf(order) !== 'waiting') return null;
      order.state = 'SUCCESS';
      order.payment = { transactionId: `sandbox${randomBytes(10).toString('hex')}`, at: clock() };
      return notificationOf(order);
    },
    cancel(name) {
      const order = orderNamed(name);
      if (order?.state === 'NOTPAY') order.state = 'CLOSED';
    },
  };
}

function refuse(status: number, code: string): Outcome {
  return { status, json: { code, message: `The sandbox refuses: ${code}` } };
}
