import * as z from 'zod/mini';
import { openResource, sealedResource } from './aead.ts';
import { findTime, readNotifiedRefund, readTransaction, type WechatPaidFact, type WechatRefundFact } from './facts.ts';
import { findSignatureFault, type Headers, type SignatureFault, type VerifyKeys } from './verify.ts';

/**
 * The content of a notification. Only `paid` and `refund` change anything; `not_paid` and `other` are genuine and
 * change nothing; `refused` is not believed. `undecryptable` is genuine but encrypted with another key: our fault.
 */
export type WechatNotification =
  | { kind: 'paid'; eventId: string; fact: WechatPaidFact }
  /** `writtenAt`: when the notification was written, which decides between two of them. */
  | { kind: 'refund'; eventId: string; writtenAt: Date; fact: WechatRefundFact }
  | { kind: 'not_paid'; eventId: string; orderNumber: string }
  | { kind: 'other'; eventId: string; eventType: string }
  | { kind: 'refused'; reason: SignatureFault | 'undecryptable' | 'malformed' };

export interface Received {
  headers: Headers;
  /** The bytes as they came over the network: if they were parsed and written again, the signature would not fit. */
  rawBody: Buffer;
  now: Date;
}

const printable = z.string().check(z.regex(/^[\x20-\x7e]{1,128}$/));
const outer = z.object({ id: printable, event_type: printable, create_time: z.optional(z.string()) });
const withResource = z.object({ resource: sealedResource });
const malformed = { kind: 'refused', reason: 'malformed' } as const;

/** Believes nothing before the signature fits, and nothing inside before decryption (spec: payments.md#signatures). */
export function readNotification(
  received: Received,
  own: { verifyKeys: VerifyKeys; apiV3Key: string },
): WechatNotification {
  const fault = findSignatureFault({ ...received, keys: own.verifyKeys });
  return fault ? { kind: 'refused', reason: fault } : readStored(received, own.apiV3Key);
}

/** Reads a verified notification again: its signature is too old by now, but decryption still proves it. */
export function readStored({ rawBody, now }: { rawBody: Buffer; now: Date }, apiV3Key: string): WechatNotification {
  const json = parseJson(rawBody.toString('utf8'));
  const event = outer.safeParse(json);
  if (!event.success) return malformed;
  const { id: eventId, event_type: eventType } = event.data;
  if (!isKnown(eventType)) return { kind: 'other', eventId, eventType };
  const sealed = withResource.safeParse(json);
  if (!sealed.success) return malformed;
  const text = openResource(sealed.data.resource, apiV3Key);
  if (text === null) return { kind: 'refused', reason: 'undecryptable' };
  const inner = parseJson(text);
  if (!eventType.startsWith('REFUND.')) return readPayment(inner, { eventId, now });
  return readRefund(inner, { eventId, writtenAt: findTime(event.data.create_time) ?? now });
}

function isKnown(eventType: string): boolean {
  return ['TRANSACTION.SUCCESS', 'REFUND.SUCCESS', 'REFUND.ABNORMAL', 'REFUND.CLOSED'].includes(eventType);
}

/** The encrypted state counts, not the event's name. A payment that was partly refunded gives no grant. */
function readPayment(inner: unknown, { eventId, now }: { eventId: string; now: Date }): WechatNotification {
  const order = readTransaction(inner, now);
  if (!order) return malformed;
  if (order.state !== 'paid') return { kind: 'not_paid', eventId, orderNumber: order.orderNumber };
  return { kind: 'paid', eventId, fact: order.fact };
}

function readRefund(inner: unknown, header: { eventId: string; writtenAt: Date }): WechatNotification {
  const fact = readNotifiedRefund(inner);
  return fact ? { kind: 'refund', ...header, fact } : malformed;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // no schema accepts `undefined`
  }
}
