import type { Db } from '../../../server/database/db.ts';
import type { Role } from '../contract.ts';

/** The role of a user who runs the site; null: none. */
export async function findRole(db: Db, userId: string): Promise<Role | null> {
  const { rows } = await db.query<{ role: Role }>(
    { name: 'studio-find-role', text: 'select role from staff where user_id = $1' },
    [userId],
  );
  return rows[0]?.role ?? null;
}

/** Lets only one transaction at a time change who owns the site. */
export async function lockRoles(tx: Db): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('longstrip roles'))`);
}

/** Whether anybody owns the site. */
export async function hasOwner(db: Db): Promise<boolean> {
  const { rowCount } = await db.query(`select from staff where role = 'owner' limit 1`);
  return rowCount === 1;
}

/** Whether somebody other than that user owns the site. */
export async function hasOtherOwner(tx: Db, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query(`select from staff where role = 'owner' and user_id <> $1 limit 1`, [userId]);
  return rowCount === 1;
}

/** Gives a user a role, or takes it away (null). */
export async function updateRole(tx: Db, { userId, role }: { userId: string; role: Role | null }): Promise<void> {
  if (role === null) {
    await tx.query('delete from staff where user_id = $1', [userId]);
    return;
  }
  await tx.query(
    `insert into staff (user_id, role) values ($1, $2)
     on conflict (user_id) do update set role = excluded.role, since = now()`,
    [userId, role],
  );
}

export interface StaffRow {
  userId: string;
  role: Role;
  since: Date;
}

/** Everybody with a role, the longest there first. */
export async function listStaffRows(db: Db): Promise<StaffRow[]> {
  const { rows } = await db.query<StaffRow>(
    'select user_id as "userId", role, since from staff order by since, user_id',
  );
  return rows;
}

/** Keeps the hash of the one code that claims the site, in the place of any other. */
export async function replaceClaim(tx: Db, codeHash: Buffer): Promise<void> {
  await tx.query(
    `insert into owner_claims (code_hash) values ($1)
     on conflict (only_one) do update set code_hash = excluded.code_hash, made_at = now()`,
    [codeHash],
  );
}

export async function deleteClaim(tx: Db): Promise<void> {
  await tx.query('delete from owner_claims');
}

/** Whether the code of that hash claims the site: it is the last one, and nobody owns the site. */
export async function hasClaim(db: Db, codeHash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from owner_claims where code_hash = $1 and not exists (select from staff where role = 'owner')`,
    [codeHash],
  );
  return rowCount === 1;
}

/** The role of the user of a session that still holds, by the session's name in image addresses. */
export async function selectRoleOfSession(db: Db, imageAudience: string): Promise<Role | null> {
  const { rows } = await db.query<{ role: Role }>(
    'select role from viewers join staff on staff.user_id = viewers.user_id where image_audience = $1 and scopes is null',
    [imageAudience],
  );
  return rows[0]?.role ?? null;
}

/** What those who run the site have noted about a person. */
export interface NoteRow {
  text: string;
  byUserId: string | null;
  at: Date;
}

export async function selectNote(db: Db, userId: string): Promise<NoteRow | null> {
  const { rows } = await db.query<NoteRow>(
    'select note as text, written_by as "byUserId", written_at as at from user_notes where user_id = $1',
    [userId],
  );
  return rows[0] ?? null;
}

/** Keeps a note about a person in the place of any other; empty: none. */
export async function keepNote(
  tx: Db,
  given: { userId: string; text: string; byUserId: string | null },
): Promise<void> {
  if (given.text === '') {
    await tx.query('delete from user_notes where user_id = $1', [given.userId]);
    return;
  }
  await tx.query(
    `insert into user_notes (user_id, note, written_by) values ($1, $2, $3)
     on conflict (user_id) do update set note = excluded.note, written_by = excluded.written_by, written_at = now()`,
    [given.userId, given.text, given.byUserId],
  );
}
