import type { OwnData } from '../../../server/database/own-data.ts';

/** That somebody was a member of another site, and until when. */
export const ownImport: OwnData = {
  async tell(db, userId) {
    const { rows } = await db.query<object>('select imported_at, ends_at from imported_members where user_id = $1', [
      userId,
    ]);
    return { imported: rows };
  },
  /** The hash of their id there stays, so that a later import does not make the account again. */
  async forget(tx, userId) {
    await tx.query('update imported_members set user_id = null where user_id = $1', [userId]);
  },
};
