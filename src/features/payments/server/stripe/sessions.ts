import * as z from 'zod/mini';
import type { StripeApi } from './api.ts';

/** A checkout of a payment link that came to its end, as Stripe has it, in the words of an event about it. */
export interface AskedSession {
  id: string;
  /** As the event that Stripe would have sent. */
  event: { id: string; object: 'event'; type: string; created: number; livemode: boolean; data: { object: unknown } };
}

/** A page of sessions; `next`: where the one after begins, null: there is none. */
export interface SessionPage {
  sessions: AskedSession[];
  next: string | null;
}

/** The complete sessions of a link since a moment, the newest first; null: Stripe did not say. */
export async function listSessions(
  api: StripeApi,
  asked: { paymentLink: string; since: Date | null; after: string | null },
): Promise<SessionPage | null> {
  const { paymentLink, since, after } = asked;
  const { status, json } = await api.get('/v1/checkout/sessions', {
    payment_link: paymentLink,
    status: 'complete',
    limit: '100',
    ...(since && { 'created[gte]': String(Math.floor(since.getTime() / 1000)) }),
    ...(after !== null && { starting_after: after }),
  });
  const page = status === 200 ? sessionList.safeParse(json).data : undefined;
  if (!page) return null;
  const sessions = page.data.map(toAsked);
  return { sessions, next: page.has_more ? (sessions.at(-1)?.id ?? null) : null };
}

function toAsked(session: z.infer<typeof sessionObject>): AskedSession {
  const { id, created, livemode, payment_status: paid } = session;
  return {
    id,
    event: {
      // A session that is paid later has another name, so that it is followed again.
      id: `asked_${id}_${paid ?? 'unknown'}`,
      object: 'event',
      type: 'checkout.session.completed',
      ...{ created, livemode, data: { object: session } },
    },
  };
}

const sessionObject = z.looseObject({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  created: z.int().check(z.nonnegative()),
  livemode: z.boolean(),
  payment_status: z.nullish(z.string().check(z.maxLength(40))),
});
const sessionList = z.object({ data: z.array(sessionObject), has_more: z.optional(z.boolean()) });
