import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import * as z from 'zod/mini';

export type TradeType = 'NATIVE' | 'MWEB' | 'JSAPI';

/** WeChat Pay's books: its orders and refunds, and its rules about them (spec: payments.md#wechat-orders). */
export interface SimulatedOrder {
  orderNumber: string;
  appId: string;
  tradeType: TradeType;
  /** Who alone can pay it; null: anybody. */
  openid: string | null;
  /** The whole request, with its way: a different request with the same number is refused. */
  request: string;
  description: string;
  notifyUrl: string;
  total: number;
  /** What calls the payment up; a repeated request gets another one, and the earlier one is dead. */
  link: string;
  expiresAtMs: number;
  state: 'NOTPAY' | 'SUCCESS' | 'CLOSED' | 'REFUND';
  payment: { transactionId: string; atMs: number; payerTotal: number } | null;
}

export type SimulatedRefundState = 'PROCESSING' | 'SUCCESS' | 'CLOSED' | 'ABNORMAL';
export interface SimulatedRefund {
  refundNumber: string;
  refundId: string;
  orderNumber: string;
  request: string;
  notifyUrl: string;
  amount: number;
  state: SimulatedRefundState;
  atMs: number;
}

export interface Outcome {
  status: number;
  json: Record<string, unknown> | null;
}

export interface Merchant {
  appId: string;
  /** The service account inside WeChat. */
  accountAppId: string;
  mchId: string;
}

const number = z.string().check(z.regex(/^[0-9A-Za-z_\-*|]{6,32}$/));
const url = z.string().check(z.maxLength(255), z.regex(/^https?:\/\/[^?#\s]+$/));
const fen = z.int().check(z.positive());
const newOrder = z.object({
  appid: z.string(),
  mchid: z.string(),
  description: z.string().check(z.minLength(1), z.maxLength(127)),
  out_trade_no: number,
  notify_url: url,
  time_expire: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/))),
  amount: z.object({ total: fen, currency: z.optional(z.literal('CNY')) }),
});
const address = z.string().check(
  z.maxLength(45),
  z.refine((text) => isIP(text) !== 0),
);
const byType = {
  NATIVE: newOrder,
  MWEB: z.extend(newOrder, {
    scene_info: z.object({
      payer_client_ip: address,
      h5_info: z.object({ type: z.enum(['Wap', 'iOS', 'Android']) }),
    }),
  }),
  JSAPI: z.extend(newOrder, { payer: z.object({ openid: z.string().check(z.minLength(1), z.maxLength(128)) }) }),
};
const closing = z.object({ mchid: z.string() });
const newRefund = z.object({
  out_trade_no: number,
  out_refund_no: z.string().check(z.regex(/^[0-9A-Za-z_\-*|@]{1,64}$/)),
  reason: z.optional(z.string().check(z.maxLength(80))),
  notify_url: z.optional(url),
  amount: z.object({ refund: fen, total: fen, currency: z.literal('CNY') }),
});

const weekMs = 7 * 24 * 60 * 60 * 1000;

export function refuse(status: number, code: string, detail?: { field: string; issue: string }): Outcome {
  return { status, json: { code, message: `The simulator refuses: ${code}`, ...(detail ? { detail } : {}) } };
}

function refuseShape(error: z.core.$ZodError): Outcome {
  const [issue] = error.issues;
  const field = `/${(issue?.path ?? []).map(String).join('/')}`;
  return refuse(400, 'PARAM_ERROR', { field, issue: issue?.message ?? 'not an object' });
}

export function createBooks(
  merchant: Merchant,
  nowMs: () => number,
  /** Whether the service account knows somebody by this name. */
  knowsPayer: (openid: string) => boolean,
) {
  const orders = new Map<string, SimulatedOrder>();
  const refunds = new Map<string, SimulatedRefund>();
  let references = 0;

  function draw(prefix: string): string {
    references += 1;
    return `${prefix}${String(references).padStart(6, '0')}${randomBytes(8).toString('hex')}`;
  }

  function requireOrder(orderNumber: string): SimulatedOrder {
    const order = orders.get(orderNumber);
    if (!order) throw new Error(`The simulator has no order ${orderNumber}`);
    return order;
  }

  function create(tradeType: TradeType, body: unknown): Outcome {
    const given = byType[tradeType].safeParse(body);
    if (!given.success) return refuseShape(given.error);
    const { appid, mchid, out_trade_no: orderNumber, amount } = given.data;
    const apps = tradeType === 'JSAPI' ? [merchant.accountAppId] : [merchant.appId, merchant.accountAppId];
    if (!apps.includes(appid) || mchid !== merchant.mchId) return refuse(400, 'APPID_MCHID_NOT_MATCH');
    const payer = byType.JSAPI.safeParse(body).data?.payer;
    if (tradeType === 'JSAPI' && payer && !knowsPayer(payer.openid)) return refuse(500, 'OPENID_MISMATCH');
    const request = tradeType + JSON.stringify(given.data);
    const known = orders.get(orderNumber);
    if (known) return repeat(known, request);
    const wanted = given.data.time_expire ? Date.parse(given.data.time_expire) : nowMs() + weekMs;
    const order: SimulatedOrder = {
      orderNumber,
      ...{ appId: appid, tradeType, openid: tradeType === 'JSAPI' ? (payer?.openid ?? null) : null },
      request,
      description: given.data.description,
      notifyUrl: given.data.notify_url,
      total: amount.total,
      link: '',
      // An earlier moment is moved, since nobody pays faster.
      expiresAtMs: Math.max(wanted, nowMs() + 60_000),
      state: 'NOTPAY',
      payment: null,
    };
    orders.set(orderNumber, order);
    return callUp(order);
  }

  function callUp(order: SimulatedOrder): Outcome {
    const drawn = randomBytes(6).toString('base64url');
    const [name, link] = {
      NATIVE: ['code_url', `weixin://wxpay/bizpayurl?pr=${drawn}zz`],
      MWEB: ['h5_url', `https://wx.tenpay.example/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=wx${drawn}&package=1`],
      JSAPI: ['prepay_id', `wx${drawn}`],
    }[order.tradeType] as [string, string];
    order.link = link;
    return { status: 200, json: { [name]: link } };
  }

  function repeat(order: SimulatedOrder, request: string): Outcome {
    if (order.payment) return refuse(400, 'ORDER_PAID');
    if (order.state === 'CLOSED') return refuse(400, 'ORDER_CLOSED');
    if (order.request !== request) return refuse(403, 'OUT_TRADE_NO_USED');
    return callUp(order);
  }

  function find(orderNumber: string, mchid: string | null): Outcome {
    if (mchid !== merchant.mchId) return refuse(400, 'PARAM_ERROR', { field: '/mchid', issue: 'not the signer' });
    const order = orders.get(orderNumber);
    return order ? { status: 200, json: describeOrder(order) } : refuse(404, 'ORDER_NOT_EXIST');
  }

  function describeOrder(order: SimulatedOrder): Record<string, unknown> {
    const { payment } = order;
    return {
      appid: order.appId,
      mchid: merchant.mchId,
      out_trade_no: order.orderNumber,
      trade_state: order.state,
      trade_state_desc: order.state,
      attach: '',
      amount: { total: order.total, currency: 'CNY' },
      ...(payment && {
        transaction_id: payment.transactionId,
        trade_type: order.tradeType,
        bank_type: 'OTHERS',
        success_time: new Date(payment.atMs).toISOString().replace(/\.\d+Z$/, '+00:00'),
        payer: { openid: order.openid ?? 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
        amount: { total: order.total, payer_total: payment.payerTotal, currency: 'CNY', payer_currency: 'CNY' },
        promotion_detail: [],
      }),
    };
  }

  function close(orderNumber: string, body: unknown): Outcome {
    const given = closing.safeParse(body);
    if (!given.success) return refuseShape(given.error);
    const order = orders.get(orderNumber);
    if (!order) return refuse(404, 'ORDER_NOT_EXIST');
    if (order.payment) return refuse(400, 'ORDER_PAID');
    if (order.state === 'CLOSED') return refuse(400, 'ORDER_CLOSED');
    order.state = 'CLOSED';
    return { status: 204, json: null };
  }

  /** A person scans and pays. Throws when the order cannot be paid any more. */
  function pay(orderNumber: string, payerTotal?: number): SimulatedOrder {
    const order = requireOrder(orderNumber);
    if (order.state !== 'NOTPAY') throw new Error(`Order ${orderNumber} cannot be paid: ${order.state}`);
    if (nowMs() > order.expiresAtMs) throw new Error(`Order ${orderNumber} cannot be paid: its time is over`);
    order.state = 'SUCCESS';
    order.payment = { transactionId: draw('42'), atMs: nowMs(), payerTotal: payerTotal ?? order.total };
    return order;
  }

  function refund(body: unknown): Outcome {
    const given = newRefund.safeParse(body);
    if (!given.success) return refuseShape(given.error);
    const { out_trade_no: orderNumber, out_refund_no: refundNumber, amount } = given.data;
    const request = JSON.stringify(given.data);
    const known = refunds.get(refundNumber);
    if (known) return known.request === request ? answer(known) : refuse(400, 'INVALID_REQUEST');
    const order = orders.get(orderNumber);
    if (!order) return refuse(404, 'RESOURCE_NOT_EXISTS');
    if (!order.payment) return refuse(400, 'INVALID_REQUEST');
    if (amount.total !== order.total || amount.refund > order.total - refundedOf(order))
      return refuse(403, 'TRADE_ERROR');
    const notifyUrl = given.data.notify_url ?? order.notifyUrl;
    return answer(addRefund(order, { refundNumber, request, notifyUrl, amount: amount.refund }));
  }

  /** A refund that the merchant makes without us, in the provider's own dashboard. */
  function refundByHand(orderNumber: string, amount: number): SimulatedRefund {
    const order = requireOrder(orderNumber);
    if (!order.payment || amount > order.total - refundedOf(order))
      throw new Error(`Order ${orderNumber} has no such sum to give back`);
    return addRefund(order, { refundNumber: draw('hand'), request: '', notifyUrl: order.notifyUrl, amount });
  }

  function addRefund(
    order: SimulatedOrder,
    wanted: Pick<SimulatedRefund, 'refundNumber' | 'request' | 'notifyUrl' | 'amount'>,
  ): SimulatedRefund {
    const { orderNumber } = order;
    const made: SimulatedRefund = {
      ...wanted,
      orderNumber,
      refundId: draw('50'),
      state: 'PROCESSING',
      atMs: nowMs(),
    };
    refunds.set(made.refundNumber, made);
    order.state = 'REFUND';
    return made;
  }

  function refundedOf(order: SimulatedOrder): number {
    return [...refunds.values()]
      .filter(({ orderNumber, state }) => orderNumber === order.orderNumber && state !== 'CLOSED')
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  function finishRefund(refundNumber: string, state: SimulatedRefundState): SimulatedRefund {
    const known = refunds.get(refundNumber);
    if (!known) throw new Error(`The simulator has no refund ${refundNumber}`);
    known.state = state;
    known.atMs = nowMs();
    const order = requireOrder(known.orderNumber);
    if (refundedOf(order) === 0) order.state = 'SUCCESS';
    return known;
  }

  function findRefund(refundNumber: string): Outcome {
    const known = refunds.get(refundNumber);
    return known ? answer(known) : refuse(404, 'RESOURCE_NOT_EXISTS');
  }

  function answer(known: SimulatedRefund): Outcome {
    return { status: 200, json: describeRefund(known, 'status') };
  }

  function describeRefund(known: SimulatedRefund, stateName: 'status' | 'refund_status'): Record<string, unknown> {
    const order = requireOrder(known.orderNumber);
    const amounts = { total: order.total, refund: known.amount, payer_total: order.total, payer_refund: known.amount };
    return {
      mchid: merchant.mchId,
      refund_id: known.refundId,
      out_refund_no: known.refundNumber,
      transaction_id: order.payment?.transactionId,
      out_trade_no: known.orderNumber,
      user_received_account: '支付用户零钱',
      [stateName]: known.state,
      ...(known.state === 'SUCCESS' ? { success_time: new Date(known.atMs).toISOString() } : {}),
      // The answer names a currency, the notification none.
      amount: stateName === 'status' ? { ...amounts, currency: 'CNY' } : amounts,
    };
  }

  function clear(): void {
    orders.clear();
    refunds.clear();
  }

  return {
    orders,
    refunds,
    create,
    find,
    describeOrder,
    close,
    pay,
    refund,
    refundByHand,
    finishRefund,
    findRefund,
    describeRefund,
    clear,
  };
}

export type Books = ReturnType<typeof createBooks>;
