import type { Db } from '../../../server/database/db.ts';

export interface Ban {
  since: Date;
  reason: string;
  /** The user who banned; null: nobody knows any more. */
  byUserId: string | null;
}

/** The ban of a user; null: they are not banned. */
export async function findBan(db: Db, userId: string): Promise<Ban | null> {
  const { rows } = await db.query<Ban>(
    `select banned_at as since, coalesce(ban_reason, '') as reason, banned_by as "byUserId"
     from users where id = $1 and banned_at is not null`,
    [userId],
  );
  return rows[0] ?? null;
}

/** Bans a user, or ends the ban (null). The user's row is locked by then: see `lockUser`. */
export async function updateBan(
  tx: Db,
  given: { userId: string; ban: { reason: string; byUserId: string } | null },
): Promise<void> {
  await tx.query(
    `update users set banned_at = case when $2::text is not null then now() end, ban_reason = $2, banned_by = $3
     where id = $1`,
    [given.userId, given.ban?.reason ?? null, given.ban?.byUserId ?? null],
  );
}

/** Keeps the hash of the one code of a user's link, in the place of any other; returns until when it holds. */
export async function upsertLink(
  tx: Db,
  given: { userId: string; codeHash: Buffer; hours: number },
): Promise<{ expiresAt: Date }> {
  const { rows } = await tx.query<{ expiresAt: Date }>(
    `insert into password_links (user_id, code_hash, expires_at)
     values ($1, $2, date_trunc('milliseconds', now()) + make_interval(hours => $3))
     on conflict (user_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at
     returning expires_at as "expiresAt"`,
    [given.userId, given.codeHash, given.hours],
  );
  if (!rows[0]) throw new Error(`The link of ${given.userId} was not kept`);
  return rows[0];
}

/** The user of a link that holds; null: there is none of this code. */
export async function findLinkOwner(db: Db, codeHash: Buffer): Promise<string | null> {
  const { rows } = await db.query<{ userId: string }>(
    'select user_id as "userId" from password_links where code_hash = $1 and expires_at > now()',
    [codeHash],
  );
  return rows[0]?.userId ?? null;
}

export async function deleteLink(tx: Db, userId: string): Promise<void> {
  await tx.query('delete from password_links where user_id = $1', [userId]);
}

/** The users whom a user has invited, the last one first; 200 at most. */
export async function listInvited(
  db: Db,
  userId: string,
): Promise<{ userId: string; username: string; createdAt: Date }[]> {
  const { rows } = await db.query<{ userId: string; username: string; createdAt: Date }>(
    `select id as "userId", username, created_at as "createdAt" from users
     where invited_by = $1 and username is not null order by created_at desc, id limit 200`,
    [userId],
  );
  return rows;
}
