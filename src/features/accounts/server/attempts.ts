import { createHash } from 'node:crypto';
import type { Clock } from '../../../server/clock.ts';
import type { Db } from '../../../server/db.ts';
import { AppError, unavailable } from '../../../server/errors.ts';
import type { Log } from '../../../server/log.ts';
import { addFailures, listFailures } from './queries.ts';

/** So many failures of a kind, for one subject (an account, an address), in a window that begins with the first. */
export interface Limit {
  kind: string;
  /** Whose failures they are; kept as a hash only. */
  subject: string;
  allowed: number;
  windowSeconds: number;
}

/** What a try came to, and whether it counts against its limits. */
export interface Tried<T> {
  value: T;
  counts: boolean;
}

export interface Attempts {
  /**
   * Runs `work` where every limit leaves room for one more failure, and counts it when it says so. While others in
   * flight could use that room up, it waits for them; once the failures alone have reached a limit it rejects with 429.
   * A limiter that cannot count rejects with 503: guessing must not become free when the database is slow.
   */
  run<T>(limits: readonly Limit[], work: () => Promise<Tried<T>>): Promise<T>;
}

interface AttemptsDeps {
  db: Db;
  clock: Clock;
  /** What every figure is multiplied by; 0 switches the limits off. */
  scale: number;
  log: Pick<Log, 'warn'>;
}

/** What this process knows of one limit. Failures as they stood when last read or added: there may be more by now. */
interface Slot {
  key: string;
  kind: string;
  subject: Buffer;
  allowed: number;
  windowSeconds: number;
  inFlight: number;
  failures: number;
  endsAt: number;
  waiting: (() => void)[];
  /** Tries that hold on to this slot; without any it is forgotten. */
  holders: number;
}

/** Together they would only wait for each other's turn; who comes later may ask again. */
const mostWaiting = 200;

/** Failures are counted in the database, so they outlive a restart; tries in flight are counted in this process. */
export function createAttempts({ db, clock, scale, log }: AttemptsDeps): Attempts {
  const slots = new Map<string, Slot>();
  let waiting = 0;

  function open(limits: readonly Limit[]): Slot[] {
    return limits.map((limit) => {
      const subject = createHash('sha256').update(`${limit.kind}\0${limit.subject}`).digest();
      const key = subject.toString('base64');
      const { kind, windowSeconds } = limit;
      const allowed = Math.ceil(limit.allowed * scale);
      const fresh = { key, kind, subject, allowed, windowSeconds, inFlight: 0, failures: 0, endsAt: 0, waiting: [] };
      const slot: Slot = slots.get(key) ?? { ...fresh, holders: 0 };
      slot.holders += 1;
      slots.set(key, slot);
      return slot;
    });
  }

  function close(opened: readonly Slot[]): void {
    for (const slot of opened) {
      slot.holders -= 1;
      if (slot.holders === 0) slots.delete(slot.key);
    }
  }

  async function waitFor(slot: Slot): Promise<void> {
    if (waiting >= mostWaiting) throw unavailable();
    waiting += 1;
    await new Promise<void>((resolve) => slot.waiting.push(resolve));
    waiting -= 1;
  }

  /** Takes a place in every slot, or rejects. A place is taken before the failures are read, so none is overlooked. */
  async function enter(opened: readonly Slot[]): Promise<void> {
    for (;;) {
      refuseSpent(opened);
      const full = opened.find(isFull);
      if (full) {
        await waitFor(full);
        continue;
      }
      for (const slot of opened) slot.inFlight += 1;
      try {
        await readFailures(opened);
        refuseSpent(opened);
      } catch (error) {
        leave(opened);
        throw error;
      }
      if (opened.every((slot) => slot.failures + slot.inFlight <= slot.allowed)) return;
      leave(opened);
    }
  }

  async function readFailures(opened: readonly Slot[]): Promise<void> {
    const rows = await orUnavailable(listFailures(db, opened));
    const now = clock().getTime();
    for (const slot of opened) {
      // Of a window that is over nothing counts; one that began while this was read is known already.
      if (slot.endsAt <= now) note(slot, { count: 0, endsAt: 0 });
      const row = rows.find(({ subject }) => subject.equals(slot.subject));
      if (row && row.endsAt.getTime() > now) note(slot, { count: row.count, endsAt: row.endsAt.getTime() });
    }
  }

  function refuseSpent(opened: readonly Slot[]): void {
    const now = clock().getTime();
    const spent = opened.filter(({ failures, allowed, endsAt }) => failures >= allowed && endsAt > now);
    if (spent.length === 0) return;
    const waitMs = Math.max(...spent.map(({ endsAt }) => endsAt)) - now;
    log.warn({ event: 'throttled', kinds: spent.map(({ kind }) => kind) }, 'too many failed attempts');
    throw new AppError(429, 'rate_limited', 'Too many attempts, please try again later', {
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    });
  }

  async function countFailure(opened: readonly Slot[]): Promise<void> {
    const rows = await orUnavailable(addFailures(db, opened, clock()));
    for (const { subject, count, endsAt } of rows) {
      const slot = opened.find((candidate) => candidate.subject.equals(subject));
      if (slot) note(slot, { count, endsAt: endsAt.getTime() });
    }
  }

  return {
    async run(limits, work) {
      if (scale === 0) return (await work()).value;
      const opened = open(limits);
      try {
        await enter(opened);
        try {
          const { value, counts } = await work();
          if (counts) await countFailure(opened);
          return value;
        } finally {
          leave(opened);
        }
      } finally {
        close(opened);
      }
    },
  };
}

/** Only somebody in flight can end the wait: with nobody there, the failures are asked for again. */
function isFull({ inFlight, failures, allowed }: Slot): boolean {
  return inFlight > 0 && failures + inFlight >= allowed;
}

function leave(opened: readonly Slot[]): void {
  for (const slot of opened) {
    slot.inFlight -= 1;
    for (const wake of slot.waiting.splice(0)) wake();
  }
}

/** Answers may overtake each other: within a window the higher count is the later one. */
function note(slot: Slot, { count, endsAt }: { count: number; endsAt: number }): void {
  slot.failures = endsAt === slot.endsAt ? Math.max(slot.failures, count) : count;
  slot.endsAt = endsAt;
}

async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw Object.assign(unavailable(), { cause: error });
  }
}
