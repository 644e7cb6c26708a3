import { type DbPool, withTransaction } from '../../../../server/db.ts';
import { findBookOfChapter, findImportTarget, type ImportTarget } from '../../../catalog/server/publish.ts';
import { undoBatch } from '../../../catalog/server/undo/undo.ts';
import { type Media, tidyMedia } from '../../../media/server/media.ts';
import { writeAudit } from '../../../studio/server/audit.ts';
import type { BookPlan } from '../../plan/book-plan.ts';
import type { Progress } from '../../server/progress.ts';
import { type ImportWork, importPaths } from '../../server/publishing.ts';
import type { ImportReport } from '../../server/report.ts';
import type { PlanFile } from '../../studio-contract.ts';
import { alterPlans, leftOutBy, movesIn, type NamedChange } from '../changes.ts';
import { fileIdOf, type PlanTable, planTable } from '../plan-table.ts';
import {
  type BatchRow,
  lockBatch,
  selectAllFiles,
  selectBatch,
  selectPlan,
  setCommitted,
  setFailed,
  setProgress,
  setState,
  writePictures,
  writePlan,
} from './batch-queries.ts';
import { auditBatch, undoDays } from './batches.ts';
import { clearTree, layOut, type SentFile, topEntries, treeOf } from './tree.ts';

/** The files that people have sent; uploads answer. */
export interface SentFiles {
  /** The finished files of an import. */
  list(db: DbPool, importId: string): Promise<SentFile[]>;
  /** Removes all files of an import. */
  remove(db: DbPool, importId: string): Promise<void>;
}

export interface WorkDeps {
  db: DbPool;
  media: Media;
  dataDir: string;
  sent: SentFiles;
  now: () => Date;
}

/** Somebody has canceled the import, or wants something else of it: what is under way ends. */
class CanceledError extends Error {
  override readonly name = 'CanceledError';
}

/**
 * Does what an import waits for: its check, its commit or its undo. Killed at any moment it can be done again, and goes
 * on: nothing is converted twice, and no book is ever half there.
 */
export async function workOnBatch(deps: WorkDeps, id: string): Promise<void> {
  const batch = await selectBatch(deps.db, id);
  if (!batch) return;
  if (batch.cancelWanted) return await endCanceled(deps, id);
  try {
    if (batch.state === 'checking') await check(deps, batch);
    else if (batch.state === 'committing') await commit(deps, batch);
    else if (batch.state === 'undoing') await undo(deps, batch);
  } catch (error) {
    if (!(error instanceof CanceledError)) throw error;
    // Where only its state has changed, somebody has begun the commit: the next work is that.
    if ((await selectBatch(deps.db, id))?.cancelWanted) await endCanceled(deps, id);
  }
}

/** Takes back what a canceled import has published, and ends it. */
export async function endCanceled(deps: Pick<WorkDeps, 'db' | 'dataDir' | 'sent'>, id: string): Promise<void> {
  const isEnded = await withTransaction(deps.db, async (tx) => {
    const batch = await lockBatch(tx, id);
    if (!batch || !['checking', 'committing'].includes(batch.state)) return false;
    await undoBatch(tx, id);
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
  const batch = await selectBatch(deps.db, id);
  if (batch) await makePlan(deps, batch, { phase: 'planning', isNew: true, isHasty: true });
}

async function check(deps: WorkDeps, batch: BatchRow): Promise<void> {
  const { db } = deps;
  await makePlan(deps, batch, { phase: 'files', isNew: true, isHasty: true });
  await withTransaction(db, async (tx) => {
    const now = await lockBatch(tx, batch.id);
    if (now?.state === 'checking') await setState(tx, { id: batch.id, state: 'checked', phase: 'pictures' });
  });
  const checked = await selectBatch(db, batch.id);
  if (checked?.state !== 'checked') return;
  // A commit need not wait for this: pictures that cannot be read are named once they were decoded.
  await makePlan(deps, checked, { phase: 'pictures', isNew: false, isHasty: false });
}

interface Prepared {
  root: string;
  sizes: Map<string, number>;
  byHand: Set<string>;
  work: ImportWork;
  plans(): readonly BookPlan[];
}

/** The import as the engine takes it: the files under their names, and the changes by hand. */
async function prepare(deps: WorkDeps, batch: BatchRow): Promise<Prepared> {
  const { db, dataDir, sent } = deps;
  const files = await sent.list(db, batch.id);
  const root = `${treeOf(dataDir, batch.id)}/`;
  await layOut(root.slice(0, -1), files);
  const sizes = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const pathOf = new Map([...sizes.keys()].map((path) => [fileIdOf(path), path]));
  for (const { file_id, path } of await selectAllFiles(db, batch.id)) pathOf.set(file_id, path);
  const inside = withPaths(batch.changes, pathOf, '');
  const changes = withPaths(batch.changes, pathOf, root);
  const target = await targetOf(deps, batch);
  let plans: readonly BookPlan[] = [];
  const work: ImportWork = {
    paths: target ? [root.slice(0, -1)] : topEntries(files).map((name) => root + name),
    isOneBook: target !== null,
    isSameBook: target !== null,
    isPruning: batch.options.prune ?? target?.chapterKey !== undefined,
    leftOut: leftOutBy(changes),
    moves: movesIn(changes),
    alter: (found) => alterPlans(target ? found.slice(0, 1).map((plan) => aimedAt(plan, target)) : found, changes),
    onPlans: (altered) => {
      plans = altered;
    },
  };
  return { root, sizes, byHand: leftOutBy(inside), work, plans: () => plans };
}

/** The changes with paths for ids; files that are no more change nothing. */
function withPaths(changes: BatchRow['changes'], pathOf: ReadonlyMap<string, string>, root: string): NamedChange[] {
  const named = (id: string) => {
    const path = pathOf.get(id);
    return path === undefined ? [] : [root + path];
  };
  return changes.map((change): NamedChange => {
    if (!('files' in change)) return change;
    const files = change.files.flatMap(named);
    if (!('chapter' in change)) return { ...change, files };
    return { ...change, files, before: change.before === null ? null : (named(change.before)[0] ?? null) };
  });
}

type Target = ImportTarget & { chapterKey?: string; language?: BatchRow['options']['language'] };

/** The book, or the chapter, that the files are for; null: the files say it themselves. */
async function targetOf({ db }: WorkDeps, { options }: BatchRow): Promise<Target | null> {
  const { book_uuid: bookId, chapter_uuid: chapterId, language } = options;
  const id = bookId ?? (chapterId === undefined ? undefined : await findBookOfChapter(db, chapterId));
  const target = id ? await findImportTarget(db, id) : null;
  if (!target) return null;
  const key = chapterId === undefined ? undefined : target.keys.get(chapterId);
  return { ...target, ...(key === undefined ? {} : { chapterKey: key }), ...(language ? { language } : {}) };
}

/** The plan of a folder that is for a book of the site: it adds chapters, or the content of one, and no facts. */
function aimedAt(plan: BookPlan, target: Target): BookPlan {
  const { sourceKey, kind, originalLanguage, titles, chapterKey } = target;
  const language = target.language ?? originalLanguage;
  const only = chapterKey === undefined ? null : plan.chapters.flatMap(({ editions }) => editions)[0];
  const chapters = only
    ? [{ key: chapterKey ?? '', createdAt: null, dates: {}, editions: [{ ...only, language }] }]
    : plan.chapters.map((chapter) => ({
        ...chapter,
        editions:
          target.language && chapter.editions.length === 1
            ? chapter.editions.map((edition) => ({ ...edition, language }))
            : chapter.editions,
      }));
  const used = new Set(chapters.flatMap(({ editions }) => editions.map((edition) => edition.language)));
  const [first] = plan.editions;
  const editions = [...used].map((used) => {
    const own = plan.editions.find((edition) => edition.language === used) ?? first;
    const title = titles.get(used) ?? titles.get(originalLanguage) ?? '';
    return {
      ...{ language: used, title, introduction: null, textLanguage: own?.textLanguage ?? null },
      ...{ cover: null, bookFile: null },
    };
  });
  return {
    ...plan,
    ...{ sourceKey, formerKeys: [], kind, fields: {}, author: null, tags: null, readingDirection: null },
    ...{ likelyLanguage: originalLanguage, isLanguageGuessed: false, isWhole: false, editions, chapters },
  };
}

async function makePlan(
  deps: WorkDeps,
  batch: BatchRow,
  { phase, isNew, isHasty }: { phase: string; isNew: boolean; isHasty: boolean },
): Promise<void> {
  const { db, media, now } = deps;
  const prepared = await prepare(deps, batch);
  const { work } = prepared;
  const before = await selectPlan(db, batch.id);
  const report = await follow(deps, { id: batch.id, phase, isPictures: !isHasty, state: batch.state }, (progress) =>
    importPaths({ db, media, now: now() }, { ...work, isDryRun: true, isHasty }, progress),
  );
  const table = tableOf(prepared, report);
  const total = table.files.filter(({ becomes }) => becomes?.as === 'page' || becomes?.as === 'cover').length;
  const lookedAt = isHasty ? Math.min(before?.pictures.looked_at ?? 0, total) : total;
  await withTransaction(db, async (tx) => {
    const current = await lockBatch(tx, batch.id);
    // Somebody has changed the plan, or begun the commit, while its pictures were looked at.
    const isOurs = current?.planVersion === batch.planVersion && current.state === batch.state;
    if (!current || !isOurs) return;
    const plan = { books: table.books, pictures: { looked_at: lookedAt, total } };
    const books = booksOf(table, report);
    await writePlan(tx, { id: batch.id, plan, files: table.files, counts: table.counts, books, isNew });
    if (!isNew) await setProgress(tx, { id: batch.id, phase: '', done: 0, total: 0, current: null });
  });
}

function tableOf({ root, sizes, byHand, plans }: Prepared, report: ImportReport): PlanTable {
  return planTable({ report, plans: plans(), root, sizes, byHand, warnings: new Map() });
}

function booksOf({ books }: PlanTable, report: ImportReport): BatchRow['books'] {
  const ids = new Map(report.books.map((book) => [book.key, book.bookId]));
  return books.map(({ key, title, state, book_uuid }) => {
    return { book_uuid: report.isDryRun ? book_uuid : (ids.get(key) ?? book_uuid), title, state };
  });
}

async function commit(deps: WorkDeps, batch: BatchRow): Promise<void> {
  const { db, media, now } = deps;
  const prepared = await prepare(deps, batch);
  const before = await selectPlan(db, batch.id);
  const former = new Map((await selectAllFiles(db, batch.id)).map((file) => [file.file_id, file]));
  await tidyMedia(media, now());
  const report = await follow(
    deps,
    { id: batch.id, phase: 'books', isPictures: true, state: 'committing' },
    (progress) =>
      importPaths(
        { db, media, now: now() },
        {
          ...prepared.work,
          ...{ batch: batch.id, asDrafts: batch.publish !== 'now', avif: 'later' },
          async onPublished(tx, { bookId, title, state }) {
            const target = { kind: 'book' as const, id: bookId, name: title };
            const action = state === 'created' ? 'book.make' : 'book.import';
            await writeAudit(tx, { by: { kind: 'system' }, action, target, batch: batch.id });
          },
        },
        progress,
      ),
  );
  const table = tableOf(prepared, report);
  const states = new Map(before?.books.map(({ key, state }) => [key, state]));
  // A book that an earlier, killed run has published is unchanged now.
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

/** A file as the commit leaves it; what was new or replaced stays told so where a killed run has stored it before. */
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

async function undo({ db, dataDir, sent }: WorkDeps, batch: BatchRow): Promise<void> {
  const isDone = await withTransaction(db, async (tx) => {
    const current = await lockBatch(tx, batch.id);
    if (current?.state !== 'undoing') return false;
    const books = await undoBatch(tx, batch.id);
    await setState(tx, { id: batch.id, state: 'undone' });
    for (const { bookId, title, restored, trashed, stays } of books) {
      const target = { kind: 'book' as const, id: bookId, name: title };
      const after = { restored, trashed, stays: stays.map(({ field }) => field) };
      await writeAudit(tx, { by: { kind: 'system' }, action: 'book.undo_import', target, after, batch: batch.id });
    }
    return true;
  });
  if (isDone) await forgetFiles({ db, dataDir, sent }, batch.id);
}

const tellEveryMs = 250;

/** Runs the work and tells how far it is; rejects where somebody cancels it. */
async function follow<T>(
  { db }: WorkDeps,
  { id, phase, isPictures, state }: { id: string; phase: string; isPictures: boolean; state: BatchRow['state'] },
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  const now: { done: number; total: number; current: string | null } = { done: 0, total: 0, current: null };
  let isCanceled = false;
  let telling: Promise<void> = Promise.resolve();
  const tell = async () => {
    const answer = await setProgress(db, { id, phase, done: now.done, total: now.total, current: now.current });
    if (answer?.cancelWanted || (answer && answer.state !== state)) isCanceled = true;
    if (isPictures && state === 'checked') await writePictures(db, id, { looked_at: now.done, total: now.total });
  };
  const timer = setInterval(() => {
    telling = telling.then(tell).catch(() => {}); // the next one tells again, and the work itself meets the fault
  }, tellEveryMs);
  const requireWanted = () => {
    if (isCanceled) throw new CanceledError();
  };
  const progress: Progress = {
    look: () => requireWanted(),
    begin: () => requireWanted(),
    show(title) {
      requireWanted();
      now.current = title;
    },
    step({ pages = 0, found = 0 }) {
      requireWanted();
      now.done += pages;
      now.total += found;
    },
    finish: () => requireWanted(),
    end() {},
  };
  try {
    return await work(progress);
  } finally {
    clearInterval(timer);
    await telling;
  }
}
