import type { PushKeys } from '../../../server/config/push.ts';
import type { Db } from '../../../server/database/db.ts';
import { createResolve, type Resolve } from '../../../server/http/outward-address.ts';
import { findHeldSessions } from '../../accounts/server/accounts.ts';
import { createDelivery, type Delivered } from './push-delivery.ts';
import { writeMessage } from './push-message.ts';
import { claimPushes, deleteEndpoints, endPush, noteFailure, type Push, postponePush } from './push-queries.ts';

/** After which failures a push is tried again, in seconds. */
const retriesAfterS = [60, 5 * 60, 30 * 60];
const longestRetryAfterS = 60 * 60;
const failingDays = 7;
const mostAtOnce = 100;

export interface Sender {
  loopback: boolean;
  keys: () => Promise<PushKeys>;
  /** Where a push service may write to. */
  contact: () => string;
  log?: { warn(facts: object, message: string): void };
  resolve?: Resolve;
}

/** Sends what is due to users' devices; returns how many were sent. A signal ends it after those that are under way. */
export async function sendPushes(db: Db, sender: Sender, signal?: AbortSignal): Promise<number> {
  const { loopback, resolve = createResolve() } = sender;
  const delivery = createDelivery({ loopback, resolve });
  const outcomes = new Map<string, number>();
  const note = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const underWay = new Set<Promise<void>>();
  let fault: unknown = null;

  async function send(push: Push): Promise<void> {
    const { publicKey, privateKey } = await sender.keys();
    const message = await writeMessage({
      ...{ endpoint: push.endpoint, keys: { p256dh: push.p256dh, auth: push.auth } },
      notice: { kind: push.kind, id: push.noticeId },
      site: { publicKey, privateKey, contact: sender.contact() },
    });
    const delivered = await delivery.deliver({ address: push.endpoint, ...message });
    note(outcomeOf(delivered));
    await settle(db, push, delivered);
  }

  try {
    while (!signal?.aborted && fault === null) {
      const claimed = await claimPushes(db, mostAtOnce - underWay.size);
      for (const push of await onlyWanted(db, claimed)) {
        const sending: Promise<void> = send(push)
          .catch((error: unknown) => {
            fault = error;
          })
          .finally(() => underWay.delete(sending));
        underWay.add(sending);
      }
      if (underWay.size > 0) await Promise.race(underWay);
      else if (claimed.length === 0) break;
    }
    await Promise.all(underWay);
  } finally {
    delivery.close();
  }
  if (fault !== null) throw fault;
  const sent = outcomes.get('sent') ?? 0;
  if (outcomes.size > (sent > 0 ? 1 : 0))
    sender.log?.warn({ event: 'pushes failed', ...Object.fromEntries(outcomes) }, 'not every push was taken');
  return sent;
}

function outcomeOf(delivered: Delivered): string {
  const status = 'status' in delivered ? (delivered.status ?? 'no answer') : '';
  return `${delivered.kind} ${status}`.trim();
}

/** Those that are still to be sent; the others are over. */
async function onlyWanted(db: Db, pushes: readonly Push[]): Promise<Push[]> {
  if (pushes.length === 0) return [];
  const held = await findHeldSessions(db, [...new Set(pushes.map(({ sessionId }) => sessionId))]);
  const ended = pushes.filter(({ sessionId }) => !held.has(sessionId));
  if (ended.length > 0)
    await deleteEndpoints(
      db,
      ended.map(({ endpointId }) => endpointId),
    );
  const left = pushes.filter(({ sessionId }) => held.has(sessionId));
  for (const push of left) if (!push.isWanted) await endPush(db, { ...push, isSent: false });
  return left.filter(({ isWanted }) => isWanted);
}

async function settle(db: Db, push: Push, delivered: Delivered): Promise<void> {
  switch (delivered.kind) {
    case 'sent':
      return endPush(db, { ...push, isSent: true });
    case 'gone':
      return deleteEndpoints(db, [push.endpointId]);
    case 'refused':
      await endPush(db, { ...push, isSent: false });
      break;
    case 'failed': {
      const step = retriesAfterS[push.tries - 1];
      if (step === undefined) await endPush(db, { ...push, isSent: false });
      else {
        const seconds = Math.max(step, Math.min(delivered.retryAfterS, longestRetryAfterS));
        await postponePush(db, { ...push, seconds });
      }
    }
  }
  await noteFailure(db, { ...push, days: failingDays });
}
