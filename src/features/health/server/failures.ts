import type { Db } from '../../../server/database/db.ts';
import type { Maker } from '../../studio/server/audit.ts';
import type { StudioApi } from '../../studio/server/studio-api.ts';
import { type FailureOnWire, healthCalls } from '../studio-contract.ts';

/** The work that failed and that somebody may try again, whichever feature does it. */
export interface FailedWork {
  list(db: Db, page: { limit: number; offset: number }): Promise<{ rows: FailureOnWire[]; total: number }>;
  /** Rejects with 404 for an unknown one, and with 409 where it cannot be tried again. */
  retry(by: Maker, id: string): Promise<void>;
  dismiss(by: Maker, id: string): Promise<void>;
}

/** The calls about failed work (spec: studio.md#health). */
export function mountFailures({ studio, db, work }: { studio: StudioApi; db: Db; work: FailedWork }): void {
  studio.add(healthCalls.listFailures, async ({ query }) => {
    const { page, page_size: size } = query;
    const { rows, total } = await work.list(db, { limit: size, offset: page * size });
    return { result: rows, total };
  });
  studio.add(healthCalls.retryFailure, async ({ params, by }) => {
    await work.retry(by, params.id);
    return { result: { id: params.id } };
  });
  studio.add(healthCalls.forgetFailure, ({ params, by }) => work.dismiss(by, params.id));
}
