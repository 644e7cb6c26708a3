import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { clientAddress, type Trust } from './address.ts';
import type { Limiter } from './limits.ts';
import type { Metrics } from './metrics.ts';
import { matchesEtag, type PublicAnswers } from './public-answers.ts';
import { requestLanguage } from './request-language.ts';

/** How a request, as it was written, is answered: which answer, with which headers, counted as which route. */
export interface Shortcut {
  key: string;
  headers: Record<string, string>;
  route: string;
}

/** A file that anybody may have, in memory. */
export interface HotFile {
  bytes: Buffer;
  headers: Record<string, string>;
  route: string;
}

/** The file behind an address, where it is at hand and public just now. */
export type PeekHotFile = (url: string) => HotFile | null;

interface FastLaneDeps {
  answers: PublicAnswers;
  limiter: Limiter;
  metrics: Metrics;
  trust: Trust;
  log: FastifyBaseLogger;
  nextRequestId: () => string;
  securityHeaders: Record<string, string>;
}

interface Remembered extends Shortcut {
  /** Names and values in turn, as node writes them. */
  common: readonly string[];
  last: Head | null;
}

/** The whole head for one form of an answer, written again for each request with another id in its second place. */
interface Head {
  bytes: Buffer;
  lines: string[];
}

const mostShortcuts = 5000;
const longestUrl = 512;

/**
 * Answers hot public requests from the cache before any routing: what was answered once through its route is
 * remembered by how it was asked. A request with credentials, or one whose answer is not at hand, takes the long way.
 */
export class FastLane {
  readonly #shortcuts = new Map<string, Remembered>();
  readonly #heads = new WeakMap<Buffer, string[]>();
  readonly #deps: FastLaneDeps;
  #peekHotFile: PeekHotFile = () => null;

  constructor(deps: FastLaneDeps) {
    this.#deps = deps;
  }

  /** Different spellings of one question share its answer; they only fill this map, which is bounded. */
  remember(request: IncomingMessage, shortcut: Shortcut): void {
    const url = request.url ?? '';
    if (url.length > longestUrl || request.headers.authorization !== undefined) return;
    const name = nameOf(request, url);
    if (this.#shortcuts.get(name)?.key === shortcut.key) return;
    if (this.#shortcuts.size >= mostShortcuts) this.#forgetOldest();
    const headers = Object.entries({ ...this.#deps.securityHeaders, ...shortcut.headers });
    this.#shortcuts.set(name, { ...shortcut, common: headers.flat(), last: null });
  }

  serveHotFiles(peek: PeekHotFile): void {
    this.#peekHotFile = peek;
  }

  /** True when it has answered. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, headers, url = '' } = request;
    if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) return false;
    const startedAt = performance.now();
    if (url.startsWith('/media/')) return this.#answerFile(request, response, startedAt);
    const shortcut = this.#shortcuts.get(nameOf(request, url));
    const answer = shortcut && this.#deps.answers.peek(shortcut.key);
    if (!answer) return false;
    const encoding = answer.encodingFor(headers['accept-encoding']);
    const bytes = answer.bytes(encoding);
    if (!(bytes instanceof Buffer)) return false;
    if (this.#deps.limiter.take({ url, address: clientAddress(request, this.#deps.trust) }) > 0) return false;

    const id = this.#deps.nextRequestId();
    const isKnown = matchesEtag(headers['if-none-match'], answer.etag);
    if (isKnown) {
      response.writeHead(304, ['X-Request-Id', id, ...shortcut.common, 'ETag', answer.etag]).end();
    } else {
      const lines = headOf(shortcut, { bytes, etag: answer.etag, encoding });
      lines[1] = id;
      response.writeHead(200, lines).end(method === 'HEAD' ? undefined : bytes);
    }
    const status = isKnown ? 304 : 200;
    this.#note({ method, route: shortcut.route, status, id, seconds: (performance.now() - startedAt) / 1000 });
    return true;
  }

  /** The plain question for a whole file; ranges and conditions take the long way. */
  #answerFile({ method, headers, url = '' }: IncomingMessage, response: ServerResponse, startedAt: number): boolean {
    if (method !== 'GET' || headers.range !== undefined || headers['if-none-match'] !== undefined) return false;
    const file = this.#peekHotFile(url);
    if (!file) return false;
    const { bytes, route } = file;
    const id = this.#deps.nextRequestId();
    const lines = this.#heads.get(bytes) ?? this.#headOfFile(file);
    lines[1] = id;
    response.writeHead(200, lines).end(bytes);
    this.#note({ method, route, status: 200, id, seconds: (performance.now() - startedAt) / 1000 });
    return true;
  }

  #headOfFile({ bytes, headers }: HotFile): string[] {
    const common = Object.entries({ ...this.#deps.securityHeaders, ...headers }).flat();
    const lines = ['X-Request-Id', '', ...common, 'Content-Length', String(bytes.length)];
    this.#heads.set(bytes, lines);
    return lines;
  }

  #note({ id, ...observation }: { method: string; route: string; status: number; id: string; seconds: number }): void {
    this.#deps.metrics.observeRequest(observation);
    const { method, route, status, seconds } = observation;
    this.#deps.log.info({ reqId: id, method, route, status, ms: Math.round(seconds * 1000) }, 'request');
  }

  #forgetOldest(): void {
    const oldest = this.#shortcuts.keys().next();
    if (!oldest.done) this.#shortcuts.delete(oldest.value);
  }
}

function headOf(shortcut: Remembered, form: { bytes: Buffer; etag: string; encoding: string | null }): string[] {
  const { bytes, etag, encoding } = form;
  if (shortcut.last?.bytes === bytes) return shortcut.last.lines;
  const lines = ['X-Request-Id', '', ...shortcut.common, 'ETag', etag, 'Content-Length', String(bytes.length)];
  if (encoding) lines.push('Content-Encoding', encoding);
  shortcut.last = { bytes, lines };
  return lines;
}

/** Pages depend on the reader's language beside their address; calls name theirs in it. */
function nameOf(request: IncomingMessage, url: string): string {
  return url.startsWith('/api/') ? url : `${requestLanguage(request.headers)} ${url}`;
}
