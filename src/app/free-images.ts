import { listUsedImages } from '../features/catalog/server/catalog.ts';
import type { Media } from '../features/media/server/media.ts';
import { freeStrayFiles, freeUnusedRows } from '../features/media/server/unused.ts';
import type { Clock } from '../server/clock.ts';
import type { DbPool } from '../server/db.ts';
import type { Job } from '../server/jobs.ts';
import type { Log } from '../server/log.ts';

const everyMs = 10 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;
/** On a large site one run checks only a part, and the next run continues there. */
const mostSteps = 200;
const shelves = 256;
const shelvesAtOnce = 8;

/** Removes replaced pictures, and files left by interrupted imports, after a day. */
export function freeImagesJob({ media, clock, log }: { media: Media; clock: Clock; log: Log }): Job {
  const { store } = media;
  let after: string | null = null;
  let shelf = 0;

  async function freeRows(db: DbPool, signal: AbortSignal): Promise<number> {
    let freed = 0;
    for (let step = 0; step < mostSteps && !signal.aborted; step += 1) {
      const done = await freeUnusedRows(db, { store, usedOf: listUsedImages, after });
      if (!done) break;
      freed += done.freed;
      after = done.after;
      if (after === null) break;
    }
    return freed;
  }

  return {
    name: 'free images',
    everyMs,
    async run(db, signal) {
      const freed = await freeRows(db, signal);
      if (freed > 0) log.info({ freed }, 'images freed');
      await store.endOldUploads?.(new Date(clock().getTime() - dayMs));
      for (let step = 0; step < shelvesAtOnce && !signal.aborted; step += 1) {
        if (!(await freeStrayFiles(db, { store, shelf, now: clock() }))) return;
        shelf = (shelf + 1) % shelves;
      }
    },
  };
}
