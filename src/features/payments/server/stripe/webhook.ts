import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';

/** The reason why a delivery is refused. Only the operator sees it; a caller that is not Stripe learns nothing. */
export type WebhookRefusal =
  | 'missing_signature'
  | 'malformed_signature'
  | 'bad_signature'
  /** Signed by Stripe, but over five minutes ago or ahead: a replay, or one of the two clocks is wrong. */
  | 'stale'
  /** Signed by Stripe, but not an event in the shape that we know. */
  | 'malformed_event';

export interface StripeEvent {
  /** The id of one occurrence; every delivery of it has the same id. */
  id: string;
  type: string;
  /** The version of Stripe's API that gave the event its shape. */
  apiVersion: string | null;
  livemode: boolean | null;
  createdAt: Date;
  /** The object that the event is about, not yet parsed. */
  subject: unknown;
}

export type ReadWebhook = { kind: 'event'; event: StripeEvent } | { kind: 'refused'; reason: WebhookRefusal };

/** The age that Stripe's own libraries accept. They accept any signature from the future; we do not. */
const toleranceSeconds = 300;

/**
 * Reads one delivery, if one of `secrets` signed exactly these bytes within five minutes of `now`. While a secret is
 * being replaced there are two of them, on both sides.
 */
export function readWebhook(delivery: {
  rawBody: Buffer;
  signature: string | undefined;
  secrets: readonly string[];
  now: Date;
}): ReadWebhook {
  const refusal = refuseSignature(delivery);
  if (refusal) return { kind: 'refused', reason: refusal };
  const event = readStoredEvent(delivery);
  return event ? { kind: 'event', event } : { kind: 'refused', reason: 'malformed_event' };
}

/** Reads an event whose signature was checked when it came; null where it does not have the shape that we know. */
export function readStoredEvent({ rawBody, now }: { rawBody: Buffer; now: Date }): StripeEvent | null {
  const parsed = eventShape.safeParse(parseJson(rawBody));
  if (!parsed.success) return null;
  const { id, type, api_version: apiVersion, livemode, created, data } = parsed.data;
  const createdAt = created === undefined ? now : new Date(created * 1000);
  return { id, type, apiVersion: apiVersion ?? null, livemode: livemode ?? null, createdAt, subject: data.object };
}

function refuseSignature(delivery: Parameters<typeof readWebhook>[0]): WebhookRefusal | null {
  if (!delivery.signature) return 'missing_signature';
  const header = parseHeader(delivery.signature);
  if (!header) return 'malformed_signature';
  if (!isSigned(delivery, header)) return 'bad_signature';
  const ageSeconds = Math.floor(delivery.now.getTime() / 1000) - Number(header.time);
  return Math.abs(ageSeconds) > toleranceSeconds ? 'stale' : null;
}

interface Header {
  /** Unix seconds, as they were written: the signature covers these digits. */
  time: string;
  signatures: Buffer[];
}

/** `t=<time>,v1=<hex>[,v1=<hex>]`; other schemes (`v0`) prove nothing. Of two times, the signed one is unknown. */
function parseHeader(text: string): Header | null {
  const pairs = text.split(',').map((pair) => pair.trim().split('='));
  const valuesOf = (name: string) => pairs.flatMap(([key, value = '']) => (key === name ? [value] : []));
  const [time = '', ...otherTimes] = valuesOf('t');
  const signatures = valuesOf('v1').filter((value) => /^[0-9a-f]{64}$/.test(value));
  if (!/^\d{1,12}$/.test(time) || otherTimes.length > 0 || signatures.length === 0) return null;
  return { time, signatures: signatures.map((value) => Buffer.from(value, 'hex')) };
}

/** Everybody knows an empty secret, so it proves nothing. */
function isSigned({ rawBody, secrets }: { rawBody: Buffer; secrets: readonly string[] }, header: Header): boolean {
  return secrets
    .filter((secret) => secret !== '')
    .map((secret) => createHmac('sha256', secret).update(`${header.time}.`).update(rawBody).digest())
    .some((expected) => header.signatures.some((signature) => timingSafeEqual(expected, signature)));
}

/** The fields of an event that we read; Stripe adds fields at will. */
const eventShape = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(255)),
  object: z.literal('event'),
  type: z.string().check(z.minLength(1), z.maxLength(255)),
  api_version: z.nullish(z.string()),
  livemode: z.optional(z.boolean()),
  created: z.optional(z.int().check(z.nonnegative())),
  data: z.object({ object: z.looseObject({}) }),
});

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    return undefined; // no event has this shape, so the caller refuses it
  }
}
