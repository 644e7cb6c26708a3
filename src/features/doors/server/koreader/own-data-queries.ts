import type { OwnData } from '../../../../server/database/own-data.ts';

/** Where KOReader said that somebody is in their documents. */
export const ownSynced: OwnData = {
  async tell(db, userId) {
    const { rows } = await db.query<object>(
      `select document, progress, percentage, device, pushed_at as at from synced_documents
       where user_id = $1 order by pushed_at, document`,
      [userId],
    );
    return { synced: rows };
  },
  async forget(tx, userId) {
    await tx.query('delete from synced_documents where user_id = $1', [userId]);
  },
};
