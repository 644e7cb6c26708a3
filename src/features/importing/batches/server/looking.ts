import { rm } from 'node:fs/promises';
import { withTransaction } from '../../../../server/database/db.ts';
import { importPaths } from '../../server/importing.ts';
import type { PlanFile } from '../../studio-contract.ts';
import { pictureWarnings } from '../picture-warnings.ts';
import { countsOf } from '../plan-table.ts';
import { type BatchRow, endLooking } from './batch-queries.ts';
import { CanceledError, follow } from './follow.ts';
import { growingLooks, type Looks, readLooks } from './looks.ts';
import { booksOf, countSeen, type FoundPictures, isSeen, isUnchanged, noteIn, tableOf } from './make-plan.ts';
import { selectAllFiles, selectPlan, writePlan, writeSeen } from './plan-queries.ts';
import { prepare, type WorkDeps } from './prepare.ts';
import { treeOf } from './tree.ts';

/**
 * Decodes the pictures of a finished plan, and stores the warnings that need this as they are found: pages that look
 * like others, and pictures that cannot be read. Ends by `CanceledError` where the import moves on or its plan is
 * changed; pictures seen by then stay known.
 */
export async function lookAtPictures(deps: WorkDeps, batch: BatchRow): Promise<void> {
  const { db, media, now, dataDir } = deps;
  const { id } = batch;
  const prepared = await prepare(deps, batch, { place: 'looking' });
  const looks = await readLooks(dataDir, id);
  const found: FoundPictures = new Map();
  const endTelling = await tellWhatIsSeen(deps, batch, { found, looks });
  let isOver = false;
  try {
    const report = await follow(
      db,
      { id, phase: 'pictures', state: batch.state, planVersion: batch.planVersion },
      (progress) => {
        const requireWanted = () => {
          // After an error the files are removed: pictures that still wait must not look for theirs.
          if (isOver) throw new CanceledError();
          progress.requireWanted();
        };
        const growing = growingLooks(looks, { media, dataDir, importId: id, requireWanted });
        const seeing = { isDryRun: true, looks: growing, onPicture: noteIn(found, prepared) };
        return importPaths({ db, media, now: now() }, { ...prepared.work, ...seeing }, progress);
      },
    );
    await endTelling();
    const table = tableOf(prepared, report, { found, looks });
    const plan = { books: table.books, pictures: countSeen(found, looks) };
    const { files, counts } = table;
    await withTransaction(db, async (tx) => {
      if (!(await isUnchanged(tx, batch))) return;
      await writePlan(tx, { id, plan, files, counts, books: booksOf(table, report), isNew: false });
      await endLooking(tx, id);
    });
  } finally {
    isOver = true;
    await endTelling();
    await rm(treeOf(dataDir, id, 'looking'), { recursive: true, force: true });
  }
}

const tellEveryMs = 1000;
/** Comparing many pages takes time: after it, so many times as long is left to decoding. */
const rests = 5;

/** Tells now and then what was seen, in the rows of the plan as they are; returns what ends that. */
async function tellWhatIsSeen(
  { db }: WorkDeps,
  batch: BatchRow,
  { found, looks }: { found: FoundPictures; looks: Looks },
): Promise<() => Promise<void>> {
  const before = await selectPlan(db, batch.id);
  let files = await selectAllFiles(db, batch.id);
  let told = before?.pictures.looked_at ?? 0;
  let isOver = false;
  async function tell(): Promise<void> {
    const { looked_at: lookedAt } = countSeen(found, looks);
    // After a restart, pictures whose results are stored already are found again first; they are no news.
    if (!before || lookedAt <= told) return;
    const next = asSeen(files, { found, looks });
    const changed = next.filter((file, at) => file !== files[at]);
    const pictures = { ...before.pictures, looked_at: Math.min(lookedAt, before.pictures.total) };
    await withTransaction(db, async (tx) => {
      if (!(await isUnchanged(tx, batch))) return;
      await writeSeen(tx, { id: batch.id, files: changed, counts: countsOf(next, before.books), pictures });
    });
    files = next;
    told = lookedAt;
  }
  let wake = () => {};
  async function tellOnAndOn(): Promise<void> {
    for (let pauseMs = tellEveryMs; !isOver; ) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      if (isOver) return;
      const begunAt = performance.now();
      await tell().catch(() => {}); // the next one tells again, and the last word is not ours
      pauseMs = Math.max(tellEveryMs, rests * (performance.now() - begunAt));
    }
  }
  const telling = tellOnAndOn();
  return () => {
    isOver = true;
    wake();
    return telling;
  };
}

/** The rows with what is known of their pictures by now; an unchanged row is the same object. */
function asSeen(files: readonly PlanFile[], { found, looks }: { found: FoundPictures; looks: Looks }): PlanFile[] {
  const lookOf = (path: string) => {
    const picture = found.get(path);
    return picture?.sourceHash && isSeen(picture, looks) ? looks.get(picture.sourceHash) : undefined;
  };
  const read = files.map((file): PlanFile => {
    const cause = lookOf(file.path)?.cause ?? null;
    // The site has read this picture before, so its fault here is of no interest.
    if (cause === null || file.becomes === null || file.change === 'same') return file;
    return { ...file, becomes: null, change: 'left_out', rule: null, cause, warnings: [] };
  });
  // Only the plan compares widths: here not all pages of a chapter are known.
  const near = pictureWarnings(read, (path) => {
    const hash = lookOf(path)?.hash;
    return hash ? { width: null, hash } : undefined;
  });
  return read.map((file) => {
    const others = file.warnings.filter(({ code }) => code !== 'near_duplicate');
    const warnings = [...others, ...(near.get(file.path) ?? [])];
    return JSON.stringify(warnings) === JSON.stringify(file.warnings) ? file : { ...file, warnings };
  });
}
