import type { OwnData } from '../../../server/database/own-data.ts';

/** What running the site has left of somebody; the rows of the audit stay. */
export const ownStudio: OwnData = {
  tell: async () => ({}),
  async forget(tx, userId) {
    for (const table of ['staff', 'user_notes', 'studio_requests'])
      await tx.query(`delete from ${table} where user_id = $1`, [userId]);
  },
};
