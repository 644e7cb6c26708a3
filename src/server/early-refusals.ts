import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import createRouter from 'find-my-way';
import { isLanguage } from '../shared/languages.ts';
import { clientAddress, type Trust } from './address.ts';
import { retrySeconds } from './errors.ts';
import { joinedWithHead, longestUrl } from './fast-lane.ts';
import type { Limiter } from './limits.ts';
import type { Metrics } from './metrics.ts';
import { classOfVisitor, isJudgedLate, type RouteClass, type Shedder } from './overload.ts';
import { type Encoding, Payload } from './payload.ts';
import { requestLanguage } from './request-language.ts';

interface EarlyRefusalsDeps {
  classOf: (route: string | undefined) => RouteClass;
  shedder: Shedder;
  limiter: Limiter;
  metrics: Metrics;
  trust: Trust;
  log: FastifyBaseLogger;
  nextRequestId: () => string;
  /** Whether a cache holds the answer to a visitor's request. */
  holds: (request: IncomingMessage) => boolean;
  longestParameter: number;
}

/** A refusal as a route sent it. */
interface Refusal {
  status: number;
  payload: Payload;
  /** The lines of the head that are the same in every form. */
  common: string[];
  forms: Map<Encoding | null, Form>;
}

/** One encoding of a refusal, ready to be sent. */
interface Form {
  bytes: Buffer;
  text: string | null;
  /** All lines of the head; each request gets other values in the first two. */
  lines: string[];
}

/** These differ from one refusal to the next, or belong to its connection. */
const ownHeaders = /^(x-request-id|retry-after|content-length|connection|keep-alive|date|transfer-encoding)$/i;
/** A parameter with such a name may be the one of the language. */
const encodedName = /[?&][^=&]*%/;

/**
 * Refuses requests under load before any routing, in the words in which their route refused one before: refusals cost
 * so little that they come at once, however many there are. All that is not sure is left to the routes.
 */
export class EarlyRefusals {
  readonly #router: ReturnType<typeof createRouter>;
  readonly #refusals = new Map<string, Refusal>();
  readonly #judged = new WeakSet<IncomingMessage>();
  readonly #deps: EarlyRefusalsDeps;

  constructor(deps: EarlyRefusalsDeps) {
    this.#deps = deps;
    this.#router = createRouter({ maxParamLength: deps.longestParameter });
  }

  addRoute(route: string): void {
    this.#router.on('GET', route, () => {}, route);
  }

  /** Whether it has decided that this request is not refused. */
  hasTaken(request: IncomingMessage): boolean {
    return this.#judged.has(request);
  }

  /** Keeps a refusal of this route for others that want the same one. */
  remember(request: IncomingMessage, refusal: { route: string; status: number; headers: object; body: unknown }): void {
    const { route, status, headers, body } = refusal;
    if (request.method !== 'GET' || typeof body !== 'string') return;
    const name = nameOf(request, route);
    if (this.#refusals.has(name)) return;
    const common = Object.entries(headers).filter(([header]) => !ownHeaders.test(header));
    this.#refusals.set(name, {
      ...{ status, payload: new Payload(body), forms: new Map() },
      common: ['X-Request-Id', '', 'Retry-After', '', ...common.flat().map(String)],
    });
  }

  /** True when it has refused the request. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '' } = request;
    if (this.#refusals.size === 0 || (method !== 'GET' && method !== 'HEAD') || url.length > longestUrl) return false;
    const startedAt = performance.now();
    const route: string | undefined = this.#router.find('GET', url)?.store;
    const refusal = route === undefined ? undefined : this.#refusals.get(nameOf(request, route));
    if (route === undefined || !refusal || encodedName.test(url)) return false;
    const { shedder, limiter, metrics, log } = this.#deps;
    const name = this.#classOf(request, route);
    if (name === null) return false;
    this.#judged.add(request);
    if (!shedder.refuses(name)) return false;
    const address = clientAddress(request, this.#deps.trust);
    if (limiter.take({ as: 'call', address }) > 0) return false;

    const id = this.#deps.nextRequestId();
    const { status } = refusal;
    const { bytes, text, lines } = formFor(refusal, request.headers['accept-encoding']);
    lines[1] = id;
    lines[3] = String(retrySeconds());
    response.writeHead(status, lines);
    if (method === 'HEAD') response.end();
    else if (text === null) response.end(bytes);
    else response.end(text, 'latin1');
    const ms = performance.now() - startedAt;
    metrics.countRefusal('overload');
    metrics.requests.of({ method, route, status }).observe(ms / 1000);
    log.info({ reqId: id, method, route, status, ms: Math.round(ms), address }, 'request');
    return true;
  }

  /** The class by which the request is judged for sure; null: its route has to look. */
  #classOf(request: IncomingMessage, route: string) {
    const name = this.#deps.classOf(route);
    if (name === 'never') return null;
    if (!isJudgedLate(name)) return name;
    const isVisitor = request.headers.authorization === undefined;
    return isVisitor && !this.#deps.holds(request) ? classOfVisitor(name, request.url ?? '') : null;
  }
}

/** The smallest form that the caller accepts; the whole text until that one is compressed. */
function formFor(refusal: Refusal, accepted: string | undefined): Form {
  const { payload, common, forms } = refusal;
  const wanted = payload.encodingFor(accepted);
  const known = forms.get(wanted);
  if (known) return known;
  const compressed = payload.bytes(wanted);
  if (compressed instanceof Promise) compressed.catch(() => {}); // the whole text is sent then
  const [encoding, bytes] = compressed instanceof Buffer ? [wanted, compressed] : [null, payload.raw];
  const lines = [...common, 'Content-Length', String(bytes.length)];
  if (encoding) lines.push('Content-Encoding', encoding);
  const form = { bytes, text: joinedWithHead(bytes), lines };
  forms.set(encoding, form);
  return form;
}

/** A page's refusal is in the language of the request. */
function nameOf({ url = '', headers }: IncomingMessage, route: string): string {
  if (url.startsWith('/api/')) return route;
  const asked = /[?&]lang=([^&]*)/.exec(url)?.[1];
  return `${isLanguage(asked) ? asked : requestLanguage(headers)} ${route}`;
}
