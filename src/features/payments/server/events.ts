import type { Db } from '../../../server/database/db.ts';
import type { Provider } from '../contract.ts';
import {
  type EventAbout,
  type EventName,
  insertEvent,
  type NewEvent,
  resolvedOutcome,
  type Unsettled,
  updateEvent,
} from './event-queries.ts';

/** The outcome of a provider's call, as /metrics counts it. */
export const notificationOutcomes = [
  'taken',
  'repeated',
  'no_order',
  'refused',
  'failed',
  'review',
  'foreign_merchant',
] as const;
export type NotificationOutcome = (typeof notificationOutcomes)[number];

export type CountNotification = (counted: { provider: Provider; outcome: NotificationOutcome }) => void;

/** The result of following an event. An event without an outcome stays listed as unsettled, for that reason. */
export type Followed = { counted: NotificationOutcome } & (
  | { outcome: string; unsettled: null }
  | { outcome: null; unsettled: Unsettled }
);

export function done(outcome: string, counted: NotificationOutcome = 'taken'): Followed {
  return { outcome, unsettled: null, counted };
}

/**
 * Keeps a verified event before anything follows from it, then follows it. An event cut off in between is listed and
 * followed later. An event settled by hand stays settled; `isOver` names others that are not followed again.
 */
export async function takeEvent(
  deps: { db: Db; count: CountNotification },
  event: NewEvent,
  given: { isOver(outcome: string): boolean; follow(): Promise<Followed> },
): Promise<Followed> {
  const { provider } = event;
  try {
    const known = await insertEvent(deps.db, event);
    const isRepeated = known !== null && (known === resolvedOutcome || given.isOver(known));
    const followed = isRepeated ? done(known, 'repeated') : await followKept(deps.db, event, given.follow);
    deps.count({ provider, outcome: followed.counted });
    return followed;
  } catch (error) {
    deps.count({ provider, outcome: 'failed' });
    throw error;
  }
}

/** Follows an event that is kept, and notes its outcome. */
export async function followKept(
  db: Db,
  event: EventName & EventAbout,
  follow: () => Promise<Followed>,
): Promise<Followed> {
  try {
    const followed = await follow();
    await updateEvent(db, { ...event, ...followed });
    return followed;
  } catch (error) {
    // Where even this note fails, the event has no outcome, which says the same a moment later.
    await updateEvent(db, { ...event, outcome: null, unsettled: 'handling_failed' }).catch(() => {});
    throw error;
  }
}
