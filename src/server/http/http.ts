import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { TokenScope } from '../../shared/calls.ts';
import { isPreviewing } from '../database/preview.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Body } from '../process/payload.ts';
import { Payload } from '../process/payload.ts';
import { createTrust, type TrustProxy } from './address.ts';
import { AtHand, type PeekHotFile } from './at-hand.ts';
import { boundConnections, closeListener } from './connections.ts';
import { AppError, notFound, toAppError, unavailable } from './errors.ts';
import { createFileFloods } from './file-floods.ts';
import type { Gate } from './gate.ts';
import type { CountedAs, Counting, Limiter } from './limits.ts';
import {
  classOfUser,
  classOfVisitor,
  isJudgedLate,
  type LoadClass,
  overloaded,
  type RouteClass,
  type Shedder,
  shedNothing,
} from './overload.ts';
import { matchesEtag, type PublicAnswer, type PublicAnswers, sharedCaching } from './public-answers.ts';
import { createRequestLog } from './request-log.ts';

export type HttpApp = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>;

/** An answer that is the same for every visitor: one per key, made when it is not in the cache. */
export interface PublicService {
  key: string;
  headers: Record<string, string>;
  make: () => Promise<Body>;
  /**
   * A large answer that each crawler requests once: it has a cache of its own, so that it does not push out popular
   * answers.
   */
  isSeldom?: true;
  /** The answer to a user, where it differs from a visitor's. */
  makeForUser?: (() => Promise<Payload>) | undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** 'call' by default. */
    counts?: Counting;
    /** The scopes of access tokens, each of which opens the route; by default none does. */
    scopes?: readonly TokenScope[] | undefined;
  }
}

export interface Http {
  app: HttpApp;
  /**
   * Serves a shared answer in the form and freshness that the caller allows; later requests may be answered from
   * memory, before any routing. A user's answer is made for that user alone, kept by nobody, and neither fills nor
   * reads the shared cache (spec: http.md#caching).
   */
  servePublic(request: FastifyRequest, reply: FastifyReply, service: PublicService): Promise<FastifyReply>;
  /** Counts a redirect by a route that counts as 'unless-served'; may throw 429. */
  countRedirect(request: FastifyRequest): void;
  /**
   * Counts a request of a route that counts as 'studio': for its user with a role, else for its address. May throw 429.
   */
  countInStudio(request: FastifyRequest, staffId: string | null): void;
  /**
   * Lets a route time the body of a request by itself, until the returned function is called: a large body may take
   * longer than `bodyTimeoutMs` in all.
   */
  takeTime(request: FastifyRequest): () => void;
  /** Counts and logs a failure that a route answers by itself, as the platform does with all others. */
  noteFailure(request: FastifyRequest, error: unknown): void;
  /** Answers a request that fits no page after all. */
  answerUnknown(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Answers with a page where something stood that is gone (410). */
  showGone(answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): void;
  /** Serves files below that path that `peek` finds in memory before any routing. */
  serveHotFiles(prefix: string, peek: PeekHotFile): void;
}

interface HttpDeps {
  log: FastifyBaseLogger;
  trustProxy: TrustProxy;
  limiter: Limiter;
  metrics: Metrics;
  answers: PublicAnswers;
  /** Whether a request that carries credentials comes from a user. */
  isUser?: (request: FastifyRequest) => Promise<boolean>;
  /** The address by which a request is routed, where that is another one than it asks for. */
  rewriteUrl?: (request: IncomingMessage) => string;
  /** Whether a path is served at all; all are by default. */
  serves?: (path: string) => boolean;
  /** Whether the process is about to stop: it still serves, but each answer closes its connection. */
  isLeaving?: () => boolean;
  /** Awaited before any request is routed; null: there is nothing to wait for. */
  getReady?: () => Promise<void> | null;
  /** The most connections; absent: as many as the system allows. */
  maxConnections?: number;
  /** Refuses requests while there is too much to do; by default none. */
  shedder?: Shedder;
  /** The queue for making visitors' pages and lists; without it nothing waits. */
  pages?: Pick<Gate, 'run'>;
  /** The class of a route's requests under load; absent: none is ever refused. */
  classOf?: (route: string | undefined) => RouteClass;
  /** Headers that every answer carries. */
  securityHeaders: Record<string, string>;
  /** Answers a request that fits no route; 404 by default. */
  answerUnknown?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

const headersTimeoutMs = 10_000;
const bodyTimeoutMs = 30_000;
const keepAliveTimeoutMs = 65_000;
/** The size of the cache of rarely requested answers. */
const mostSeldomBytes = 4 * 1024 * 1024;
const bodyLimitBytes = 64 * 1024;
/** Node refuses longer heads anyway, and each parameter's own rule refuses one that is too long. */
const longestParameter = 16 * 1024;

/** Only these answers are logged with the caller's address: they help to find a caller who guesses or floods. */
const refusalStatuses = new Set([401, 403, 429, 503]);

/** How the API's description names the user's token, and the `security` of a call that wants one. */
export const tokenScheme = 'token';
export const needsToken = [{ [tokenScheme]: [] }];

export const jsonHeaders: Record<string, string> = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': sharedCaching,
  Vary: 'Authorization, Accept-Encoding',
};

/** The HTTP platform: limits, headers, one error mapper, what is at hand. Features add their routes to its `app`. */
export function createHttp(deps: HttpDeps): Http {
  z.config(z.locales.en());
  const { log, limiter, metrics, answers } = deps;
  const seldomAnswers = answers.apart(mostSeldomBytes);
  const trust = createTrust(deps.trustProxy);
  const nextRequestId = createRequestIds();
  const atHand = new AtHand({ ...deps, trust, nextRequestId });
  let answerGone: ((request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) | null = null;
  async function answerUnknown(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!deps.answerUnknown) return sendError(reply, notFound());
    await deps.answerUnknown(request, reply).catch(async (error: unknown) => {
      if (answerGone && error instanceof AppError && error.status === 410) return answerGone(request, reply);
      noteFailure(request, error);
      sendError(reply, error);
    });
  }
  const { isUser = async () => false, getReady = () => null, isLeaving = () => false } = deps;
  const { serves = () => true, shedder = shedNothing, classOf = () => 'never' } = deps;
  const { pages = { run: (work) => work() }, rewriteUrl = ({ url = '/' }) => url } = deps;
  let isStopping = false;
  /** While the listener closes, requests wait: their work would keep connections waiting that the system then resets. */
  let held: (() => void)[] | null = null;
  const floods = createFileFloods();
  const unhurried = new WeakSet<Socket>();
  /** Connections with a request. */
  const met = new WeakSet<Socket>();
  /**
   * What came before the listener was closed, requests or connections: it is served, since a proxy does not send a
   * write twice.
   */
  const taken = new WeakSet<IncomingMessage>();
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: createRequestLog,
    genReqId: nextRequestId,
    trustProxy: trust,
    bodyLimit: bodyLimitBytes,
    routerOptions: { maxParamLength: longestParameter },
    rewriteUrl,
    requestTimeout: bodyTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => {
      // Node tells of a request's time-out once, and leaves it to this function to end the request.
      if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT' || !unhurried.has(socket)) refuseMalformed(error, socket);
    },
    serverFactory: (handler) =>
      createServer(
        {
          headersTimeout: headersTimeoutMs,
          requestTimeout: bodyTimeoutMs,
          keepAliveTimeout: keepAliveTimeoutMs,
          connectionsCheckingInterval: 1000,
        },
        (request, response) => {
          if (isLeaving()) response.shouldKeepAlive = false;
          if (held || (isStopping && !met.has(request.socket))) taken.add(request);
          met.add(request.socket);
          if (held) held.push(() => handler(request, response));
          else if (isStopping || rewriteUrl(request) !== request.url || !atHand.answer(request, response))
            handler(request, response);
        },
      ),
    return503OnClosing: false, // our own answer below has the contract's form
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply);
      const refusal = refusalOf(request);
      if (refusal) sendError(reply, refusal);
      else if (request.url.startsWith('/api/')) sendError(reply, error);
      else void answerUnknown(request, reply);
    },
  }).withTypeProvider<ZodTypeProvider>() as unknown as HttpApp; // the logger's type parameter is fixed above
  boundConnections(app.server, { most: deps.maxConnections ?? Number.POSITIVE_INFINITY, metrics });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.removeContentTypeParser('text/plain');

  /** By default nobody may keep an answer; a route can allow it. */
  function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
    reply.headers(deps.securityHeaders).header('X-Request-Id', request.id);
    if (request.url.startsWith('/api/')) reply.headers({ 'Cache-Control': 'private, no-store', Vary: 'Authorization' });
  }

  function refusalOf(request: FastifyRequest): AppError | undefined {
    if (!serves(request.url.split('?', 1)[0] ?? '')) return notFound();
    if (isStopping && !taken.has(request.raw))
      return unavailable('The service is being restarted, please try again shortly');
    const as = countedAtOnce(request);
    if (as !== null) return overLimit(request, as) ?? underLoad(request);
    const isFile = request.routeOptions?.config?.counts === 'unless-served';
    return (isFile ? refuseToWait(floods.waitOf(request.ip)) : undefined) ?? underLoad(request);
  }

  /** Where the class depends on who asks, or on a cache, the request is judged later, when it is answered. */
  function underLoad(request: FastifyRequest): AppError | undefined {
    const name = classOf(request.routeOptions?.url);
    if (name === 'never' || isJudgedLate(name)) return undefined;
    return shedder.refuses(name) ? overloaded() : undefined;
  }

  function refuseUnderLoad(name: LoadClass): void {
    if (shedder.refuses(name)) throw overloaded();
  }

  /**
   * Makes a visitor's answer. If no cache holds it, it may be refused under load, and waits for its turn. If a cache
   * holds it, one caller makes it anew for all, which is no load.
   */
  function visitorsMaking(request: FastifyRequest, { key, isSeldom, make }: PublicService): () => Promise<Body> {
    const ofRoute = classOf(request.routeOptions.url);
    if ((isSeldom ? seldomAnswers : answers).holds(key) || ofRoute === 'never') return make;
    const name = classOfVisitor(ofRoute, request.url);
    refuseUnderLoad(name);
    return name === 'page' ? () => pages.run(make) : make; // searches have a queue of their own
  }

  function overLimit(request: FastifyRequest, as: CountedAs): AppError | undefined {
    return refuseToWait(limiter.take({ as, address: request.ip }));
  }

  function refuseToWait(waitSeconds: number): AppError | undefined {
    if (waitSeconds === 0) return undefined;
    metrics.countRefusal('rate_limited');
    return new AppError(429, 'rate_limited', 'Too many requests, please try again later', {
      retryAfterSeconds: waitSeconds,
    });
  }

  // These two hooks use callbacks: they run for every request, also for images, where a promise each costs time.
  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply);
    const refusal = refusalOf(request);
    const waiting = refusal || request.routeOptions.config?.counts === 'health' ? null : getReady();
    if (waiting) waiting.then(() => done(), done);
    else done(refusal);
  });
  app.addHook('preClose', async () => {
    held = [];
    await closeListener(app.server);
    isStopping = true;
    const waiting = held;
    held = null;
    for (const answer of waiting) answer();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched';
    const { method } = request;
    const { statusCode: status, elapsedTime } = reply;
    metrics.requests.of({ method, route, status }).observe(elapsedTime / 1000);
    const refused = refusalStatuses.has(status) ? { address: request.ip } : {};
    log.info({ reqId: request.id, method, route, status, ms: Math.round(elapsedTime), ...refused }, 'request');
    done();
  });
  /** An intended refusal under load is counted and logged in short; any other failure on our side is logged in full. */
  function noteFailure(request: FastifyRequest, error: unknown): void {
    const mapped = toAppError(error);
    if (mapped.status < 500) return;
    if (mapped !== error || mapped.cause !== undefined) {
      request.log.error({ err: error, code: mapped.code }, 'request failed');
      return;
    }
    metrics.countRefusal(mapped.refusal ?? mapped.code);
    request.log.warn({ code: mapped.code }, 'request refused');
  }

  app.setErrorHandler((error, request, reply) => {
    const mapped = toAppError(error);
    noteFailure(request, error);
    const isCounted = request.routeOptions.config?.counts !== 'unless-served';
    const refusal = isCounted ? undefined : overLimit(request, 'call');
    if (refusal) floods.note(request.ip, refusal.retryAfterSeconds ?? 0);
    sendError(reply, refusal ?? mapped);
  });
  app.setNotFoundHandler(answerUnknown);

  function headersNow(headers: Record<string, string>): Record<string, string> {
    return headers['Cache-Control'] === sharedCaching ? { ...headers, 'Cache-Control': answers.caching() } : headers;
  }

  return {
    app,
    async servePublic(request, reply, service) {
      const { key, headers, make, makeForUser, isSeldom } = service;
      if (request.headers.authorization !== undefined && (await isUser(request))) {
        refuseUnderLoad(classOfUser(classOf(request.routeOptions.url)));
        const payload = makeForUser ? await makeForUser() : new Payload((await make()).text);
        reply.headers({ ...headers, 'Cache-Control': 'private, no-store' });
        return sendPayload(request, reply, payload);
      }
      if (isPreviewing()) {
        reply.headers({ ...headers, 'Cache-Control': 'private, no-store' });
        return sendPayload(request, reply, new Payload((await make()).text));
      }
      const making = visitorsMaking(request, service);
      if (isSeldom) return sendAnswer(request, reply, await seldomAnswers.get(key, making), headersNow(headers));
      const answer = await answers.get(key, making);
      atHand.remember(request.raw, { key, headers, route: request.routeOptions.url ?? 'unmatched' });
      return sendAnswer(request, reply, answer, headersNow(headers));
    },
    countRedirect(request) {
      const refusal = overLimit(request, 'call');
      if (refusal) throw refusal;
    },
    countInStudio(request, staffId) {
      const refusal = staffId === null ? overLimit(request, 'call') : refuseToWait(limiter.takeInStudio(staffId));
      if (refusal) throw refusal;
    },
    takeTime({ raw: { socket } }) {
      unhurried.add(socket);
      return () => unhurried.delete(socket);
    },
    answerUnknown,
    showGone(answer) {
      answerGone = answer;
    },
    noteFailure,
    serveHotFiles: (prefix, peek) => atHand.serveHotFiles(prefix, peek),
  };
}

/** How the request counts before it is answered; null where that is not known yet. */
function countedAtOnce({ routeOptions, raw }: FastifyRequest): CountedAs | null {
  const counts = routeOptions?.config?.counts ?? 'call';
  if (counts === 'unless-served' || counts === 'studio') return null;
  if (counts !== 'health') return counts;
  return raw.url === routeOptions.url ? null : 'call';
}

/** Sends a failure (spec: http.md#answers); never cacheable. */
export function sendError(reply: FastifyReply, error: unknown): void {
  const failure = toAppError(error);
  if (failure.retryAfterSeconds !== undefined) reply.header('Retry-After', failure.retryAfterSeconds);
  void reply
    .code(failure.status)
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(failure.body());
}

/** Sends a shared answer in the smallest accepted form, or 304 where the caller has it. */
async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PublicAnswer,
  headers: Record<string, string>,
): Promise<FastifyReply> {
  reply.headers(headers).header('ETag', answer.etag);
  if (matchesEtag(request.headers['if-none-match'], answer.etag)) return reply.code(304).send();
  return sendPayload(request, reply, answer);
}

/** Sends a body in the smallest accepted form. */
export async function sendPayload(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Payload,
): Promise<FastifyReply> {
  const encoding = payload.encodingFor(request.headers['accept-encoding']);
  if (encoding) reply.header('Content-Encoding', encoding);
  return reply.send(await payload.bytes(encoding));
}

/** Ids are unique across processes and cheap: a random prefix and a count. */
function createRequestIds(): () => string {
  const prefix = randomBytes(6).toString('hex');
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}

const malformedAnswers: Record<string, [status: string, code: string, error: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'invalid_request', 'The request head is too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'invalid_request', 'The request took too long to arrive'],
};

/** Answers bytes that are not HTTP, which reach no route. */
function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const known = error.code === undefined ? undefined : malformedAnswers[error.code];
  const [status, code, text] = known ?? ['400 Bad Request', 'invalid_request', 'The request is not well-formed'];
  const body = JSON.stringify({ error: text, code });
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
