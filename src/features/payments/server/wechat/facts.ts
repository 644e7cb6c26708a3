import * as z from 'zod/mini';
import type { WechatWay } from '../../contract.ts';

/** A payment, as WeChat Pay vouches for it. */
export interface WechatPaidFact {
  provider: 'wechat';
  transactionId: string;
  orderNumber: string;
  appId: string;
  merchantId: string;
  /** `other`: none that we know; null: not said. */
  way: WechatWay | 'other' | null;
  /** The order's whole price, in fen: one of WeChat's own vouchers may have paid a part of it. */
  amountMinor: number;
  /** ISO 4217; where none was named, its code for no currency. */
  currency: string;
  paidAt: Date;
}

/** `failed`: the money did not arrive, and an operator must act at WeChat Pay. `unknown` is not an end either. */
export type RefundState = 'processing' | 'succeeded' | 'closed' | 'failed' | 'unknown';

/** The outcome of a refund, as WeChat Pay vouches for it. */
export interface WechatRefundFact {
  provider: 'wechat';
  refundId: string;
  refundNumber: string;
  transactionId: string;
  orderNumber: string;
  /** The merchant whose money goes back; null: not said; answers never say it. */
  merchantId: string | null;
  state: RefundState;
  /** The sum of this refund, in fen: the order's price, or a part of it. */
  amountMinor: number;
  refundedAt: Date | null;
}

/** `refunded`: paid, and wholly or partly refunded; the answer does not say which. `unknown`: not paid, ask again. */
export type OrderState =
  | { state: 'paid'; orderNumber: string; fact: WechatPaidFact }
  /** `appId`: null where it is not said. */
  | { state: 'waiting' | 'closed' | 'refunded' | 'unknown'; orderNumber: string; appId: string | null };

/** At most 64 printable characters, so that every signed reference can be kept and shown. */
const reference = z.string().check(z.regex(/^[\w\-|*@.]{1,64}$/));
const fen = z.int32().check(z.nonnegative());

/** The code for a missing currency: it fits no price, so an operator looks at the payment. */
const noCurrency = 'X'.repeat(3);

const transaction = z.object({ out_trade_no: reference, trade_state: z.string(), appid: z.optional(reference) });

const paidTransaction = z.object({
  appid: reference,
  mchid: reference,
  out_trade_no: reference,
  transaction_id: reference,
  trade_type: z.optional(z.string()),
  success_time: z.optional(z.string()),
  // payer_total is what is left after a voucher and is not our price.
  amount: z.object({ total: fen, currency: z.optional(z.string().check(z.maxLength(16))) }),
});

const refundParts = {
  refund_id: reference,
  out_refund_no: reference,
  transaction_id: reference,
  out_trade_no: reference,
  mchid: z.optional(reference),
  success_time: z.optional(z.string()),
  amount: z.object({ refund: fen }),
};
// The same state has two names: one in the notification, one in the answer.
const notifiedRefund = z.object({ ...refundParts, refund_status: z.string() });
const answeredRefund = z.object({ ...refundParts, status: z.string() });

/** The state of a transaction's order; null for anything else. A payment without a time happened at `now`. */
export function readTransaction(json: unknown, now: Date): OrderState | null {
  const any = transaction.safeParse(json);
  if (!any.success) return null;
  const { trade_state: tradeState, out_trade_no: orderNumber } = any.data;
  const state = orderStateOf(tradeState);
  if (state !== 'paid') return { state, orderNumber, appId: any.data.appid ?? null };
  const paid = paidTransaction.safeParse(json);
  return paid.success ? { state, orderNumber, fact: toPaidFact(paid.data, now) } : null;
}

function orderStateOf(tradeState: string): OrderState['state'] {
  switch (tradeState) {
    case 'SUCCESS':
      return 'paid';
    case 'REFUND':
      return 'refunded';
    case 'NOTPAY':
    case 'USERPAYING':
    case 'ACCEPT':
      return 'waiting';
    case 'CLOSED':
    case 'REVOKED':
      return 'closed';
    default:
      return 'unknown'; // PAYERROR, which a QR code cannot have, and any state that WeChat Pay adds later
  }
}

const waysByType = new Map<string, WechatWay>([
  ['NATIVE', 'qr'],
  ['MWEB', 'h5'],
  ['JSAPI', 'jsapi'],
]);

function toPaidFact(paid: z.infer<typeof paidTransaction>, now: Date): WechatPaidFact {
  return {
    provider: 'wechat',
    transactionId: paid.transaction_id,
    orderNumber: paid.out_trade_no,
    appId: paid.appid,
    merchantId: paid.mchid,
    way: paid.trade_type === undefined ? null : (waysByType.get(paid.trade_type) ?? 'other'),
    amountMinor: paid.amount.total,
    currency: paid.amount.currency ?? noCurrency,
    paidAt: findTime(paid.success_time) ?? now,
  };
}

/** The refund in a notification; null when it is about something else. */
export function readNotifiedRefund(json: unknown): WechatRefundFact | null {
  const refund = notifiedRefund.safeParse(json);
  return refund.success ? toRefundFact(refund.data, refund.data.refund_status) : null;
}

/** The refund in an answer; null when it is about something else. */
export function readAnsweredRefund(json: unknown): WechatRefundFact | null {
  const refund = answeredRefund.safeParse(json);
  return refund.success ? toRefundFact(refund.data, refund.data.status) : null;
}

function toRefundFact(refund: Omit<z.infer<typeof notifiedRefund>, 'refund_status'>, status: string): WechatRefundFact {
  return {
    provider: 'wechat',
    refundId: refund.refund_id,
    refundNumber: refund.out_refund_no,
    transactionId: refund.transaction_id,
    orderNumber: refund.out_trade_no,
    merchantId: refund.mchid ?? null,
    state: refundStates.get(status) ?? 'unknown',
    amountMinor: refund.amount.refund,
    refundedAt: findTime(refund.success_time),
  };
}

const refundStates = new Map<string, RefundState>([
  ['PROCESSING', 'processing'],
  ['SUCCESS', 'succeeded'],
  ['CLOSED', 'closed'],
  ['ABNORMAL', 'failed'],
]);

/** A time in WeChat Pay's format; null where there is none. */
export function findTime(text: string | undefined): Date | null {
  const time = new Date(text ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? null : time;
}
