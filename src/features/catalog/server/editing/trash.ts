import { type Db, type DbPool, withTransaction } from '../../../../server/database/db.ts';
import { AppError, notFound, wrongFields } from '../../../../server/http/errors.ts';
import type { Job } from '../../../../server/jobs/jobs.ts';
import { type Maker, writeAudit, writeAudits } from '../../../studio/server/audit.ts';
import { readMoment, settleBooks } from '../dates/settle-queries.ts';
import {
  deleteForEver,
  findTrashed,
  listOverdue,
  lockBookInTrash,
  setDeleted,
  type TrashedRow,
} from './trash-queries.ts';

/** A thing stays so long in the trash. */
const keptDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

export function presentTrashed(row: TrashedRow) {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    book_uuid: row.bookId,
    chapter_uuid: row.kind === 'chapter' ? row.id : null,
    deleted_at: row.deletedAt.toISOString(),
    deleted_by: row.deletedBy,
    gone_at: new Date(row.deletedAt.getTime() + keptDays * dayMs).toISOString(),
  };
}

/** Puts a book, or chapters of one, into the trash, in the caller's transaction, which has locked the book. */
export async function moveToTrash(
  tx: Db,
  given: { by: Maker; kind: 'book' | 'chapter'; bookId: string; things: readonly { id: string; name: string }[] },
): Promise<void> {
  const { by, kind, bookId, things } = given;
  const deleted = { by: by.kind === 'studio' ? by.user.username : null };
  await setDeleted(tx, { kind, ids: things.map(({ id }) => id), deleted });
  await settle(tx, bookId);
  await writeAudits(
    tx,
    things.map(({ id, name }) => ({ by, action: `${kind}.delete` as const, target: { kind, id, name } })),
  );
}

async function settle(tx: Db, bookId: string): Promise<void> {
  await settleBooks(tx, [bookId], await readMoment(tx));
}

async function lockTrashed(tx: Db, id: string): Promise<TrashedRow> {
  const found = await findTrashed(tx, id);
  if (!found) throw notFound('not_found', 'There is nothing of that id in the trash');
  await lockBookInTrash(tx, found.bookId);
  // Somebody else may have been quicker.
  const still = await findTrashed(tx, id);
  if (!still) throw notFound('not_found', 'There is nothing of that id in the trash');
  return still;
}

/** Takes a thing out of the trash, back to its place with all that readers made of it; rejects with 404 and 409. */
export async function restore(tx: Db, { by, id }: { by: Maker; id: string }): Promise<TrashedRow> {
  const found = await lockTrashed(tx, id);
  const { kind, bookId, name } = found;
  if (kind === 'chapter' && found.isBookThere)
    throw new AppError(409, 'book_in_trash', 'Its book is in the trash: restore the book first');
  await setDeleted(tx, { kind, ids: [id], deleted: null });
  await settle(tx, bookId);
  await writeAudit(tx, { by, action: `${kind}.restore`, target: { kind, id, name } });
  return found;
}

/** Removes a thing from the trash for ever; `name` must be its title. Rejects with 404 and 400. */
export async function removeForEver(tx: Db, { by, id, name }: { by: Maker; id: string; name: string }): Promise<void> {
  const found = await lockTrashed(tx, id);
  if (name.trim() !== found.name.trim())
    throw wrongFields([{ path: 'name', code: 'other_name', message: 'is not the title' }]);
  await remove(tx, by, found);
}

async function remove(tx: Db, by: Maker, { kind, id, bookId, name }: TrashedRow): Promise<void> {
  await deleteForEver(tx, { kind, id });
  if (kind === 'chapter') await settle(tx, bookId);
  await writeAudit(tx, { by, action: `${kind}.remove`, target: { kind, id, name } });
}

const emptyEveryMs = 60 * 60 * 1000;
const atOnce = 20;

/** Removes what has lain in the trash for its time. */
export const trashJob: Job = { name: 'trash', everyMs: emptyEveryMs, removes: true, run: emptyTrash };

export async function emptyTrash(db: DbPool, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const overdue = await listOverdue(db, { days: keptDays, limit: atOnce });
    for (const { id } of overdue) {
      if (signal?.aborted) return;
      await withTransaction(db, async (tx) => {
        const found = await findTrashed(tx, id);
        if (!found) return; // its book went before it
        await lockBookInTrash(tx, found.bookId);
        await remove(tx, { kind: 'system' }, found);
      });
    }
    if (overdue.length < atOnce) return;
  }
}
