import type { Db } from '../../../server/db.ts';

/** Notes that a session is in use. */
export async function touchSession(db: Db, sessionId: string): Promise<void> {
  await db.query({ name: 'accounts-touch-session', text: 'update sessions set last_seen_at = now() where id = $1' }, [
    sessionId,
  ]);
}
