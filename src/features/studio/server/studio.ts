import type { Db } from '../../../server/db.ts';
import { namesOfUsers } from '../../accounts/server/accounts.ts';
import type { Role } from '../contract.ts';
import { hasRight } from '../rules.ts';
import { hasOwner, listStaffRows, selectRole, selectRoleOfSession } from './queries.ts';

/** The role of a user who runs the site; null: none. */
export function findRole(db: Db, userId: string): Promise<Role | null> {
  return selectRole(db, userId);
}

/** Whether the user of that session, by its name in image addresses, may see previews. */
export async function mayPreview(db: Db, imageAudience: string): Promise<boolean> {
  return hasRight(await selectRoleOfSession(db, imageAudience), 'books');
}

/** Whether anybody owns the site. */
export function isOwned(db: Db): Promise<boolean> {
  return hasOwner(db);
}

export interface StaffMember {
  userId: string;
  username: string;
  role: Role;
  since: Date;
}

/** Everybody with a role, the longest there first. */
export async function listStaff(db: Db): Promise<StaffMember[]> {
  const rows = await listStaffRows(db);
  const names = await namesOfUsers(
    db,
    rows.map(({ userId }) => userId),
  );
  return rows.map((row) => ({ ...row, username: names.get(row.userId) ?? '' }));
}
