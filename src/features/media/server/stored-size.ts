import type { Db } from '../../../server/database/db.ts';
import { sumImageBytes } from './queries.ts';

const atOnce = 2000;
const longestWaitMs = 1000;
const leastKeptMs = 2000;
/** A sum is kept for so many times as long as it took: counting takes a hundredth of one connection at most. */
const keptTimes = 100;

/**
 * The bytes of the files that readers may get, originals apart, as the database names them. Not counted at each call,
 * and no call waits long: it gets the last sum meanwhile, or null where there is none yet.
 */
export function createStoredSize(now: () => number = () => performance.now()): (db: Db) => Promise<number | null> {
  let last: number | null = null;
  let keptUntil = 0;
  let counting: Promise<number> | null = null;

  async function count(db: Db): Promise<number> {
    const begun = now();
    try {
      last = await sumAll(db);
      const ended = now();
      keptUntil = ended + Math.max(leastKeptMs, keptTimes * (ended - begun));
      return last;
    } finally {
      counting = null;
    }
  }

  return (db) => {
    if (last !== null && now() < keptUntil) return Promise.resolve(last);
    counting ??= count(db);
    return inTime(counting, () => last);
  };
}

/** In parts: a large site has more pictures than one query may look at. */
async function sumAll(db: Db): Promise<number> {
  let sum = 0;
  for (let after: string | null = null; ; ) {
    const part = await sumImageBytes(db, { after, limit: atOnce });
    if (part.last === null) return sum;
    sum += part.bytes;
    after = part.last;
  }
}

function inTime<Value, Late>(asked: Promise<Value>, late: () => Late): Promise<Value | Late> {
  const tooLate = new Promise<Late>((resolve) => {
    setTimeout(() => resolve(late()), longestWaitMs).unref();
  });
  return Promise.race([asked, tooLate]);
}
