import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../../server/config/log.ts';
import type { Db } from '../../../server/database/db.ts';
import type { Job } from '../../../server/jobs/jobs.ts';
import type { Media } from './media.ts';
import { claimPendingAvif, completeAvif, type PendingAvif, releaseAvifClaim } from './queries.ts';
import { makeStagingFolder } from './store/files.ts';
import { copyStored, imageKey, originalKey } from './store/picture-keys.ts';

/**
 * Makes the AVIF files that imports postponed, one picture at a time, until none is left, `signal` fires or `isTime` says
 * no. Several processes share the work. A picture whose AVIF fails keeps its WebP files.
 */
export async function encodePendingAvif(
  db: Db,
  deps: { media: Media; log: Log; signal?: AbortSignal; isTime?: () => Promise<boolean> },
): Promise<{ encoded: number }> {
  const { signal, isTime = async () => true } = deps;
  let encoded = 0;
  while (!signal?.aborted && (await isTime())) {
    const image = await claimPendingAvif(db);
    if (!image) break;
    if (await encodeOne(db, deps, image)) encoded += 1;
  }
  return { encoded };
}

async function encodeOne(db: Db, deps: { media: Media; log: Log }, image: PendingAvif): Promise<boolean> {
  const { store, workers } = deps.media;
  const staging = await makeStagingFolder(deps.media.staging);
  try {
    const source = join(staging, 'original');
    await copyStored(store, originalKey(image.sourceHash), source);
    const outcome = await workers.run({ task: 'avif', source, outDir: staging, kind: image.kind, tile: image.tile });
    const variants = outcome.state === 'done' ? outcome.result : [];
    if (outcome.state === 'refused') deps.log.warn({ imageId: image.id, cause: outcome.cause }, 'avif not made');
    await store.put(variants.map(({ name }) => ({ key: imageKey(image.id, name), path: join(staging, name) })));
    await completeAvif(db, { id: image.id, variants });
    return outcome.state === 'done';
  } catch (error) {
    await releaseAvifClaim(db, image.id);
    throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

const avifEveryMs = 10_000;

/**
 * Imports leave the slow encoding to AVIF to this job; readers get WebP until then. It waits for the imports of the
 * studio: together they would leave no core to readers.
 */
export function avifJob({ media, log, hasWork }: { media: Media; log: Log; hasWork(db: Db): Promise<boolean> }): Job {
  return {
    name: 'encode avif',
    everyMs: avifEveryMs,
    run: async (db, signal) => {
      await encodePendingAvif(db, { media, log, signal, isTime: async () => !(await hasWork(db)) });
    },
  };
}
