import type { DbPool } from '../../../../server/database/db.ts';
import type { Progress } from '../../server/progress.ts';
import { type BatchRow, setProgress } from './batch-queries.ts';

/** Thrown where the work must end: somebody has canceled the import, or wants something else of it. */
export class CanceledError extends Error {
  override readonly name = 'CanceledError';
}

const tellEveryMs = 250;

/** The progress of the work, and a check that ends it where it is not wanted any more. */
export type Followed = Progress & { requireWanted(): void };

/**
 * Runs the work and stores its progress; rejects where somebody cancels the import or moves it on, and with
 * `planVersion` also where its plan is changed. `total`: the pages that there will be; 0: nobody knows before all archives
 * are open.
 */
export async function follow<T>(
  db: DbPool,
  {
    id,
    phase,
    state,
    planVersion = null,
    total = 0,
  }: Pick<BatchRow, 'id' | 'phase' | 'state'> & { planVersion?: number | null; total?: number },
  work: (progress: Followed) => Promise<T>,
): Promise<T> {
  const now: { done: number; current: string | null } = { done: 0, current: null };
  let isCanceled = false;
  let telling: Promise<void> = Promise.resolve();
  const tell = async () => {
    if (!(await setProgress(db, { id, phase, state, planVersion, total, ...now }))) isCanceled = true;
  };
  const timer = setInterval(() => {
    telling = telling.then(tell).catch(() => {}); // the next one tells again, and the work itself meets the fault
  }, tellEveryMs);
  const requireWanted = () => {
    if (isCanceled) throw new CanceledError();
  };
  const progress: Followed = {
    requireWanted,
    look: requireWanted,
    begin: requireWanted,
    show(title) {
      requireWanted();
      now.current = title;
    },
    step({ pages = 0 }) {
      requireWanted();
      now.done += pages;
    },
    finish: requireWanted,
    end() {},
  };
  try {
    return await work(progress);
  } finally {
    clearInterval(timer);
    await telling;
  }
}
