import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { listButtons } from '../features/payments/server/card-offer.ts';
import { findPlan, listPlans } from '../features/payments/server/plan-queries.ts';
import { findOrder } from '../features/payments/server/queries.ts';
import { buyButtonPath } from '../features/payments/server/sandbox/card-checkout.ts';
import type { Letter } from '../features/payments/server/sandbox/letter.ts';
import type { Sandbox } from '../features/payments/server/sandbox/sandbox.ts';
import { sandboxOauthPath } from '../features/payments/server/sandbox/wechat-cashier.ts';
import type { Db } from '../server/database/db.ts';
import { AppError, notFound } from '../server/http/errors.ts';
import type { Http } from '../server/http/http.ts';
import { securityHeaders } from '../server/http/security-headers.ts';
import type { Language } from '../shared/languages.ts';
import { readOwnPath } from '../shared/own-path.ts';
import { paymentReturnPath, wechatReturnPath } from '../shared/paths.ts';
import { nameOfPlan } from '../shared/plans.ts';
import { readPageRequest } from './rendering/pages.ts';
import type { PageRenderer } from './rendering/render.tsx';
import { writeBuyButton } from './sandbox-button.ts';
import { paramsOf, sandboxPage } from './site/SandboxPage.tsx';

interface SandboxDeps {
  http: Http;
  renderer: PageRenderer;
  publicUrl: string;
  sandbox: Sandbox;
  db: Db;
}

const bought = z.object({
  buy_button_id: z.string(),
  client_reference_id: z.optional(z.nullable(z.string())),
  code: z.optional(z.nullable(z.string())),
  /** The message about the payment never comes. */
  is_lost: z.optional(z.boolean()),
});

/**
 * The sandbox's pay page and its card buttons; payments there arrive as signed notifications, like those of the
 * providers.
 */
export async function registerSandbox({ http, renderer, publicUrl, sandbox, db }: SandboxDeps): Promise<void> {
  const { app } = http;
  const { wechat, card } = sandbox;

  const deliver = async ({ path: url, headers, body }: Letter): Promise<boolean> => {
    const answer = await app.inject({ method: 'POST', url, headers, body });
    return answer.statusCode < 300;
  };

  const listOffered = async () => listButtons(await listPlans(db), card.config);

  async function answerPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const asked = readPageRequest(request);
    const order = wechat.findOrder(orderNamed(request));
    const { html, hashes } = renderer.renderAlone(
      asked,
      sandboxPage,
      paramsOf(order, order && (await planNameOf(order.number, asked.language))),
    );
    return reply
      .code(order ? 200 : 404)
      .headers({
        ...securityHeaders({ publicUrl, page: hashes }),
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Language': asked.language,
        'Cache-Control': 'no-store',
      })
      .send(html);
  }

  async function planNameOf(number: string, language: Language): Promise<string | null> {
    const order = await findOrder(db, number);
    const plan = order?.plan ? await findPlan(db, order.plan) : null;
    return plan && nameOfPlan(plan.name, language);
  }

  async function choose(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    requireOwnPage(request, publicUrl);
    const name = orderNamed(request);
    const choice = request.body instanceof URLSearchParams ? request.body.get('choice') : null;
    if (choice === 'cancel') wechat.cancel(name);
    else {
      const letter = wechat.pay(name);
      // A payment whose notification is refused is found later by a query, as with the real provider.
      if (letter && !(await deliver(letter))) request.log.warn({ event: 'sandbox notification refused' }, 'refused');
    }
    // Loading the page again must not pay again. WeChat sends a phone's browser back to where the order came from.
    return reply.header('Cache-Control', 'no-store').redirect(returnOf(request) ?? request.url, 303);
  }

  await app.register(async (scope: FastifyInstance) => {
    const options = { parseAs: 'string' as const };
    scope.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    scope.get('/sandbox/pay/:order_id', { schema: { hide: true } }, answerPage);
    scope.post('/sandbox/pay/:order_id', { schema: { hide: true } }, choose);
    scope.get(`${sandboxOauthPath}/connect/oauth2/authorize`, { schema: { hide: true } }, (request, reply) =>
      reply.header('Cache-Control', 'no-store').redirect(payerKnown(request), 302),
    );
  });

  app.get(buyButtonPath, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .headers({ 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' })
      .send(writeBuyButton(await listOffered(), renderer.textIn)),
  );

  app.post('/sandbox/card', { schema: { hide: true, body: bought } }, async (request, reply) => {
    requireOwnPage(request, publicUrl);
    const { buy_button_id: buyButtonId, client_reference_id: clientReferenceId = null, is_lost: isLost } = request.body;
    const button = (await listOffered()).find((each) => each.buyButtonId === buyButtonId);
    if (!button) throw notFound();
    const letter = card.buy({ button, clientReferenceId, code: request.body.code || null });
    if (!letter) throw new AppError(400, 'coupon_invalid', 'This code is not valid');
    if (!isLost && !(await deliver(letter))) throw new Error('Our own webhook did not take the sandbox’s sale');
    return reply.code(204).header('Cache-Control', 'no-store').send();
  });
}

/** The page after a payment that the address names; null: none of ours. */
function returnOf({ query }: FastifyRequest): string | null {
  const path = ownPathOf(z.object({ redirect_url: z.optional(z.string()) }).parse(query).redirect_url);
  return path?.startsWith(paymentReturnPath('')) ? path : null;
}

/** Back at once, with a word for the one payer there is. */
function payerKnown({ query }: FastifyRequest): string {
  const { redirect_uri: back, state } = z.object({ redirect_uri: z.string(), state: z.string() }).parse(query);
  const path = ownPathOf(back);
  if (!path?.startsWith(wechatReturnPath)) throw notFound();
  const word = new URLSearchParams({ code: 'sandbox', state });
  return `${path}${path.includes('?') ? '&' : '?'}${word}`;
}

/** An address without its host: wherever it led, the browser stays here. */
function ownPathOf(address: string | undefined): string | null {
  if (address === undefined || !URL.canParse(address)) return null;
  const { pathname, search } = new URL(address);
  return readOwnPath(pathname + search) && pathname + search;
}

const orderParams = z.object({ order_id: z.string() });
const orderNamed = (request: FastifyRequest) => orderParams.parse(request.params).order_id;

/** Accepts a purchase only from a page of this site: the browser's headers name the site that a form comes from. */
function requireOwnPage({ headers }: FastifyRequest, publicUrl: string): void {
  const site = headers['sec-fetch-site'];
  const { origin, host } = headers;
  const isOwn = site === undefined ? isOwnOrigin(origin, { publicUrl, host }) : site === 'same-origin';
  if (!isOwn) throw new AppError(403, 'forbidden', 'Only a page of this site may do that');
}

function isOwnOrigin(
  origin: string | undefined,
  { publicUrl, host }: { publicUrl: string; host: string | undefined },
): boolean {
  return origin === undefined || origin === publicUrl || origin === `http://${host}`;
}
