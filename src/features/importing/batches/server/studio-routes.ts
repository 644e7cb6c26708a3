import { statfs } from 'node:fs/promises';
import { type Db, withTransaction } from '../../../../server/database/db.ts';
import { createAtOnce } from '../../../../server/http/at-once.ts';
import { AppError, invalidRequest, notFound, unavailable } from '../../../../server/http/errors.ts';
import { findBookOfChapter, findImportTarget } from '../../../catalog/server/imports.ts';
import { blockersOf, describeUndo } from '../../../catalog/server/undo/undo.ts';
import type { Maker } from '../../../studio/server/audit.ts';
import type { StudioPlatform } from '../../../studio/server/studio-api.ts';
import { requireAnyVersion, requireVersion } from '../../../studio/server/versions.ts';
import { type ImportState, importCalls, type PlanChange, type PlanFile } from '../../studio-contract.ts';
import { faultsOfFields } from '../changes.ts';
import {
  type BatchRow,
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
import { type StoredPlan, selectFilesOfIds, selectPlan, selectPlanFiles } from './plan-queries.ts';
import type { SentFiles } from './tree.ts';

export interface ImportCallsDeps extends StudioPlatform {
  dataDir: string;
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
  requireVersion(ifMatch, {
    etag: etagOfPlan(row),
    current: (await presentPlan(db, row, firstPage)).result,
    changedBy: row.user?.username ?? null,
    changedAt: row.touchedAt,
  });
}

/** A plan is made anew by a process of its own (spec: studio.md#imports). */
const plansOfUser = { most: 1, retryAfterSeconds: 5 };
/** The process may wait for another one that works on the same files. */
const planningMs = 10 * 60_000;

function addPlan({ studio, metrics, db, run }: ImportCallsDeps): void {
  const planning = createAtOnce(plansOfUser);
  metrics.watchWork('plans', planning.use);

  studio.add(importCalls.getPlan, async ({ params, query, setEtag }) => {
    const row = await requireBatch(db, params.id);
    setEtag(etagOfPlan(row));
    return await presentPlan(db, row, query);
  });

  studio.add(importCalls.changePlan, async ({ params, query, body, staff, by, ifMatch, setEtag }) => {
    const leave = planning.enter(staff.userId);
    try {
      await changePlan({ id: params.id, changes: body.changes, by, ifMatch });
    } finally {
      leave();
    }
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
    const before = await withTransaction(db, async (tx) => {
      const row = await lockImport(tx, id);
      const files = row.state === 'checked' ? await requireChanges(tx, row, changes) : new Map<string, PlanFile>();
      await requirePlan(tx, row, ifMatch);
      requireState(row, ['checked']);
      await setChanges(tx, row.id, [...row.changes, ...changes]);
      await growPlan(tx, row.id);
      await auditBatch(tx, { by, action: 'edit', row, after: { changes: withPaths(changes, files) } });
      return row;
    });
    await run(before.id, 'plan', AbortSignal.timeout(planningMs)).catch(async (error: unknown) => {
      await setChanges(db, before.id, before.changes);
      throw Object.assign(unavailable('The plan could not be made anew, please try again'), { cause: error });
    });
  }
}

/** The changes with the paths of their files, for people. */
function withPaths(changes: readonly PlanChange[], files: ReadonlyMap<string, PlanFile>): PlanChange[] {
  const pathOf = (id: string) => files.get(id)?.path ?? id;
  return changes.map((change) => {
    if (!('files' in change)) return change;
    const named = { ...change, files: change.files.map(pathOf) };
    return 'before' in named && named.before !== null ? { ...named, before: pathOf(named.before) } : named;
  });
}

/**
 * Returns the files that the changes name. Ends the call where a change names a file, a chapter or a book that the plan
 * does not have, or a wrong fact.
 */
async function requireChanges(
  db: Db,
  row: BatchRow,
  changes: readonly PlanChange[],
): Promise<ReadonlyMap<string, PlanFile>> {
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
  const details = changes.flatMap((change, at) =>
    faultsOf(change, { files, books, chapters }).map((fault) => ({ ...fault, path: `changes.${at}.${fault.path}` })),
  );
  if (details.length > 0) throw invalidRequest('A change names what the plan does not have', details);
  return files;
}

interface Fault {
  path: string;
  code: string;
  message: string;
}

function faultsOf(
  change: PlanChange,
  known: { files: ReadonlyMap<string, unknown>; books: ReadonlyMap<string, unknown>; chapters: ReadonlySet<string> },
): Fault[] {
  const unknown = (path: string, thing: string): Fault => ({ path, code: 'unknown', message: `names no ${thing}` });
  const faults: Fault[] = [];
  if ('files' in change) {
    if (change.files.some((id) => !known.files.has(id))) faults.push(unknown('files', 'file of the plan'));
    if ('before' in change && change.before !== null && !known.files.has(change.before))
      faults.push(unknown('before', 'file of the plan'));
  }
  if ('chapter' in change) {
    if (!known.chapters.has(change.chapter)) faults.push(unknown('chapter', 'chapter of the plan'));
    if (!('files' in change) && change.before && !known.chapters.has(change.before))
      faults.push(unknown('before', 'chapter of the plan'));
  }
  if ('book' in change && change.book !== undefined && !known.books.has(change.book))
    faults.push(unknown('book', 'book of the plan'));
  if ('into' in change && change.into && !known.books.has(change.into))
    faults.push(unknown('into', 'book of the plan'));
  if ('set' in change && change.set)
    faults.push(...faultsOfFields(change.set).map((message) => ({ path: 'set', code: 'invalid_value', message })));
  return faults;
}

/** With less free space than this nothing more is imported: readers and the database need the rest. */
const leastRoomBytes = 1024 ** 3;

async function requireRoom(dataDir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < leastRoomBytes)
    throw new AppError(507, 'storage_full', 'The disk is full. What was sent is kept');
}

function addSteps({ studio, db, dataDir, sent }: ImportCallsDeps): void {
  studio.add(importCalls.checkImport, async ({ params }) => {
    const known = await requireBatch(db, params.id);
    requireState(known, ['collecting', 'checked']);
    if ((await sent.list(db, known.id)).length === 0)
      throw invalidRequest('There is no file in this import yet', [
        { path: 'files', code: 'too_few', message: 'are none' },
      ]);
    return await move({ text: params.id, from: ['collecting', 'checked'] }, (tx, row) =>
      setState(tx, { id: row.id, state: 'checking', phase: 'files' }),
    );
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
      await setPublish(tx, row.id, body.publish);
      await auditBatch(tx, { by, action: 'commit', row, after: { publish: body.publish } });
    });
  });

  studio.add(importCalls.cancelImport, ({ params, by }) =>
    move({ text: params.id, from: ['collecting', 'checking', 'checked', 'committing'] }, async (tx, row) => {
      await auditBatch(tx, { by, action: 'cancel', row, before: { state: row.state } });
      if (row.state === 'committing') await wantCancel(tx, row.id);
      else await setState(tx, { id: row.id, state: 'canceled' });
    }),
  );

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
