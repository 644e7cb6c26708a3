import { createHash, randomBytes } from 'node:crypto';
import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import type { Username } from '../rules.ts';
import { deleteTokensOf } from './access-token-queries.ts';
import { type EndWithPassword, replacePassword } from './new-password.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { deleteLink, findBan, findLinkOwner, listInvited, updateBan, upsertLink } from './people-queries.ts';
import { deleteSession, deleteSessionsOf, insertUser, listSessionsOf, lockUser, type UserRow } from './queries.ts';

export { findBan, listInvited, listSessionsOf, lockUser };

/**
 * Bans a user: they cannot log in, all their sessions end at once, and their access tokens open nothing while it lasts.
 * A ban again keeps the later reason.
 */
export async function banUser(tx: Db, given: { userId: string; reason: string; byUserId: string }): Promise<void> {
  const { userId, reason, byUserId } = given;
  await lockUser(tx, userId);
  await updateBan(tx, { userId, ban: { reason, byUserId } });
  await deleteSessionsOf(tx, { userId, keep: null });
}

/** Ends a ban; false: there was none. */
export async function endBan(tx: Db, userId: string): Promise<boolean> {
  await lockUser(tx, userId);
  const ban = await findBan(tx, userId);
  if (ban) await updateBan(tx, { userId, ban: null });
  return ban !== null;
}

/** Ends one session of a user, or all with their access tokens; returns whether there was that one. */
export async function endSessionsOf(tx: Db, given: { userId: string; sessionId: string | null }): Promise<boolean> {
  const { userId, sessionId } = given;
  if (sessionId !== null) return deleteSession(tx, { id: sessionId, userId });
  await endOtherAccess(tx, { userId, keep: null });
  return true;
}

/** Ends a user's access tokens, and all their sessions but the one to keep. */
export async function endOtherAccess(tx: Db, given: { userId: string; keep: string | null }): Promise<void> {
  await deleteSessionsOf(tx, given);
  await deleteTokensOf(tx, given.userId);
}

const linkHours = 24;

/** Makes the one link by which a user may choose a new password: its code is told this once, and voids any earlier one. */
export async function makePasswordLink(
  tx: Db,
  userId: string,
  hours = linkHours,
): Promise<{ code: string; expiresAt: Date }> {
  const code = randomBytes(32).toString('base64url');
  const { expiresAt } = await upsertLink(tx, { userId, codeHash: hashOf(code), hours });
  return { code, expiresAt };
}

/** Makes a user whose name keeps the rules; a link gives them a password of their own. Null: the name is taken. */
export async function addUser(
  tx: Db,
  { username, passwordHash }: { username: Username; passwordHash: string },
): Promise<UserRow | null> {
  const { shown, key } = username;
  const id = await insertUser(tx, { username: shown, usernameKey: key, passwordHash, invitedBy: null });
  return id === null ? null : { id, username: shown };
}

/** A hash that no password is known for. */
export function hashOfNobodys(): Promise<string> {
  return createPasswords().hash(randomBytes(32).toString('base64url'));
}

/** Voids the link of a user, and keeps others from making one until the transaction ends. */
export async function endPasswordLink(tx: Db, userId: string): Promise<void> {
  await lockUser(tx, userId);
  await deleteLink(tx, userId);
}

/**
 * Gives the user of a link a new password, that keeps the rules, and ends the link and all sessions; returns the user, or
 * null where the link does not hold. `also` runs inside the change, so that both happen or neither does.
 */
export async function resetPassword(
  db: DbPool,
  passwords: Passwords,
  given: { code: string; password: string; also: EndWithPassword },
): Promise<string | null> {
  const codeHash = hashOf(given.code);
  // Hashing is slow on purpose: it is not done for an unknown code, nor inside a transaction.
  if (!(await findLinkOwner(db, codeHash))) return null;
  const passwordHash = await passwords.hash(given.password);
  return withTransaction(db, async (tx) => {
    const found = await findLinkOwner(tx, codeHash);
    if (found === null) return null;
    await lockUser(tx, found);
    // Somebody may have used it, or made a new one, before the lock was ours.
    const userId = await findLinkOwner(tx, codeHash);
    if (userId === null) return null;
    await replacePassword(tx, { userId, passwordHash, keep: null });
    await given.also(tx, userId);
    return userId;
  });
}

/** A code has 256 random bits: nothing slower than one hash is needed to keep it from being guessed back. */
function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
