import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../../server/errors.ts';
import type { HttpApp } from '../../../server/http.ts';
import { apiBase } from '../../../shared/paths.ts';
import { followCardFact } from './card-sales.ts';
import { recordRefund, type Settled } from './payments.ts';
import { insertEvent, updateEvent } from './queries.ts';
import type { PaymentDeps } from './routes.ts';
import { readFact } from './stripe/mapping.ts';
import { readWebhook } from './stripe/webhook.ts';
import type { WechatNotification } from './wechat/notification.ts';
import type { WechatRefundFact } from './wechat/wechat-pay.ts';
import { settleWechat, type WechatOrderDeps, wechatNotifyPath } from './wechat-orders.ts';

/** What providers call. Their signatures are of the very bytes, so nothing parses them before. */
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

/** As WeChat Pay wants to be answered (payments.md 1.7): anything but 200 and 204 is told again. */
async function answerWechat(deps: PaymentDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { db, wechat, clock } = deps;
  if (!wechat) throw notFound();
  const body = rawBody(request);
  const told = wechat.wechat.readNotification({ headers: request.headers, rawBody: body, now: clock() });
  if (told.kind === 'refused') {
    const isOurFault = told.reason === 'undecryptable';
    request.log[isOurFault ? 'error' : 'warn']({ event: 'notification refused', reason: told.reason }, 'refused');
    return fail(reply, isOurFault || told.reason === 'malformed' ? 400 : 401, told.reason);
  }
  const event = { provider: 'wechat' as const, eventKey: told.eventId };
  const isRepeated = await insertEvent(db, { ...event, kind: told.kind, body });
  // Its second may have brought other news of the same refund since, and then the repetition would undo it.
  if (isRepeated && told.kind === 'refund') return reply.code(204).send();
  const outcome = await followWechat(wechat, told);
  // An order that we do not know yet may be one that is just being written: told again, it is known.
  if (outcome === 'unknown_order') return fail(reply, 404, 'unknown order');
  await updateEvent(db, { ...event, outcome });
  return reply.code(204).send();
}

async function followWechat(
  wechat: WechatOrderDeps,
  told: Exclude<WechatNotification, { kind: 'refused' }>,
): Promise<Settled['kind'] | 'refund' | 'nothing'> {
  switch (told.kind) {
    case 'paid':
      return (await settleWechat(wechat, told.fact)).kind;
    case 'refund':
      await recordRefund(wechat.db, refundOf(told.fact, told.toldAt));
      return 'refund';
    case 'not_paid':
    case 'other':
      return 'nothing';
  }
}

/** What WeChat Pay says of a refund, as our books take it. */
export function refundOf(fact: WechatRefundFact, toldAt: Date) {
  const states = {
    succeeded: 'succeeded',
    failed: 'failed',
    closed: 'failed',
    processing: 'pending',
    unknown: 'pending',
  } as const;
  return {
    provider: 'wechat' as const,
    refundId: fact.refundNumber,
    orderKey: fact.orderNumber,
    amountMinor: fact.amountMinor,
    state: states[fact.state],
    occurredAt: fact.refundedAt ?? toldAt,
  };
}

function fail(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ code: 'FAIL', message });
}

/** Stripe tells again what is not answered with 2xx, so only what it can do nothing about is. */
async function answerStripe(deps: PaymentDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { db, stripe, clock } = deps;
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
    request.log.warn({ event: 'webhook refused', reason: read.reason }, 'refused');
    return reply.code(400).send({ error: 'The webhook was refused', code: 'invalid_request' });
  }
  const event = { provider: 'stripe' as const, eventKey: read.event.id };
  await insertEvent(db, { ...event, kind: read.event.type.slice(0, 100), body });
  const outcome = await followCardFact(stripe.sales, readFact(read.event, stripe.config));
  await updateEvent(db, { ...event, outcome });
  return reply.send({ received: true });
}
