import type { Db } from '../../../server/database/db.ts';
import type { OwnData } from '../../../server/database/own-data.ts';
import { listSettings } from './settings-queries.ts';

/** What somebody likes, and how they read. */
export const ownReading: OwnData = {
  async tell(db, userId) {
    const settings = await listSettings(db, userId);
    return {
      likes: await listLikes(db, userId),
      settings: Object.fromEntries(settings.map((row) => [row.name, row.value])),
    };
  },
  /** Likes stay counted. */
  async forget(tx, userId) {
    await tx.query('delete from reader_settings where user_id = $1', [userId]);
  },
};

async function listLikes(db: Db, userId: string): Promise<object[]> {
  const { rows } = await db.query<object>(
    `select chapter_id as chapter_uuid, changed_at as liked_at from chapter_likes
     where user_id = $1 and liked order by changed_at, chapter_id`,
    [userId],
  );
  return rows;
}
