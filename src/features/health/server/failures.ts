import type { Db } from '../../../server/db.ts';
import type { Maker } from '../../studio/server/audit.ts';
import type { StudioApi } from '../../studio/server/studio-api.ts';
import { type FailureOnWire, failureParams, failuresAnswer, listQuery, retryAnswer } from '../studio-contract.ts';

/** The work that failed and that somebody may try again, whichever feature does it. */
export interface FailedWork {
  list(db: Db, page: { limit: number; offset: number }): Promise<{ rows: FailureOnWire[]; total: number }>;
  /** Rejects with 404 for an unknown one, and with 409 where it cannot be tried again. */
  retry(by: Maker, id: string): Promise<void>;
  dismiss(by: Maker, id: string): Promise<void>;
}

/** The calls about failed work (spec: studio.md#health). */
export function mountFailures({ studio, db, work }: { studio: StudioApi; db: Db; work: FailedWork }): void {
  const right = 'content_health';
  studio.add({
    method: 'GET',
    path: '/studio/health/failures',
    summary: 'The imports and files that failed, the newest first',
    right,
    query: listQuery,
    answer: failuresAnswer,
    async answerTo({ query }) {
      const { page, page_size: size } = query;
      const { rows, total } = await work.list(db, { limit: size, offset: page * size });
      return { result: rows, total };
    },
  });
  studio.add({
    method: 'POST',
    path: '/studio/health/failures/:id/retry',
    summary: 'Try what failed again',
    right,
    params: failureParams,
    answer: retryAnswer,
    status: 202,
    failures: [404, 409],
    async answerTo({ params, by }) {
      await work.retry(by, params.id);
      return { result: { id: params.id } };
    },
  });
  studio.add({
    method: 'DELETE',
    path: '/studio/health/failures/:id',
    summary: 'Take a failure off the list',
    right,
    params: failureParams,
    failures: [404],
    answerTo: ({ params, by }) => work.dismiss(by, params.id),
  });
}
