import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Stamped } from './stamp.ts';

export interface Letter {
  url: string;
  /** Writes the letter with a new signature for each attempt, as WeChat Pay does: an old one would be stale. */
  write: () => Stamped;
}

export interface Attempt {
  /** The same for every attempt of one notification. */
  deliveryId: string;
  url: string;
  at: string;
  /** Null: no answer in time. */
  status: number | null;
  latencyMs: number;
  bodyHash: string;
  answer: string;
}

/** In seconds: 15 resends over 24 hours and 4 minutes (spec: payments.md#notifications). */
const scheduleSeconds = [15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600, 10800, 10800, 10800, 21600, 21600];
const answerMs = 5_000;

/** Sends a notification until it gets 200 or 204 within 5 s; no redirects. `scale` 0.001: 15 s are 15 ms. */
export function createNotifier(scale: number) {
  const attempts: Attempt[] = [];
  const underWay = new Set<Promise<unknown>>();
  let stop = new AbortController();

  async function post(letter: Letter, deliveryId: string): Promise<Attempt> {
    const { headers, body } = letter.write();
    const startedMs = performance.now();
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(answerMs)]);
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body, signal };
    const answered = await fetch(letter.url, { ...init, redirect: 'manual' })
      .then(async (response) => ({ status: response.status, answer: (await response.text()).slice(0, 500) }))
      .catch((error: unknown) => ({ status: null, answer: String(error) })); // no answer is an outcome here
    const attempt: Attempt = {
      deliveryId,
      url: letter.url,
      at: new Date().toISOString(),
      ...answered,
      latencyMs: performance.now() - startedMs,
      bodyHash: createHash('sha256').update(body).digest('hex'),
    };
    attempts.push(attempt);
    return attempt;
  }

  function isTaken({ status }: Attempt): boolean {
    return status === 200 || status === 204;
  }

  async function resend(letter: Letter, deliveryId: string): Promise<void> {
    const { signal } = stop;
    for (const seconds of scheduleSeconds) {
      // The time that WeChat Pay lets pass between two tries.
      const isStopped = await wait(seconds * 1000 * scale, false, { signal, ref: false }).catch(() => true);
      if (isStopped || isTaken(await post(letter, deliveryId)) || signal.aborted) return;
    }
  }

  function track<T>(work: Promise<T>): Promise<T> {
    underWay.add(work);
    return work.finally(() => underWay.delete(work));
  }

  return {
    attempts,

    /** One attempt, never repeated. */
    sendOnce: (letter: Letter) => track(post(letter, randomUUID())),

    /** Makes the first attempt; if it is not accepted, others follow by the schedule. */
    async send(letter: Letter): Promise<Attempt> {
      const deliveryId = randomUUID();
      const first = await track(post(letter, deliveryId));
      if (!isTaken(first)) track(resend(letter, deliveryId)).catch(() => undefined); // only an abort gets here
      return first;
    },

    /** Resolves when nothing is left to be sent or sent again. */
    async settled(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
    },

    async stop(): Promise<void> {
      stop.abort();
      await Promise.allSettled(underWay);
      stop = new AbortController();
      attempts.length = 0;
    },
  };
}
