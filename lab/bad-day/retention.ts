import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { askRun } from '../../src/features/health/server/queries.ts';
import type { Db, DbPool } from '../../src/server/database/db.ts';
import { paths } from '../../src/shared/paths.ts';
import type { Day } from './day.ts';
import { type Asked, askSteadily, countEach, longestMs, percentile, type Sample, timeUntil } from './load.ts';
import { addReaders, type Readers } from './readers.ts';
import {
  addRows,
  countEvents,
  countOldDays,
  countRows,
  findUserId,
  holdJob,
  listPartLocks,
  noteDeletions,
  readDeletions,
} from './retention-queries.ts';
import { openSite, type Site } from './site.ts';

const job = 'remove what is over';
/** Of each size: rows to delete, days to drop of each kind of event with their rows, and rows that stay in each table. */
const amounts = {
  short: { rows: 200_000, days: 2, eventsOfDay: 1_000, fresh: 100 },
  usual: { rows: 2_000_000, days: 4, eventsOfDay: 20_000, fresh: 1_000 },
  long: { rows: 46_000_000, days: 4, eventsOfDay: 500_000, fresh: 10_000 },
};
/** Twice, before and after the tables are filled; the quieter time counts. */
const quietMs = { short: 3_000, usual: 10_000, long: 60_000 };
/** A process that has just started is slower, with or without a removal. */
const warmUpMs = { short: 2_000, usual: 5_000, long: 15_000 };
const perSecond = 100;
/** The server is restarted when so much of the backlog is gone. */
const restartAfter = 0.6;
const withinMs = 60 * 60_000;
/** 50 million rows within 60 minutes. */
const leastPerSecond = Math.ceil(50_000_000 / 3600);
const lookEveryMs = 250;
const lookForLocksEveryMs = 5;
/** So many batches of events are sent again. */
const mostAgain = 2_000;

export const retention: Day = {
  name: 'retention',
  what: 'A backlog of rows of every kind that is over is removed while people read, and the server restarts meanwhile.',
  async play({ folder, size }) {
    const site = await openSite(folder);
    try {
      await site.start();
      const readers = await addReaders(site);
      const given = amounts[size];
      return await site.withDatabase(async (db) => {
        const events = createEvents(readers.bookIds);
        const load = () => askSteadily(site, { perSecond, next: (count) => nextOf(readers, events, count) });
        const readQuietly = async () => {
          const calm = load();
          await pause(warmUpMs[size] + quietMs[size]);
          return lateOf(await calm.stop(), warmUpMs[size]);
        };
        const { backlog, fresh, quiet } = await holdJob(db, job, async () => {
          const emptySite = await readQuietly();
          const backlog = await addRows(db, { ...given, userId: await findUserId(db, readers.guest.username) });
          await noteDeletions(db);
          const fresh = await countRows(db, 'fresh');
          return { backlog, fresh, quiet: [emptySite, await readQuietly()] };
        });
        const all = backlog.deleted + backlog.dropped;
        const removal = await watchRemoval(site, db, { rows: backlog.deleted, load });
        const { goneAfterMs, first, second } = removal;
        const busy = [...first, ...lateOf(second, warmUpMs[size])];
        const failed = [...quiet.flat(), ...first, ...second].filter(({ status }) => status < 200 || status > 299);
        const deletions = await readDeletions(db);
        const { sent, again } = await events.sendAgain(site);
        const [quietP99, busyP99] = [Math.min(...quiet.map(p99)), p99(busy)];
        return {
          figures: {
            backlog_rows: all,
            of_them_in_days: backlog.dropped,
            gone_after_ms: goneAfterMs,
            gone_per_s: Math.round((1000 * all) / goneAfterMs),
            left_at_restart: removal.leftAtRestart,
            rows_left: sum((await countRows(db, 'over')).values()) + (await countOldDays(db)),
            others_lost: await countLost(db, fresh),
            deletions: deletions.count,
            largest_deletion_rows: deletions.largest,
            longest_deletion_ms: Math.round(deletions.longestMs),
            days_dropped: 2 * given.days - (await countOldDays(db)),
            longest_lock_ms: removal.longestLockMs,
            questions: quiet.flat().length + first.length + second.length,
            failed: failed.length,
            ...countEach(failed),
            longest_ms: longestMs(busy),
            quiet_p99_ms: quietP99,
            p99_ms: busyP99,
            p99_ratio: Math.round((100 * busyP99) / quietP99) / 100,
            events: sent,
            events_sent_again: again,
            events_counted_wrong: Math.abs((await countEvents(db, readers.bookIds)) - sent),
          },
          targets: {
            gone_after_ms: { most: withinMs },
            gone_per_s: { least: leastPerSecond },
            left_at_restart: { least: 1 },
            rows_left: { most: 0 },
            others_lost: { most: 0 },
            largest_deletion_rows: { most: 5000 },
            longest_deletion_ms: { most: 500 },
            days_dropped: { least: 2 * given.days },
            longest_lock_ms: { most: 200 },
            failed: { most: 0 },
            p99_ratio: { most: 2 },
            events_sent_again: { least: 1 },
            events_counted_wrong: { most: 0 },
          },
          ...(size !== 'long' && { skipped: `a backlog of 50 million rows: this one has ${all} (--long has them)` }),
        };
      });
    } finally {
      await site.close();
    }
  },
};

/** Lets the job run, and restarts the server amid it; the time in which the server was away is none of the removal's. */
async function watchRemoval(
  site: Site,
  db: DbPool,
  { rows, load }: { rows: number; load: () => ReturnType<typeof askSteadily> },
) {
  const locks = watchLocks(db);
  const rowsLeft = async () => rows - (await readDeletions(db)).rows;
  const isTimeToRestart = async () => (await rowsLeft()) <= (1 - restartAfter) * rows;
  const isGone = async () => (await rowsLeft()) <= 0 && (await countOldDays(db)) === 0;
  const firstLoad = load();
  await askRun(db, job);
  const beforeMs = await timeUntil(isTimeToRestart, withinMs, lookEveryMs);
  const first = await firstLoad.stop();
  await site.end();
  const leftAtRestart = await rowsLeft();
  await site.start();
  const secondLoad = load();
  const afterMs = await timeUntil(isGone, withinMs, lookEveryMs);
  const second = await secondLoad.stop();
  return { first, second, leftAtRestart, goneAfterMs: beforeMs + afterMs, longestLockMs: await locks.stop() };
}

/** Visitors and a member, who read pages and tell of it. */
function nextOf({ cached, chapterIds, headers }: Readers, events: Events, count: number): Asked {
  if (count % 10 === 0) return { kind: 'events', path: '/api/v1/events', method: 'POST', payload: events.next() };
  if (count % 4 === 1)
    return { kind: 'chapter', path: `/api/v1/comics/chapter_comics/${chapterIds[3]}/en-us`, headers };
  if (count % 4 === 2) return { kind: 'list', path: `/api/v1/comics/book/search?page=${count}` };
  if (count % 4 === 3) return { kind: 'page', path: `${paths.home()}?tag=word${count}` };
  return { kind: 'cached', path: cached[count % cached.length] ?? '/' };
}

interface Events {
  /** Two events of one book: one of just now, one of the last moment of yesterday. */
  next(): { events: readonly unknown[] };
  /** Sends batches a second time; returns the number of all events, and of those that came again. */
  sendAgain(site: Site): Promise<{ sent: number; again: number }>;
}

function createEvents(bookIds: readonly string[]): Events {
  const batches: { events: readonly unknown[] }[] = [];
  const sizeOf = (some: typeof batches) => some.reduce((total, { events }) => total + events.length, 0);
  return {
    next() {
      const now = new Date();
      const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
      const times = [now, new Date(midnight.getTime() - 1)];
      const events = times.map((at) => ({
        event_id: randomUUID(),
        name: 'open_book',
        occurred_at: at.toISOString(),
        book_uuid: bookIds[batches.length % bookIds.length],
        language: 'en-us',
      }));
      const batch = { events };
      batches.push(batch);
      return batch;
    },
    async sendAgain(site) {
      const some = batches.slice(0, mostAgain);
      for (const batch of some) {
        const { status } = await site.call('POST', '/events', batch);
        if (status !== 202) throw new Error(`Events that came again were answered ${status}`);
      }
      return { sent: sizeOf(batches), again: sizeOf(some) };
    },
  };
}

/**
 * Looks again and again who has or waits for a lock that stops everybody; `stop` returns the longest time from the last
 * look without such a lock to the first look after it, so no lock was longer.
 */
function watchLocks(db: DbPool) {
  let isOver = false;
  let longest = 0;
  const watched = db.withConnection(async (connection: Db) => {
    const since = new Map<string, number>();
    let lookedAt = performance.now();
    while (!isOver) {
      const holders = new Set(await listPartLocks(connection));
      const now = performance.now();
      for (const holder of holders) if (!since.has(holder)) since.set(holder, lookedAt);
      for (const [holder, from] of since) {
        longest = Math.max(longest, now - from);
        if (!holders.has(holder)) since.delete(holder);
      }
      lookedAt = now;
      await pause(lookForLocksEveryMs);
    }
  });
  return {
    async stop(): Promise<number> {
      isOver = true;
      await watched;
      return Math.round(longest);
    },
  };
}

/** The samples without those of the first moments. */
function lateOf(samples: readonly Sample[], fromMs: number): Sample[] {
  const begin = Math.min(...samples.map(({ at }) => at)) + fromMs;
  return samples.filter(({ at }) => at >= begin);
}

/** How many of the rows that are not over have gone. */
async function countLost(db: Db, before: ReadonlyMap<string, number>): Promise<number> {
  const now = await countRows(db, 'fresh');
  return sum([...before].map(([table, count]) => Math.max(0, count - (now.get(table) ?? 0))));
}

function p99(samples: readonly Sample[]): number {
  return Math.round(100 * percentile(samples, 99)) / 100;
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0);
}
