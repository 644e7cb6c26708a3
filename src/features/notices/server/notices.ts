import type { Db } from '../../../server/database/db.ts';
import { namesOfUsers } from '../../accounts/server/accounts.ts';
import type { NoticeKind } from '../rules.ts';
import { insertPushes } from './push-queries.ts';
import { insertNotices, type NewNotice, removeUnreadNews } from './queries.ts';

export type { NewNotice } from './queries.ts';
export { removeUnreadNews };

/**
 * Tells users of something, in the caller's transaction: each once, whatever is repeated or crashes, and where they want it.
 * Returns the ids of the notices that are new. Whoever does not exist any more is told nothing.
 */
export async function makeNotices(tx: Db, kind: NoticeKind, notices: readonly NewNotice[]): Promise<string[]> {
  if (notices.length === 0) return [];
  const names = await namesOfUsers(tx, [...new Set(notices.map(({ userId }) => userId))]);
  const ids = await insertNotices(
    tx,
    kind,
    notices.filter(({ userId }) => names.has(userId)),
  );
  if (ids.length > 0) await insertPushes(tx, ids);
  return ids;
}
