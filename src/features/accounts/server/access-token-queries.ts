import type { Db } from '../../../server/database/db.ts';
import type { TokenScope } from '../../../shared/calls.ts';

export interface TokenRow {
  id: string;
  name: string;
  scopes: TokenScope[];
  lastFour: string;
  createdAt: Date;
  /** Null: never. */
  expiresAt: Date | null;
  /** Null: not yet. */
  lastUsedAt: Date | null;
}

const columns = `id, name, scopes, last_four as "lastFour", created_at as "createdAt", expires_at as "expiresAt",
  last_used_at as "lastUsedAt"`;
const holds = '(expires_at is null or expires_at > now())';

/** A user's access tokens that have not ended, the oldest first. */
export async function listTokensOf(db: Db, userId: string): Promise<TokenRow[]> {
  const { rows } = await db.query<TokenRow>(
    `select ${columns} from access_tokens where user_id = $1 and ${holds} order by created_at, id`,
    [userId],
  );
  return rows;
}

/** The id and name of a token that has not ended, whose user is not banned; by its hash or its id. */
export async function selectToken(
  db: Db,
  { hash = null, id = null }: { hash?: Buffer | null; id?: string | null },
): Promise<{ id: string; name: string } | null> {
  const { rows } = await db.query<{ id: string; name: string }>(
    `select t.id, t.name from access_tokens t join users u on u.id = t.user_id and u.banned_at is null
     where (t.token_hash = $1 or t.id = $2) and ${holds}`,
    [hash, id],
  );
  return rows[0] ?? null;
}

/** Keeps a token, unless its user, who is locked, has so many that have not ended; null: they have. */
export async function insertToken(
  tx: Db,
  token: {
    userId: string;
    name: string;
    scopes: readonly TokenScope[];
    tokenHash: Buffer;
    md5Hash: Buffer;
    lastFour: string;
    imageAudience: string;
    days: number | null;
    most: number;
  },
): Promise<TokenRow | null> {
  const { rows } = await tx.query<TokenRow>(
    `insert into access_tokens (user_id, name, scopes, token_hash, md5_hash, last_four, image_audience, created_at, expires_at)
     select $1, $2, $3, $4, $5, $6, $7, made_at, made_at + make_interval(days => $8)
     from (select date_trunc('milliseconds', now()) as made_at) moment
     where (select count(*) from access_tokens where user_id = $1 and ${holds}) < $9
     returning ${columns}`,
    [
      token.userId,
      token.name,
      token.scopes,
      token.tokenHash,
      token.md5Hash,
      token.lastFour,
      token.imageAudience,
      token.days,
      token.most,
    ],
  );
  return rows[0] ?? null;
}

/** Returns whether that user had such a token. */
export async function deleteToken(db: Db, token: { id: string; userId: string }): Promise<boolean> {
  const { rowCount } = await db.query('delete from access_tokens where id = $1 and user_id = $2', [
    token.id,
    token.userId,
  ]);
  return rowCount === 1;
}

/** Ends all access tokens of a user. */
export async function deleteTokensOf(tx: Db, userId: string): Promise<void> {
  await tx.query('delete from access_tokens where user_id = $1', [userId]);
}

/** Notes that a token is in use, and so when it was used last. */
export async function touchToken(db: Db, tokenId: string): Promise<void> {
  await db.query(
    { name: 'accounts-touch-token', text: 'update access_tokens set last_used_at = now() where id = $1' },
    [tokenId],
  );
}
