import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { AppError, toAppError } from './errors.ts';
import type { Limiter } from './limits.ts';
import type { Metrics } from './metrics.ts';
import { encodingFor, matchesEtag, type PublicAnswer } from './public-answers.ts';

export type HttpApp = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>;

const headersTimeoutMs = 10_000;
const bodyTimeoutMs = 30_000;
const keepAliveTimeoutMs = 65_000;
const bodyLimitBytes = 64 * 1024;
const longestParameter = 500;

/** What an answer to a visitor may be kept for by anyone, contract.md section 1. */
export const sharedCaching = 'public, max-age=0, s-maxage=5, stale-while-revalidate=30';

/** Answers at once what is hot, ahead of routing; true when it did. */
export type FastLane = (request: IncomingMessage, response: ServerResponse) => boolean;

interface HttpDeps {
  log: FastifyBaseLogger;
  trustProxy: number | string[] | false;
  limiter: Limiter;
  metrics: Metrics;
  fastLane: FastLane;
  /** Checks every answer against its contract: in tests, since it costs a third of the throughput. */
  validateAnswers: boolean;
  /** Headers that every answer carries. */
  securityHeaders: Record<string, string>;
}

/** The HTTP platform: limits, headers, one error mapper. Features add their routes to what it returns. */
export function createHttp({
  log,
  trustProxy,
  limiter,
  metrics,
  fastLane,
  securityHeaders,
  validateAnswers,
}: HttpDeps): HttpApp {
  const app = fastify({
    loggerInstance: log,
    disableRequestLogging: true,
    genReqId: () => randomUUID(),
    trustProxy,
    bodyLimit: bodyLimitBytes,
    routerOptions: { maxParamLength: longestParameter },
    requestTimeout: bodyTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, _request, reply) => sendError(reply, error),
    serverFactory: (handler) =>
      createServer(
        {
          headersTimeout: headersTimeoutMs,
          requestTimeout: bodyTimeoutMs,
          keepAliveTimeout: keepAliveTimeoutMs,
          connectionsCheckingInterval: 1000,
        },
        (request, response) => {
          if (!fastLane(request, response)) handler(request, response);
        },
      ),
  }).withTypeProvider<ZodTypeProvider>() as unknown as HttpApp; // the logger's type parameter is fixed above
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(validateAnswers ? serializerCompiler : () => JSON.stringify);

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders);
    reply.header('X-Request-Id', request.id);
    await limiter.check(request);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unmatched';
    metrics.observeRequest({
      method: request.method,
      route,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
    request.log.info(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
  });
  app.setErrorHandler((error, request, reply) => {
    const mapped = toAppError(error);
    if (mapped.status >= 500) request.log.error({ err: error, code: mapped.code }, 'request failed');
    sendError(reply, mapped);
  });
  return app;
}

/** Sends a failure as contract.md section 1 spells it; never cacheable. */
export function sendError(reply: FastifyReply, error: unknown): void {
  const failure = error instanceof AppError ? error : toAppError(error);
  if (failure.retryAfterSeconds !== undefined) reply.header('Retry-After', failure.retryAfterSeconds);
  void reply
    .code(failure.status)
    .header('Cache-Control', 'no-store')
    .header('Vary', 'Authorization')
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(failure.body());
}

/** Sends a shared answer in the smallest accepted form, or 304 where the caller has it. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PublicAnswer,
  headers: Record<string, string>,
): FastifyReply {
  reply.headers(headers).header('ETag', answer.etag);
  if (matchesEtag(request.headers['if-none-match'], answer.etag)) return reply.code(304).send();
  const { bytes, encoding } = encodingFor(answer, request.headers['accept-encoding']);
  if (encoding) reply.header('Content-Encoding', encoding);
  return reply.send(bytes);
}

export const jsonHeaders: Record<string, string> = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': sharedCaching,
  Vary: 'Authorization, Accept-Encoding',
};
