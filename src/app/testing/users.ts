import { randomBytes, randomUUID } from 'node:crypto';
import { createTokens } from '../../features/accounts/server/tokens.ts';
import type { Db } from '../../server/database/db.ts';
import type { TestServer } from './server.ts';

export interface SignedInUser {
  id: string;
  username: string;
  sessionId: string;
  token: string;
  /** The headers that the user's browser sends with every call. */
  headers: { authorization: string };
}

/** A user without a session. */
export async function makeUser(db: Db, username = `user${randomBytes(4).toString('hex')}`) {
  const id = randomUUID();
  await db.query(`insert into users (id, username, username_key, password_hash) values ($1, $2, $3, 'none fits')`, [
    ...[id, username, username.toLowerCase()],
  ]);
  return { id, username };
}

/** A user with a session, as a registration and a login leave them; with a membership where `expireAt` is given. */
export async function signIn(
  server: Pick<TestServer, 'db' | 'config'>,
  given: { expireAt?: Date; username?: string } = {},
): Promise<SignedInUser> {
  const { id, username } = await makeUser(server.db, given.username);
  if (given.expireAt) {
    await server.db.query(
      `insert into ledger_entries (user_id, cause, kind, source, until, created_at)
       values ($1, $2, 'set', 'operator', $3, now())`,
      [id, `operator:${randomUUID()}`, given.expireAt],
    );
    await server.db.query('insert into memberships (user_id, expire_at) values ($1, $2)', [id, given.expireAt]);
  }
  return { id, username, ...(await startSession(server, id)) };
}

/** One more session of a user. */
export async function startSession(
  server: Pick<TestServer, 'db' | 'config'>,
  userId: string,
): Promise<Pick<SignedInUser, 'sessionId' | 'token' | 'headers'>> {
  const sessionId = randomUUID();
  await server.db.query('insert into sessions (id, user_id, image_audience, confirmed_at) values ($1, $2, $3, now())', [
    sessionId,
    userId,
    randomBytes(16).toString('base64url'),
  ]);
  const token = await createTokens({ secret: server.config.jwtSecret }).sign({ sessionId, userId, now: new Date() });
  return { sessionId, token, headers: { authorization: `Token ${token}` } };
}

export const daysFromNow = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);
