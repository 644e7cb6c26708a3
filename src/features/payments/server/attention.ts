import type { Attention } from '../../studio/server/today.ts';
import { readPaymentFigures } from './figures.ts';
import { countUnattributed } from './order-queries.ts';

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
];
