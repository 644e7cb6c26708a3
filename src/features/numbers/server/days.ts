import { createHmac, randomBytes } from 'node:crypto';
import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import type { ReadSetting } from '../../../shared/site-settings.ts';
import { type Day, insertNextDay, listNewestDays } from './day-queries.ts';

/** A reader as the server knows them: a user, or a visitor by the id that their browser made. */
export interface Who {
  kind: 'user' | 'visitor';
  id: string;
}

/** Hashes somebody with the key of a day. Nobody can find out who it was once the key has gone. */
export function hashOf({ kind, id }: Who, key: Buffer): Buffer {
  return createHmac('sha256', key).update(`${kind}:${id}`).digest().subarray(0, 16);
}

/** The two keys of a hash, so that the database can make the hashes of many: a hash over a hash (RFC 2104). */
export interface HashKeys {
  inner: Buffer;
  outer: Buffer;
}

const blockBytes = 64;

/** The keys with which `hashOf` hashes by the key of a day, which is shorter than a block. */
export function hashKeysOf(key: Buffer): HashKeys {
  const padded = Buffer.alloc(blockBytes);
  key.copy(padded);
  const each = (mask: number) => Buffer.from(padded.map((byte) => byte ^ mask));
  return { inner: each(0x36), outer: each(0x5c) };
}

/** The day that it is now, with the day before it where that is known. */
export interface Today {
  today: Day;
  before: Day | null;
}

const mostSteps = 5000;

/** Makes the days up to `now`, each after the other. A day keeps its bounds, whatever the zone is later. */
export async function makeDays(db: DbPool, given: { now: Date; timeZone: string }): Promise<Today> {
  const { now, timeZone } = given;
  for (let step = 0; step < mostSteps; step += 1) {
    const found = await findToday(db, now);
    if (found) return found;
    const isOver = (to: Date) => to <= now;
    const key = randomBytes(32);
    await withTransaction(db, (tx) => insertNextDay(tx, { now, timeZone, key, isOver }));
  }
  throw new Error('The days of the numbers do not reach the present');
}

async function findToday(db: Db, now: Date): Promise<Today | null> {
  const [newest, second, third] = await listNewestDays(db, 3);
  if (newest && newest.from <= now && now < newest.to) return { today: newest, before: second ?? null };
  // Clocks of several machines differ a little at midnight.
  if (second && second.closedAt === null && second.from <= now && now < second.to)
    return { today: second, before: third ?? null };
  return newest && now < newest.from ? { today: newest, before: second ?? null } : null;
}

/** Finds the day that it is, and remembers it until it ends. */
export function createToday(db: DbPool, setting: ReadSetting): (now: Date) => Promise<Today> {
  let known: Promise<Today> | null = null;
  return async (now) => {
    const last = await known?.catch(() => null);
    if (last && last.today.from <= now && now < last.today.to) return last;
    known = makeDays(db, { now, timeZone: setting('time_zone') });
    return known;
  };
}
