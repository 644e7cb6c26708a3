import type { Retention } from '../../../server/jobs/retention.ts';
import { oldAuditRows } from './audit-queries.ts';
import { oldRequests } from './request-queries.ts';

/** Removes what the audit, and the calls that count once, have kept for 730 days (spec: studio.md#audit). */
export const studioRetentions: readonly Retention[] = [oldAuditRows, oldRequests];
