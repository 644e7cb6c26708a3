import type { Log } from '../../../server/config/log.ts';
import { type Db, type DbPool, withPatience, withTransaction } from '../../../server/database/db.ts';
import type { Job } from '../../../server/jobs/jobs.ts';
import type { Clock } from '../../../server/process/clock.ts';
import type { ReadSetting } from '../../../shared/site-settings.ts';
import { dayOfNumber, numberOfDay } from '../rules.ts';
import { type Day, listKeys, listOpenDays, lockDay, updateDay } from './day-queries.ts';
import { hashKeysOf, makeDays } from './days.ts';
import { lookBackDays } from './numbers.ts';
import type { DaySources } from './sources.ts';
import {
  deleteSums,
  insertChapters,
  insertFunnel,
  insertPaymentLanguages,
  insertTotals,
  insertVisits,
} from './sum-queries.ts';

export interface RollUpDeps {
  db: DbPool;
  setting: ReadSetting;
  sources: DaySources;
}

/** How old the sums of the current day may be when they are shown: with the answer under 5 seconds. */
const freshMs = 3_000;
/** A request that was taken in the last moment of a day is stored by then. */
const graceMs = 15_000;
const everyMs = 5 * 60 * 1000;
/** How long each step of summing a day may take: with millions of events, minutes. */
const patienceMs = 10 * 60 * 1000;
/** How long a request waits for new sums of a day; after that it gets the old ones, and the summing goes on. */
const requestWaitsMs = 1_500;
/** After slow sums, the day is not summed again for so many times as long. */
const restTimes = 10;

export interface RolledUp {
  /** The days that were closed just now. */
  closed: string[];
  /** The day that is not over yet. */
  open: string;
}

/**
 * Sums all days that are not closed, and closes those that are over. A repetition changes nothing: each day is summed
 * anew in a transaction of its own, and never again once it is closed.
 */
export async function rollUp(deps: RollUpDeps, now: Date, signal?: AbortSignal): Promise<RolledUp> {
  const { today } = await makeDays(deps.db, { now, timeZone: deps.setting('time_zone') });
  const closed: string[] = [];
  for (const { day } of await listOpenDays(deps.db)) {
    if (signal?.aborted) break;
    if (await sumDay(deps, { day, now, staleMs: 0 })) closed.push(day);
  }
  return { closed, open: today.day };
}

/** The job of that name: its runs are so near that a day is closed within 15 minutes of its end. */
export function rollUpJob(deps: Omit<RollUpDeps, 'db'> & { clock: Clock }): Job {
  return {
    name: 'roll-up',
    everyMs,
    run: async (db, signal) => {
      await rollUp({ ...deps, db }, deps.clock(), signal);
    },
  };
}

/**
 * Returns a function that brings the sums of the days that are not closed up to date, and returns the present day. A day of
 * millions of events is summed less often than others, and no request waits for it.
 */
export function createFreshener(deps: RollUpDeps & { log: Log }): (now: Date) => Promise<{ today: string }> {
  const running = new Map<string, Promise<void>>();
  const restsUntil = new Map<string, number>();
  async function sum(day: string, now: Date): Promise<void> {
    const began = performance.now();
    try {
      await sumDay(deps, { day, now, staleMs: freshMs });
    } finally {
      const tookMs = performance.now() - began;
      if (tookMs > requestWaitsMs) restsUntil.set(day, performance.now() + restTimes * tookMs);
      running.delete(day);
    }
  }
  function begin(day: string, now: Date): Promise<void> {
    const known = running.get(day);
    if (known) return known;
    const begun = sum(day, now);
    running.set(day, begun);
    return begun;
  }
  return async (now) => {
    const { today } = await makeDays(deps.db, { now, timeZone: deps.setting('time_zone') });
    for (const { day, summedAt, from } of await listOpenDays(deps.db)) {
      const isFresh = summedAt !== null && now.getTime() - summedAt.getTime() < freshMs && summedAt <= now;
      const isResting = (restsUntil.get(day) ?? 0) > performance.now();
      if (isFresh || isResting || from > now) continue;
      const summing = begin(day, now);
      const ended = await endsWithin(summing, requestWaitsMs);
      if (!ended) summing.catch((error) => deps.log.error({ err: error, day }, 'summing a day of the numbers failed'));
    }
    return { today: today.day };
  };
}

/** Whether a promise ends within the time; if it rejects within it, this rejects, too. */
async function endsWithin(work: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([work.then(() => true as const), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Sums a day, unless others just did; true: this closed it. */
function sumDay(deps: RollUpDeps, asked: { day: string; now: Date; staleMs: number }): Promise<boolean> {
  const { now, staleMs } = asked;
  return withTransaction(deps.db, async (tx) => {
    const day = await lockDay(tx, asked.day);
    if (!day || day.closedAt !== null) return false;
    const isOver = now.getTime() >= day.to.getTime() + graceMs;
    if (!isOver && day.summedAt && day.summedAt <= now && now.getTime() - day.summedAt.getTime() < staleMs)
      return false;
    await sumEvents(await withPatience(tx, patienceMs), day, deps.sources);
    await updateDay(tx, { day: day.day, summedAt: now, closedAt: isOver ? now : null });
    return isOver;
  });
}

async function sumEvents(tx: Db, day: Day, sources: DaySources): Promise<void> {
  const number = numberOfDay(day.day) ?? 0;
  const since = dayOfNumber(number - lookBackDays);
  const summed = { day: day.day, from: day.from, before: dayOfNumber(number - 1) };
  const known = await listKeys(tx, { day: day.day, back: lookBackDays });
  const keys = known.map(({ day: named, key }) => ({ day: named, ...hashKeysOf(key) }));
  const registrations = await sources.listRegistrations(tx, day);
  const payments = await sources.listPayments(tx, day);
  await deleteSums(tx, day.day);
  await insertTotals(tx, summed);
  await insertVisits(tx, summed);
  await insertChapters(tx, summed);
  const steps = [
    ...registrations.map(({ userId, at }) => ({ kind: 'registered' as const, userId, at })),
    ...payments.map(({ userId, at }) => ({ kind: 'paid' as const, userId, at })),
  ];
  await insertFunnel(tx, summed, { steps, keys, since });
  await insertPaymentLanguages(tx, { payments, keys });
}
