import { statfs } from 'node:fs/promises';
import { type Db, withTransaction } from '../../../../server/database/db.ts';
import { tooManyAtOnce } from '../../../../server/http/at-once.ts';
import { AppError, invalidRequest, notFound, unavailable } from '../../../../server/http/errors.ts';
import { createGate, type Gate, sumOf } from '../../../../server/http/gate.ts';
import { findBookOfChapter, findImportTarget, type ImportTarget } from '../../../catalog/server/imports.ts';
import { blockersOf, describeUndo } from '../../../catalog/server/undo/undo.ts';
import type { Media } from '../../../media/server/media.ts';
import { findLastChange, type Maker } from '../../../studio/server/audit.ts';
import type { StudioPlatform } from '../../../studio/server/studio-api.ts';
import { requireAnyVersion, requireVersion } from '../../../studio/server/versions.ts';
import { type ImportState, importCalls, type PlanBook, type PlanChange, type PlanFile } from '../../studio-contract.ts';
import { faultsOfFields } from '../changes.ts';
import {
  type BatchRow,
  clearCommit,
  growPlan,
  selectBatches,
  setChanges,
  setPublish,
  setState,
  wantCancel,
} from './batch-queries.ts';
import {
  auditBatch,
  beginUndo,
  etagOfPlan,
  lockImport,
  makeBatch,
  presentBatch,
  requireBatch,
  requireState,
  requireUndo,
} from './batches.ts';
import { eventsOf } from './events.ts';
import { retryFile } from './failures.ts';
import type { BatchRunner } from './job.ts';
import { planWithoutFiles, writeNewPlan } from './make-plan.ts';
import { type StoredPlan, selectFilesOfIds, selectPlan, selectPlanFiles } from './plan-queries.ts';
import { isQuickToRead } from './readings.ts';
import { createSmallViews } from './small-views.ts';
import type { SentFiles } from './tree.ts';

export interface ImportCallsDeps extends StudioPlatform {
  dataDir: string;
  media: Media;
  sent: SentFiles;
  run: BatchRunner;
}

/** The studio's calls that bring books in (spec: studio.md#imports). */
export function mountImports(deps: ImportCallsDeps): void {
  addImports(deps);
  addPlan(deps);
  addSteps(deps);
  addUndo(deps);
}

const present = (row: BatchRow) => ({ result: presentBatch(row, new Date()) });

function addImports({ studio, db }: ImportCallsDeps): void {
  studio.add(importCalls.createImport, async ({ body, by, staff }) => {
    const { name, ...options } = body;
    if (options.book_uuid && !(await findImportTarget(db, options.book_uuid)))
      throw notFound('book_not_found', 'There is no such book');
    if (options.chapter_uuid && !(await findBookOfChapter(db, options.chapter_uuid)))
      throw notFound('chapter_not_found', 'There is no such chapter');
    const user = { uuid: staff.userId, username: staff.username };
    const row = await withTransaction(db, (tx) => makeBatch(tx, { by, user, name: name?.trim() ?? '', options }));
    return present(row);
  });

  studio.add(importCalls.listImports, async ({ query: { page, page_size: limit, state, source, q } }) => {
    const filter = { state: state ?? null, source: source ?? null, q: q ?? null };
    const { rows, total } = await selectBatches(db, { ...filter, limit, offset: page * limit });
    const now = new Date();
    return { result: rows.map((row) => presentBatch(row, now)), total };
  });

  studio.add(importCalls.getImport, async ({ params }) => present(await requireBatch(db, params.id)));

  studio.add(importCalls.watchImport, async ({ params }) => present(await requireBatch(db, params.id)), {
    events: ({ params, lastEventId, over }) => eventsOf(db, { id: params.id.toLowerCase(), lastEventId, over }),
  });
}

async function planOf(db: Db, row: BatchRow): Promise<StoredPlan> {
  const plan = await selectPlan(db, row.id);
  if (!plan) throw new AppError(409, 'import_state', 'This import has not been checked yet');
  return plan;
}

async function presentPlan(
  db: Db,
  row: BatchRow,
  { page, page_size: limit, show }: { page: number; page_size: number; show: string },
) {
  const { books, pictures } = await planOf(db, row);
  const { rows, total } = await selectPlanFiles(db, { id: row.id, show, limit, offset: page * limit });
  return { result: { books, files: rows, pictures }, total };
}

const firstPage = { page: 0, page_size: 50, show: 'all' };

/** Ends the call unless If-Match names the present plan; without a plan no version fits. */
async function requirePlan(db: Db, row: BatchRow, ifMatch: string | undefined): Promise<void> {
  requireAnyVersion(ifMatch);
  const last = await findLastChange(db, { kind: 'import', id: row.id });
  requireVersion(ifMatch, {
    etag: etagOfPlan(row),
    current: (await presentPlan(db, row, firstPage)).result,
    changedBy: last?.username ?? null,
    changedAt: last?.at ?? row.touchedAt,
  });
}

/** A plan with other changes takes much of a moment; those of a user are made one after the other. */
const plansOfUser = { running: 1, waiting: 20, waitMs: 10_000 };
/** The process may wait for another one that works on the same files. */
const planningMs = 10 * 60_000;

function addPlan(deps: ImportCallsDeps): void {
  const { studio, metrics, db, run } = deps;
  const planning = new Map<string, Gate>();
  metrics.watchWork('plans', () => [...planning.values()].reduce((sum, gate) => sum + sumOf(gate.use()), 0));
  function inTurn<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const gate = planning.get(userId) ?? createGate(plansOfUser, () => tooManyAtOnce(1));
    planning.set(userId, gate);
    return gate.run(work);
  }

  studio.add(importCalls.getPlan, async ({ params, query, setEtag }) => {
    const row = await requireBatch(db, params.id);
    setEtag(etagOfPlan(row));
    return await presentPlan(db, row, query);
  });

  studio.add(importCalls.changePlan, async ({ params, query, body, staff, by, ifMatch, setEtag }) => {
    await inTurn(staff.userId, () => changePlan({ id: params.id, changes: body.changes, by, ifMatch }));
    const row = await requireBatch(db, params.id);
    setEtag(etagOfPlan(row));
    return await presentPlan(db, row, query);
  });

  async function changePlan(given: {
    id: string;
    changes: readonly PlanChange[];
    by: Maker;
    ifMatch: string | undefined;
  }): Promise<void> {
    const { id, changes, by, ifMatch } = given;
    const before = await requireBatch(db, id);
    const known = before.state === 'checked' ? await requireChanges(db, before, changes) : null;
    await requirePlan(db, before, ifMatch);
    requireState(before, ['checked']);
    const changed = { ...before, changes: [...before.changes, ...changes] };
    const work = { ...deps, now: () => new Date() };
    const plan = (await isQuickToRead(deps, before)) ? await planWithoutFiles(work, changed) : null;
    await withTransaction(db, async (tx) => {
      const row = await lockImport(tx, id);
      await requirePlan(tx, row, ifMatch);
      requireState(row, ['checked']);
      await setChanges(tx, row.id, changed.changes);
      if (plan) await writeNewPlan(tx, row, plan);
      else await growPlan(tx, row.id);
      await auditBatch(tx, { by, action: 'edit', row, after: { changes: withNames(changes, known) } });
    });
    if (plan) return;
    await run(before.id, 'plan', AbortSignal.timeout(planningMs)).catch(async (error: unknown) => {
      await setChanges(db, before.id, before.changes);
      throw Object.assign(unavailable('The plan could not be made anew, please try again'), { cause: error });
    });
  }
}

/** The changes for people: with the paths of their files, and the titles of their books and chapters before the change. */
function withNames(changes: readonly PlanChange[], known: KnownOfPlan | null): unknown[] {
  if (!known) return [...changes];
  const { files, books, targets } = known;
  const pathOf = (id: string) => files.get(id)?.path ?? id;
  const bookOf = (key: string) => books.get(key)?.title ?? key;
  const targetOf = ({ titles, originalLanguage }: ImportTarget) => titles.get(originalLanguage);
  return changes.map((change) => {
    const among = 'book' in change && change.book !== undefined ? [change.book] : [...books.keys()];
    const chapters = new Map(
      among.flatMap((of) => books.get(of)?.chapters ?? []).map(({ key, titles }) => [key, Object.values(titles)[0]]),
    );
    const chapterOf = (key: string) => chapters.get(key) ?? key;
    const target = 'target' in change && change.target ? targets.get(change.target) : undefined;
    return {
      ...change,
      ...('files' in change && { files: change.files.map(pathOf) }),
      ...('book' in change && change.book !== undefined && { book: bookOf(change.book) }),
      ...('into' in change && change.into && { into: bookOf(change.into) }),
      ...('chapter' in change && { chapter: chapterOf(change.chapter) }),
      ...('chapters' in change && { chapters: change.chapters.map(chapterOf) }),
      ...('before' in change &&
        change.before && { before: 'files' in change ? pathOf(change.before) : chapterOf(change.before) }),
      ...(target && { target: targetOf(target) }),
    };
  });
}

/**
 * Returns what the changes name. Ends the call where a change names a file, a chapter or a book that the plan
 * does not have, or a wrong fact.
 */
async function requireChanges(db: Db, row: BatchRow, changes: readonly PlanChange[]): Promise<KnownOfPlan> {
  const plan = await planOf(db, row);
  const ids = [
    ...new Set(
      changes.flatMap((change) =>
        'files' in change ? [...change.files, ...('before' in change && change.before ? [change.before] : [])] : [],
      ),
    ),
  ];
  const files = await selectFilesOfIds(db, row.id, ids);
  const books = new Map(plan.books.map((book) => [book.key, book]));
  const chapters = new Set(plan.books.flatMap((book) => book.chapters.flatMap(({ key }) => key ?? [])));
  const targets = new Map<string, ImportTarget>();
  for (const change of changes) {
    const target = 'target' in change && change.target ? await findImportTarget(db, change.target) : null;
    if ('target' in change && change.target && !target) throw notFound('book_not_found', 'There is no such book');
    if ('target' in change && change.target && target) targets.set(change.target, target);
  }
  const known: KnownOfPlan = { files, books, chapters, targets };
  const details = changes.flatMap((change, at) =>
    faultsOf(change, known).map((fault) => ({
      ...fault,
      path: `changes.${at}.${fault.path}`,
    })),
  );
  if (details.length > 0) throw invalidRequest('A change names what the plan does not have', details);
  return known;
}

interface Fault {
  path: string;
  code: string;
  message: string;
}

interface KnownOfPlan {
  files: ReadonlyMap<string, PlanFile>;
  books: ReadonlyMap<string, PlanBook>;
  chapters: ReadonlySet<string>;
  targets: ReadonlyMap<string, ImportTarget>;
}

const unknown = (path: string, thing: string): Fault => ({ path, code: 'unknown', message: `names no ${thing}` });
const wrong = (path: string, message: string): Fault => ({ path, code: 'invalid_value', message });

function faultsOf(change: PlanChange, known: KnownOfPlan): Fault[] {
  const faults: Fault[] = [];
  if ('files' in change) {
    if (change.files.some((id) => !known.files.has(id))) faults.push(unknown('files', 'file of the plan'));
    else if ('cover' in change && !change.files.every((id) => isPicture(known.files.get(id))))
      faults.push(wrong('files', 'is no picture of a book'));
    if ('before' in change && change.before !== null && !known.files.has(change.before))
      faults.push(unknown('before', 'file of the plan'));
  }
  if ('chapter' in change) {
    if (!known.chapters.has(change.chapter)) faults.push(unknown('chapter', 'chapter of the plan'));
    if (!('files' in change) && change.before && !known.chapters.has(change.before))
      faults.push(unknown('before', 'chapter of the plan'));
  }
  if ('book' in change && change.book !== undefined) {
    const book = known.books.get(change.book);
    if (!book) faults.push(unknown('book', 'book of the plan'));
    else faults.push(...faultsOfBook(change, book, known));
  }
  return faults;
}

function isPicture(file: PlanFile | undefined): boolean {
  return file?.becomes?.as === 'page' || file?.becomes?.as === 'cover';
}

function faultsOfBook(change: PlanChange, book: PlanBook, { books, targets }: KnownOfPlan): Fault[] {
  const faults: Fault[] = [];
  if ('chapters' in change) {
    const own = new Map(book.chapters.map((chapter) => [chapter.key, chapter]));
    if (change.chapters.some((key) => !own.has(key))) faults.push(unknown('chapters', 'chapter of the book'));
    const isOfSeveral = (key: string) => (own.get(key)?.editions.length ?? 0) > 1;
    if ('language' in change && change.chapters.some(isOfSeveral))
      faults.push(wrong('language', 'is for chapters in one language; of others name the files'));
  }
  if ('into' in change && change.into) {
    const into = books.get(change.into);
    if (!into) faults.push(unknown('into', 'book of the plan'));
    else if (into.kind !== book.kind) faults.push(wrong('into', 'is a book of another kind'));
  }
  if ('target' in change && change.target && targets.get(change.target)?.kind !== book.kind)
    faults.push(wrong('target', 'is a book of another kind'));
  if ('set' in change && change.set) {
    faults.push(...faultsOfFields(change.set).map((message) => wrong('set', message)));
    const { kind } = change.set;
    if (kind !== undefined && kind !== book.kind && !book.kinds.some((each) => each === kind))
      faults.push(wrong('set', `kind: there are no chapters of a ${kind} in its files`));
  }
  return faults;
}

/** With less free space than this nothing more is imported: readers and the database need the rest. */
const leastRoomBytes = 1024 ** 3;

async function requireRoom(dataDir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < leastRoomBytes)
    throw new AppError(507, 'storage_full', 'The disk is full. What was sent is kept');
}

const checkable: readonly ImportState[] = ['collecting', 'checked', 'undone'];

function addSteps(deps: ImportCallsDeps): void {
  const { studio, db, dataDir, sent } = deps;
  studio.add(importCalls.checkImport, async ({ params }) => {
    const known = await requireBatch(db, params.id);
    requireState(known, checkable);
    if ((await sent.list(db, known.id)).length === 0) {
      if (known.state === 'undone') throw new AppError(409, 'import_state', 'Its files are not kept any more');
      throw invalidRequest('There is no file in this import yet', [
        { path: 'files', code: 'too_few', message: 'are none' },
      ]);
    }
    return await move({ text: params.id, from: checkable }, async (tx, row) => {
      if (row.state === 'undone') await clearCommit(tx, row.id);
      await setState(tx, { id: row.id, state: 'checking', phase: 'files' });
    });
  });

  studio.add(importCalls.commitImport, async ({ params, body, by, ifMatch }) => {
    const asked = {
      text: params.id,
      from: ['checked'] as const,
      before: (tx: Db, row: BatchRow) => requirePlan(tx, row, ifMatch),
    };
    return await move(asked, async (tx, row) => {
      await requireRoom(dataDir);
      await setState(tx, { id: row.id, state: 'committing', phase: 'books' });
      await setPublish(tx, row.id, body);
      await auditBatch(tx, {
        by,
        action: 'commit',
        row,
        after: { publish: body.publish, ...(body.silent && { silent: true }) },
      });
    });
  });

  studio.add(importCalls.cancelImport, ({ params, by }) =>
    move({ text: params.id, from: ['collecting', 'checking', 'checked', 'committing'] }, async (tx, row) => {
      await auditBatch(tx, { by, action: 'cancel', row, before: { state: row.state } });
      if (row.state === 'committing') await wantCancel(tx, row.id);
      else await setState(tx, { id: row.id, state: 'canceled' });
    }),
  );

  const smallViewOf = createSmallViews(deps);
  studio.add(importCalls.showFile, async () => undefined, {
    async picture({ params }) {
      const { id } = await requireBatch(db, params.id);
      const file = (await selectFilesOfIds(db, id, [params.fileId])).get(params.fileId);
      if (!file) throw notFound('file_not_found', 'There is no such file in this import');
      return await smallViewOf(id, file);
    },
  });

  studio.add(importCalls.retryFile, ({ params, by }) =>
    withTransaction(db, async (tx) => {
      const { id } = await lockImport(tx, params.id);
      await retryFile(tx, { importId: id, fileId: params.fileId, by });
      return present(await requireBatch(tx, id));
    }),
  );

  /** Moves an import on from one of the states, in one transaction with what that does. `before` may refuse it first. */
  function move(
    {
      text,
      from,
      before,
    }: { text: string; from: readonly ImportState[]; before?: (tx: Db, row: BatchRow) => Promise<void> },
    work: (tx: Db, row: BatchRow) => Promise<void>,
  ) {
    return withTransaction(db, async (tx) => {
      const row = await lockImport(tx, text);
      await before?.(tx, row);
      requireState(row, from);
      if (row.cancelWanted) throw new AppError(409, 'import_state', 'This import is being canceled');
      await work(tx, row);
      return present(await requireBatch(tx, row.id));
    });
  }
}

function addUndo({ studio, db }: ImportCallsDeps): void {
  studio.add(importCalls.getUndo, async ({ params }) => {
    const row = await requireBatch(db, params.id);
    requireUndo(row);
    const books = (await describeUndo(db, row.id)).map(({ bookId, title, restored, trashed, stays }) => ({
      ...{ book_uuid: bookId, title, restored, trashed },
      stays: stays.map(({ field, chapterId, language }) => ({ field, chapter_uuid: chapterId, language })),
    }));
    return { result: { books, blocked_by: await blockersOf(db, row.id) } };
  });

  studio.add(importCalls.undoImport, ({ params, by }) =>
    withTransaction(db, async (tx) => {
      const row = await lockImport(tx, params.id);
      await beginUndo(tx, row, by);
      return present(await requireBatch(tx, row.id));
    }),
  );
}
