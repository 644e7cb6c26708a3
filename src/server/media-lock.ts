import type { Db, DbPool } from './db.ts';

/** Who counts on the stored pictures shares this lock of the database's; who frees some of them has it alone. */
const LOCK = `hashtext('longstrip media'), 0`;

/** Holds off the freeing of pictures until the connection ends, or `leaveMediaLock`. */
export async function shareMediaLock(connection: Db): Promise<void> {
  await connection.query(`select pg_advisory_lock_shared(${LOCK})`);
}

/** Holds off the freeing of pictures while `work` counts on what is stored. */
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

/** Null, and nothing is done, where somebody counts on what is stored just now. */
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
