import type { Db } from '../../../server/database/db.ts';

/** Keeps a user's set of codes in the place of any earlier one. */
export async function replaceCodes(
  tx: Db,
  given: { userId: string; hashes: readonly Buffer[]; keyMark: Buffer },
): Promise<void> {
  await tx.query('delete from recovery_codes where user_id = $1', [given.userId]);
  await tx.query(
    `insert into recovery_codes (user_id, code_hash, key_mark, made_at)
     select $1, hash, $3, date_trunc('milliseconds', now()) from unnest($2::bytea[]) as made(hash)`,
    [given.userId, given.hashes, given.keyMark],
  );
}

/** When a user's codes were made and how many are unused; null: the user has none of this key. */
export async function selectCodes(
  db: Db,
  asked: { userId: string; keyMark: Buffer },
): Promise<{ madeAt: Date; left: number } | null> {
  const { rows } = await db.query<{ madeAt: Date; left: number }>(
    `select made_at as "madeAt", count(*) filter (where used_at is null) as left
     from recovery_codes where user_id = $1 and key_mark = $2 group by made_at`,
    [asked.userId, asked.keyMark],
  );
  return rows[0] ?? null;
}

/** The user of that name who has that unused code; null: nobody. It is one question for whatever is wrong. */
export async function findUserOfCode(db: Db, asked: { usernameKey: string; hash: Buffer }): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    {
      name: 'accounts-user-of-code',
      text: `
        select u.id from users u join recovery_codes c on c.user_id = u.id
        where u.username_key = $1 and c.code_hash = $2 and c.used_at is null`,
    },
    [asked.usernameKey, asked.hash],
  );
  return rows[0]?.id ?? null;
}

/** Spends a code; false: it was spent or replaced meanwhile. */
export async function spendCode(tx: Db, given: { userId: string; hash: Buffer }): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update recovery_codes set used_at = now() where user_id = $1 and code_hash = $2 and used_at is null',
    [given.userId, given.hash],
  );
  return rowCount === 1;
}
