import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StripeConfig } from '../../../server/config/payments.ts';
import type { Db, DbPool } from '../../../server/database/db.ts';
import { notFound } from '../../../server/http/errors.ts';
import type { HttpApp } from '../../../server/http/http.ts';
import { apiBase } from '../../../shared/paths.ts';
import { readOfferFor } from './card-offer.ts';
import { type CardSalesDeps, followCardFact } from './card-sales.ts';
import { type CountNotification, type Followed, takeEvent } from './events.ts';
import { describeSubject, readFact } from './stripe/mapping.ts';
import { readWebhook, type StripeEvent } from './stripe/webhook.ts';
import { aboutNotification, followNotification } from './wechat-events.ts';
import { type WechatOrderDeps, wechatNotifyPath } from './wechat-orders.ts';

export interface PaymentDeps {
  db: DbPool;
  /** Null: not configured. */
  wechat: WechatOrderDeps | null;
  stripe: { config: StripeConfig; sales: CardSalesDeps } | null;
  clock: () => Date;
  count: CountNotification;
}

/** The calls of providers. Their signatures cover the very bytes, so no parser of any type runs before. */
export async function addWebhooks(app: HttpApp, deps: PaymentDeps): Promise<void> {
  await app.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(wechatNotifyPath, { schema: schemaOf('WeChat Pay') }, (request, reply) =>
      answerWechat(deps, request, reply),
    );
    scope.post(`${apiBase}/payment/stripe/webhook`, { schema: schemaOf('Stripe') }, (request, reply) =>
      answerStripe(deps, request, reply),
    );
  });
}

function schemaOf(provider: string) {
  return {
    summary: `What ${provider} tells, in its own words and with its signature`,
    description: '404 where the provider is not configured.',
    tags: ['payment'],
  };
}

function rawBody(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

/**
 * Answers as WeChat Pay asks for (spec: payments.md#notifications): after anything but 200 and 204 it sends the
 * notification again.
 */
async function answerWechat(deps: PaymentDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { wechat, clock, count } = deps;
  if (!wechat) throw notFound();
  const body = rawBody(request);
  const notification = wechat.wechat.readNotification({ headers: request.headers, rawBody: body, now: clock() });
  if (notification.kind === 'refused') {
    count({ provider: 'wechat', outcome: 'refused' });
    const isOurFault = notification.reason === 'undecryptable';
    request.log[isOurFault ? 'error' : 'warn'](
      { event: 'notification refused', reason: notification.reason },
      'refused',
    );
    return fail(reply, isOurFault || notification.reason === 'malformed' ? 400 : 401, notification.reason);
  }
  const { kind, eventId: eventKey } = notification;
  const event = { provider: 'wechat' as const, eventKey, kind, body, ...aboutNotification(notification) };
  const { unsettled } = await takeEvent(deps, event, {
    // Within the same second other news of this refund may have come since; the repetition would undo it.
    isOver: () => kind === 'refund',
    follow: () => followNotification(wechat, notification),
  });
  // An order that we do not know yet may be in the middle of being written: at the next delivery it is known.
  return unsettled === null ? reply.code(204).send() : fail(reply, 404, 'unknown order');
}

function fail(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ code: 'FAIL', message });
}

/** Follows an event of Stripe's by the offer of this moment. */
export async function judgeCardEvent(
  db: Db,
  { sales, config }: NonNullable<PaymentDeps['stripe']>,
  event: StripeEvent,
): Promise<Followed> {
  return followCardFact(sales, readFact(event, await readOfferFor(db, config, event.subject)));
}

/** Stripe sends an event again until the answer is 2xx, so an event that no repetition can help gets 2xx. */
async function answerStripe(deps: PaymentDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { stripe, clock, count } = deps;
  if (!stripe) throw notFound();
  const body = rawBody(request);
  const header = request.headers['stripe-signature'];
  const read = readWebhook({
    rawBody: body,
    signature: typeof header === 'string' ? header : undefined,
    secrets: stripe.config.webhookSecrets,
    now: clock(),
  });
  if (read.kind === 'refused') {
    count({ provider: 'stripe', outcome: 'refused' });
    request.log.warn({ event: 'webhook refused', reason: read.reason }, 'refused');
    return reply.code(400).send({ error: 'The webhook was refused', code: 'invalid_request' });
  }
  const { id: eventKey, type, subject } = read.event;
  const event = { provider: 'stripe' as const, eventKey, kind: type.slice(0, 100), body, ...describeSubject(subject) };
  await takeEvent(deps, event, {
    // An event that comes twice changes nothing twice; a doubted or unreadable event is judged again.
    isOver: () => false,
    follow: () => judgeCardEvent(deps.db, stripe, read.event),
  });
  return reply.send({ received: true });
}
