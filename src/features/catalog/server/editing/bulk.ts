import { AppError } from '../../../../server/http/errors.ts';
import type { Conflict } from '../dates/publication.ts';

/** Why one of many things was not changed; null: it was, or there was nothing to change. */
export type Refusal = AppError | null;

/** Does the work, and returns its refusal; what is none is thrown. */
export async function refusalOf(work: () => Promise<void>): Promise<Refusal> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error;
    throw error;
  }
}

/** What became of one of many things. */
export function presentOutcome(refusal: Refusal) {
  const { code = null, message: error = null, extra } = refusal ?? {};
  // Only `outOfOrder` has them.
  const conflicts = extra?.conflicts as Conflict[] | undefined;
  return { ok: refusal === null, code, error, ...(conflicts && { conflicts }) };
}
