import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../../server/database/db.ts';
import { endFeed, type FeedOwner, findFeedOwner, upsertFeedToken } from './queries.ts';

export { endFeed };

const tokenBytes = 32;
const tokenPattern = /^[\w-]{43}$/;

/** A new token for a user's own feed, told this once; the one before ends. */
export async function createFeedToken(db: Db, userId: string): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url');
  await upsertFeedToken(db, { userId, tokenHash: hashOf(token) });
  return token;
}

/** The user whose feed a token opens; null for a token that is not valid. */
export async function findOwner(db: Db, token: string): Promise<FeedOwner | null> {
  return tokenPattern.test(token) ? findFeedOwner(db, hashOf(token)) : null;
}

/** A token has 256 random bits, which nobody can guess: one fast hash is enough. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
