import type { Db, DbPool } from '../database/db.ts';

/**
 * An advisory lock of the database: work that relies on stored pictures shares it; work that removes pictures holds it
 * alone.
 */
const LOCK = `hashtext('longstrip media'), 0`;

/** Prevents the removal of pictures until the connection ends, or `leaveMediaLock`. */
export async function shareMediaLock(connection: Db): Promise<void> {
  await connection.query(`select pg_advisory_lock_shared(${LOCK})`);
}

/** Prevents the removal of pictures while `work` relies on stored pictures. */
export function whileMediaStays<T>(db: DbPool, work: () => Promise<T>): Promise<T> {
  return db.withConnection(async (connection) => {
    await shareMediaLock(connection);
    try {
      return await work();
    } finally {
      await connection.query(`select pg_advisory_unlock_shared(${LOCK})`);
    }
  });
}

/** Runs `work` alone; null, without running it, while other work relies on stored pictures. */
export function whileNobodyCounts<T>(db: DbPool, work: () => Promise<T>): Promise<T | null> {
  return db.withConnection(async (connection) => {
    const { rows } = await connection.query<{ mine: boolean }>(`select pg_try_advisory_lock(${LOCK}) as mine`);
    if (!rows[0]?.mine) return null;
    try {
      return await work();
    } finally {
      await connection.query(`select pg_advisory_unlock(${LOCK})`);
    }
  });
}
