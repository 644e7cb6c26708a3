import type { Db } from '../../../../server/database/db.ts';
import { AppError, invalidRequest, notFound } from '../../../../server/http/errors.ts';
import { parseUuid } from '../../../../shared/wire.ts';
import { blockersOf } from '../../../catalog/server/undo/undo.ts';
import type { VerbOf } from '../../../studio/contract.ts';
import { type Maker, writeAudit } from '../../../studio/server/audit.ts';
import { etagOf } from '../../../studio/server/versions.ts';
import type { ImportCounts, ImportOnWire, ImportState } from '../../studio-contract.ts';
import type { ImportsOfUploads } from '../../uploads/server/imports-port.ts';
import { fileIdOf } from '../plan-table.ts';
import {
  type BatchOptions,
  type BatchRow,
  collectAgain,
  insertBatch,
  lockBatch,
  selectBatch,
  setState,
} from './batch-queries.ts';
import { selectFilesOfIds } from './plan-queries.ts';

/** For so long after a commit an import can be undone. */
export const undoDays = 30;
/** An import that nobody has touched for so long before its commit expires. */
export const openDays = 7;

const noCounts: ImportCounts = { files: 0, new: 0, replaced: 0, same: 0, left_out: 0, failed: 0, warnings: 0 };

/** An import as calls and streams tell it. */
export function presentBatch(row: BatchRow, now: Date): ImportOnWire {
  return {
    id: row.id,
    name: row.name,
    source: row.source,
    user: row.user,
    state: row.state,
    phase: row.phase,
    done: row.done,
    total: row.total,
    current: row.current,
    eta_seconds: secondsLeft(row, now),
    counts: { ...noCounts, ...row.counts },
    created_at: row.createdAt.toISOString(),
    committed_at: row.committedAt?.toISOString() ?? null,
    undo_until: row.undoUntil?.toISOString() ?? null,
    books: row.books,
    cause: row.cause,
  };
}

/** The time left at the speed so far; null: nothing is under way, or too little of it is done to tell. */
function secondsLeft({ begunAt, done, total }: BatchRow, now: Date): number | null {
  if (!begunAt || done === 0 || total <= done) return null;
  const seconds = (now.getTime() - begunAt.getTime()) / 1000;
  return Math.max(1, Math.round((seconds / done) * (total - done)));
}

/** The import of an address; rejects with 404. */
export async function requireBatch(db: Db, text: string): Promise<BatchRow> {
  const id = parseUuid(text);
  const row = id && (await selectBatch(db, id));
  if (!row) throw noImport();
  return row;
}

/** As `requireBatch`, and locks it, so that its changes wait for each other. */
export async function lockImport(tx: Db, text: string): Promise<BatchRow> {
  const id = parseUuid(text);
  const row = id && (await lockBatch(tx, id));
  if (!row) throw noImport();
  return row;
}

function noImport(): AppError {
  return notFound('import_not_found', 'There is no such import');
}

/** Ends the call unless the import is in one of the states. */
export function requireState({ state }: Pick<BatchRow, 'state'>, states: readonly ImportState[]): void {
  if (states.includes(state)) return;
  throw new AppError(409, 'import_state', `This import is ${state}`);
}

/**
 * Whether an import takes a file: while it collects files; after a check, which then is wanted again; and after a
 * commit in the place of one that failed.
 */
export const importsOfUploads: ImportsOfUploads = {
  async mayTake(tx, importId, path) {
    const row = await lockBatch(tx, importId);
    if (!row) return 'import_not_found';
    if (row.state === 'committed') {
      const failed = (await selectFilesOfIds(tx, row.id, [fileIdOf(path)])).get(fileIdOf(path));
      return failed?.change === 'left_out' && failed.rule !== 'hand' ? 'yes' : 'import_state';
    }
    if (row.state !== 'collecting' && row.state !== 'checked') return 'import_state';
    const isNoted = row.state === 'collecting' && row.name !== '' && wasTouched(row);
    const name = row.name === '' ? (path.split('/')[0] ?? path) : row.name;
    if (!isNoted) await collectAgain(tx, { id: row.id, name });
    return 'yes';
  },
};

const touchEveryMs = 60_000;

/**
 * Whether the last activity was noted about now. The absolute value: if this machine's clock is wrong, it is noted
 * again.
 */
function wasTouched({ touchedAt }: BatchRow): boolean {
  return Math.abs(Date.now() - touchedAt.getTime()) < touchEveryMs;
}

/** The version of a plan, one for all of its pages. */
export function etagOfPlan({ id, planVersion }: Pick<BatchRow, 'id' | 'planVersion'>): string {
  return etagOf([id, planVersion]);
}

/** Begins an import of the studio. The name is that of its first entry until somebody gives another. */
export async function makeBatch(
  tx: Db,
  given: { by: Maker; user: { uuid: string; username: string }; name: string; options: BatchOptions },
): Promise<BatchRow> {
  const { by, user, name, options } = given;
  if (options.book_uuid && options.chapter_uuid)
    throw invalidRequest('An import is of a book or of a chapter, not of both', [
      { path: 'chapter_uuid', code: 'invalid_value', message: 'stands beside book_uuid' },
    ]);
  if (options.chapter_uuid && !options.language)
    throw invalidRequest('The content of a chapter wants its language', [
      { path: 'language', code: 'invalid_value', message: 'is needed with chapter_uuid' },
    ]);
  const id = await insertBatch(tx, { name, source: 'studio', user, options, state: 'collecting' });
  await auditBatch(tx, { by, action: 'make', row: { id, name }, after: { name, ...options } });
  return await requireBatch(tx, id);
}

/** Writes the row of a change of an import. */
export async function auditBatch(
  tx: Db,
  change: {
    by: Maker;
    action: VerbOf<'import'>;
    row: Pick<BatchRow, 'id' | 'name'>;
    before?: Record<string, unknown>;
    after?: Record<string, unknown>;
  },
): Promise<void> {
  const { by, action, row, before = null, after = null } = change;
  const target = { kind: 'import' as const, id: row.id, name: row.name };
  // Readers see no difference before the work on the import, and that tells all servers by itself.
  await writeAudit(tx, { by, action: `import.${action}`, target, before, after, batch: row.id, isUnseen: true });
}

/** Ends the call unless the import can be undone by its state and its age. */
export function requireUndo(row: BatchRow): void {
  requireState(row, ['committed']);
  if (row.undoUntil !== null && row.undoUntil.getTime() <= Date.now())
    throw new AppError(410, 'undo_expired', 'An import can be undone for 30 days');
}

/** Begins the undo of a locked import; rejects with 409 and 410. */
export async function beginUndo(tx: Db, row: BatchRow, by: Maker): Promise<void> {
  requireUndo(row);
  const batches = await blockersOf(tx, row.id);
  if (batches.length > 0)
    throw new AppError(409, 'undo_blocked', 'Undo the later imports of these chapters first', { extra: { batches } });
  await setState(tx, { id: row.id, state: 'undoing', phase: 'books' });
  await auditBatch(tx, { by, action: 'undo', row });
}
