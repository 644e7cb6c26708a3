import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';
import { createLru } from '../process/lru.ts';
import { clientAddress, type Trust } from './address.ts';
import type { Limiter } from './limits.ts';
import { matchesEtag, type PublicAnswers, sharedCaching } from './public-answers.ts';
import { acceptedLanguage, requestLanguage } from './request-language.ts';

/** A file in memory, for all who have its address. */
interface HotFile {
  bytes: Buffer;
  headers: Record<string, string>;
  route: string;
}

/** The file of an address, where it is in memory and this request, with its credentials, may have it at this moment. */
export type PeekHotFile = (url: string, headers: IncomingHttpHeaders) => HotFile | null;

/** Which cached answer a route gave to a request, with which headers. */
interface Answered {
  key: string;
  headers: Record<string, string>;
  route: string;
}

interface Remembered extends Omit<Answered, 'headers'> {
  /** All headers, except the one that says how long the answer may be kept. */
  head: Head;
  caching: string | undefined;
}

interface AtHandDeps {
  answers: PublicAnswers;
  limiter: Limiter;
  metrics: Metrics;
  trust: Trust;
  log: FastifyBaseLogger;
  nextRequestId: () => string;
  securityHeaders: Record<string, string>;
}

/** Names and values in turn, as node takes them: sending this costs half of what an object costs. */
type Head = readonly string[];

/** An answer ready to be sent. */
interface Found {
  status: 200 | 304;
  head: Head;
  bytes: Buffer;
  route: string;
}

const mostSpellings = 5000;
const longestUrl = 512;
/** Node sends a short text in one write with the head. In Latin-1 a text keeps each byte. */
const longestJoinedBytes = 4096;

/**
 * Answers a visitor's request before any routing, where the bytes are in memory: those of a file, or an answer that a
 * route gave before to an address of exactly the same spelling. A request with credentials gets nothing of that cache.
 */
export class AtHand {
  /** Different spellings of one question share one answer of the cache. */
  readonly #answered = createLru<Remembered>({ limit: mostSpellings });
  readonly #deps: AtHandDeps;
  readonly #commonHead: Head;
  readonly #filesBelow: { prefix: string; peek: PeekHotFile }[] = [];

  constructor(deps: AtHandDeps) {
    this.#deps = deps;
    this.#commonHead = this.#headOf({});
  }

  remember(request: IncomingMessage, answered: Answered): void {
    if ((request.url ?? '').length > longestUrl || hasCredentials(request)) return;
    const { key, route, headers } = answered;
    const { 'Cache-Control': caching, ...others } = headers;
    this.#answered.set(spellingOf(request), { key, route, caching, head: this.#headOf(others) });
  }

  serveHotFiles(prefix: string, peek: PeekHotFile): void {
    this.#filesBelow.push({ prefix, peek });
  }

  /** Answers the request from memory; false: it has to go through its route. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const startedAt = performance.now();
    const files = this.#filesBelow.find(({ prefix }) => url.startsWith(prefix));
    if (!files && hasCredentials(request)) return false;
    const found = files ? this.#findFile(request, files.peek) : this.#findAnswer(request);
    if (!found) return false;
    const { status, head, bytes, route } = found;
    const id = this.#deps.nextRequestId();
    response.writeHead(status, ['X-Request-Id', id, ...head]);
    if (status === 304 || method === 'HEAD') response.end();
    else if (bytes.length > longestJoinedBytes) response.end(bytes);
    else response.end(bytes.toString('latin1'), 'latin1');
    const ms = performance.now() - startedAt;
    this.#deps.metrics.requests.of({ method, route, status }).observe(ms / 1000);
    this.#deps.log.info({ reqId: id, method, route, status, ms: Math.round(ms) }, 'request');
    return true;
  }

  #findAnswer(request: IncomingMessage): Found | null {
    const { answers, limiter, trust } = this.#deps;
    const answered = this.#answered.get(spellingOf(request));
    const answer = answered && answers.peek(answered.key);
    if (!answer) return null;
    const encoding = answer.encodingFor(request.headers['accept-encoding']);
    const bytes = answer.bytes(encoding);
    if (!(bytes instanceof Buffer)) return null;
    if (limiter.take({ as: 'call', address: clientAddress(request, trust) }) > 0) return null;
    const { route } = answered;
    const caching = answered.caching === sharedCaching ? answers.caching() : answered.caching;
    const head = [...answered.head, 'ETag', answer.etag];
    if (caching !== undefined) head.push('Cache-Control', caching);
    if (matchesEtag(request.headers['if-none-match'], answer.etag)) return { status: 304, head, bytes, route };
    head.push('Content-Length', String(bytes.length));
    if (encoding) head.push('Content-Encoding', encoding);
    return { status: 200, head, bytes, route };
  }

  /** A plain request for a whole file; ranges and conditions go through the route. */
  #findFile({ method, headers: asked, url = '' }: IncomingMessage, peek: PeekHotFile): Found | null {
    if (method !== 'GET' || asked.range !== undefined || asked['if-none-match'] !== undefined) return null;
    const file = peek(url, asked);
    if (!file) return null;
    const { bytes, route, headers } = file;
    // Building an object for each file would cost as much as all the rest; a file has none of the common headers.
    const head = [...this.#commonHead, 'Content-Length', String(bytes.length)];
    for (const name of Object.keys(headers)) head.push(name, headers[name] ?? '');
    return { status: 200, head, bytes, route };
  }

  #headOf(headers: Record<string, string>): Head {
    return Object.entries({ ...this.#deps.securityHeaders, ...headers }).flat();
  }
}

/** Other people's apps may send a key in a header of its own (spec: doors.md#keys). */
function hasCredentials({ headers }: IncomingMessage): boolean {
  return headers.authorization !== undefined || headers['x-api-key'] !== undefined;
}

/** Pages depend on the reader's language as well as on their address; calls name the language in the address. */
function spellingOf({ url = '', headers }: IncomingMessage): string {
  // Apps of other people store no choice here, and theirs is the answer that shared caches tell apart.
  if (url.startsWith('/opds')) return `${acceptedLanguage(headers)} ${url}`;
  return url.startsWith('/api/') ? url : `${requestLanguage(headers)} ${url}`;
}
