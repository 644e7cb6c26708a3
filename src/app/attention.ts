import { countBrokenPages } from '../features/health/server/broken-pages.ts';
import { selectBrokenPages } from '../features/numbers/server/event-queries.ts';
import { readPaymentFigures } from '../features/payments/server/figures.ts';
import { countUnattributed } from '../features/payments/server/order-queries.ts';
import { countFailures } from '../features/publishing/batches/server/failures.ts';
import type { Attention } from '../features/studio/server/today.ts';
import { findNote } from '../server/server-notes.ts';

/** The figures that may want the attention of those who run the site, with the right to see each. */
export const attentionOfSite: readonly Attention[] = [
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
    right: 'content_health',
    page: '/studio/health',
    count: async (db) => ({
      work_failed: await countFailures(db),
      pages_broken: await countBrokenPages(db, { listReported: selectBrokenPages }),
    }),
  },
  {
    right: 'backups',
    page: '/studio/health',
    count: async (db) => ({ backup_missing: (await findNote(db, 'backup')) ? 0 : 1 }),
  },
];
