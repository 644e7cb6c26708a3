import type { Db } from '../../../server/database/db.ts';
import { selectFollowed, selectFollowers } from './follower-queries.ts';

/** Those of these books whose news somebody wants to hear. */
export function findFollowed(db: Db, bookIds: readonly string[]): Promise<Set<string>> {
  return selectFollowed(db, bookIds);
}

/** The users who want to hear of a book and followed it by a moment, after one of them in the order of their ids. */
export function listFollowers(
  db: Db,
  asked: { bookId: string; by: Date; after: string | null; limit: number },
): Promise<string[]> {
  return selectFollowers(db, asked);
}
