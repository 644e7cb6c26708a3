import type { AppError } from './errors.ts';

/** How many pieces of work run and wait in this process. */
export interface GateUse {
  running: number;
  waiting: number;
}

/** All pieces of work in a gate. */
export function sumOf({ running, waiting }: GateUse): number {
  return running + waiting;
}

export interface GateLimits {
  running: number;
  waiting: number;
  waitMs: number;
}

export interface Gate {
  /** Does the work when there is room for it; rejects with the refusal when the queue is full or the wait too long. */
  run<T>(work: () => Promise<T>): Promise<T>;
  use(): GateUse;
}

/** Runs a few pieces of work at once and queues some more, in the order in which they came. */
export function createGate(limits: GateLimits, refusal: () => AppError): Gate {
  const queue = new Set<() => void>();
  let running = 0;

  async function takeLease(): Promise<void> {
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

  /** The work that waited longest gets the free place. */
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
      await takeLease();
      try {
        return await work();
      } finally {
        leavePlace();
      }
    },
    use: () => ({ running, waiting: queue.size }),
  };
}
