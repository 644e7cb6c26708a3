import type { OwnData } from '../../../server/database/own-data.ts';
import { deleteConsents, selectConsents } from './queries.ts';

/** What a user has agreed to. */
export const ownConsents: OwnData = {
  async tell(db, userId) {
    return { consents: await selectConsents(db, userId) };
  },
  async forget(tx, userId) {
    await deleteConsents(tx, userId);
  },
};
