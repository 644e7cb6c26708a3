import { type Db, withTransaction } from '../../../../server/database/db.ts';
import { importPaths } from '../../server/importing.ts';
import type { FoundPicture } from '../../server/pictures.ts';
import { type Progress, unfollowed } from '../../server/progress.ts';
import { createReading, NotReadError, openReading, type Reading } from '../../server/reading.ts';
import type { ImportReport } from '../../server/report.ts';
import { type PlanTable, planTable } from '../plan-table.ts';
import { type BatchRow, lockBatch, setProgress } from './batch-queries.ts';
import { follow } from './follow.ts';
import { knownLooks, type Looks, readLooks } from './looks.ts';
import { type StoredPlan, writePlan } from './plan-queries.ts';
import { type Prepared, prepare, rootOf, type WorkDeps } from './prepare.ts';
import { keepReading, readReading } from './readings.ts';

/** The pictures of an import by their paths in it, as they are found. */
export type FoundPictures = Map<string, FoundPicture>;

/** Whether a picture was decoded, or is known to be none. */
export function isSeen({ sourceHash }: FoundPicture, looks: Looks): boolean {
  return sourceHash === null || looks.has(sourceHash);
}

/** How many of the pictures were looked at. */
export function countSeen(found: FoundPictures, looks: Looks): StoredPlan['pictures'] {
  const seen = [...found.values()].filter((picture) => isSeen(picture, looks));
  return { looked_at: seen.length, total: found.size };
}

/** Notes pictures under their paths in the import. */
export function noteIn(found: FoundPictures, { root }: Pick<Prepared, 'root'>): (picture: FoundPicture) => void {
  return (picture) => {
    const path = picture.path.startsWith(root) ? picture.path.slice(root.length) : picture.path;
    found.set(path, picture);
  };
}

/** What a plan is, as it is stored. */
export interface NewPlan {
  table: PlanTable;
  pictures: StoredPlan['pictures'];
  books: BatchRow['books'];
}

/**
 * Reads the files of an import and writes what would become of them. No picture is decoded for that: what was seen of
 * them before is told again. Returns whether some are still to be looked at.
 */
export async function makePlan(deps: WorkDeps, batch: BatchRow, phase: string): Promise<{ hasUnseen: boolean }> {
  const { db } = deps;
  const { id, state } = batch;
  const prepared = await prepare(deps, batch);
  const reading = createReading(prepared.root);
  const plan = await follow(db, { id, phase, state }, (progress) =>
    planBy(deps, batch, { prepared, reading, progress }),
  );
  await keepReading(deps, batch, reading.save());
  await withTransaction(db, async (tx) => {
    // Somebody may have changed the plan, or begun the commit, meanwhile.
    if (await isUnchanged(tx, batch)) await writeNewPlan(tx, batch, plan);
  });
  return { hasUnseen: hasUnseen(plan) };
}

/** The plan with the changes of `batch`, by what the check has read of its files; null: only the files can tell it. */
export async function planWithoutFiles(deps: WorkDeps, batch: BatchRow): Promise<NewPlan | null> {
  const bytes = await readReading(deps, batch);
  const reading = bytes && openReading(bytes, rootOf(deps, batch, 'tree'));
  if (!reading) return null;
  const prepared = await prepare(deps, batch, { isReadBefore: true });
  return await planBy(deps, batch, { prepared, reading, progress: unfollowed }).catch((error: unknown) => {
    if (error instanceof NotReadError) return null;
    throw error;
  });
}

/** Writes a plan in the place of the one before; pictures that nobody has seen are looked at next. */
export async function writeNewPlan(tx: Db, { id, state }: BatchRow, plan: NewPlan): Promise<void> {
  const { table, pictures, books } = plan;
  const { files, counts } = table;
  await writePlan(tx, { id, plan: { books: table.books, pictures }, files, counts, books, isNew: true });
  const next = { phase: hasUnseen(plan) ? 'pictures' : '', done: 0, total: 0, current: null };
  if (state === 'checked') await setProgress(tx, { id, state, planVersion: null, ...next });
}

function hasUnseen({ pictures }: NewPlan): boolean {
  return pictures.looked_at < pictures.total;
}

async function planBy(
  { db, media, now, dataDir }: WorkDeps,
  { id }: BatchRow,
  given: { prepared: Prepared; reading: Reading; progress: Progress },
): Promise<NewPlan> {
  const { prepared, reading, progress } = given;
  const looks = await readLooks(dataDir, id);
  const found: FoundPictures = new Map();
  const known = {
    isDryRun: true,
    isHasty: true,
    looks: knownLooks(looks),
    onPicture: noteIn(found, prepared),
    reading,
  };
  const report = await importPaths({ db, media, now: now() }, { ...prepared.work, ...known }, progress);
  const table = tableOf(prepared, report, { found, looks });
  return { table, pictures: countSeen(found, looks), books: booksOf(table, report) };
}

/** Locks an import and says whether it is still in that state, with that plan. */
export async function isUnchanged(tx: Parameters<typeof lockBatch>[0], batch: BatchRow): Promise<boolean> {
  const current = await lockBatch(tx, batch.id);
  return current?.planVersion === batch.planVersion && current.state === batch.state && !current.cancelWanted;
}

export function tableOf(
  { root, sizes, byHand, plans, skipped }: Prepared,
  report: ImportReport,
  { found, looks }: { found: FoundPictures; looks: Looks },
): PlanTable {
  return planTable({
    ...{ report, plans: plans(), skipped: skipped(), root, sizes, byHand },
    factsOf(path) {
      const picture = found.get(path);
      if (!picture?.sourceHash) return undefined;
      return { width: picture.width, hash: looks.get(picture.sourceHash)?.hash ?? null };
    },
  });
}

export function booksOf({ books }: PlanTable, report: ImportReport): BatchRow['books'] {
  const ids = new Map(report.books.map((book) => [book.key, book.bookId]));
  return books.map(({ key, title, state, book_uuid }) => {
    return { book_uuid: report.isDryRun ? book_uuid : (ids.get(key) ?? book_uuid), title, state };
  });
}
