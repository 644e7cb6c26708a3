import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../server/config/log.ts';
import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import { AppError, unavailable } from '../../../server/http/errors.ts';
import type { Clock } from '../../../server/process/clock.ts';
import { addFailures, clocksDifferMs, deleteFailures, listFailures } from './queries.ts';
import { countTries, lockTries } from './try-queries.ts';

/**
 * How many tries of a kind a subject (an account, an address) may have in a window, which begins with the first of
 * them. Either failed or right tries are counted.
 */
export interface Limit {
  kind: string;
  /** Whose tries are counted; stored only as a hash. */
  subject: string;
  allowed: number;
  windowSeconds: number;
  /** By default the failures. */
  counted?: 'right';
  /** How many tries a process makes at once; by default as many as are allowed. */
  atOnce?: number;
  /** Each failure begins the window again. */
  renews?: boolean;
  /**
   * The limit that applies once this one is reached; null: none, this one only counts. Without `beyond` further tries
   * are refused.
   */
  beyond?: Limit | null;
}

/** The result of a try; `counts`: it failed and counts as such, otherwise it was right. */
export interface Tried<T> {
  value: T;
  counts: boolean;
}

export interface Attempts {
  /**
   * Runs `work` if every limit allows one more try, and counts its result. While tries under way could still reach a
   * limit, it waits. If failures have reached a limit, it rejects with 429, or applies `beyond`. If the limiter cannot
   * count, it rejects with 503: guessing must not become free when the database is slow.
   */
  run<T>(limits: readonly Limit[], work: () => Promise<Tried<T>>): Promise<T>;
  /** Forgets the failures of these limits. */
  forget(tx: Db, limits: readonly Limit[]): Promise<void>;
}

interface AttemptsDeps {
  db: DbPool;
  clock: Clock;
  /** The factor of every figure; 0 switches the limits off. */
  scale: number;
  log: Pick<Log, 'warn'>;
}

/** One limit as this process knows it. `failures` are those last read or added; by now there may be more. */
interface Slot {
  key: string;
  kind: string;
  subject: Buffer;
  allowed: number;
  windowSeconds: number;
  renews: boolean;
  counted: 'right' | 'failed';
  atOnce: number;
  inFlight: number;
  failures: number;
  endsAt: number;
  waiting: (() => void)[];
  /** The tries that use this slot; without any it is removed. */
  holders: number;
}

/** A limit of one try: its slot, and the slot of the limit that replaces it. */
interface Opened {
  slot: Slot;
  beyond: Slot | null | undefined;
}

/** Tries of other processes are looked at again after about so long. */
const elsewhereMs = 60;
/** More tries would only wait for each other; a later caller may ask again. */
const mostWaiting = 200;

/**
 * Failures and tries under way are counted in the database, for all processes: so they outlive a restart, and many
 * processes compare no more passwords than one. Tries of one process also wait for each other without asking it.
 */
export function createAttempts({ db, clock, scale, log }: AttemptsDeps): Attempts {
  const slots = new Map<string, Slot>();
  let waiting = 0;

  function open(limits: readonly Limit[]): Opened[] {
    return limits.map((limit) => ({ slot: openSlot(limit), beyond: limit.beyond && openSlot(limit.beyond) }));
  }

  function openSlot(limit: Limit): Slot {
    const subject = storedSubject(limit);
    const key = subject.toString('base64');
    const { kind, windowSeconds, renews = false, counted = 'failed' as const } = limit;
    const allowed = Math.ceil(limit.allowed * scale);
    const { atOnce = allowed } = limit;
    const fresh = {
      kind,
      windowSeconds,
      renews,
      counted,
      atOnce,
      allowed,
      inFlight: 0,
      failures: 0,
      endsAt: 0,
      holders: 0,
    };
    const slot: Slot = slots.get(key) ?? { key, subject, ...fresh, waiting: [] };
    slot.holders += 1;
    slots.set(key, slot);
    return slot;
  }

  function close(held: readonly Slot[]): void {
    for (const slot of held) {
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

  /** Takes a place in every slot, or rejects. A place is taken before the failures are read, so none is missed. */
  async function enter(opened: readonly Opened[]): Promise<void> {
    const all = slotsOf(opened);
    for (;;) {
      refuseSpent(opened);
      const full = inForce(opened).find(isFull);
      if (full) {
        await waitFor(full);
        continue;
      }
      for (const slot of all) slot.inFlight += 1;
      try {
        await readFailures(db, all); // a limit that is spent costs no write
        refuseSpent(opened);
        if (await beginTry(opened)) return;
      } catch (error) {
        leave(all);
        throw error;
      }
      leave(all);
      await sleep(elsewhereMs * (0.5 + Math.random()));
    }
  }

  /** Counts one more try under way against every limit; false where those of all processes could reach one. */
  async function beginTry(opened: readonly Opened[]): Promise<boolean> {
    const all = slotsOf(opened);
    const begun = withTransaction(db, async (tx) => {
      const tries = await lockTries(tx, all);
      await readFailures(tx, all); // a try that ended before it was locked has left its failure
      refuseSpent(opened);
      const triesOf = (slot: Slot) => tries.find(({ subject }) => subject.equals(slot.subject))?.count ?? 0;
      if (inForce(opened).some((slot) => slot.failures + triesOf(slot) >= slot.allowed)) return false;
      await countTries(tx, all, 1);
      return true;
    });
    return await orUnavailable(begun);
  }

  /** The limits that a try must keep at this moment. */
  function inForce(opened: readonly Opened[]): Slot[] {
    const now = clock().getTime();
    return opened.flatMap(({ slot, beyond }) => {
      if (beyond === undefined) return [slot];
      if (beyond === null) return [];
      return [isSpent(slot, now) ? beyond : slot];
    });
  }

  async function readFailures(by: Db, held: readonly Slot[]): Promise<void> {
    const rows = await orUnavailable(listFailures(by, held));
    const now = clock().getTime();
    for (const slot of held) {
      // A finished window counts no failures; a window that began during this reading is known already.
      if (!isUnderWay(slot, now)) Object.assign(slot, { failures: 0, endsAt: 0 });
      const row = rows.find(({ subject }) => subject.equals(slot.subject));
      const found = row && { count: row.count, endsAt: row.endsAt.getTime() };
      if (found && isUnderWay({ ...slot, ...found }, now)) note(slot, found);
    }
  }

  function refuseSpent(opened: readonly Opened[]): void {
    const now = clock().getTime();
    const spent = inForce(opened).filter((slot) => isSpent(slot, now));
    if (spent.length === 0) return;
    const waitMs = Math.max(...spent.map(({ endsAt }) => endsAt)) - now;
    log.warn({ event: 'throttled', kinds: spent.map(({ kind }) => kind) }, 'too many failed attempts');
    throw new AppError(429, 'rate_limited', 'Too many attempts, please try again later', {
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    });
  }

  async function countAgainst(held: readonly Slot[]): Promise<void> {
    const rows = await orUnavailable(addFailures(db, held, clock()));
    for (const { subject, count, endsAt } of rows) {
      const slot = held.find((candidate) => candidate.subject.equals(subject));
      if (slot) note(slot, { count, endsAt: endsAt.getTime() });
    }
  }

  return {
    async run(limits, work) {
      if (scale === 0) return (await work()).value;
      const opened = open(limits);
      const all = slotsOf(opened);
      try {
        await enter(opened);
        try {
          const { value, counts } = await work();
          const counted = counts ? 'failed' : 'right';
          const against = all.filter((slot) => slot.counted === counted);
          if (against.length > 0) await countAgainst(against);
          return value;
        } finally {
          // Where the database is away, the try counts until its lease is over.
          await countTries(db, all, -1).catch(() => {});
          leave(all);
        }
      } finally {
        close(all);
      }
    },
    forget: (tx, limits) =>
      deleteFailures(
        tx,
        limits.map((limit) => ({ kind: limit.kind, subject: storedSubject(limit) })),
      ),
  };
}

function storedSubject({ kind, subject }: Limit): Buffer {
  return createHash('sha256').update(`${kind}\0${subject}`).digest();
}

/** Only a try under way can end the wait: if there is none, the failures are read again. */
function isFull({ inFlight, failures, allowed, atOnce }: Slot): boolean {
  return inFlight > 0 && (failures + inFlight >= allowed || inFlight >= atOnce);
}

function slotsOf(opened: readonly Opened[]): Slot[] {
  return opened.flatMap(({ slot, beyond }) => (beyond ? [slot, beyond] : [slot]));
}

function isSpent(slot: Slot, now: number): boolean {
  return slot.failures >= slot.allowed && isUnderWay(slot, now);
}

/** A window that ends later than it could have begun is left from before the clock was set back. */
function isUnderWay({ endsAt, windowSeconds }: Slot, now: number): boolean {
  return endsAt > now && endsAt - now <= windowSeconds * 1000 + clocksDifferMs;
}

function leave(held: readonly Slot[]): void {
  for (const slot of held) {
    slot.inFlight -= 1;
    for (const wake of slot.waiting.splice(0)) wake();
  }
}

/** Answers may arrive out of order: the later window is the newer one, and within a window the higher count. */
function note(slot: Slot, { count, endsAt }: { count: number; endsAt: number }): void {
  const isSameWindow = Math.abs(endsAt - slot.endsAt) <= clocksDifferMs;
  if (endsAt < slot.endsAt && !isSameWindow) return;
  slot.failures = isSameWindow ? Math.max(slot.failures, count) : count;
  slot.endsAt = endsAt;
}

async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw Object.assign(unavailable(), { cause: error });
  }
}
