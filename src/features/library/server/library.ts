import type { Db } from '../../../server/database/db.ts';
import { findFollowed, listFollowers } from './follower-queries.ts';
import { listFollowedIds } from './queries.ts';
import { listOnShelves } from './shelf-queries.ts';

export { findFollowed, listFollowedIds, listFollowers };

/** The books that a user wants to read, those put there last first; hidden ones too. */
export async function listIdsToRead(db: Db, userId: string): Promise<string[]> {
  const rows = await listOnShelves(db, userId);
  return rows.filter(({ state }) => state === 'to_read').map(({ bookId }) => bookId);
}
