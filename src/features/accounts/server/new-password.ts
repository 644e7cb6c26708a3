import type { Db } from '../../../server/database/db.ts';
import { deleteTokensOf } from './access-token-queries.ts';
import { deleteLink } from './people-queries.ts';
import { deleteSessionsOf, updatePassword } from './queries.ts';

/** Ends other access that knowing the old password may have given; inside the change, so that both happen. */
export type EndWithPassword = (tx: Db, userId: string) => Promise<void>;

/**
 * Gives a user, who is locked, a new password, and ends all sessions but the one to keep, all access tokens,
 * and the link for a password.
 */
export async function replacePassword(
  tx: Db,
  given: { userId: string; passwordHash: string; keep: string | null },
): Promise<void> {
  const { userId, passwordHash, keep } = given;
  await updatePassword(tx, { userId, passwordHash });
  await deleteLink(tx, userId);
  await deleteSessionsOf(tx, { userId, keep });
  await deleteTokensOf(tx, userId);
}
