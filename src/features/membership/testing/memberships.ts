import type { Db } from '../../../server/database/db.ts';

/** The stored end of a user's membership; null: the user never had one, or nothing is left of it. */
export async function findMembership(db: Db, userId: string): Promise<{ expireAt: Date } | null> {
  const { rows } = await db.query<{ expireAt: Date }>(
    'select expire_at as "expireAt" from memberships where user_id = $1 and expire_at is not null',
    [userId],
  );
  return rows[0] ?? null;
}
