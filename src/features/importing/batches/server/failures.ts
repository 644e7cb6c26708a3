import { type Db, type DbPool, withTransaction } from '../../../../server/database/db.ts';
import { AppError, notFound } from '../../../../server/http/errors.ts';
import type { Maker } from '../../../studio/server/audit.ts';
import { setState } from './batch-queries.ts';
import { auditBatch, lockImport, requireState } from './batches.ts';
import { type Failure, hasFiles, selectFailure, selectFailures, setDismissed } from './failure-queries.ts';
import { selectFilesOfIds } from './plan-queries.ts';

/** The failed imports and files, as the health of the site shows them (spec: studio.md#health). */
export function importFailures(db: DbPool) {
  return {
    async list(reader: Db, page: { limit: number; offset: number }) {
      const { rows, total } = await selectFailures(reader, page);
      return { rows: rows.map(present), total };
    },
    /** Tries it again: rejects with 404 for an unknown one, and with 409 where its files are gone or it is at work. */
    retry: (by: Maker, id: string) =>
      withTransaction(db, async (tx) => {
        const { importId, fileId } = await requireFailure(tx, id);
        if (fileId !== null) return retryFile(tx, { importId, fileId, by });
        const row = await lockImport(tx, importId);
        requireState(row, ['failed']);
        if (!(await hasFiles(tx, importId)))
          throw new AppError(409, 'import_state', 'Its files are not here any more: bring them in again');
        await setState(tx, { id: importId, state: 'checking', phase: 'files' });
        await auditBatch(tx, { by, action: 'retry', row, after: {} });
      }),
    /** Drops it from the list; rejects with 404 for an unknown one. */
    dismiss: (by: Maker, id: string) =>
      withTransaction(db, async (tx) => {
        const failure = await requireFailure(tx, id);
        const row = await lockImport(tx, failure.importId);
        await setDismissed(tx, failure);
        await auditBatch(tx, { by, action: 'dismiss', row, after: { path: failure.path } });
      }),
  };
}

/** The id of a failure: that of the import, and where only a file has failed, that of the file behind it. */
function present({ importId, importName, fileId, path, cause, at }: Failure) {
  return {
    id: fileId === null ? importId : `${importId}.${fileId}`,
    kind: path === null ? ('import' as const) : ('file' as const),
    at: at.toISOString(),
    import: { id: importId, name: importName },
    ...{ path, cause },
  };
}

async function requireFailure(db: Db, id: string): Promise<Failure> {
  const [, importId, fileId] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.([\w-]{1,64}))?$/.exec(id) ?? [];
  const failure = importId && (await selectFailure(db, { importId, fileId: fileId ?? null }));
  if (!failure) throw notFound('failure_not_found', 'There is no such failure');
  return failure;
}

/** Lets an import try a failed file again, with its old bytes or with those sent since. */
export async function retryFile(
  tx: Db,
  { importId, fileId, by }: { importId: string; fileId: string; by: Maker },
): Promise<void> {
  const row = await lockImport(tx, importId);
  requireState(row, ['checked', 'committed']);
  if (row.cancelWanted) throw new AppError(409, 'import_state', 'This import is being canceled');
  // Only its command has its files, and has ended.
  if (row.source !== 'studio') throw new AppError(409, 'import_state', 'A command made this import: run it again');
  const file = (await selectFilesOfIds(tx, row.id, [fileId])).get(fileId);
  if (!file) throw notFound('file_not_found', 'There is no such file in this import');
  if (file.change !== 'left_out' || file.rule === 'hand')
    throw new AppError(409, 'import_state', 'This file has not failed');
  const state = row.state === 'checked' ? 'checking' : 'committing';
  await setState(tx, { id: row.id, state, phase: state === 'checking' ? 'files' : 'books' });
  await auditBatch(tx, { by, action: 'retry', row, after: { path: file.path } });
}
