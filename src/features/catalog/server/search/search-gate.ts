import { createGate, type Gate } from '../../../../server/http/gate.ts';
import { searchRefusal } from '../../../../server/http/overload.ts';

/** spec: catalog.md#search */
export const searchLimits = { running: 2, waiting: 20, waitMs: 1000, runMs: 1000 };

/**
 * Runs a few searches at once and queues some more, so that other pages do not wait for searches. It refuses one that
 * takes too long.
 */
export function createSearchGate(limits = searchLimits): Gate {
  const gate = createGate(limits, searchRefusal);
  return {
    ...gate,
    run: (work) =>
      new Promise((resolve, reject) => {
        // The place in the gate is held until the work has really ended; but the caller waits no longer than the limit.
        const timed = () => {
          const timer = setTimeout(() => reject(searchRefusal()), limits.runMs);
          return work().finally(() => clearTimeout(timer));
        };
        gate.run(timed).then(resolve, reject);
      }),
  };
}
