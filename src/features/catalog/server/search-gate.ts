import { AppError } from '../../../server/errors.ts';

/** How many searches run and wait in this process. */
export interface GateUse {
  running: number;
  waiting: number;
}

export interface SearchGate {
  /** Does the work when there is a place for it; refuses with 503 where there is none, or where it takes too long. */
  run<T>(work: () => Promise<T>): Promise<T>;
  use(): GateUse;
}

/** scale.md section 4. A search that is refused may come again after one to five seconds. */
export const searchLimits = { running: 2, waiting: 20, waitMs: 1000, runMs: 1000 };
const longestRetrySeconds = 5;

function refusal(): AppError {
  const retryAfterSeconds = 1 + Math.floor(Math.random() * longestRetrySeconds);
  const sentence = 'Too many searches at the moment, please try again shortly';
  return new AppError(503, 'unavailable', sentence, { retryAfterSeconds, refusal: 'search' });
}

/** A few searches at once, some more in a queue: the others' pages are not kept waiting by them. */
export function createSearchGate(limits = searchLimits): SearchGate {
  const queue = new Set<() => void>();
  let running = 0;

  async function takePlace(): Promise<void> {
    if (running < limits.running) {
      running += 1;
      return;
    }
    if (queue.size >= limits.waiting) throw refusal();
    await new Promise<void>((resolve, reject) => {
      const take = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.delete(take);
        reject(refusal());
      }, limits.waitMs);
      queue.add(take);
    });
  }

  /** The place goes to who waited longest, or is free. */
  function leavePlace(): void {
    const [next] = queue;
    if (!next) {
      running -= 1;
      return;
    }
    queue.delete(next);
    next();
  }

  return {
    async run(work) {
      await takePlace();
      // The place is taken until the work has really ended; who asked waits no longer than its time.
      const done = work().finally(leavePlace);
      return within(done, limits.runMs);
    },
    use: () => ({ running, waiting: queue.size }),
  };
}

function within<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(refusal()), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
