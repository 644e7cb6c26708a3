import type { JsapiCall, OrderStatusAnswer, WechatWay } from '../contract.ts';
import { payableMs } from '../limits.ts';
import { pageWaitMinutes } from '../rules.ts';

export const paymentTimeoutMs = pageWaitMinutes * 60_000;

/** How long the page waits: for a code as it always did, else as long as the order can be paid. */
export const waitMsOf = (way: WechatWay): number => (way === 'qr' ? paymentTimeoutMs : payableMs);

/** An order that waits for its payment. */
interface OpenOrder extends CallUp {
  id: string;
  createdAt: number;
}

/** What calls the payment up; of one order one of the three. */
export interface CallUp {
  /** The `src` of the QR code's `<img>`. */
  qrCode: string | null;
  /** The address that opens WeChat. */
  h5Url: string | null;
  /** What is handed to WeChat inside WeChat. */
  jsapi: JsapiCall | null;
}

/** The reason why a payment failed: a call failed, the order is closed, or its time is over. */
export type FailureCause =
  | { kind: 'creation'; error: unknown }
  | { kind: 'status'; error: unknown }
  | { kind: 'closed' }
  | { kind: 'timeout' };

/** How a payment stands on the screen; `attempt` counts the plans that were chosen. */
export type WechatPayment =
  | { step: 'idle'; attempt: number }
  | { step: 'pending'; attempt: number; plan: string; way: WechatWay; chosenAt: number; order: OpenOrder | null }
  | { step: 'success'; attempt: number; orderId: string }
  | { step: 'failed'; attempt: number; way: WechatWay; cause: FailureCause; orderId: string | null };

export type WechatEvent =
  | { kind: 'chosen'; plan: string; way: WechatWay; at: number }
  | ({ kind: 'created'; attempt: number; orderId: string; at: number } & CallUp)
  | { kind: 'creation failed'; attempt: number; error: unknown }
  | { kind: 'answered'; orderId: string; answer: OrderStatusAnswer['result']; at: number }
  | { kind: 'asking failed'; orderId: string; error: unknown }
  | { kind: 'time went by'; at: number }
  | { kind: 'cancelled' }
  | { kind: 'started over' };

export const nothingChosen: WechatPayment = { step: 'idle', attempt: 0 };

/** The payment after an event. Misplaced events (a second click, an answer about an earlier order) change nothing. */
export function nextPayment(payment: WechatPayment, event: WechatEvent): WechatPayment {
  const { attempt } = payment;
  switch (event.kind) {
    case 'chosen':
      if (payment.step !== 'idle') return payment;
      return {
        ...{ step: 'pending', attempt: attempt + 1, plan: event.plan, way: event.way },
        ...{ chosenAt: event.at, order: null },
      };
    case 'created': {
      if (!isAwaitingOrder(payment, event.attempt)) return payment;
      const { orderId: id, qrCode, h5Url, jsapi, at: createdAt } = event;
      return { ...payment, order: { id, qrCode, h5Url, jsapi, createdAt } };
    }
    case 'creation failed':
      if (!isAwaitingOrder(payment, event.attempt)) return payment;
      return {
        step: 'failed',
        attempt,
        way: payment.way,
        cause: { kind: 'creation', error: event.error },
        orderId: null,
      };
    case 'answered':
      return orderIdOf(payment) === event.orderId ? afterAnswer(payment, event) : payment;
    case 'asking failed':
      if (payment.step !== 'pending' || orderIdOf(payment) !== event.orderId) return payment;
      return fail(payment, { kind: 'status', error: event.error });
    case 'time went by':
      return payment.step === 'pending' && isOver(payment, event.at) ? fail(payment, { kind: 'timeout' }) : payment;
    case 'cancelled':
      return payment.step === 'pending' ? { step: 'idle', attempt } : payment;
    case 'started over':
      return payment.step === 'success' || payment.step === 'failed' ? { step: 'idle', attempt } : payment;
  }
}

type Pending = Extract<WechatPayment, { step: 'pending' }>;
type Answered = Extract<WechatEvent, { kind: 'answered' }>;

/** A payment that arrives after the failed screen still counts; a refunded payment does not. */
function afterAnswer(payment: WechatPayment, { orderId, answer, at }: Answered): WechatPayment {
  if (payment.step !== 'pending' && payment.step !== 'failed') return payment;
  if (answer.completed && answer.status !== 'refunded') return { step: 'success', attempt: payment.attempt, orderId };
  if (payment.step === 'failed') return payment;
  if (answer.status === 'canceled' || answer.status === 'refunded') return fail(payment, { kind: 'closed' });
  return isOver(payment, at) ? fail(payment, { kind: 'timeout' }) : payment;
}

function fail(payment: Pending, cause: FailureCause): WechatPayment {
  const { attempt, way, order } = payment;
  return { step: 'failed', attempt, way, cause, orderId: order?.id ?? null };
}

const isAwaitingOrder = (payment: WechatPayment, attempt: number): payment is Pending =>
  payment.step === 'pending' && payment.attempt === attempt && payment.order === null;

/** The moment from which a payment is late: its order's minutes later, or as long after a call that never came back. */
export const lateFrom = ({ order, chosenAt, way }: Pending): number => (order?.createdAt ?? chosenAt) + waitMsOf(way);

const isOver = (payment: Pending, at: number): boolean => at > lateFrom(payment);

/** The order that a payment waits for or waited for. */
export function orderIdOf(payment: WechatPayment): string | null {
  if (payment.step === 'idle') return null;
  return payment.step === 'pending' ? (payment.order?.id ?? null) : payment.orderId;
}
