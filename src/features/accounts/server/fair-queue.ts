import { unavailable } from '../../../server/http/errors.ts';

export interface QueueLimits {
  running: number;
  waiting: number;
  /** How many waiting jobs one account, and one network, may have. */
  ofAccount: number;
  ofNetwork: number;
}

interface Caller {
  account: string;
  network: string;
}

export interface FairQueue {
  /**
   * Does the work in its turn; rejects with 503 where this caller, or all callers together, have too many jobs waiting.
   */
  run<T>(caller: Caller, work: () => Promise<T>): Promise<T>;
}

/** Runs a few jobs at once. Each network has a line of its own for waiting jobs, and the lines take turns. */
export function createFairQueue(limits: QueueLimits): FairQueue {
  /** By network; the first line has the next turn. */
  const lines = new Map<string, { account: string; begin: () => void }[]>();
  let running = 0;

  async function takeLease({ account, network }: Caller): Promise<void> {
    if (running < limits.running) {
      running += 1;
      return;
    }
    const all = [...lines.values()].flat();
    const line = lines.get(network) ?? [];
    const ofAccount = all.filter((job) => job.account === account).length;
    if (all.length >= limits.waiting || ofAccount >= limits.ofAccount || line.length >= limits.ofNetwork)
      throw unavailable();
    await new Promise<void>((begin) => lines.set(network, [...line, { account, begin }]));
  }

  /** The job whose turn it is gets the place at once, so that no later one can take it. */
  function leavePlace(): void {
    const [first] = lines;
    if (!first) {
      running -= 1;
      return;
    }
    const [network, [next, ...rest]] = first;
    lines.delete(network);
    if (rest.length > 0) lines.set(network, rest);
    next?.begin();
  }

  return {
    async run(caller, work) {
      await takeLease(caller);
      try {
        return await work();
      } finally {
        leavePlace();
      }
    },
  };
}
