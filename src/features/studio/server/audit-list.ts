import type { Db } from '../../../server/database/db.ts';
import { parseUuid } from '../../../shared/wire.ts';
import { findUserByName } from '../../accounts/server/accounts.ts';
import type { AuditEntry, Role } from '../contract.ts';
import { decideAuditSight } from '../rules.ts';
import { type AuditFilter, type AuditRow, countAuditRows, type IdRange, listAuditRows } from './audit-queries.ts';
import { boundsOf } from './studio.ts';

/** A question to the audit. */
export interface AuditQuestion {
  staff: { userId: string; role: Role };
  /** An id, its first 8 signs, or a name. */
  user?: string | undefined;
  action?: string | undefined;
  /** An id, or its first 8 signs. */
  target?: string | undefined;
  /** Days of the studio's zone, both inside, or times. */
  from?: string | undefined;
  to?: string | undefined;
}

/** The columns of the audit as a file. */
export const auditColumns = [
  'id',
  'at',
  'user.uuid',
  'user.username',
  'role',
  'by',
  'action',
  'target.kind',
  'target.id',
  'target.name',
  'before',
  'after',
  'reason',
  'address',
  'batch',
  'token',
] as const;

const rowsAtOnce = 500;

/** A page of the changes that the asker may see, the newest first. */
export async function listAudit(
  db: Db,
  given: AuditQuestion & { timeZone: string; page: number; pageSize: number },
): Promise<{ result: AuditEntry[]; total: number }> {
  const filter = await filterOf(db, given);
  const { page, pageSize } = given;
  const rows = await listAuditRows(db, { filter, below: null, offset: page * pageSize, limit: pageSize });
  return { result: rows.map(present), total: await countAuditRows(db, filter) };
}

/** All changes that the asker may see, the newest first, in batches. */
export async function* eachAudit(db: Db, given: AuditQuestion & { timeZone: string }): AsyncGenerator<AuditEntry[]> {
  const filter = await filterOf(db, given);
  let below: number | null = null;
  for (;;) {
    const rows: AuditRow[] = await listAuditRows(db, { filter, below, offset: 0, limit: rowsAtOnce });
    yield rows.map(present);
    below = rows.at(-1)?.id ?? null;
    if (rows.length < rowsAtOnce) return;
  }
}

async function filterOf(db: Db, given: AuditQuestion & { timeZone: string }): Promise<AuditFilter> {
  const { staff, user, action, target, from, to, timeZone } = given;
  const sight = decideAuditSight(staff, { target });
  return {
    user: user === undefined ? null : await findIds(db, user),
    action: action ?? null,
    target: target === undefined ? null : (idsOf(target) ?? only(target)),
    ...(await boundsOf(db, { from, to, timeZone })),
    ownOf: sight === 'all' ? null : sight.userId,
    kinds: sight === 'all' ? [] : sight.kinds,
  };
}

async function findIds(db: Db, user: string): Promise<IdRange> {
  const named = await findUserByName(db, user);
  return named ? only(named.id) : (idsOf(user) ?? only(nobody));
}

/** The ids that are named by one, or by the 8 signs that pages show of it; null: it is none. */
function idsOf(text: string): IdRange | null {
  const id = parseUuid(text);
  if (id !== null) return only(id);
  const shown = text.toLowerCase();
  if (!/^[0-9a-f]{8}$/.test(shown)) return null;
  return { first: `${shown}-0000-0000-0000-000000000000`, last: `${shown}-ffff-ffff-ffff-ffffffffffff` };
}

const only = (id: string): IdRange => ({ first: id, last: id });

/** A UUID that no user has. */
const nobody = '00000000-0000-0000-0000-000000000000';

function present(row: AuditRow): AuditEntry {
  const { id, userId, username, role, action, before, after, reason, address, batch } = row;
  return {
    id,
    at: row.at.toISOString(),
    user: userId !== null && username !== null ? { uuid: userId, username } : null,
    role,
    by: row.madeBy,
    token: row.token,
    action,
    target: { kind: row.targetKind, id: row.targetId, name: row.targetName },
    ...{ before, after, reason, address, batch },
  };
}
