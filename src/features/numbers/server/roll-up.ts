import type { Clock } from '../../../server/clock.ts';
import { type Db, type DbPool, withTransaction } from '../../../server/db.ts';
import type { Job } from '../../../server/jobs.ts';
import { dayOfNumber, numberOfDay } from '../rules.ts';
import { type Day, listKeys, listOpenDays, lockDay, updateDay } from './day-queries.ts';
import { hashOf, makeDays } from './days.ts';
import { lookBackDays } from './numbers.ts';
import type { DaySources } from './sources.ts';
import {
  deleteSums,
  insertChapters,
  insertFunnel,
  insertPaymentLanguages,
  insertTotals,
  insertVisits,
  type Name,
} from './sum-queries.ts';

export interface RollUpDeps {
  db: DbPool;
  timeZone: string;
  sources: DaySources;
}

/** The sums of a day that is not over are at most so old when they are shown: less than 5 seconds with the answer. */
const freshMs = 3_000;
/** A request that was taken in the last moment of a day is stored by then. */
const graceMs = 15_000;
const everyMs = 5 * 60 * 1000;

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
  const { today } = await makeDays(deps.db, { now, timeZone: deps.timeZone });
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

/** Brings the sums of the days that are not closed up to date. Returns the first of them: figures from it on are partial. */
export async function freshen(deps: RollUpDeps, now: Date): Promise<{ today: string }> {
  const { today } = await makeDays(deps.db, { now, timeZone: deps.timeZone });
  for (const { day, summedAt, from } of await listOpenDays(deps.db)) {
    const isFresh = summedAt !== null && now.getTime() - summedAt.getTime() < freshMs && summedAt <= now;
    if (!isFresh && from <= now) await sumDay(deps, { day, now, staleMs: freshMs });
  }
  return { today: today.day };
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
    await sumEvents(tx, day, deps.sources);
    await updateDay(tx, { day: day.day, summedAt: now, closedAt: isOver ? now : null });
    return isOver;
  });
}

async function sumEvents(tx: Db, day: Day, sources: DaySources): Promise<void> {
  const number = numberOfDay(day.day) ?? 0;
  const since = dayOfNumber(number - lookBackDays);
  const summed = { day: day.day, from: day.from, before: dayOfNumber(number - 1) };
  const keys = await listKeys(tx, { day: day.day, back: lookBackDays });
  const namesOf = (id: string): Name[] =>
    keys.map(({ day: named, key }) => ({ day: named, reader: hashOf({ kind: 'user', id }, key) }));
  const nameToday = (id: string) => (day.key ? hashOf({ kind: 'user', id }, day.key) : Buffer.from(id));
  const registrations = await sources.listRegistrations(tx, day);
  const payments = await sources.listPayments(tx, day);
  await deleteSums(tx, day.day);
  await insertTotals(tx, summed);
  await insertVisits(tx, summed);
  await insertChapters(tx, summed);
  const steps = [
    ...registrations.map(({ userId, at }) => ({ kind: 'registered' as const, userId, at })),
    ...payments.map(({ userId, at }) => ({ kind: 'paid' as const, userId, at })),
  ].map(({ userId, ...step }) => ({ ...step, reader: nameToday(userId), names: namesOf(userId) }));
  await insertFunnel(tx, summed, { steps, since });
  const paid = payments.map(({ orderId, userId, at }) => ({ orderId, at, names: namesOf(userId) }));
  await insertPaymentLanguages(tx, paid);
}
