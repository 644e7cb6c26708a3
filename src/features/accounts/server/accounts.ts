import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import { parseUuid } from '../../../shared/wire.ts';
import {
  checkNewPassword,
  checkRegistration,
  mostKnownAddresses,
  mostSessions,
  type Problem,
  readPassword,
  type Username,
  usernameKey,
  usernamePattern,
  writeInviteCode,
} from '../rules.ts';
import { findLivingToken, hashOfMd5, hashOfToken } from './access-tokens.ts';
import { limitsOfAddress } from './address-limits.ts';
import type { Attempts, Limit } from './attempts.ts';
import { type Confirmations, passwordWrong } from './confirmation.ts';
import { type EndWithPassword, replacePassword } from './new-password.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import {
  deleteOldestSessions,
  deleteSession,
  findInviteCode,
  findUser,
  hasSession,
  hasUser,
  insertSession,
  insertUser,
  listInviters,
  listPresentUsers,
  listUsernames,
  listUsersLike,
  lockUser,
  noteAddress,
  proposeInviteCode,
  type UserRow,
} from './queries.ts';
import { relyingPartyOf } from './relying-party.ts';
import { findHeldSessions } from './session-queries.ts';
import type { SignedIn, UsedFrom } from './signed-in.ts';

export type { Attempts, Confirmations, EndWithPassword, Limit, SignedIn, UsedFrom };

export {
  findHeldSessions,
  findLivingToken,
  hashOfMd5,
  hashOfToken,
  hasUser,
  limitsOfAddress,
  listInviters,
  listPresentUsers,
  passwordWrong,
  relyingPartyOf,
};

export type Registered = { kind: 'registered'; user: UserRow } | { kind: 'username_taken' };

/** Registers a user whose name and password keep the rules. If several ask for one name at once, one gets it. */
export async function registerUser(
  db: DbPool,
  passwords: Passwords,
  given: NewUser & { usedFrom: UsedFrom; also: AlsoForUser },
): Promise<Registered> {
  const { username, password, invitedBy, usedFrom, also } = given;
  if (await findUser(db, username.key)) return { kind: 'username_taken' };
  const passwordHash = await passwords.hash(password);
  return withTransaction(db, async (tx) => {
    const registered = await addUser(tx, { username, passwordHash, invitedBy });
    if (registered.kind !== 'registered') return registered;
    await noteUse(tx, registered.user.id, usedFrom);
    await also(tx, registered.user);
    return registered;
  });
}

interface NewUser {
  username: Username;
  password: string;
  invitedBy: string | null;
}

async function addUser(
  tx: Db,
  { username, passwordHash, invitedBy }: Omit<NewUser, 'password'> & { passwordHash: string },
): Promise<Registered> {
  const id = await insertUser(tx, { username: username.shown, usernameKey: username.key, passwordHash, invitedBy });
  return id === null ? { kind: 'username_taken' } : { kind: 'registered', user: { id, username: username.shown } };
}

function noteUse(db: Db, userId: string, usedFrom: UsedFrom): Promise<void> {
  return noteAddress(db, { ...usedFrom, userId, most: mostKnownAddresses });
}

export type LoggedIn =
  | { kind: 'signed_in'; signedIn: SignedIn }
  /** The password is right, and the user is banned. */
  | { kind: 'banned'; userId: string }
  | { kind: 'refused'; userId: string | null };

/**
 * Begins a session for a right name and password, unless the user is banned. A refusal takes as long for an unknown
 * name as for a wrong password. A password that is changed meanwhile counts as wrong.
 */
export async function logIn(
  db: DbPool,
  passwords: Passwords,
  given: { username: string; password: string; device: string; usedFrom: UsedFrom },
): Promise<LoggedIn> {
  const key = usernameKey(given.username);
  const user = key === null ? null : await findUser(db, key);
  const isRight = await passwords.matches(user?.passwordHash ?? null, readPassword(given.password));
  if (!user || !isRight) return { kind: 'refused', userId: user?.id ?? null };
  const { id: userId, username, passwordHash } = user;
  if (user.isBanned) return { kind: 'banned', userId };
  const { device, usedFrom } = given;
  const sessionId = await withTransaction(db, (tx) => beginSession(tx, { userId, passwordHash, device, usedFrom }));
  return sessionId === null
    ? { kind: 'refused', userId }
    : { kind: 'signed_in', signedIn: { sessionId, userId, username } };
}

/**
 * Begins a confirmed session and returns its id; null where the user is banned or gone, or their password is not the
 * one that was verified. Without a password something else has proved who it is.
 */
export async function beginSession(
  tx: Db,
  given: { userId: string; passwordHash: string | null; device: string; usedFrom: UsedFrom },
): Promise<string | null> {
  const { userId, passwordHash, device } = given;
  const id = randomUUID();
  const imageAudience = randomBytes(16).toString('base64url');
  if (!(await insertSession(tx, { id, userId, passwordHash, imageAudience, device }))) return null;
  await deleteOldestSessions(tx, { userId, most: mostSessions });
  await noteUse(tx, userId, given.usedFrom);
  return id;
}

/** Ends the caller's own session. */
export async function logOut(db: Db, { sessionId, userId }: SignedIn): Promise<void> {
  await deleteSession(db, { id: sessionId, userId });
}

/** Ends one of the caller's sessions; false when the id names none of theirs. */
export async function endSession(db: Db, { userId }: SignedIn, sessionId: string): Promise<boolean> {
  const id = parseUuid(sessionId);
  return id !== null && (await deleteSession(db, { id, userId }));
}

/** Gives the caller a new password and ends all their other sessions; false when their own has ended meanwhile. */
export async function changePassword(
  db: DbPool,
  passwords: Passwords,
  given: { signedIn: SignedIn; password: string; alsoEnd: EndWithPassword; usedFrom: UsedFrom },
): Promise<boolean> {
  const { userId, sessionId } = given.signedIn;
  const passwordHash = await passwords.hash(given.password);
  return withTransaction(db, async (tx) => {
    await lockUser(tx, userId);
    if (!(await hasSession(tx, { id: sessionId, userId }))) return false;
    await replacePassword(tx, { userId, passwordHash, keep: sessionId });
    await given.alsoEnd(tx, userId);
    await noteUse(tx, userId, given.usedFrom);
    return true;
  });
}

/** The caller's invite code: made at the first call, the same from then on. */
export async function getInviteCode(db: Db, { userId }: SignedIn): Promise<string> {
  const known = await findInviteCode(db, userId);
  if (known !== null) return known;
  for (let tries = 0; tries < 10; tries += 1) {
    const code = writeInviteCode((count) => randomInt(count));
    const kept = await proposeInviteCode(db, { userId, code });
    if (kept !== null) return kept;
  }
  throw new Error(`No invite code could be kept for user ${userId}`);
}

/** The names of these users, by their ids. */
export async function namesOfUsers(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  const users = await listUsernames(db, userIds);
  return new Map(users.map(({ id, username }) => [id, username]));
}

/** The users with that in their names, the first so many of them; see `usernamePattern`. */
export async function listUsersNamed(db: Db, asked: { text: string; limit: number }): Promise<UserRow[]> {
  const pattern = usernamePattern(asked.text);
  return pattern === null ? [] : listUsersLike(db, { pattern, limit: asked.limit });
}

/** The user with that name, in any of its spellings. */
export async function findUserByName(db: Db, name: string): Promise<UserRow | null> {
  const key = usernameKey(name);
  const user = key === null ? null : await findUser(db, key);
  return user && { id: user.id, username: user.username };
}

export type UserByOperator =
  | { kind: 'done'; user: UserRow }
  | { kind: 'problems'; problems: Problem[] }
  | { kind: 'username_taken' }
  | { kind: 'unknown_user' };

/** The further work of an operator's change of a user; it runs inside the change, so that both happen or neither does. */
export type AlsoForUser = (tx: Db, user: UserRow) => Promise<void>;

/** For the operator: makes a user, by the rules of registration. */
export async function createUser(
  db: DbPool,
  given: { username: string; password: string; also?: AlsoForUser },
): Promise<UserByOperator> {
  const checked = checkRegistration(given);
  if (Array.isArray(checked)) return { kind: 'problems', problems: checked };
  return withTransaction(db, async (tx): Promise<UserByOperator> => {
    if (await findUser(tx, checked.username.key)) return { kind: 'username_taken' };
    const passwordHash = await createPasswords().hash(checked.password);
    const registered = await addUser(tx, { ...checked, passwordHash, invitedBy: null });
    if (registered.kind !== 'registered') return registered;
    await given.also?.(tx, registered.user);
    return { kind: 'done', user: registered.user };
  });
}

/** For the operator: sets a user's password, by the rules of a change, and ends all sessions of that user. */
export async function setPassword(
  db: DbPool,
  given: { username: string; password: string; also: AlsoForUser },
): Promise<UserByOperator> {
  const checked = checkNewPassword(given.password);
  if (Array.isArray(checked)) return { kind: 'problems', problems: checked };
  const user = await findUserByName(db, given.username);
  if (!user) return { kind: 'unknown_user' };
  const passwordHash = await createPasswords().hash(checked.password);
  await withTransaction(db, async (tx) => {
    await lockUser(tx, user.id);
    await replacePassword(tx, { userId: user.id, passwordHash, keep: null });
    await given.also(tx, user);
  });
  return { kind: 'done', user };
}
