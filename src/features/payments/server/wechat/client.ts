import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type Call, type Declined, type Endpoint, exchange, type Unknown, type UnknownCause } from './exchange.ts';
import { type OrderState, readAnsweredRefund, readTransaction, type WechatRefundFact } from './facts.ts';

/** How the order is called up, with what WeChat Pay wants to know of the payer for it. */
export type Payer = { way: 'qr' } | { way: 'h5'; address: string } | { way: 'jsapi'; openid: string };

export interface NewOrder {
  /** 6 to 32 letters and digits, never used before, not even for an order that failed. */
  orderNumber: string;
  appId: string;
  payer: Payer;
  /** The text on the payer's bill: at most 127 characters. */
  description: string;
  /** In fen. */
  amountMinor: number;
  /** The last moment to pay, a minute from now at least. */
  expiresAt: Date;
  notifyUrl: string;
  /** The payer may ask for a fapiao in WeChat. */
  offersFapiao?: boolean;
}

export interface NewRefund {
  orderNumber: string;
  /** At most 64 letters and digits. The same number is the same refund, however often it is sent. */
  refundNumber: string;
  /** The sum to refund and the price of the whole order, in fen. */
  amountMinor: number;
  orderAmountMinor: number;
  notifyUrl: string;
  /** The reason that the payer reads: at most 80 characters. */
  reason?: string;
}

/** The merchant that the order is paid to. */
export interface Account {
  mchId: string;
}

export type Created = { kind: 'ok'; link: string } | Declined | Unknown;
export type Found = ({ kind: 'ok' } & OrderState) | Declined | Unknown;
export type Closed = { kind: 'ok' } | Declined | Unknown;
export type Refunded = { kind: 'ok'; fact: WechatRefundFact } | Declined | Unknown;

/** The pause before the second try of creating an order. */
const pauseMs = 300;
const worthRepeating: readonly UnknownCause[] = ['timeout', 'broken_connection', 'busy', 'provider_error'];

/** `link` is what calls the payment up: a code's text, the address that opens WeChat, or the id of a prepared payment. */
const calls = {
  qr: { path: '/v3/pay/transactions/native', link: linkNamed('code_url', /^.{1,512}$/s) },
  h5: { path: '/v3/pay/transactions/h5', link: linkNamed('h5_url', /^https?:\/\/\S{1,2000}$/) },
  jsapi: { path: '/v3/pay/transactions/jsapi', link: linkNamed('prepay_id', /^[\x21-\x7e]{1,128}$/) },
};

function linkNamed(name: string, form: RegExp) {
  return z.pipe(
    z.object({ [name]: z.string().check(z.regex(form)) }),
    z.transform((answer) => answer[name] ?? ''),
  );
}

/**
 * Makes an order; if the call may not have arrived, tries once more (spec: payments.md#wechat-orders). The link of the
 * answer that came is good: a repetition ends WeChat Pay's earlier one.
 */
export async function create(endpoint: Endpoint, account: Account, order: NewOrder): Promise<Created> {
  const { path, link } = calls[order.payer.way];
  const call = post(path, {
    appid: order.appId,
    mchid: account.mchId,
    description: order.description,
    out_trade_no: order.orderNumber,
    time_expire: toRfc3339(order.expiresAt),
    notify_url: order.notifyUrl,
    amount: { total: order.amountMinor, currency: 'CNY' },
    ...(order.offersFapiao && { support_fapiao: true }),
    ...aboutPayer(order.payer),
  });
  const answer = await exchangeTwice(endpoint, call);
  if (answer.kind !== 'ok') return answer;
  const created = link.safeParse(answer.json);
  return created.success ? { kind: 'ok', link: created.data } : unknown('malformed', answer);
}

function aboutPayer(payer: Payer): object {
  switch (payer.way) {
    case 'qr':
      return {};
    case 'h5':
      return { scene_info: { payer_client_ip: payer.address, h5_info: { type: 'Wap' } } };
    case 'jsapi':
      return { payer: { openid: payer.openid } };
  }
}

/** Sends the very same body again: WeChat Pay takes both for one order. */
async function exchangeTwice(endpoint: Endpoint, call: Call) {
  const answer = await exchange(endpoint, call);
  if (answer.kind !== 'unknown' || !worthRepeating.includes(answer.cause)) return answer;
  await pause(pauseMs);
  return exchange(endpoint, call);
}

/** Asks WeChat Pay about an order of ours. */
export async function query(endpoint: Endpoint, account: Account, orderNumber: string): Promise<Found> {
  const path = `${orderPath(orderNumber)}?mchid=${encodeURIComponent(account.mchId)}`;
  const answer = await exchange(endpoint, { method: 'GET', path });
  if (answer.kind !== 'ok') return answer;
  const order = readTransaction(answer.json, endpoint.clock());
  if (!order) return unknown('malformed', answer);
  return order.orderNumber === orderNumber ? { kind: 'ok', ...order } : unknown('other_order', answer);
}

/** From now on nobody can pay the order. Refused for a paid order: after a refusal ask for its state. */
export async function close(endpoint: Endpoint, account: Account, orderNumber: string): Promise<Closed> {
  const answer = await exchange(endpoint, post(`${orderPath(orderNumber)}/close`, { mchid: account.mchId }));
  if (answer.kind !== 'ok') return answer;
  return answer.status === 204 ? { kind: 'ok' } : unknown('unexpected_status', answer);
}

/** Refunds money. `ok` means that the bank has the order: only the state in the fact says whether it is done. */
export async function refund(endpoint: Endpoint, wanted: NewRefund): Promise<Refunded> {
  const { orderNumber, refundNumber, reason } = wanted;
  const call = post('/v3/refund/domestic/refunds', {
    out_trade_no: orderNumber,
    out_refund_no: refundNumber,
    ...(reason === undefined ? {} : { reason }),
    notify_url: wanted.notifyUrl,
    amount: { refund: wanted.amountMinor, total: wanted.orderAmountMinor, currency: 'CNY' },
  });
  return exchangeRefund(endpoint, call, refundNumber);
}

export function queryRefund(endpoint: Endpoint, refundNumber: string): Promise<Refunded> {
  const path = `/v3/refund/domestic/refunds/${encodeURIComponent(refundNumber)}`;
  return exchangeRefund(endpoint, { method: 'GET', path }, refundNumber);
}

async function exchangeRefund(endpoint: Endpoint, call: Call, refundNumber: string): Promise<Refunded> {
  const answer = await exchange(endpoint, call);
  if (answer.kind !== 'ok') return answer;
  const fact = readAnsweredRefund(answer.json);
  if (!fact) return unknown('malformed', answer);
  return fact.refundNumber === refundNumber ? { kind: 'ok', fact } : unknown('other_order', answer);
}

function orderPath(orderNumber: string): string {
  return `/v3/pay/transactions/out-trade-no/${encodeURIComponent(orderNumber)}`;
}

/** The body is written once: the signed bytes are the very bytes that are sent. */
function post(path: string, body: Record<string, unknown>): Call {
  return { method: 'POST', path, body: JSON.stringify(body) };
}

function unknown(cause: UnknownCause, { requestId }: { requestId: string | null }): Unknown {
  return { kind: 'unknown', cause, requestId };
}

/** A time in WeChat Pay's format: in China's zone, without fractions of a second. */
function toRfc3339(time: Date): string {
  const chinaMs = 8 * 60 * 60 * 1000;
  return `${new Date(time.getTime() + chinaMs).toISOString().slice(0, 19)}+08:00`;
}
