import type { Log } from '../../../server/config/log.ts';
import type { DbPool } from '../../../server/database/db.ts';
import { claimUnsettledEvents, type EventAbout, type StoredEvent } from './event-queries.ts';
import { type Followed, followKept } from './events.ts';
import { describeSubject } from './stripe/mapping.ts';
import { readStoredEvent } from './stripe/webhook.ts';
import { judgeCardEvent, type PaymentDeps } from './webhooks.ts';
import { aboutNotification, followNotification } from './wechat-events.ts';

export type FollowerDeps = Pick<PaymentDeps, 'wechat' | 'stripe' | 'clock'> & { log: Pick<Log, 'error'> };

const eventsAtOnce = 50;
/**
 * After this time the first process is done with the event or dead; spec: payments.md#events-kept wants it taken up
 * within 60 s.
 */
const afterSeconds = 20;

/** Follows the events that a crash or an error interrupted, and those whose order has come since. */
export async function followUnsettled(db: DbPool, deps: FollowerDeps, signal?: AbortSignal): Promise<void> {
  let found = eventsAtOnce;
  while (found === eventsAtOnce && !signal?.aborted) {
    const events = await claimUnsettledEvents(db, { afterSeconds, limit: eventsAtOnce });
    found = events.length;
    for (const event of events) {
      if (signal?.aborted) return;
      await followAgain(db, deps, event);
    }
  }
}

async function followAgain(db: DbPool, deps: FollowerDeps, event: StoredEvent): Promise<void> {
  try {
    const read = readAgain(db, deps, event);
    if (read) await followKept(db, { ...event, ...read.about }, read.follow);
  } catch (error) {
    // The other events must not wait for this one; it is listed, and tried again.
    deps.log.error(
      { err: error, event: 'event not followed', eventKey: event.eventKey },
      'a stored event failed again',
    );
  }
}

/** Reads a stored event as of today; null where its provider is no longer configured. */
export function readAgain(
  db: DbPool,
  { wechat, stripe, clock }: FollowerDeps,
  event: StoredEvent,
): { about: EventAbout; follow(): Promise<Followed> } | null {
  const kept = { rawBody: event.body, now: clock() };
  if (event.provider === 'wechat') {
    if (!wechat) return null;
    const notification = wechat.wechat.readStored(kept);
    if (notification.kind === 'refused')
      throw new Error(`The notification cannot be read any more: ${notification.reason}`);
    return {
      about: aboutNotification(notification),
      follow: () => followNotification({ ...wechat, db }, notification),
    };
  }
  if (!stripe) return null;
  const read = readStoredEvent(kept);
  if (!read) throw new Error('The event cannot be read any more');
  return {
    about: describeSubject(read.subject),
    follow: () => judgeCardEvent(db, { ...stripe, sales: { ...stripe.sales, db } }, read),
  };
}
