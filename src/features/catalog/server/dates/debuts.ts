import { type Db, type DbPool, withTransaction } from '../../../../server/database/db.ts';
import { type Debut, deleteDebuts, findSeenDebuts, listDebuts, lockDebutsToTell, noteTold } from './debut-queries.ts';

export type { Debut, SeenDebut } from './debut-queries.ts';
export { findSeenDebuts, listDebuts };

const debutsAtOnce = 500;

export interface Telling {
  /** Those of these books that somebody follows. */
  findFollowed(tx: Db, bookIds: readonly string[]): Promise<Set<string>>;
  /** Tells some followers; returns the last of them, null when none are left. */
  tell(tx: Db, debut: Debut): Promise<string | null>;
}

/**
 * Tells followers of the next debuts, some followers in a transaction, so that each is told once. False: there was none.
 * What nobody follows is forgotten.
 */
export function tellDebuts(db: DbPool, { findFollowed, tell }: Telling): Promise<boolean> {
  return withTransaction(db, async (tx) => {
    const debuts = await lockDebutsToTell(tx, debutsAtOnce);
    if (debuts.length === 0) return false;
    const followed = await findFollowed(
      tx,
      debuts.map(({ bookId }) => bookId),
    );
    const unwanted = debuts.filter(({ bookId }) => !followed.has(bookId));
    if (unwanted.length > 0)
      await deleteDebuts(
        tx,
        unwanted.map(({ id }) => id),
      );
    const next = debuts.find(({ bookId }) => followed.has(bookId));
    if (next) await noteTold(tx, { id: next.id, to: await tell(tx, next) });
    return true;
  });
}
