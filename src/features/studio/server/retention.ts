import type { Retention } from '../../../server/retention.ts';
import { countOldAuditRows, deleteOldAuditRows } from './audit-queries.ts';

/** Removes what the audit has kept for 730 days (spec: studio.md#audit). */
export const studioRetentions: readonly Retention[] = [
  { table: 'audit_entries', count: countOldAuditRows, removeSome: deleteOldAuditRows },
];
