import type { Db } from '../../../server/database/db.ts';
import { sessionDays } from '../rules.ts';

/** Notes that a session is in use. */
export async function touchSession(db: Db, sessionId: string): Promise<void> {
  await db.query({ name: 'accounts-touch-session', text: 'update sessions set last_seen_at = now() where id = $1' }, [
    sessionId,
  ]);
}

/** Which of these sessions still hold. */
export async function findHeldSessions(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    `select id from sessions where id = any($1::uuid[])
       and last_seen_at > now() - make_interval(days => $2) and created_at > now() - make_interval(days => $3)`,
    [ids, sessionDays.unused, sessionDays.inAll],
  );
  return new Set(rows.map(({ id }) => id));
}

export interface Confirmation {
  /** When the session's user last typed the password; null: never, or it was taken back. */
  confirmedAt: Date | null;
  /** The database's clock. */
  now: Date;
}

/** Null where there is no such session. */
export async function selectConfirmation(db: Db, sessionId: string): Promise<Confirmation | null> {
  const { rows } = await db.query<Confirmation>(
    {
      name: 'accounts-confirmation',
      text: 'select confirmed_at as "confirmedAt", now() as now from sessions where id = $1',
    },
    [sessionId],
  );
  return rows[0] ?? null;
}

/** Confirms a session if the password is still the one that was verified; returns false otherwise. */
export async function updateConfirmation(
  db: Db,
  given: { sessionId: string; userId: string; passwordHash: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update sessions set confirmed_at = now()
     where id = $1 and user_id = (select id from users where id = $2 and password_hash = $3)`,
    [given.sessionId, given.userId, given.passwordHash],
  );
  return rowCount === 1;
}

export async function clearConfirmation(db: Db, sessionId: string): Promise<void> {
  await db.query('update sessions set confirmed_at = null where id = $1', [sessionId]);
}

/** The hash of a user's password; null where there is no such user. */
export async function selectPasswordHash(db: Db, userId: string): Promise<string | null> {
  const { rows } = await db.query<{ hash: string }>('select password_hash as hash from users where id = $1', [userId]);
  return rows[0]?.hash ?? null;
}
