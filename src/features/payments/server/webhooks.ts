import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StripeConfig } from '../../../server/config-payments.ts';
import type { DbPool } from '../../../server/db.ts';
import { notFound } from '../../../server/errors.ts';
import type { HttpApp } from '../../../server/http.ts';
import { apiBase } from '../../../shared/paths.ts';
import { type CardSalesDeps, followCardFact } from './card-sales.ts';
import { type CountNotification, takeEvent } from './events.ts';
import { describeSubject, readFact } from './stripe/mapping.ts';
import { readWebhook } from './stripe/webhook.ts';
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

/** What providers call. Their signatures are of the very bytes, so nothing parses them before, whatever type they name. */
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
  const { wechat, clock, count } = deps;
  if (!wechat) throw notFound();
  const body = rawBody(request);
  const told = wechat.wechat.readNotification({ headers: request.headers, rawBody: body, now: clock() });
  if (told.kind === 'refused') {
    count({ provider: 'wechat', outcome: 'refused' });
    const isOurFault = told.reason === 'undecryptable';
    request.log[isOurFault ? 'error' : 'warn']({ event: 'notification refused', reason: told.reason }, 'refused');
    return fail(reply, isOurFault || told.reason === 'malformed' ? 400 : 401, told.reason);
  }
  const { kind, eventId: eventKey } = told;
  const event = { provider: 'wechat' as const, eventKey, kind, body, ...aboutNotification(told) };
  const { unsettled } = await takeEvent(deps, event, {
    // Its second may have brought other news of the same refund since, and then the repetition would undo it.
    isOver: () => kind === 'refund',
    follow: () => followNotification(wechat, told),
  });
  // An order that we do not know yet may be one that is just being written: told again, it is known.
  return unsettled === null ? reply.code(204).send() : fail(reply, 404, 'unknown order');
}

function fail(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ code: 'FAIL', message });
}

/** Stripe tells again what is not answered with 2xx, so only what it can do nothing about is. */
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
    // Whatever is told twice changes nothing twice; what was doubted or unreadable is judged anew.
    isOver: () => false,
    follow: () => followCardFact(stripe.sales, readFact(read.event, stripe.config)),
  });
  return reply.send({ received: true });
}
