import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { clientAddress, type Trust } from './address.ts';
import type { Limiter } from './limits.ts';
import type { Metrics } from './metrics.ts';
import { matchesEtag, type PublicAnswers, sharedCaching } from './public-answers.ts';
import type { RequestKind } from './request-durations.ts';
import { requestLanguage } from './request-language.ts';

/** The answer to a request as it was spelled: its key in the cache, its headers, and the route to count it as. */
export interface Shortcut {
  key: string;
  headers: Record<string, string>;
  route: string;
}

/** A file in memory, for every caller who has its address. */
export interface HotFile {
  bytes: Buffer;
  /** The same object for the same file: the written head is remembered by this object. */
  headers: Record<string, string>;
  route: string;
}

/** The file of an address, where it is in memory and the address is valid at this moment. */
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
  head: Head;
  /** Since it was remembered, or last spared. */
  isAskedAgain: boolean;
}

/** The lines that all answers with the same headers share. */
interface Head {
  /** Names and values alternate, as node writes them. */
  common: string[];
  /** Where the Cache-Control stands in `common` that changes with the time; -1: nowhere. */
  cachingAt: number;
}

/** One encoding of an answer under a head, ready to be sent. */
interface Form {
  head: Head;
  /** All lines of the head; each request gets another id in the second line. */
  lines: string[];
  text: string | null;
}

const mostShortcuts = 5000;
/** The id of the request stands before the common lines. */
const headLines = 2;
export const longestUrl = 512;
/** Parameters that campaigns and other sites add to links; they change no answer. */
const campaignMark = /[?&](?:utm_\w+|fbclid|gclid|msclkid)=/;
/** Above this size, copying the body for each request costs more than a second write. */
const longestJoinedBytes = 4096;

/** A small body as a Latin-1 string of its bytes, which node sends in one write with the head; null: it is large. */
export function joinedWithHead(bytes: Buffer): string | null {
  return bytes.length <= longestJoinedBytes ? bytes.toString('latin1') : null;
}

/**
 * Answers hot public requests from the cache before any routing: an answer that a route gave once is remembered by the
 * spelling of its request. A request with credentials, or without a remembered answer, goes through its route.
 */
export class FastLane {
  readonly #shortcuts = new Map<string, Remembered>();
  /** It stands at the oldest: those that it has passed are deleted or come last again, and new ones come last. */
  readonly #oldest = this.#shortcuts.entries();
  /** Many answers have the same object as their headers. */
  readonly #heads = new WeakMap<Record<string, string>, Head>();
  /** They go with the bytes: what is remembered of requests is kept for longer than the answers. */
  readonly #forms = new WeakMap<Buffer, Form>();
  readonly #headsOfFiles = new WeakMap<Record<string, string>, string[]>();
  readonly #deps: FastLaneDeps;
  #peekHotFile: PeekHotFile = () => null;

  constructor(deps: FastLaneDeps) {
    this.#deps = deps;
  }

  /** Different spellings of one question share one answer; they only fill this map, which is bounded. */
  remember(request: IncomingMessage, shortcut: Shortcut): void {
    const url = request.url ?? '';
    if (url.length > longestUrl || request.headers.authorization !== undefined) return;
    const name = nameOf(request, url);
    if (this.#shortcuts.get(name)?.key === shortcut.key) return;
    if (this.#shortcuts.size >= mostShortcuts) this.#forgetOldest();
    this.#shortcuts.set(name, { ...shortcut, head: this.#headOf(shortcut.headers), isAskedAgain: false });
  }

  #headOf(headers: Record<string, string>): Head {
    const known = this.#heads.get(headers);
    if (known) return known;
    const common = Object.entries({ ...this.#deps.securityHeaders, ...headers }).flat();
    const head = { common, cachingAt: common.indexOf(sharedCaching) };
    this.#heads.set(headers, head);
    return head;
  }

  /** Whether the cache holds an answer to a request that was spelled like this, be it one to be made anew. */
  holds(request: IncomingMessage): boolean {
    const { url = '' } = request;
    const isKept = (spelled: string) => {
      const shortcut = this.#shortcuts.get(nameOf(request, spelled));
      return shortcut !== undefined && this.#deps.answers.holds(shortcut.key);
    };
    return isKept(url) || (campaignMark.test(url) && isKept(withoutMarks(url)));
  }

  serveHotFiles(peek: PeekHotFile): void {
    this.#peekHotFile = peek;
  }

  /** True when it has answered the request. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, headers, url = '' } = request;
    if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) return false;
    const startedAt = performance.now();
    if (url.startsWith('/media/')) return this.#answerFile(request, response, startedAt);
    const shortcut = this.#shortcuts.get(nameOf(request, url));
    const answer = shortcut && this.#deps.answers.peek(shortcut.key);
    if (!answer) return false;
    shortcut.isAskedAgain = true;
    const encoding = answer.encodingFor(headers['accept-encoding']);
    const bytes = answer.bytes(encoding);
    if (!(bytes instanceof Buffer)) return false;
    if (this.#deps.limiter.take({ as: 'call', address: clientAddress(request, this.#deps.trust) }) > 0) return false;

    const id = this.#deps.nextRequestId();
    const isKnown = matchesEtag(headers['if-none-match'], answer.etag);
    const { common, cachingAt } = shortcut.head;
    if (cachingAt >= 0) common[cachingAt] = this.#deps.answers.caching();
    if (isKnown) {
      response.writeHead(304, ['X-Request-Id', id, ...common, 'ETag', answer.etag]).end();
    } else {
      const { lines, text } = this.#formOf(shortcut.head, { bytes, etag: answer.etag, encoding });
      lines[1] = id;
      if (cachingAt >= 0) lines[cachingAt + headLines] = common[cachingAt] ?? '';
      response.writeHead(200, lines);
      if (method === 'HEAD') response.end();
      else if (text === null) response.end(bytes);
      else response.end(text, 'latin1');
    }
    this.#note({ method, route: shortcut.route, status: isKnown ? 304 : 200 }, { id, startedAt });
    return true;
  }

  /** Answers a plain request for a whole file; ranges and conditions go through the route. */
  #answerFile({ method, headers, url = '' }: IncomingMessage, response: ServerResponse, startedAt: number): boolean {
    if (method !== 'GET' || headers.range !== undefined || headers['if-none-match'] !== undefined) return false;
    const file = this.#peekHotFile(url);
    if (!file) return false;
    const { bytes, route } = file;
    const id = this.#deps.nextRequestId();
    const lines = this.#headsOfFiles.get(file.headers) ?? this.#headOfFile(file);
    lines[1] = id;
    response.writeHead(200, lines).end(bytes);
    this.#note({ method, route, status: 200 }, { id, startedAt });
    return true;
  }

  #headOfFile({ bytes, headers }: HotFile): string[] {
    const common = Object.entries({ ...this.#deps.securityHeaders, ...headers }).flat();
    const lines = ['X-Request-Id', '', ...common, 'Content-Length', String(bytes.length)];
    this.#headsOfFiles.set(headers, lines);
    return lines;
  }

  #formOf(head: Head, asked: { bytes: Buffer; etag: string; encoding: string | null }): Form {
    const { bytes, etag, encoding } = asked;
    const known = this.#forms.get(bytes);
    if (known?.head === head) return known;
    const lines = ['X-Request-Id', '', ...head.common, 'ETag', etag, 'Content-Length', String(bytes.length)];
    if (encoding) lines.push('Content-Encoding', encoding);
    const form = { head, lines, text: joinedWithHead(bytes) };
    this.#forms.set(bytes, form);
    return form;
  }

  #note(kind: RequestKind, { id, startedAt }: { id: string; startedAt: number }): void {
    const ms = performance.now() - startedAt;
    this.#deps.metrics.requests.of(kind).observe(ms / 1000);
    this.#deps.log.info({ reqId: id, ...kind, ms: Math.round(ms) }, 'request');
  }

  /** Those that were asked for again are spared once: to move each to the end when it is asked for would cost more. */
  #forgetOldest(): void {
    for (const [name, shortcut] of this.#oldest) {
      this.#shortcuts.delete(name);
      if (!shortcut.isAskedAgain) return;
      shortcut.isAskedAgain = false;
      this.#shortcuts.set(name, shortcut);
    }
  }
}

function withoutMarks(url: string): string {
  const [path = '', query = ''] = url.split('?', 2);
  const kept = query.split('&').filter((part) => !campaignMark.test(`?${part}`));
  return kept.length > 0 ? `${path}?${kept.join('&')}` : path;
}

/** Pages depend on the reader's language as well as on their address; calls name the language in the address. */
function nameOf(request: IncomingMessage, url: string): string {
  return url.startsWith('/api/') ? url : `${requestLanguage(request.headers)} ${url}`;
}
