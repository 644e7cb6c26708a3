import { readPaymentFigures } from '../features/payments/server/figures.ts';
import type { Attention } from '../features/studio/server/today.ts';
import { findNote } from '../server/server-notes.ts';

/** The figures that may want the attention of those who run the site, with the right to see each. */
export const attentionOfSite: readonly Attention[] = [
  {
    right: 'money_health',
    page: '/studio/payments',
    count: async (db) => ({ ...(await readPaymentFigures(db)) }),
  },
  {
    right: 'backups',
    page: '/studio/health',
    count: async (db) => ({ backup_missing: (await findNote(db, 'backup')) ? 0 : 1 }),
  },
];
