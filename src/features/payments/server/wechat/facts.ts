import * as z from 'zod/mini';

/** What somebody paid, as WeChat Pay vouches for it. */
export interface WechatPaidFact {
  provider: 'wechat';
  transactionId: string;
  orderNumber: string;
  appId: string;
  merchantId: string;
  /** The order's whole price, in fen: a voucher of WeChat's own may have paid a part of it. */
  amountMinor: number;
  /** ISO 4217: its code for no currency where none was named. */
  currency: string;
  paidAt: Date;
}

/** `failed`: the money did not arrive, and an operator must help at WeChat Pay. `unknown` is no end either. */
export type RefundState = 'processing' | 'succeeded' | 'closed' | 'failed' | 'unknown';

/** What became of a refund, as WeChat Pay vouches for it. */
export interface WechatRefundFact {
  provider: 'wechat';
  refundId: string;
  refundNumber: string;
  transactionId: string;
  orderNumber: string;
  /** Whose money goes back; null: it does not say, as answers do. */
  merchantId: string | null;
  state: RefundState;
  /** What this refund gives back, in fen: the order's price, or a part of it. */
  amountMinor: number;
  refundedAt: Date | null;
}

/** `refunded`: paid, and wholly or partly given back; which of the two is not said. `unknown`: not paid, ask again. */
export type OrderState =
  | { state: 'paid'; orderNumber: string; fact: WechatPaidFact }
  | { state: 'waiting' | 'closed' | 'refunded' | 'unknown'; orderNumber: string };

/** Of 64 printable characters at most, so that whatever is signed can be kept and told. */
const reference = z.string().check(z.regex(/^[\w\-|*@.]{1,64}$/));
const fen = z.int32().check(z.nonnegative());

/** It fits no price, so whoever paid in it is looked at. */
const noCurrency = 'X'.repeat(3);

const transaction = z.object({ out_trade_no: reference, trade_state: z.string() });

const paidTransaction = z.object({
  appid: reference,
  mchid: reference,
  out_trade_no: reference,
  transaction_id: reference,
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
// One and the same state has two names: the notification's and the answer's.
const notifiedRefund = z.object({ ...refundParts, refund_status: z.string() });
const answeredRefund = z.object({ ...refundParts, status: z.string() });

/** What a transaction says of its order; null when it is none. A payment without its moment happened at `now`. */
export function readTransaction(json: unknown, now: Date): OrderState | null {
  const any = transaction.safeParse(json);
  if (!any.success) return null;
  const { trade_state: tradeState, out_trade_no: orderNumber } = any.data;
  const state = orderStateOf(tradeState);
  if (state !== 'paid') return { state, orderNumber };
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
      return 'unknown'; // PAYERROR, which a QR code cannot have, and whatever comes to be
  }
}

function toPaidFact(paid: z.infer<typeof paidTransaction>, now: Date): WechatPaidFact {
  return {
    provider: 'wechat',
    transactionId: paid.transaction_id,
    orderNumber: paid.out_trade_no,
    appId: paid.appid,
    merchantId: paid.mchid,
    amountMinor: paid.amount.total,
    currency: paid.amount.currency ?? noCurrency,
    paidAt: findTime(paid.success_time) ?? now,
  };
}

/** What a refund's notification says; null when it is none. */
export function readNotifiedRefund(json: unknown): WechatRefundFact | null {
  const refund = notifiedRefund.safeParse(json);
  return refund.success ? toRefundFact(refund.data, refund.data.refund_status) : null;
}

/** What an answer says of a refund; null when it is none. */
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

/** A moment as WeChat Pay writes it; null where there is none. */
export function findTime(text: string | undefined): Date | null {
  const time = new Date(text ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? null : time;
}
