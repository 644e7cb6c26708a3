import { type Db, type DbPool, withTransaction } from '../../../../server/database/db.ts';
import type { GateUse } from '../../../../server/http/gate.ts';
import { searchRefusal } from '../../../../server/http/overload.ts';
import { createSearchGate, searchLimits } from './search-gate.ts';
import { prepareSearch } from './search-queries.ts';

/** With less than this share of the time left, the next statement gets a shorter limit. */
const timeIsShort = 0.9;

/** A piece of work in the gate. */
export interface Turn {
  tx: Db;
  /** Call before a further statement: it limits that one to the time that is left, and throws where none is left. */
  goOn(): Promise<void>;
}

export interface SearchTurns {
  /**
   * All statements of a search share one time limit: when it is over, the caller is refused and the place in the gate
   * is free.
   */
  inTurn<T>(work: (turn: Turn) => Promise<T>): Promise<T>;
  use(): GateUse;
}

/** Lets a few searches at once do their work. */
export function createSearchTurns(db: DbPool): SearchTurns {
  const gate = createSearchGate();
  return {
    inTurn: (work) =>
      gate.run(() => {
        const endsAt = performance.now() + searchLimits.runMs;
        return withTransaction(db, async (tx) => {
          await prepareSearch(tx, searchLimits.runMs);
          const goOn = async () => {
            const leftMs = Math.ceil(endsAt - performance.now());
            if (leftMs <= 0) throw searchRefusal();
            if (leftMs < searchLimits.runMs * timeIsShort) await prepareSearch(tx, leftMs);
          };
          return work({ tx, goOn });
        });
      }),
    use: gate.use,
  };
}
