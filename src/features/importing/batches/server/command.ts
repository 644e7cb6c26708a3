import { basename, resolve } from 'node:path';
import { type Db, type DbPool, withTransaction } from '../../../../server/database/db.ts';
import { AppError } from '../../../../server/http/errors.ts';
import { printable } from '../../../../shared/text.ts';
import { commandLine } from '../../../studio/server/audit.ts';
import type { ImportReport } from '../../server/report.ts';
import { planTable } from '../plan-table.ts';
import { insertBatch, lockBatch, selectBatches, selectLost, setCommitted } from './batch-queries.ts';
import { auditBatch, beginUndo, lockImport, presentBatch, requireBatch, undoDays } from './batches.ts';
import { CanceledError } from './follow.ts';
import { writePlan } from './plan-queries.ts';
import type { WorkDeps } from './prepare.ts';
import { endCanceled, workOnBatch } from './work.ts';

const longestName = 200;

/** Begins the batch of a command, which is named after what it imports. */
export function beginCommandBatch(db: DbPool, paths: readonly string[]): Promise<string> {
  const name = paths
    .map((path) => basename(resolve(path)))
    .join(', ')
    .slice(0, longestName);
  return withTransaction(db, (tx) =>
    insertBatch(tx, { name, source: 'command_line', user: null, options: {}, state: 'committing' }),
  );
}

/** Ends the batch of a command: from now on it can be undone. Rejects where somebody has canceled it meanwhile. */
export async function endCommandBatch(db: DbPool, id: string, report: ImportReport): Promise<void> {
  const nothing = {
    plans: [],
    root: '',
    sizes: new Map(),
    skipped: [],
    byHand: new Set<string>(),
    factsOf: () => undefined,
  };
  const table = planTable({ report, ...nothing });
  const books = report.books.map(({ bookId, title, state }) => ({ book_uuid: bookId, title, state }));
  await withTransaction(db, async (tx) => {
    const batch = await lockBatch(tx, id);
    if (!batch) return;
    if (batch.cancelWanted) throw new CanceledError();
    const pictures = { looked_at: 0, total: 0 };
    const plan = { books: table.books, pictures };
    const { counts, files } = table;
    await writePlan(tx, { id, plan, files, counts, books, isNew: false });
    await setCommitted(tx, { id, counts, books, keptDays: undoDays });
    await auditBatch(tx, { by: commandLine, action: 'commit', row: batch, after: { counts } });
  });
}

/** Ends the batch of a command that broke off: what it has published by then can be undone. */
export async function breakOffBatch(db: DbPool, id: string, cause: string): Promise<void> {
  await withTransaction(db, async (tx) => {
    const batch = await lockBatch(tx, id);
    if (batch?.state !== 'committing') return;
    const { counts, books } = presentBatch(batch, new Date());
    await setCommitted(tx, { id, counts, books, keptDays: undoDays });
    await auditBatch(tx, { by: commandLine, action: 'break_off', row: batch, after: { cause } });
  });
}

const lostAfterDays = 1;

/** Ends the batches of commands whose processes were killed. */
export async function endLostBatches(deps: Pick<WorkDeps, 'db' | 'dataDir' | 'sent'>): Promise<void> {
  for (const { id, cancelWanted } of await selectLost(deps.db, lostAfterDays)) {
    if (cancelWanted) await endCanceled(deps, id);
    else await breakOffBatch(deps.db, id, 'the process was killed');
  }
}

const listed = 1000;

/** The batches of a site as `longstrip batch list` tells them, the newest first. */
export async function listBatches(db: Db) {
  const all = { state: null, source: null, q: null, limit: listed, offset: 0 };
  const { rows } = await selectBatches(db, all);
  const now = new Date();
  return rows
    .map((row) => presentBatch(row, now))
    .map(({ id, name, source, state, created_at, committed_at, undo_until }) => {
      return { id, name, source, state, created_at, committed_at, undo_until };
    });
}

/** A batch in a line for people. */
export function batchLine({
  id,
  name,
  source,
  state,
  created_at,
}: Awaited<ReturnType<typeof listBatches>>[number]): string {
  return `${id}  ${created_at.slice(0, 16).replace('T', ' ')}  ${state.padEnd(10)}  ${source.padEnd(12)}  ${printable(name)}`;
}

/** Undoes a batch and waits for it. Returns why that cannot be; null: it is undone. */
export async function undoCommand(deps: WorkDeps, id: string): Promise<string | null> {
  try {
    await withTransaction(deps.db, async (tx) => beginUndo(tx, await lockImport(tx, id), commandLine));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { batches } = error.extra;
    return Array.isArray(batches) ? `${error.message}: ${batches.join(', ')}` : error.message;
  }
  await workOnBatch(deps, id.toLowerCase());
  const { state } = await requireBatch(deps.db, id);
  return state === 'undone' ? null : `The batch is ${state}`;
}
