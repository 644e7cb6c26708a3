import type { Db } from '../../../server/database/db.ts';
import { whereOver } from '../../../server/jobs/retention.ts';
import type { AuditEntry, Role, TargetKind } from '../contract.ts';

export interface NewAuditRow {
  userId: string | null;
  username: string | null;
  role: Role | null;
  madeBy: string;
  token: string | null;
  action: string;
  targetKind: string;
  targetId: string | null;
  targetName: string | null;
  before: string | null;
  after: string | null;
  reason: string | null;
  address: string | null;
  batch: string | null;
}

export async function insertAuditRows(tx: Db, rows: readonly NewAuditRow[]): Promise<void> {
  await tx.query(
    `insert into audit_entries (user_id, username, role, made_by, token, action, target_kind, target_id, target_name,
       before, after, reason, address, batch)
     select "userId", username, role, "madeBy", token, action, "targetKind", "targetId", "targetName", before::jsonb, after::jsonb,
       reason, address, batch
     from json_to_recordset($1) as given ("userId" uuid, username text, role text, "madeBy" text, token text, action text,
       "targetKind" text, "targetId" text, "targetName" text, before text, after text, reason text, address text, batch uuid)`,
    [JSON.stringify(rows)],
  );
}

export interface AuditRow {
  id: number;
  at: Date;
  userId: string | null;
  username: string | null;
  role: Role | null;
  madeBy: AuditEntry['by'];
  token: string | null;
  action: string;
  targetKind: TargetKind;
  targetId: string | null;
  targetName: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string | null;
  address: string | null;
  batch: string | null;
}

/** The ids between two, both included. */
export interface IdRange {
  first: string;
  last: string;
}

/** The properties of the changes in a list; null stands for any. */
export interface AuditFilter {
  user: IdRange | null;
  action: string | null;
  target: IdRange | null;
  /** From this moment on, and before that one. */
  from: Date | null;
  before: Date | null;
  /** Rows of this user alone, and of targets of these kinds. */
  ownOf: string | null;
  kinds: readonly string[];
}

const fits = `($1::uuid is null or user_id between $1 and $2) and ($3::text is null or action = $3)
  and ($4::text is null or target_id between $4 and $5) and ($6::timestamptz is null or at >= $6)
  and ($7::timestamptz is null or at < $7)
  and ($8::uuid is null or user_id = $8 or target_kind = any($9::text[]))`;
const valuesOf = ({ user, action, target, from, before, ownOf, kinds }: AuditFilter) => [
  ...[user?.first, user?.last, action, target?.first, target?.last].map((value) => value ?? null),
  ...[from, before, ownOf, kinds],
];

/** The changes that fit, the newest first; `below` is the id of the last one that is known. */
export async function listAuditRows(
  db: Db,
  given: { filter: AuditFilter; below: number | null; offset: number; limit: number },
): Promise<AuditRow[]> {
  const { rows } = await db.query<AuditRow>(
    `select id, at, user_id as "userId", username, role, made_by as "madeBy", token, action, target_kind as "targetKind",
       target_id as "targetId", target_name as "targetName", before, after, reason, address, batch
     from audit_entries where ${fits} and ($10::bigint is null or id < $10)
     order by id desc offset $11 limit $12`,
    [...valuesOf(given.filter), given.below, given.offset, given.limit],
  );
  return rows;
}

/** The changes of these targets by these actions, the newest first; so many at most. */
export async function listChangesOf(
  db: Db,
  asked: { targets: readonly string[]; actions: readonly string[]; limit: number },
): Promise<Pick<AuditRow, 'at' | 'username' | 'action' | 'targetId' | 'after' | 'reason'>[]> {
  const { rows } = await db.query<Pick<AuditRow, 'at' | 'username' | 'action' | 'targetId' | 'after' | 'reason'>>(
    `select at, username, action, target_id as "targetId", after, reason from audit_entries
     where target_id = any($1) and action = any($2) order by id desc limit $3`,
    [asked.targets, asked.actions, asked.limit],
  );
  return rows;
}

export async function countAuditRows(db: Db, filter: AuditFilter): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from audit_entries where ${fits}`,
    valuesOf(filter),
  );
  return rows[0]?.count ?? 0;
}

/** The first moment of a day (YYYY-MM-DD), and of the day after it, in a zone. */
export async function boundsOfDay(db: Db, given: { day: string; timeZone: string }): Promise<{ from: Date; to: Date }> {
  const { rows } = await db.query<{ from: Date; to: Date }>(
    `select ($1::date)::timestamp at time zone $2 as from, ($1::date + 1)::timestamp at time zone $2 as to`,
    [given.day, given.timeZone],
  );
  const bounds = rows[0];
  if (!bounds) throw new Error(`The day ${given.day} has no bounds`);
  return bounds;
}

/** Days as hours: a day of the summer is not always 24 hours long. */
export const keptHours = 730 * 24;

/** By the database's clock, which also refuses to remove younger rows. */
export const oldAuditRows = whereOver({
  ...{ table: 'audit_entries', by: 'at' },
  over: 'at <= now() - make_interval(hours => $1)',
  limitOf: () => keptHours,
});

/** When a thing was last changed in the studio or by a command, and by whom; null: never, as far as the audit goes. */
export async function findLastChange(
  db: Db,
  target: { kind: TargetKind; id: string },
): Promise<{ username: string | null; at: Date } | null> {
  const { rows } = await db.query<{ username: string | null; at: Date }>(
    'select username, at from audit_entries where target_id = $1 and target_kind = $2 order by id desc limit 1',
    [target.id, target.kind],
  );
  return rows[0] ?? null;
}
