import { hash } from 'node:crypto';
import { isPreviewing } from '../database/preview.ts';
import { createLru, type Lru } from '../process/lru.ts';
import { type Body, Payload } from '../process/payload.ts';
import { toAppError } from './errors.ts';

/**
 * The answer to every visitor for one question, as bytes ready to be sent. The values behind it are not kept as
 * objects: with thousands of answers the garbage collector would walk through all of them, while readers wait.
 */
export class PublicAnswer extends Payload {
  readonly etag: string;
  /** The time when its data was read, in milliseconds. */
  asOf: number;

  constructor(body: Body, asOf: number) {
    super(body.text, body);
    this.etag = `W/"${hash('sha256', body.sameAs ?? this.raw, 'base64url').slice(0, 22)}"`;
    this.asOf = asOf;
  }

  /** The value of a JSON answer; each call parses it again. */
  read(): unknown {
    return JSON.parse(this.raw.toString());
  }
}

/** The moments at which answers change although the data behind them does not, e.g. a chapter opens. */
export interface Changes {
  /** The last such moment, in milliseconds: an older answer is never used, not even in an outage. */
  changedAt(): number;
  /** The full seconds until the next such moment; null: none is known. */
  secondsToChange(): number | null;
}

const noChanges: Changes = { changedAt: () => Number.NEGATIVE_INFINITY, secondsToChange: () => null };

/** How long anyone may keep an answer to a visitor (spec: http.md#caching). */
export const sharedCaching = 'public, max-age=0, s-maxage=5, stale-while-revalidate=30';

/** As above, for an answer that changes by itself in so many seconds. */
export function cachingUntil(secondsToChange: number | null): string {
  if (secondsToChange === null || secondsToChange >= 35) return sharedCaching;
  const fresh = Math.min(5, secondsToChange);
  return `public, max-age=0, s-maxage=${fresh}, stale-while-revalidate=${Math.min(30, secondsToChange - fresh)}`;
}

interface Entry {
  answer: PublicAnswer | null;
  pending: Promise<PublicAnswer> | null;
  pendingSince: number;
  /** When making the answer first failed because the database was away, since it last succeeded. */
  failingSince: number | null;
  /** While the database is unavailable, no new one is made before this time. */
  retryAt: number;
}

/** An answer younger than this is used as it is. */
const freshMs = 3000;
/**
 * An older answer is never used, since everybody must see a change within 5 s. Between these two ages one caller makes
 * a new one, while others still get this one.
 */
const longestMs = 4500;
/** How long the last answer is used while the database is unavailable (spec: http.md#caching). */
const longestInOutageMs = 60_000;
/** The greatest age of an answer at the beginning of an outage: it was asked for within the minute before. */
const oldestForOutageMs = 60_000 + longestMs;
const retryInOutageMs = 1000;
const clockSlackMs = 1000;
/** An answer's weight in the cache: its compressed forms together weigh less than its bytes. */
const weightOfByte = 2;

/**
 * The shared cache of what visitors get: JSON answers and rendered pages. Callers that ask together wait for one
 * making. Nothing that depends on a session may ever be put in (spec: http.md#caching).
 */
export class PublicAnswers {
  readonly #entries: Lru<Entry>;
  readonly #now: () => number;
  readonly #changes: Changes;
  readonly #awayMs: () => number | null;
  readonly #reading: (make: () => Promise<Body>) => Promise<Body>;

  /**
   * `awayMs`: for so long the database is known to be away; null: it is not. `reading` makes each answer, on a replica
   * where there is one.
   */
  constructor({
    // An answer is used for seconds, and for a minute in an outage: more room would mostly hold what is used no more.
    maxBytes = 24 * 1024 * 1024,
    now = Date.now,
    changes = noChanges,
    awayMs = (): number | null => null,
    reading = (make: () => Promise<Body>) => make(),
  } = {}) {
    this.#reading = reading;
    this.#entries = createLru({ limit: maxBytes, sizeOf: weigh, largest: maxBytes });
    this.#now = now;
    this.#changes = changes;
    this.#awayMs = awayMs;
  }

  /** The Cache-Control of an answer to a visitor at this moment. */
  caching(): string {
    return cachingUntil(this.#changes.secondsToChange());
  }

  /** Another cache with the same clock and its own room. */
  apart(maxBytes: number): PublicAnswers {
    return new PublicAnswers({
      maxBytes,
      now: this.#now,
      changes: this.#changes,
      awayMs: this.#awayMs,
      reading: this.#reading,
    });
  }

  /**
   * The answer for `key`, made by `make` where none is young enough. A failure is the caller's, and is not kept. With
   * `fresh` the caller waits if a new one is due: what is made of a stale answer would be stale, too.
   */
  async get(key: string, make: () => Promise<Body>, { fresh = false } = {}): Promise<PublicAnswer> {
    if (isPreviewing()) return new PublicAnswer(await make(), this.#now());
    const entry = this.#liveEntry(key);
    const now = this.#now();
    if (entry.answer && this.#needsNoMaking(entry, entry.answer)) return entry.answer;
    entry.pending ??= this.#make(key, entry, make);
    if (!fresh && entry.answer && now - entry.answer.asOf < longestMs) {
      entry.pending.catch(() => {}); // this answer is still valid; a later caller gets the failure
      return entry.answer;
    }
    return entry.pending;
  }

  /** The answer for `key` where one is ready and needs no making. */
  peek(key: string): PublicAnswer | null {
    if (isPreviewing()) return null;
    const entry = this.#entries.get(key);
    if (!entry?.answer || this.#isDead(entry.answer)) return null;
    const age = this.#now() - entry.answer.asOf;
    const isGood = this.#needsNoMaking(entry, entry.answer) || (entry.pending !== null && age < longestMs);
    return isGood ? entry.answer : null;
  }

  #needsNoMaking(entry: Entry, answer: PublicAnswer): boolean {
    const now = this.#now();
    return (
      now - answer.asOf < freshMs || this.#isResting(entry, now) || (this.#awayMs() !== null && this.#mayOutlast(entry))
    );
  }

  #isResting({ retryAt }: Entry, now: number): boolean {
    return now < retryAt && retryAt - now <= retryInOutageMs;
  }

  /** Whether the last answer may still be used in an outage of the database. */
  #mayOutlast({ answer, failingSince }: Entry): boolean {
    if (!answer || this.#isDead(answer)) return false;
    const now = this.#now();
    const began = Math.min(failingSince ?? now, now - (this.#awayMs() ?? 0));
    return began - answer.asOf < oldestForOutageMs && now - began < longestInOutageMs;
  }

  /** Whether there was a last answer for `key` a short while ago, or one is being made. */
  holds(key: string): boolean {
    const entry = this.#entries.get(key);
    if (!entry?.answer || this.#isDead(entry.answer)) return entry?.pending != null;
    return this.#now() - entry.answer.asOf < oldestForOutageMs;
  }

  /** An answer of the future is from before the clock was set back: its age is not known. */
  #isDead(answer: PublicAnswer): boolean {
    return answer.asOf < this.#changes.changedAt() || answer.asOf > this.#now() + clockSlackMs;
  }

  /** If its making began before a change, only those who had asked before it may get this answer. */
  #liveEntry(key: string): Entry {
    const entry = this.#entries.get(key);
    if (!entry) return this.#add(key);
    const isPendingDead = entry.pending !== null && entry.pendingSince < this.#changes.changedAt();
    if (!isPendingDead && !(entry.answer && this.#isDead(entry.answer))) return entry;
    this.#drop(key, entry);
    return this.#add(key);
  }

  #add(key: string): Entry {
    const entry: Entry = { answer: null, pending: null, pendingSince: 0, failingSince: null, retryAt: 0 };
    this.#entries.set(key, entry);
    return entry;
  }

  async #make(key: string, entry: Entry, make: () => Promise<Body>): Promise<PublicAnswer> {
    const startedAt = this.#now();
    entry.pendingSince = startedAt;
    try {
      const body = await this.#reading(make);
      const made = new PublicAnswer(body, Math.min(body.asOf ?? startedAt, startedAt));
      if (entry.answer && entry.answer.etag !== made.etag) await made.compressAs(entry.answer);
      return this.#entries.peek(key) === entry ? this.#keep(key, entry, made) : made;
    } catch (error) {
      const isAway = toAppError(error).status === 503;
      if (isAway) entry.failingSince ??= startedAt;
      if (entry.answer && isAway && this.#mayOutlast(entry)) {
        entry.retryAt = this.#now() + retryInOutageMs;
        return entry.answer;
      }
      this.#drop(key, entry);
      throw error;
    } finally {
      entry.pending = null;
    }
  }

  /** An answer that did not change keeps its compressed forms. */
  #keep(key: string, entry: Entry, made: PublicAnswer): PublicAnswer {
    const earlier = entry.answer;
    this.#drop(key, entry);
    entry.answer = made;
    entry.failingSince = null;
    if (earlier?.etag === made.etag) {
      earlier.asOf = made.asOf;
      entry.answer = earlier;
    }
    this.#entries.set(key, entry); // weighed with its answer now
    return entry.answer;
  }

  #drop(key: string, entry: Entry): void {
    if (this.#entries.peek(key) === entry) this.#entries.delete(key);
  }
}

function weigh({ answer }: Entry): number {
  return (answer?.raw.length ?? 0) * weightOfByte + 1000;
}

/** Whether If-None-Match names this ETag, compared weakly (RFC 9110, 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  if (header.trim() === '*') return true;
  const bare = etag.replace(/^W\//, '');
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === bare);
}
