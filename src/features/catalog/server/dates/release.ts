import { type DbPool, isDatabaseUnavailable, withTransaction } from '../../../../server/database/db.ts';
import { type FreeWindow, mergeWindows } from '../../access.ts';
import {
  listOpenWindows,
  lockDueBooks,
  readMoment,
  readRelease,
  settleBooks,
  type WindowRow,
} from './settle-queries.ts';

/** A process's knowledge of dates: the database's clock, the windows, and when the next change comes. */
export interface Release {
  /** The database's clock, within a millisecond or two. */
  now(): Date;
  /**
   * Brings this knowledge up to date (less than half a second old), and makes the changes that are due by now. Call it
   * before a request is answered; null: nothing has to be waited for. Without a database it resolves, too: what needs
   * the database fails later.
   */
  ready(): Promise<void> | null;
  /** Asks the database at once, after a change that this process made. */
  refresh(): Promise<void>;
  /** An operator has changed the site, in this process or another: answers made before this news are out of date. */
  noteChange(agoMs?: number): void;
  /** The windows that are open to all, of a book and of the site, merged; those that are over may be left out. */
  freeWindowsOf(bookId: string): readonly FreeWindow[];
  /** The full seconds until something on the site changes by itself; null: no such moment is known. */
  secondsToChange(): number | null;
  /**
   * The last moment at which something changed, by the process's own clock in milliseconds: older answers are out of
   * date.
   */
  changedAt(): number;
}

/**
 * A change must be seen within 5 s, and an answer may be 4.5 s old (spec: http.md#caching): what is known is asked
 * again soon.
 */
const knownForMs = 400;
/**
 * The clock's error is at most half of the time that an answer takes, mostly less than this. The database itself is
 * asked about changes that are nearer.
 */
const clockSlackMs = 50;
const booksAtOnce = 200;
/** A due book may be locked by an import, which makes its due changes itself: look again after this time. */
const retryMs = 500;

/** Makes the changes that are due by now; false: there were none. Waits for no lock longer than a moment. */
export async function makeDueChanges(db: DbPool): Promise<boolean> {
  let hasChanged = false;
  let locked = booksAtOnce;
  while (locked === booksAtOnce) {
    locked = await withTransaction(db, async (tx) => {
      await tx.query("set local lock_timeout = '300ms'");
      const due = await lockDueBooks(tx, booksAtOnce);
      if (due.length > 0) await settleBooks(tx, due, await readMoment(tx), { debuts: 'by moment' });
      return due.length;
    });
    hasChanged ||= locked > 0;
  }
  return hasChanged;
}

export function createRelease({ db, now: localNow = Date.now }: { db: DbPool; now?: () => number }): Release {
  let askedAt = Number.NEGATIVE_INFINITY;
  let toldAt = Number.NEGATIVE_INFINITY;
  let aheadMs = 0;
  let slackMs = clockSlackMs;
  /** Of any book, or of which books are recommended; the latter needs no work when it comes. */
  let nextChange: number | null = null;
  let windowVersion: number | null = null;
  let windows: WindowRow[] = [];
  let changed = Number.NEGATIVE_INFINITY;
  let retryAt = Number.NEGATIVE_INFINITY;
  let freeWindows = new Map<string, readonly FreeWindow[]>();
  let around = { last: Number.POSITIVE_INFINITY, next: Number.NEGATIVE_INFINITY };
  let working: Promise<void> | null = null;

  const dbNow = () => localNow() + aheadMs;

  /** The nearest beginning or end of a window before and after now; such a moment needs no work when it comes. */
  function boundaries(): { last: number; next: number } {
    const now = dbNow();
    if (now >= around.last && now < around.next) return around;
    const moments = windows.flatMap(({ from, to }) => [from.getTime(), to.getTime()]);
    around = {
      last: Math.max(Number.NEGATIVE_INFINITY, ...moments.filter((moment) => moment <= now)),
      next: Math.min(Number.POSITIVE_INFINITY, ...moments.filter((moment) => moment > now)),
    };
    return around;
  }

  async function ask(): Promise<void> {
    const began = localNow();
    const row = await readRelease(db);
    const ended = localNow();
    toldAt = row.now.getTime();
    aheadMs = toldAt - (began + ended) / 2;
    slackMs = Math.max(clockSlackMs, Math.min(knownForMs, (ended - began) / 2));
    nextChange = row.nextChangeAt?.getTime() ?? null;
    if (row.windowVersion !== windowVersion) {
      windows = await listOpenWindows(db, row.now);
      windowVersion = row.windowVersion;
      freeWindows = new Map();
      around = { last: Number.POSITIVE_INFINITY, next: Number.NEGATIVE_INFINITY };
    }
    askedAt = began;
    changed = Math.min(changed, ended); // what was noted before this clock was set back would be in the future
  }

  // By the absolute value: a clock that was set back must not make old knowledge look new.
  const isKnown = () => Math.abs(localNow() - askedAt) < knownForMs;
  const isResting = () => Math.abs(retryAt - localNow()) <= retryMs && localNow() < retryAt;
  const isDue = () => nextChange !== null && nextChange - slackMs <= dbNow() && !isResting();

  async function work(isAsked: boolean): Promise<void> {
    try {
      if (isAsked || !isKnown()) await ask();
      while (isDue()) {
        const due = nextChange ?? 0;
        const hasFollowed = await makeDueChanges(db);
        await ask();
        if (nextChange === null || nextChange > due) changed = Math.max(changed, due - aheadMs);
        else if (hasFollowed) retryAt = localNow() + retryMs;
        // By the database's clock the change was not due. Otherwise it became due meanwhile, and is made at once.
        else if (toldAt <= due) return;
      }
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      retryAt = localNow() + retryMs;
    }
  }

  function start(isAsked: boolean): Promise<void> {
    working = work(isAsked).finally(() => {
      working = null;
    });
    return working;
  }

  return {
    now: () => new Date(dbNow()),
    ready() {
      const look = () => working ?? (isKnown() && !isDue() ? null : start(false));
      // A look that is under way may have begun before a moment that this request must see: look once more.
      return working ? working.then(look).then(() => {}) : look();
    },
    async refresh() {
      await working;
      await start(true);
    },
    noteChange(agoMs = 0) {
      changed = Math.max(changed, localNow() - agoMs);
      askedAt = Number.NEGATIVE_INFINITY;
    },
    freeWindowsOf(bookId) {
      if (windows.length === 0) return [];
      const known = freeWindows.get(bookId);
      if (known) return known;
      const merged = mergeWindows(windows.filter((window) => window.bookId === null || window.bookId === bookId));
      freeWindows.set(bookId, merged);
      return merged;
    },
    secondsToChange() {
      const next = Math.min(boundaries().next, nextChange ?? Number.POSITIVE_INFINITY);
      return next === Number.POSITIVE_INFINITY ? null : Math.max(0, Math.floor((next - dbNow()) / 1000));
    },
    changedAt() {
      const past = nextChange !== null && nextChange <= dbNow() ? nextChange : Number.NEGATIVE_INFINITY;
      return Math.max(changed, Math.max(past, boundaries().last) - aheadMs) + slackMs;
    },
  };
}
