import type { Retention } from '../../../server/retention.ts';
import { countOldAuditRows, deleteOldAuditRows } from './audit-queries.ts';
import { countOldRequests, deleteOldRequests } from './request-queries.ts';

/** Removes what the audit, and the calls that count once, have kept for 730 days (spec: studio.md#audit). */
export const studioRetentions: readonly Retention[] = [
  { table: 'audit_entries', count: countOldAuditRows, removeSome: deleteOldAuditRows },
  { table: 'studio_requests', count: countOldRequests, removeSome: deleteOldRequests },
];
