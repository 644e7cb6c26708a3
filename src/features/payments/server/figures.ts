import type { Db } from '../../../server/database/db.ts';
import type { Attention } from '../../studio/server/today.ts';
import { countUnsettled, findFigure, oldestUnsettled, updateFigure } from './event-queries.ts';
import { countUnattributed } from './order-queries.ts';
import { countReviews } from './report-queries.ts';
import { countUnrefunded } from './withdrawal-queries.ts';

/** The number of sales on which money and memberships disagree, as the check last counted them. */
export const mismatchFigure = 'mismatched';

/** The number of memberships that differ from the sum of their ledger. */
const differenceFigure = 'ledger differences';

/** Keeps the result of the daily check of the ledger, so that every process can show it. */
export function keepDifferences(db: Db, count: number): Promise<void> {
  return updateFigure(db, { name: differenceFigure, value: count });
}

export interface PaymentFigures {
  payments_unsettled: number;
  payments_in_review: number;
  payments_mismatched: number;
  ledger_differences: number;
}

/** The state of the books: two short counts, and the result of the hourly check. */
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

/** The state of the books, and since when the oldest event waits. */
export async function reconcile(db: Db) {
  const figures = await readPaymentFigures(db);
  return {
    unsettled: figures.payments_unsettled,
    inReview: figures.payments_in_review,
    mismatched: figures.payments_mismatched,
    ledgerDifferences: figures.ledger_differences,
    oldestUnmatched: await oldestUnsettled(db),
  };
}

/** The figures of money that may want the attention of those who run the site, with the right to see each. */
export const attentionOfMoney: readonly Attention[] = [
  {
    right: 'money_health',
    page: '/studio/payments',
    async count(db) {
      const { payments_in_review: _, ...figures } = await readPaymentFigures(db);
      return { ...figures, payments_unattributed: await countUnattributed(db) };
    },
  },
  {
    right: 'money',
    page: '/studio/orders',
    count: async (db) => ({ payments_in_review: (await readPaymentFigures(db)).payments_in_review }),
  },
  {
    right: 'money',
    page: '/studio/settings/withdrawals',
    count: async (db) => ({ withdrawals: await countUnrefunded(db) }),
  },
];
