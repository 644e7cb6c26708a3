import { hash } from 'node:crypto';
import { isPreviewing } from '../database/preview.ts';
import { createLru, type Lru } from '../process/lru.ts';
import { type Body, Payload } from '../process/payload.ts';
import { toAppError } from './errors.ts';

/**
 * The answer to every visitor for one question, as bytes ready to be sent. Values of many objects are not kept beside
 * them: with thousands of answers the collector of garbage would go through all of them, while readers wait.
 */
export class PublicAnswer extends Payload {
  readonly etag: string;
  /** The time when its data was read, in milliseconds. */
  asOf: number;

  constructor(body: Body, asOf: number) {
    super(body.text);
    this.etag = `W/"${hash('sha256', body.sameAs ?? this.raw, 'base64url').slice(0, 22)}"`;
    this.asOf = asOf;
  }

  /** The value of an answer in JSON, read anew by each call. */
  read(): unknown {
    return JSON.parse(this.raw.toString());
  }
}

/** When answers change by themselves, without a change of the data behind them. */
export interface Changes {
  /** The last such moment that has passed, in milliseconds: an answer of before is dead, even in an outage. */
  changedAt(): number;
  /** The full seconds until the next; null: none is known. */
  secondsToChange(): number | null;
}

const noChanges: Changes = { changedAt: () => Number.NEGATIVE_INFINITY, secondsToChange: () => null };

/** How long anyone may keep an answer to a visitor (spec: http.md#caching). */
export const sharedCaching = 'public, max-age=0, s-maxage=5, stale-while-revalidate=30';

/** The same for an answer that changes by itself in so many seconds. */
export function cachingUntil(secondsToChange: number | null): string {
  if (secondsToChange === null || secondsToChange >= 35) return sharedCaching;
  const fresh = Math.min(5, secondsToChange);
  return `public, max-age=0, s-maxage=${fresh}, stale-while-revalidate=${Math.min(30, secondsToChange - fresh)}`;
}

interface Entry {
  answer: PublicAnswer | null;
  pending: Promise<PublicAnswer> | null;
  pendingSince: number;
  /** When the database was first found to be away by a making, since the last one that succeeded. */
  failingSince: number | null;
  /** While the database is unavailable, no new one is made before this time. */
  retryAt: number;
}

/** Younger answers are used without a new making. */
const freshMs = 3000;
/**
 * Older answers are never used, since everybody must see a change within 5 s. Between the two ages one caller makes a
 * new one.
 */
const longestMs = 4500;
/** While the database is unavailable, the last answer is better than none: so long (spec: http.md#caching). */
const longestInOutageMs = 60_000;
/** The greatest age that it may have when the outage begins: one that was asked for a minute before. */
const oldestForOutageMs = 60_000 + longestMs;
const retryInOutageMs = 1000;
const clockSlackMs = 1000;
/** The compressed forms of an answer weigh less than its bytes. */
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
    maxBytes = 64 * 1024 * 1024,
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
   * The answer for `key`, made by `make` when there is none young enough. A failure is the caller's, and is not kept.
   * With `fresh` the caller waits for a making that is due: an answer made from a stale one would be stale too.
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

  /** Whether the last answer may stand in for one that the database cannot give now. */
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

  /** A making that began before a change answers only those who asked before it. */
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
