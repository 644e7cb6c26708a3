import type { Db } from '../../../server/db.ts';
import { countUnsettled, findFigure, updateFigure } from './event-queries.ts';
import { countReviews } from './queries.ts';

/** The figure of sales that money and memberships disagree on, as the check of it last counted. */
export const mismatchFigure = 'mismatched';

/** The figure of memberships that are not what their ledger comes to. */
const differenceFigure = 'ledger differences';

/** Keeps what the daily check of the ledger came to, for every process to show. */
export function keepDifferences(db: Db, count: number): Promise<void> {
  return updateFigure(db, { name: differenceFigure, value: count });
}

export interface PaymentFigures {
  payments_unsettled: number;
  payments_in_review: number;
  payments_mismatched: number;
  ledger_differences: number;
}

/** How the books stand: two short counts, and what the hourly check came to. */
export async function readPaymentFigures(db: Db): Promise<PaymentFigures> {
  const [unsettled, inReview, mismatched, differences] = await Promise.all([
    countUnsettled(db),
    countReviews(db),
    findFigure(db, mismatchFigure),
    findFigure(db, differenceFigure),
  ]);
  return {
    payments_unsettled: unsettled,
    payments_in_review: inReview,
    payments_mismatched: mismatched,
    ledger_differences: differences,
  };
}
