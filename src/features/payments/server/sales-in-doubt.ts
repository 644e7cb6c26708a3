import type { DbPool } from '../../../server/database/db.ts';
import { listDoubtedSales, type StoredEvent } from './event-queries.ts';
import { followKept } from './events.ts';
import { type FollowerDeps, readAgain } from './unsettled-events.ts';

/** How many card sales were judged again, and with which results. */
export interface Judged {
  judged: number;
  granted: number;
  stillInReview: number;
}

const eventsAtOnce = 100;

/**
 * Judges every card sale in doubt by today's settings, from its events as they came. A sale that fits is granted once;
 * if its user is unknown, it waits. A sale that an operator has resolved is not judged.
 */
export async function judgeSalesAgain(db: DbPool, deps: FollowerDeps, signal?: AbortSignal): Promise<Judged> {
  const sales = new Map<string, { isGranted: boolean; isInReview: boolean }>();
  let after = 0;
  let found = eventsAtOnce;
  while (found === eventsAtOnce && !signal?.aborted) {
    const events = await listDoubtedSales(db, { after, limit: eventsAtOnce });
    for (const event of events) {
      if (signal?.aborted) break;
      const judged = await judgeAgain(db, deps, event);
      if (judged) sales.set(judged.name, mergeJudged(sales.get(judged.name), judged));
    }
    after = events.at(-1)?.id ?? after;
    found = events.length;
  }
  const all = [...sales.values()];
  return {
    judged: all.length,
    granted: all.filter(({ isGranted }) => isGranted).length,
    stillInReview: all.filter(({ isGranted, isInReview }) => isInReview && !isGranted).length,
  };
}

interface JudgedSale {
  isGranted: boolean;
  isInReview: boolean;
}

/** Two events may be about one sale. */
function mergeJudged(earlier: JudgedSale | undefined, now: JudgedSale): JudgedSale {
  return { isGranted: earlier?.isGranted === true || now.isGranted, isInReview: now.isInReview };
}

async function judgeAgain(
  db: DbPool,
  deps: FollowerDeps,
  event: StoredEvent,
): Promise<(JudgedSale & { name: string }) | null> {
  try {
    const read = readAgain(db, deps, event);
    if (!read) return null;
    const { outcome, counted } = await followKept(db, { ...event, ...read.about }, read.follow);
    return {
      name: read.about.reference ?? event.eventKey,
      isGranted: outcome === 'granted',
      isInReview: counted === 'review',
    };
  } catch (error) {
    // The failed sale stays in review, and the others are still judged.
    deps.log.error(
      { err: error, event: 'sale not judged', eventKey: event.eventKey },
      'a sale in doubt was not judged',
    );
    return null;
  }
}
