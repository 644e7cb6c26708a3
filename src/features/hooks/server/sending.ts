import { createHash } from 'node:crypto';
import type { DbPool } from '../../../server/database/db.ts';
import type { Resolve } from '../../../server/http/outward-address.ts';
import { createOutwardPosts, type OutwardPosts, type Post } from '../../../server/http/outward-post.ts';
import { createPace, type Pace } from '../../../server/process/pace.ts';
import { pause } from '../../../server/process/pause.ts';
import type { Seal } from '../../../server/process/seal.ts';
import { failingDays, longestRetryAfterS, outcomeOf, secondsToNextTry } from '../rules.ts';
import { type DueDelivery, noteFailed, noteSent, selectDue, selectDueConnections, switchOff } from './queries.ts';
import { signedHeaders } from './sign.ts';

export interface SenderDeps {
  loopback: boolean;
  resolve: Resolve;
  seal: Seal;
  /** How long an answer may take; by default ten seconds. */
  patienceMs?: number;
  log?: { warn(facts: object, message: string): void };
}

const usualPatienceMs = 10_000;
const mostBytes = 64 * 1024;
const deliveriesAtOnce = 100;
const lookAgainMs = 500;
/** Of one process: what goes out at once holds up readers (lab row hooks-beside). 10,000 take a minute and a half. */
const mostPerSecond = 110;
/** What was read so long ago may have been changed. */
const freshMs = 1000;
/** So long what was sent may wait for being noted with more: what is noted one by one keeps the database busy. */
const notedAfterMs = 250;

/**
 * Sends what is due: to each connection one after the other, in order, and to all of them at once. One process does it, as
 * it has the lock of the job. Whatever crashes, nothing is lost; what was not noted is sent again, under the same id.
 */
export async function sendDeliveries(
  db: DbPool,
  deps: SenderDeps,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const posts = createOutwardPosts({ patienceMs: usualPatienceMs, ...deps, mostBytes });
  const pace = createPace(mostPerSecond);
  const underWay = new Map<string, Promise<void>>();
  const faults: unknown[] = [];
  try {
    while (!signal.aborted && faults.length === 0) {
      for (const id of await selectDueConnections(db)) {
        if (underWay.has(id)) continue;
        const sending = sendTo(db, { id, posts, pace, deps, signal })
          .catch((error: unknown) => void faults.push(error))
          .finally(() => underWay.delete(id));
        underWay.set(id, sending);
      }
      if (underWay.size === 0) break;
      await Promise.race([...underWay.values(), pause(lookAgainMs, signal)]);
    }
    await Promise.all(underWay.values());
  } finally {
    posts.close();
  }
  if (faults.length > 0) throw faults[0];
}

interface Sending {
  id: string;
  posts: OutwardPosts;
  pace: Pace;
  deps: SenderDeps;
  signal: AbortSignal;
}

/** Sends all that is due to a connection. */
async function sendTo(db: DbPool, { id, posts, pace, deps, signal }: Sending): Promise<void> {
  let failed = 0;
  const taken = createTaken(db, id);
  try {
    for (;;) {
      const due = await selectDue(db, { connectionId: id, limit: deliveriesAtOnce });
      if (due.length === 0) return;
      const readAt = performance.now();
      for (const delivery of due) {
        await pace(signal);
        if (signal.aborted) return;
        if (performance.now() - readAt > freshMs) break;
        const post = postOf(delivery, deps.seal);
        const answer = post && (await posts.post(post));
        if (answer !== null && outcomeOf(answer.status) === 'sent') {
          await taken.add({ id: delivery.id, answer: answer.status });
          continue;
        }
        failed += 1;
        await taken.note();
        if (await settle(db, delivery, answer)) return;
      }
      await taken.note();
    }
  } finally {
    await taken.note();
    if (failed > 0)
      deps.log?.warn({ event: 'deliveries failed', connection: id, failed }, 'a connection did not take all');
  }
}

/** What a connection has taken, noted some at a time. */
function createTaken(db: DbPool, connectionId: string) {
  let sent: { id: string; answer: number }[] = [];
  let since = 0;
  async function note(): Promise<void> {
    const noted = sent;
    sent = [];
    if (noted.length > 0) await noteSent(db, { connectionId, sent: noted });
  }
  return {
    note,
    async add(delivery: { id: string; answer: number }): Promise<void> {
      if (sent.length === 0) since = performance.now();
      sent.push(delivery);
      if (performance.now() - since > notedAfterMs) await note();
    },
  };
}

/** Null: the secret cannot be read, since that of the site has changed. */
function postOf(delivery: DueDelivery, { open }: Seal): Post | null {
  const { id, connectionId, kind, body, secret, oldSecret } = delivery;
  const [own, old] = [secret, oldSecret].map((sealed) => sealed && open(sealed, connectionId));
  const headers = {
    ...{ 'content-type': 'application/json', 'user-agent': 'Longstrip' },
    'content-length': String(Buffer.byteLength(body)),
  };
  const post = { address: delivery.address, headers, body };
  switch (kind) {
    case 'standard': {
      if (!own) return null;
      const message = { id: webhookIdOf(id), body, now: new Date() };
      return { ...post, headers: { ...headers, ...signedHeaders(message, old ? [own, old] : [own]) } };
    }
    case 'telegram':
      return own ? { ...post, address: `${post.address}/bot${own}/sendPhoto` } : null;
    case 'discord':
      return post;
  }
}

/** The id by which receivers know a delivery. */
export const webhookIdOf = (id: string) => `msg_${id.replaceAll('-', '')}`;

/** Notes that a try has failed; true: nothing more is to be sent to the connection now. */
async function settle(
  db: DbPool,
  delivery: DueDelivery,
  answer: { status: number; retryAfterS: number } | null,
): Promise<boolean> {
  const { status, retryAfterS } = answer ?? { status: null, retryAfterS: 0 };
  const isGone = outcomeOf(status) === 'gone';
  const { connectionId } = delivery;
  const tries = delivery.tries + 1;
  const chance = chanceOf({ connectionId, tries });
  const seconds = isGone ? null : secondsToNextTry({ tries, chance, retryAfterS });
  const restS = status === 429 && retryAfterS > 0 ? (seconds ?? Math.min(retryAfterS, longestRetryAfterS)) : 0;
  await noteFailed(db, { ...delivery, answer: status, seconds, restS });
  const because = isGone ? 'gone' : 'failing';
  await switchOff(db, { connectionId, because, days: failingDays });
  return isGone || restS > 0;
}

/** The same for all that waits for one try of a connection: else what failed in order would come in another. */
function chanceOf({ connectionId, tries }: { connectionId: string; tries: number }): number {
  return createHash('sha256').update(`${connectionId} ${tries}`).digest().readUInt32BE() / 2 ** 32;
}
