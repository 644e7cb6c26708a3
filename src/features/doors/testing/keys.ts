import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../../server/database/db.ts';
import type { TokenScope } from '../../../shared/calls.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** A living key of a user, as if they had made it on their profile. */
export async function makeKey(
  db: Db,
  { userId, scopes }: { userId: string; scopes: readonly TokenScope[] },
): Promise<string> {
  const key = `lst_${randomBytes(32).toString('base64url')}`;
  const md5 = createHash('md5').update(key).digest('hex');
  await db.query(
    `insert into access_tokens (user_id, name, scopes, token_hash, md5_hash, last_four, image_audience, created_at)
     values ($1, 'An app', $2, $3, $4, $5, $6, now())`,
    [userId, scopes, sha256(key), sha256(md5), key.slice(-4), randomBytes(16).toString('base64url')],
  );
  return key;
}
