import * as z from 'zod/mini';
import type { StripeApi } from './api.ts';

export interface CardRefundWanted {
  /** Our name for the refund: the same name is the same refund, however often it is sent. */
  refundId: string;
  paymentId: string;
  amountMinor: number;
  /** When the refund was first asked for. */
  askedAt: Date;
}

/** A refund as Stripe has it. */
export interface CardRefund {
  id: string;
  state: 'pending' | 'succeeded' | 'failed';
  amountMinor: number;
  createdAt: Date;
}

export type CardRefunded =
  | { kind: 'ok'; refund: CardRefund }
  /** Stripe will not make this refund, now or later. */
  | { kind: 'declined'; code: string }
  /** Anything may have happened: ask again. */
  | { kind: 'unknown'; cause: string };

/** Refunds of card payments through Stripe. */
export interface CardRefunds {
  refund(wanted: CardRefundWanted): Promise<CardRefunded>;
}

/** Stripe forgets the key of a request after 24 hours; a later repetition looks for the refund first. */
const keyHoldsMs = 20 * 60 * 60 * 1000;
/** The name under which a refund at Stripe carries ours. */
const nameField = 'longstrip_refund';

/** Stripe's refunds, with a key that may make them. */
export function createCardRefunds(api: StripeApi, { clock }: { clock: () => Date }): CardRefunds {
  async function make({ refundId, paymentId, amountMinor }: CardRefundWanted): Promise<CardRefunded> {
    const form = { payment_intent: paymentId, amount: String(amountMinor), [`metadata[${nameField}]`]: refundId };
    const { status, json } = await api.post('/v1/refunds', form, refundId);
    if (status >= 200 && status < 300) return readRefund(json, amountMinor);
    // 401 and 403 speak of the key, 409 of a request that is under way, 429 of the pace: not of this refund.
    if (status !== 400 && status !== 402 && status !== 404) return { kind: 'unknown', cause: `status ${status}` };
    return { kind: 'declined', code: refusal.safeParse(json).data?.error.code ?? 'unnamed' };
  }

  /** The refund of our name, where Stripe has it; null: it has none. */
  async function find({ refundId, paymentId, amountMinor }: CardRefundWanted): Promise<CardRefunded | null> {
    const { status, json } = await api.get('/v1/refunds', { payment_intent: paymentId, limit: '100' });
    const list = status === 200 ? refundList.safeParse(json).data : undefined;
    if (!list) return { kind: 'unknown', cause: `status ${status}` };
    const known = list.data.find(({ metadata }) => metadata?.[nameField] === refundId);
    return known ? readRefund(known, amountMinor) : null;
  }

  return {
    async refund(wanted) {
      const isOld = clock().getTime() - wanted.askedAt.getTime() > keyHoldsMs;
      return (isOld && (await find(wanted))) || make(wanted);
    },
  };
}

const refundObject = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(255)),
  amount: z.int().check(z.nonnegative()),
  status: z.nullish(z.string()),
  created: z.optional(z.int().check(z.nonnegative())),
  metadata: z.nullish(z.record(z.string(), z.string())),
});
const refundList = z.object({ data: z.array(refundObject) });
const refusal = z.object({ error: z.object({ code: z.string().check(z.maxLength(100)) }) });

function readRefund(json: unknown, amountMinor: number): CardRefunded {
  const read = refundObject.safeParse(json).data;
  if (!read || read.amount !== amountMinor) return { kind: 'unknown', cause: 'malformed' };
  const { id, status, created } = read;
  const createdAt = created === undefined ? new Date() : new Date(created * 1000);
  return { kind: 'ok', refund: { id, state: stateOf(status), amountMinor, createdAt } };
}

function stateOf(status: string | null | undefined): CardRefund['state'] {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}
