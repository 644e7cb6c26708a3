import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HealthDeps, Reconciliation } from '../features/health/server/studio-routes.ts';
import { oldestUnsettled } from '../features/payments/server/event-queries.ts';
import { readPaymentFigures } from '../features/payments/server/figures.ts';
import type { Db } from '../server/db.ts';
import { packageRoot } from '../server/package-root.ts';

/** The jobs of the server by the names that the studio has for them. */
export const namesOfJobs: HealthDeps['jobs'] = {
  'roll-up': 'roll-up',
  retention: 'remove what is over',
  trash: 'trash',
  sweep: 'free images',
  backup: 'backup',
};

/** The state of the books, and since when the oldest event waits. */
export async function reconcile(db: Db): Promise<Reconciliation> {
  const figures = await readPaymentFigures(db);
  return {
    unsettled: figures.payments_unsettled,
    inReview: figures.payments_in_review,
    mismatched: figures.payments_mismatched,
    ledgerDifferences: figures.ledger_differences,
    oldestUnmatched: await oldestUnsettled(db),
  };
}

/** The version of the program. */
export function readVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  return version;
}
