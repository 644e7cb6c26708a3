import type { Db } from '../../../server/database/db.ts';
import { AppError } from '../../../server/http/errors.ts';
import { readGivenTime } from '../../../server/http/given-time.ts';
import { namesOfUsers } from '../../accounts/server/accounts.ts';
import type { Role } from '../contract.ts';
import { type ActOnPerson, hasRight, mayActOn } from '../rules.ts';
import { boundsOfDay } from './audit-queries.ts';
import {
  findRole,
  hasOtherOwner,
  hasOwner,
  keepNote,
  listStaffRows,
  lockRoles,
  selectNote,
  selectRoleOfSession,
} from './queries.ts';

export { findRole, hasOwner, keepNote };

/** Whether `staff` may do that to a user, by the role that the user has now; see `mayActOn`. */
export async function mayActOnUser(
  db: Db,
  staff: { userId: string; role: Role | null },
  { act, userId }: { act: ActOnPerson; userId: string },
): Promise<boolean> {
  const { role } = staff;
  return role !== null && mayActOn({ ...staff, role }, { act, person: { userId, role: await findRole(db, userId) } });
}

/** Like `mayActOnUser`, but ends the call with 403: for a second look in the transaction that acts. */
export async function requireActOnUser(...asked: Parameters<typeof mayActOnUser>): Promise<void> {
  if (!(await mayActOnUser(...asked))) throw new AppError(403, 'forbidden', 'Your role does not allow this');
}

/**
 * The moments that a list's `from` and `to` name: days of the zone, both inside, or times, by the zone's clocks where they
 * name no offset. Null: without an end.
 */
export async function boundsOf(
  db: Db,
  { from, to, timeZone }: { from?: string | undefined; to?: string | undefined; timeZone: string },
): Promise<{ from: Date | null; before: Date | null }> {
  const dayOf = (day: string) => boundsOfDay(db, { day, timeZone });
  return {
    from: from === undefined ? null : isDay(from) ? (await dayOf(from)).from : readGivenTime('from', from, timeZone),
    before: to === undefined ? null : isDay(to) ? (await dayOf(to)).to : readGivenTime('to', to, timeZone),
  };
}

const isDay = (text: string) => text.length === 'YYYY-MM-DD'.length;

/** Whether the user of that session, by its name in image addresses, may see previews. */
export async function mayPreview(db: Db, imageAudience: string): Promise<boolean> {
  return hasRight(await selectRoleOfSession(db, imageAudience), 'books');
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

/** The note about a person as those who run the site see it; null: there is none. */
export async function readNote(
  db: Db,
  userId: string,
): Promise<{ text: string; by: string | null; at: string } | null> {
  const note = await selectNote(db, userId);
  if (!note) return null;
  const { text, byUserId, at } = note;
  const names = await namesOfUsers(db, byUserId === null ? [] : [byUserId]);
  return { text, by: (byUserId && names.get(byUserId)) ?? null, at: at.toISOString() };
}

/** Whether nobody but that user owns the site; no role changes until the transaction ends. */
export async function isLastOwner(tx: Db, userId: string): Promise<boolean> {
  await lockRoles(tx);
  return (await findRole(tx, userId)) === 'owner' && !(await hasOtherOwner(tx, userId));
}
