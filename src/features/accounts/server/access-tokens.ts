import { createHash, randomBytes } from 'node:crypto';
import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import type { TokenScope } from '../../../shared/calls.ts';
import { parseUuid } from '../../../shared/wire.ts';
import { mostAccessTokens } from '../rules.ts';
import { deleteToken, insertToken, selectToken, type TokenRow, touchToken } from './access-token-queries.ts';
import { hasSession, lockUser } from './queries.ts';
import type { SignedIn } from './signed-in.ts';

export { touchToken };

const spelling = /^lst_[\w-]{43}$/;
const md5Spelling = /^[0-9a-f]{32}$/;

/** The hash that an access token is found by; null for any other text. It has 256 random bits, so one quick hash is enough. */
export function hashOfToken(token: string): Buffer | null {
  return spelling.test(token) ? sha256(token) : null;
}

/** The hash that an access token is found by from its MD5 in hex; null for any other text. */
export function hashOfMd5(md5: string): Buffer | null {
  const lower = md5.toLowerCase();
  return md5Spelling.test(lower) ? sha256(lower) : null;
}

/** An access token that opens something still, by itself or by its id; null: it is none, or has ended. */
export async function findLivingToken(
  db: Db,
  named: { token: string } | { id: string },
): Promise<{ id: string; name: string } | null> {
  if ('id' in named) return selectToken(db, named);
  const hash = hashOfToken(named.token);
  return hash && selectToken(db, { hash });
}

export type MadeToken =
  | { kind: 'made'; row: TokenRow; token: string }
  | { kind: 'limit_reached' }
  /** The session has ended meanwhile. */
  | { kind: 'session_ended' };

/** Makes an access token of the caller, which is told this once. `days`: null for one that never ends. */
export async function makeAccessToken(
  db: DbPool,
  { userId, sessionId }: SignedIn,
  given: { name: string; scopes: readonly TokenScope[]; days: number | null },
): Promise<MadeToken> {
  const token = `lst_${randomBytes(32).toString('base64url')}`;
  const md5 = createHash('md5').update(token).digest('hex');
  return withTransaction(db, async (tx): Promise<MadeToken> => {
    await lockUser(tx, userId);
    // A new password ends other sessions: none of them may leave a way in behind.
    if (!(await hasSession(tx, { id: sessionId, userId }))) return { kind: 'session_ended' };
    const row = await insertToken(tx, {
      ...{ userId, ...given, tokenHash: sha256(token), md5Hash: sha256(md5), lastFour: token.slice(-4) },
      imageAudience: randomBytes(16).toString('base64url'),
      most: mostAccessTokens,
    });
    return row ? { kind: 'made', row, token } : { kind: 'limit_reached' };
  });
}

/** Ends one of the caller's access tokens; false when the id names none of theirs. */
export async function endAccessToken(db: Db, { userId }: SignedIn, id: string): Promise<boolean> {
  const known = parseUuid(id);
  return known !== null && deleteToken(db, { id: known, userId });
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
