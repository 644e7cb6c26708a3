import { tellChange } from '../../../server/database/changes.ts';
import type { Db } from '../../../server/database/db.ts';
import type { AuditAction } from '../audit-actions.ts';
import type { Role, TargetKind } from '../contract.ts';
import { changedFields, type Fields, secretsIn } from '../rules.ts';
import { findLastChange, insertAuditRows, listChangesOf, type NewAuditRow } from './audit-queries.ts';

export { findLastChange, listChangesOf };

/** The maker of a change: somebody in the studio (`by` of a call), a command of an operator, or the site by itself. */
export type Maker =
  | {
      kind: 'studio';
      user: { uuid: string; username: string };
      role: Role | null;
      address: string;
      /** The name of the user's key by which a program asked; absent: the user did. */
      token?: string;
    }
  | { kind: 'command_line' }
  | { kind: 'system' };

export const commandLine: Maker = { kind: 'command_line' };

/** A change as the audit keeps it. */
export interface Change {
  by: Maker;
  /** `<kind>.<verb>`; the kind is that of the target, but for `session.confirm_failed`. */
  action: AuditAction;
  /** `id` is the UUID or the id; `name` is for people: a title, a username, a number. Null: there is none. */
  target: { kind: TargetKind; id: string | null; name: string | null };
  /** The fields as they were, by the names of the call; of fields that are given twice only the changed ones are kept. */
  before?: Fields | null;
  after?: Fields | null;
  reason?: string | null;
  /** Readers see nothing of it: what they are given stays as it is. */
  isUnseen?: boolean;
  /** The import or the batch of coupons that it belongs to: a UUID. */
  batch?: string | null;
}

/**
 * Writes the row of a change, and tells every process of an operator's change unless readers see nothing of it. `tx` is
 * the change's own transaction, so that all of it happens or nothing does. Throws where a field has the name of a secret:
 * no password, token, code or link is ever kept.
 */
export async function writeAudit(tx: Db, change: Change): Promise<void> {
  await writeAudits(tx, [change]);
}

/** Writes the rows of changes that are made at once, as `writeAudit` writes one. */
export async function writeAudits(tx: Db, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await insertAuditRows(tx, changes.map(rowOf));
  // The site's own work tells of itself when it is done: an import writes a row for each book.
  if (changes.some(({ by, isUnseen }) => by.kind !== 'system' && !isUnseen)) await tellChange(tx);
}

function rowOf(change: Change): NewAuditRow {
  const { by, action, target, reason = null, batch = null } = change;
  const { before, after } = changedFields(change.before ?? null, change.after ?? null);
  const secrets = [...secretsIn(before), ...secretsIn(after)];
  if (secrets.length > 0) throw new Error(`The audit of ${action} may not keep ${secrets.join(', ')}`);
  const inStudio = by.kind === 'studio' ? by : null;
  return {
    userId: inStudio?.user.uuid ?? null,
    username: inStudio?.user.username ?? null,
    role: inStudio?.role ?? null,
    madeBy: inStudio?.token === undefined ? by.kind : 'token',
    token: inStudio?.token ?? null,
    action,
    targetKind: target.kind,
    targetId: target.id,
    targetName: target.name,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
    reason,
    address: inStudio?.address ?? null,
    batch,
  };
}
