import type { Db } from '../../../server/database/db.ts';

/** Keeps a challenge: of a user who adds a passkey, or (null) of a login. */
export async function insertChallenge(
  db: Db,
  given: { challenge: string; userId: string | null; seconds: number },
): Promise<void> {
  await db.query(
    `insert into passkey_challenges (challenge, user_id, expires_at)
     values ($1, $2, now() + make_interval(secs => $3))`,
    [given.challenge, given.userId, given.seconds],
  );
}

/** Removes a challenge; true: it was there, for that use, and still held. */
export async function takeChallenge(db: Db, given: { challenge: string; userId: string | null }): Promise<boolean> {
  const { rows } = await db.query<{ holds: boolean }>(
    `delete from passkey_challenges where challenge = $1 and user_id is not distinct from $2::uuid
     returning expires_at > now() as holds`,
    [given.challenge, given.userId],
  );
  return rows[0]?.holds ?? false;
}

export interface PasskeyRow {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

const shown = `id, name, date_trunc('milliseconds', created_at) as "createdAt",
  date_trunc('milliseconds', last_used_at) as "lastUsedAt"`;

/** A user's passkeys, the oldest first. */
export async function listPasskeysOf(db: Db, userId: string): Promise<(PasskeyRow & { credentialId: string })[]> {
  const { rows } = await db.query<PasskeyRow & { credentialId: string }>(
    `select ${shown}, credential_id as "credentialId" from passkeys where user_id = $1 order by created_at, id`,
    [userId],
  );
  return rows;
}

/** Null where somebody has that passkey already. */
export async function insertPasskey(
  tx: Db,
  given: { userId: string; credentialId: string; publicKey: Uint8Array; counter: number; name: string },
): Promise<PasskeyRow | null> {
  const { rows } = await tx.query<PasskeyRow>(
    `insert into passkeys (user_id, credential_id, public_key, counter, name) values ($1, $2, $3, $4, $5)
     on conflict (credential_id) do nothing returning ${shown}`,
    [given.userId, given.credentialId, Buffer.from(given.publicKey), given.counter, given.name],
  );
  return rows[0] ?? null;
}

export async function renamePasskey(
  db: Db,
  given: { id: string; userId: string; name: string },
): Promise<PasskeyRow | null> {
  const { rows } = await db.query<PasskeyRow>(
    `update passkeys set name = $3 where id = $1 and user_id = $2 returning ${shown}`,
    [given.id, given.userId, given.name],
  );
  return rows[0] ?? null;
}

/** Returns whether that user had such a passkey. */
export async function deletePasskey(db: Db, given: { id: string; userId: string }): Promise<boolean> {
  const { rowCount } = await db.query('delete from passkeys where id = $1 and user_id = $2', [given.id, given.userId]);
  return rowCount === 1;
}

export interface KnownPasskey {
  id: string;
  publicKey: Buffer;
  counter: number;
  userId: string;
  username: string;
  isBanned: boolean;
}

export async function findPasskey(db: Db, credentialId: string): Promise<KnownPasskey | null> {
  const { rows } = await db.query<KnownPasskey>(
    `select p.id, public_key as "publicKey", counter::float8 as counter, u.id as "userId", u.username,
       u.banned_at is not null as "isBanned"
     from passkeys p join users u on u.id = p.user_id where p.credential_id = $1`,
    [credentialId],
  );
  return rows[0] ?? null;
}

/** Notes a use; false: the passkey is gone, or its counter has not gone on. */
export async function countUse(tx: Db, given: { id: string; counter: number }): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update passkeys set counter = $2, last_used_at = now()
     where id = $1 and (counter < $2 or counter = 0 and $2 = 0)`,
    [given.id, given.counter],
  );
  return rowCount === 1;
}
