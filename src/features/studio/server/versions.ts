import { createHash } from 'node:crypto';
import type { Db } from '../../../server/database/db.ts';
import { AppError } from '../../../server/http/errors.ts';
import type { TargetKind } from '../contract.ts';
import { findLastChange } from './audit.ts';

/** An ETag of a value: the same for equal values, another one for any other. */
export function etagOf(value: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)}"`;
}

/** How a thing stands, for those who change it. */
export interface Version {
  etag: string;
  /** In the shape of `result` of its GET. */
  current: unknown;
  /** The name of who changed it last; null: a command, the site, or nobody knows. */
  changedBy: string | null;
  changedAt: Date;
}

/** Ends the request with 428 without If-Match. */
export function requireAnyVersion(ifMatch: string | undefined): asserts ifMatch is string {
  if (ifMatch !== undefined) return;
  throw new AppError(428, 'version_missing', 'Say with If-Match which version the change is for');
}

/**
 * Ends the request with 428 without If-Match and with 412 where it names an older version, with the thing as it stands.
 * Ask with the thing's row locked, in the transaction that changes it.
 */
export function requireVersion(ifMatch: string | undefined, { etag, current, changedBy, changedAt }: Version): void {
  requireAnyVersion(ifMatch);
  if (namesVersion(ifMatch, etag)) return;
  throw new AppError(412, 'edit_conflict', 'Somebody else has changed this meanwhile', {
    extra: { current, etag, changed_by: changedBy, changed_at: changedAt.toISOString() },
  });
}

/** As `requireVersion`, for a thing whose changes the audit has; `since`: from when it stands so where it has none. */
export async function requireLastVersion(
  tx: Db,
  ifMatch: string | undefined,
  given: { target: { kind: TargetKind; id: string }; etag: string; current: unknown; since?: () => Promise<Date> },
): Promise<void> {
  const { target, etag, current, since } = given;
  if (ifMatch !== undefined && namesVersion(ifMatch, etag)) return;
  const last = await findLastChange(tx, target);
  const changedAt = last?.at ?? (await since?.()) ?? new Date(0);
  requireVersion(ifMatch, { etag, current, changedBy: last?.username ?? null, changedAt });
}

/** A proxy that compresses an answer makes its ETag weak; it is still the version that the caller saw. */
function namesVersion(ifMatch: string, etag: string): boolean {
  const named = ifMatch.split(',').map((part) => part.trim().replace(/^W\//, ''));
  return named.includes('*') || named.includes(etag);
}
