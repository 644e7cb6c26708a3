import type { Log } from '../../../server/config/log.ts';
import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import type { OwnData } from '../../../server/database/own-data.ts';
import { endOtherAccess, lockUser } from '../../accounts/server/people.ts';
import { isLastOwner } from '../../studio/server/studio.ts';
import { forEachUser } from './for-each-user.ts';
import { insertDeletion, listDue, listLongGone, markGone, takeLongGone } from './queries.ts';

/** A user may come back for so long. */
const daysToReturn = 14;

export type WantedDeletion = { kind: 'wanted'; deletesAt: Date } | { kind: 'last_owner' };

/**
 * Has a user deleted in 14 days, or at once with `now`, and ends their access tokens and all sessions but the one to
 * keep. Wanted again, the first day stays. `also` runs inside the change, so that both happen or neither does.
 */
export function wantDeletion(
  db: DbPool,
  given: { userId: string; keep: string | null; now?: true; also?: (tx: Db) => Promise<void> },
): Promise<WantedDeletion> {
  const { userId, keep } = given;
  return withTransaction(db, async (tx): Promise<WantedDeletion> => {
    // Roles are locked before users, as where they are given.
    if (await isLastOwner(tx, userId)) return { kind: 'last_owner' };
    await lockUser(tx, userId);
    const deletesAt = await insertDeletion(tx, { userId, days: given.now ? 0 : daysToReturn });
    await endOtherAccess(tx, { userId, keep });
    await given.also?.(tx);
    return { kind: 'wanted', deletesAt };
  });
}

interface Deleting {
  own: readonly OwnData[];
  log: Pick<Log, 'info' | 'warn'>;
}

/**
 * Deletes the users whose day has come, by the database's clock, each in one transaction. One who cannot be deleted
 * holds nobody up; the promise rejects at the end.
 */
export async function deleteDue(db: DbPool, { own, log }: Deleting, signal?: AbortSignal): Promise<void> {
  const due = (await listDue(db)).map((userId) => ({ userId, isGone: false }));
  const gone = (await listLongGone(db)).map((userId) => ({ userId, isGone: true }));
  await forEachUser(
    [...due, ...gone],
    ({ userId, isGone }) => (isGone ? forgetRest(db, { userId, own }) : deleteUser(db, { userId, own, log })),
    signal,
  );
}

/** Deletes a user whose day has come; the last owner of the site stays until somebody else owns it. */
export async function deleteUser(db: DbPool, { userId, own, log }: Deleting & { userId: string }): Promise<void> {
  await withTransaction(db, async (tx) => {
    if (await isLastOwner(tx, userId)) {
      log.warn({ event: 'deletion_held', userId }, 'the last owner cannot be deleted');
      return;
    }
    await lockUser(tx, userId);
    if (!(await markGone(tx, userId))) return;
    await forgetAll(tx, { userId, own });
    log.info({ event: 'user_deleted', userId }, 'deleted');
  });
}

/** Removes what requests under way have still written when their user was deleted. */
async function forgetRest(db: DbPool, { userId, own }: { userId: string; own: readonly OwnData[] }): Promise<void> {
  await withTransaction(db, async (tx) => {
    if (await takeLongGone(tx, userId)) await forgetAll(tx, { userId, own });
  });
}

async function forgetAll(tx: Db, { userId, own }: { userId: string; own: readonly OwnData[] }): Promise<void> {
  for (const part of own) await part.forget(tx, userId);
}
