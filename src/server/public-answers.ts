import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** What every visitor gets for one question: the value, and its bytes ready to be sent. */
export interface PublicAnswer {
  value: unknown;
  raw: Buffer;
  /** Null where compressing would not pay. */
  br: Buffer | null;
  gzip: Buffer | null;
  etag: string;
  madeAt: number;
}

export interface Body {
  value: unknown;
  text: string;
}

interface Entry {
  answer: PublicAnswer | null;
  pending: Promise<PublicAnswer> | null;
}

const smallestWorthCompressing = 512;

/**
 * The shared cache of what visitors get: JSON answers and rendered pages. An answer is fresh for `freshMs`; for
 * `staleMs` more it is still given while one caller makes it anew. Callers that ask together wait for one making.
 * Nothing that depends on a session may ever be put in (security.md T17).
 */
export class PublicAnswers {
  readonly #entries = new Map<string, Entry>();
  readonly #freshMs: number;
  readonly #staleMs: number;
  readonly #maxEntries: number;

  constructor({ freshMs = 5000, staleMs = 30_000, maxEntries = 4000 } = {}) {
    this.#freshMs = freshMs;
    this.#staleMs = staleMs;
    this.#maxEntries = maxEntries;
  }

  /** The answer for `key`, made by `make` when there is no fresh one. A failure to make is the caller's, and is not kept. */
  async get(key: string, make: () => Promise<Body>): Promise<PublicAnswer> {
    const entry = this.#entries.get(key) ?? this.#add(key);
    const age = entry.answer ? Date.now() - entry.answer.madeAt : Number.POSITIVE_INFINITY;
    if (entry.answer && age < this.#freshMs) return entry.answer;
    entry.pending ??= this.#make(key, entry, make);
    if (entry.answer && age < this.#freshMs + this.#staleMs) {
      entry.pending.catch(() => {}); // the stale answer stands; the next caller past its time meets the error itself
      return entry.answer;
    }
    return entry.pending;
  }

  /** The answer for `key` if a fresh one is at hand. */
  peek(key: string): PublicAnswer | null {
    const answer = this.#entries.get(key)?.answer;
    return answer && Date.now() - answer.madeAt < this.#freshMs ? answer : null;
  }

  clear(): void {
    this.#entries.clear();
  }

  #add(key: string): Entry {
    if (this.#entries.size >= this.#maxEntries) {
      const oldest = this.#entries.keys().next();
      if (!oldest.done) this.#entries.delete(oldest.value);
    }
    const entry: Entry = { answer: null, pending: null };
    this.#entries.set(key, entry);
    return entry;
  }

  async #make(key: string, entry: Entry, make: () => Promise<Body>): Promise<PublicAnswer> {
    try {
      const body = await make();
      entry.answer = await packAnswer(body, entry.answer);
      return entry.answer;
    } catch (error) {
      if (!entry.answer) this.#entries.delete(key);
      throw error;
    } finally {
      entry.pending = null;
    }
  }
}

/** Bytes, compressed forms and ETag of a body; the earlier answer's are kept when nothing changed. */
async function packAnswer(body: Body, earlier: PublicAnswer | null): Promise<PublicAnswer> {
  const raw = Buffer.from(body.text);
  const etag = `W/"${createHash('sha256').update(raw).digest('base64url').slice(0, 22)}"`;
  if (earlier?.etag === etag) return { ...earlier, value: body.value, madeAt: Date.now() };
  const worth = raw.length >= smallestWorthCompressing;
  const [br, gz] = worth
    ? await Promise.all([
        compressBrotli(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
        compressGzip(raw, { level: 6 }),
      ])
    : [null, null];
  return { value: body.value, raw, br, gzip: gz, etag, madeAt: Date.now() };
}

/** The smallest form that the caller's Accept-Encoding allows. */
export function encodingFor(
  answer: PublicAnswer,
  accepted: string | undefined,
): { bytes: Buffer; encoding: string | null } {
  if (answer.br && accepted?.includes('br')) return { bytes: answer.br, encoding: 'br' };
  if (answer.gzip && accepted?.includes('gzip')) return { bytes: answer.gzip, encoding: 'gzip' };
  return { bytes: answer.raw, encoding: null };
}

/** Whether If-None-Match names this ETag, compared weakly (RFC 9110, 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  if (header.trim() === '*') return true;
  const bare = etag.replace(/^W\//, '');
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === bare);
}
