import type { AppError } from '../../../../server/errors.ts';
import { refusedUnderLoad } from '../../../../server/overload.ts';

/** The number of searches that run and wait in this process. */
export interface GateUse {
  running: number;
  waiting: number;
}

export interface SearchGate {
  /** Does the work when there is room for it; refuses with 503 when there is none, or when the work takes too long. */
  run<T>(work: () => Promise<T>): Promise<T>;
  use(): GateUse;
}

/** spec: catalog.md#search */
export const searchLimits = { running: 2, waiting: 20, waitMs: 1000, runMs: 1000 };

function refusal(): AppError {
  return refusedUnderLoad('Too many searches at the moment, please try again shortly', 'search');
}

/** Runs a few searches at once and queues some more, so that other pages do not wait for searches. */
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

  /** The search that waited longest gets the free place. */
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
      // The place is taken until the work has really ended; but the caller waits no longer than the limit.
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
