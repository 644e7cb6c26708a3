import { setTimeout as sleep } from 'node:timers/promises';
import { tellChange } from '../../../../server/database/changes.ts';
import { type DbPool, withTransaction } from '../../../../server/database/db.ts';
import { undoBatch } from '../../../catalog/server/undo/undo.ts';
import { movePlaces } from '../../../library/server/moved-places.ts';
import { tidyMedia } from '../../../media/server/media.ts';
import { importPaths } from '../../server/importing.ts';
import type { PlanFile } from '../../studio-contract.ts';
import type { PlanTable } from '../plan-table.ts';
import { auditUndone, auditWritten } from './audit-books.ts';
import {
  type BatchRow,
  leaveFiles,
  lockBatch,
  selectBatch,
  setCommitted,
  setFailed,
  setState,
  takeFiles,
} from './batch-queries.ts';
import { auditBatch, undoDays } from './batches.ts';
import { CanceledError, follow } from './follow.ts';
import { lookAtPictures } from './looking.ts';
import { forgetFaults, readLooks } from './looks.ts';
import { booksOf, type FoundPictures, makePlan, noteIn, tableOf } from './make-plan.ts';
import { selectAllFiles, selectPlan, writePlan } from './plan-queries.ts';
import { prepare, type WorkDeps } from './prepare.ts';
import { clearTree } from './tree.ts';

/**
 * Does what an import waits for: its check, its commit or its undo. Killed at any moment it can be done again, and goes
 * on: nothing is converted twice, and no book is ever half there.
 */
export async function workOnBatch(deps: WorkDeps, id: string): Promise<void> {
  const waiting = await selectBatch(deps.db, id);
  if (!waiting) return;
  const place = waiting.state === 'checked' ? 'looking' : 'tree';
  await whileAlone(deps.db, { id, place }, async () => {
    const batch = await selectBatch(deps.db, id);
    // Somebody else may have done this work meanwhile; the next look finds what comes next.
    if (batch?.state === waiting.state) await workOn(deps, batch);
  });
}

const lookEveryMs = 200;

/**
 * Runs `work` while nobody else works on the files of an import in that place. The process of a killed server may go on
 * for a while, and laying the files out anew would take them from it.
 */
function whileAlone(
  db: DbPool,
  { id, place }: { id: string; place: 'tree' | 'looking' },
  work: () => Promise<void>,
): Promise<void> {
  const asked = { id, place };
  return db.withConnection(async (connection) => {
    // Waits here, not in the database, whose time limit for locks is meant for short changes.
    while (!(await takeFiles(connection, asked))) await sleep(lookEveryMs);
    try {
      await work();
    } finally {
      await leaveFiles(connection, asked);
    }
  });
}

/** Tells every server of changes that readers see, at the end of the work, even if it failed half-way. */
function told(db: DbPool, work: Promise<void>): Promise<void> {
  // If telling fails, servers see the change when their kept answers grow old.
  return work.finally(() => tellChange(db).catch(() => {}));
}

async function workOn(deps: WorkDeps, batch: BatchRow): Promise<void> {
  const { id } = batch;
  if (batch.cancelWanted) return await endCanceled(deps, id);
  try {
    if (batch.state === 'checking') await check(deps, batch);
    else if (batch.state === 'committing') await told(deps.db, commit(deps, batch));
    else if (batch.state === 'undoing') await told(deps.db, undo(deps, batch));
    else if (batch.state === 'checked' && batch.phase !== '') await lookAtPictures(deps, batch);
  } catch (error) {
    if (!(error instanceof CanceledError)) throw error;
    // If it was not canceled, only its state has changed: somebody has begun the commit, which is the next work.
    if ((await selectBatch(deps.db, id))?.cancelWanted) await endCanceled(deps, id);
  }
}

/** Takes back what a canceled import has published, and ends it. */
export async function endCanceled(deps: Pick<WorkDeps, 'db' | 'dataDir' | 'sent'>, id: string): Promise<void> {
  const isEnded = await withTransaction(deps.db, async (tx) => {
    const batch = await lockBatch(tx, id);
    if (!batch || !['checking', 'committing'].includes(batch.state)) return false;
    await auditUndone(tx, { batch: id, books: await undoBatch(tx, id, movePlaces) });
    await tellChange(tx);
    await setState(tx, { id, state: 'canceled' });
    return true;
  });
  if (isEnded) await forgetFiles(deps, id);
}

/** An import whose work cannot be done at all. */
export async function endFailed(db: DbPool, id: string, cause: string): Promise<void> {
  await withTransaction(db, async (tx) => {
    const batch = await lockBatch(tx, id);
    if (!batch || !['checking', 'committing', 'undoing'].includes(batch.state)) return;
    await setFailed(tx, id, cause);
    await auditBatch(tx, { by: { kind: 'system' }, action: 'fail', row: batch, after: { cause } });
  });
}

/** Removes the files of an import that is over. */
export async function forgetFiles(deps: Pick<WorkDeps, 'db' | 'dataDir' | 'sent'>, id: string): Promise<void> {
  await clearTree(deps.dataDir, id);
  await deps.sent.remove(deps.db, id);
}

/** Plans an import anew after a change by hand: the pictures that were looked at are not looked at again. */
export async function planAgain(deps: WorkDeps, id: string): Promise<void> {
  await whileAlone(deps.db, { id, place: 'tree' }, async () => {
    const batch = await selectBatch(deps.db, id);
    if (batch) await makePlan(deps, batch, 'planning');
  });
}

async function check(deps: WorkDeps, batch: BatchRow): Promise<void> {
  const { db, dataDir } = deps;
  await forgetFaults(dataDir, batch.id);
  const { hasUnseen } = await makePlan(deps, batch, 'files');
  // A commit need not wait for the pictures: these are looked at when there is nothing else to do.
  const phase = hasUnseen ? 'pictures' : '';
  await withTransaction(db, async (tx) => {
    const now = await lockBatch(tx, batch.id);
    if (now?.state === 'checking') await setState(tx, { id: batch.id, state: 'checked', phase });
  });
}

async function commit(deps: WorkDeps, batch: BatchRow): Promise<void> {
  const { db, media, now } = deps;
  const prepared = await prepare(deps, batch);
  const looks = await readLooks(deps.dataDir, batch.id);
  const found: FoundPictures = new Map();
  const before = await selectPlan(db, batch.id);
  const former = new Map((await selectAllFiles(db, batch.id)).map((file) => [file.file_id, file]));
  await tidyMedia(media, now());
  const total = [...former.values()].filter(({ becomes }) => becomes?.as === 'page').length;
  const report = await follow(db, { id: batch.id, phase: 'books', state: 'committing', total }, (progress) =>
    importPaths(
      { db, media, now: now() },
      {
        ...prepared.work,
        ...{ batch: batch.id, undone: batch.options.undone ?? [], asDrafts: batch.publish !== 'now', avif: 'later' },
        isSilent: batch.options.silent ?? false,
        onPicture: noteIn(found, prepared),
        onWritten: auditWritten({ kind: 'system' }, batch.id),
      },
      progress,
    ),
  );
  const table = tableOf(prepared, report, { found, looks });
  const states = new Map(before?.books.map(({ key, state }) => [key, state]));
  // A book that an earlier run published before it was killed looks unchanged now: take its state from the plan.
  const books = table.books.map((book) =>
    book.state === 'unchanged' ? { ...book, state: states.get(book.key) ?? book.state } : book,
  );
  const files = table.files.map((file) => asCommitted(file, former.get(file.file_id)));
  const failed = files.filter((file) => hasFailed(file, former.get(file.file_id))).length;
  const counts = { ...countFiles(files), warnings: table.counts.warnings };
  await withTransaction(db, async (tx) => {
    const current = await lockBatch(tx, batch.id);
    if (current?.state !== 'committing') return;
    if (current.cancelWanted) throw new CanceledError();
    const pictures = before?.pictures ?? { looked_at: 0, total: 0 };
    const plan = { books, pictures: { ...pictures, looked_at: pictures.total } };
    const given = { ...counts, left_out: counts.left_out - failed, failed };
    const wire = booksOf({ ...table, books }, report);
    await writePlan(tx, { id: batch.id, plan, files, counts: given, books: wire, isNew: false });
    if (report.books.length === 0 && (before?.books.length ?? 0) > 0) {
      await setFailed(tx, batch.id, report.leftOut[0]?.cause.replaceAll(prepared.root, '') ?? 'nothing could be read');
      return;
    }
    await setCommitted(tx, { id: batch.id, counts: given, books: wire, keptDays: undoDays });
    await auditBatch(tx, { by: { kind: 'system' }, action: 'commit_done', row: batch, after: { counts: given } });
  });
}

/**
 * A file after the commit. One that a killed run has stored before keeps the word "new" or "replaced" from the plan.
 */
function asCommitted(file: PlanFile, former: PlanFile | undefined): PlanFile {
  if (file.change !== 'same' || !former || former.change === 'left_out') return file;
  return { ...file, change: former.change };
}

function hasFailed(file: PlanFile, former: PlanFile | undefined): boolean {
  return file.change === 'left_out' && file.rule !== 'hand' && former !== undefined && isContent(former);
}

function isContent({ change, becomes, cause }: PlanFile): boolean {
  return (becomes !== null && change !== 'left_out') || (change === 'left_out' && cause !== null);
}

function countFiles(files: readonly PlanFile[]): PlanTable['counts'] {
  const count = (change: PlanFile['change']) => files.filter((file) => file.change === change).length;
  return {
    ...{ files: files.length, new: count('new'), replaced: count('replaces'), same: count('same') },
    ...{ left_out: count('left_out'), failed: 0, warnings: 0 },
  };
}

/** The files stay: the import can be checked and brought in again. */
async function undo({ db }: WorkDeps, batch: BatchRow): Promise<void> {
  await withTransaction(db, async (tx) => {
    const current = await lockBatch(tx, batch.id);
    if (current?.state !== 'undoing') return;
    await auditUndone(tx, { batch: batch.id, books: await undoBatch(tx, batch.id, movePlaces) });
    await setState(tx, { id: batch.id, state: 'undone' });
  });
}
