import { createHash } from 'node:crypto';
import { AppError } from '../../../server/http/errors.ts';

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

/** A proxy that compresses an answer makes its ETag weak; it is still the version that the caller saw. */
function namesVersion(ifMatch: string, etag: string): boolean {
  const named = ifMatch.split(',').map((part) => part.trim().replace(/^W\//, ''));
  return named.includes('*') || named.includes(etag);
}
