import type { Log } from '../../../../server/config/log.ts';
import { type Db, type DbPool, withTransaction } from '../../../../server/database/db.ts';
import type { Job } from '../../../../server/jobs/jobs.ts';
import { pause } from '../../../../server/process/pause.ts';
import { forgetBatches } from '../../../catalog/server/undo/undo.ts';
import {
  type BatchRow,
  countDeath,
  endLooking,
  expireOpen,
  findWaiting,
  selectBatch,
  selectOver,
  selectWithFiles,
  setForgotten,
  setWithoutFiles,
} from './batch-queries.ts';
import { openDays, undoDays } from './batches.ts';
import { endLostBatches } from './command.ts';
import type { SentFiles } from './tree.ts';
import { endCanceled, endFailed, forgetFiles } from './work.ts';

/**
 * Works on one import until it is done; rejects where the work died. `signal` ends it at once: what is there stays, and
 * the work goes on with the next call.
 */
export type BatchRunner = (id: string, wanted: 'work' | 'plan', signal: AbortSignal) => Promise<void>;

const lookEveryMs = 1000;
const watchEveryMs = 250;
/** An import whose process has died so often is not tried again: one of its files may kill it. */
const mostDeaths = 3;
/** The pauses before the next tries; meanwhile a store or a database that was away may come back. */
const restsMs = [3_000, 20_000];
const tidyEveryMs = 60 * 60 * 1000;
const atOnce = 50;

interface JobDeps {
  run: BatchRunner;
  dataDir: string;
  sent: SentFiles;
  log: Log;
  /** For tests: other pauses than `restsMs`. */
  restsMs?: readonly number[];
}

/** Does the imports of the studio one after the other, whichever process has taken the call. */
export function importsJob(deps: JobDeps): Job {
  return { name: 'imports', everyMs: lookEveryMs, run: (db, signal) => workOff(db, deps, signal) };
}

/** Whether the studio has an import to work on, or works on one. */
export async function hasWork(db: Db): Promise<boolean> {
  return (await findWaiting(db)) !== null;
}

async function workOff(db: DbPool, deps: JobDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    const waiting = signal.aborted ? null : await findWaiting(db);
    if (!waiting) return;
    await workOnOne(db, { ...deps, id: waiting.id }, signal);
  }
}

/** Runs one import, and ends it at once where somebody cancels it, whatever its process is at. */
async function workOnOne(
  db: DbPool,
  { run, id, dataDir, sent, log, restsMs: rests = restsMs }: JobDeps & { id: string },
  signal: AbortSignal,
): Promise<void> {
  const begun = await selectBatch(db, id);
  const ending = new AbortController();
  const end = () => ending.abort();
  signal.addEventListener('abort', end);
  const watch = setInterval(() => {
    isUnwanted(db, begun).then(
      (isOver) => isOver && end(),
      () => {}, // the next look asks again
    );
  }, watchEveryMs);
  try {
    await run(id, 'work', ending.signal);
  } catch (error) {
    if (signal.aborted) return;
    if (!ending.signal.aborted) {
      log.error({ err: error, batch: id }, 'an import died');
      const deaths = await countDeath(db, id);
      if (deaths >= mostDeaths) await giveUp(db, id);
      else await pause(rests[deaths - 1] ?? 0, ending.signal);
      if (signal.aborted) return;
    }
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', end);
  }
  if ((await selectBatch(db, id))?.cancelWanted) await endCanceled({ db, dataDir, sent }, id);
}

/**
 * Whether the work on an import must end at once. Looking at pictures also ends if there is anything else to do, for
 * this import or another one; it goes on later.
 */
async function isUnwanted(db: DbPool, begun: BatchRow | null): Promise<boolean> {
  const batch = begun && (await selectBatch(db, begun.id));
  if (!batch) return false;
  if (begun.state !== 'checked') return batch.cancelWanted;
  if (batch.state !== 'checked' || batch.planVersion !== begun.planVersion) return true;
  const waiting = await findWaiting(db);
  return waiting !== null && waiting.state !== 'checked';
}

/** Gives up looking at the pictures of an import. Its plan stays, and may still be committed. */
async function giveUp(db: DbPool, id: string): Promise<void> {
  await endFailed(db, id, 'the work on it died several times');
  await endLooking(db, id);
}

/** Ends imports that nobody goes on with, and frees what is kept of those that are over. */
export function importsTidyJob({ dataDir, sent }: Pick<JobDeps, 'dataDir' | 'sent'>): Job {
  return {
    name: 'tidy imports',
    everyMs: tidyEveryMs,
    removes: true,
    async run(db, signal) {
      await endLostBatches({ db, dataDir, sent });
      await expireOpen(db, openDays);
      for (const id of await selectWithFiles(db, { days: openDays, undoneDays: undoDays, limit: atOnce })) {
        if (signal.aborted) return;
        await forgetFiles({ db, dataDir, sent }, id);
        await setWithoutFiles(db, id);
      }
      const over = await selectOver(db, atOnce);
      await withTransaction(db, async (tx) => {
        await forgetBatches(tx, over);
        await setForgotten(tx, over);
      });
    },
  };
}
