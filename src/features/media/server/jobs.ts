import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Db } from '../../../server/db.ts';
import type { Log } from '../../../server/log.ts';
import { imageFolder, makeStagingFolder, originalFile, syncFolder, syncTree } from './files.ts';
import type { Media } from './media.ts';
import { claimPendingAvif, completeAvif, type PendingAvif, releaseAvifClaim } from './queries.ts';

/**
 * Makes the AVIF files that imports left for later, one picture at a time, until none is left or `signal` fires.
 * Several processes share the work. A picture whose AVIF fails keeps its WebP files.
 */
export async function encodePendingAvif(
  db: Db,
  deps: { media: Media; log: Log; signal?: AbortSignal },
): Promise<{ encoded: number }> {
  let encoded = 0;
  while (!deps.signal?.aborted) {
    const image = await claimPendingAvif(db);
    if (!image) break;
    if (await encodeOne(db, deps, image)) encoded += 1;
  }
  return { encoded };
}

async function encodeOne(db: Db, deps: { media: Media; log: Log }, image: PendingAvif): Promise<boolean> {
  const { folders, workers } = deps.media;
  const staging = await makeStagingFolder(folders);
  try {
    const source = originalFile(folders, image.sourceHash);
    const outcome = await workers.run({ task: 'avif', source, outDir: staging, kind: image.kind, tile: image.tile });
    const variants = outcome.state === 'done' ? outcome.result : [];
    if (outcome.state === 'refused') deps.log.warn({ imageId: image.id, cause: outcome.cause }, 'avif not made');
    await syncTree(staging);
    const folder = imageFolder(folders, image.id);
    await mkdir(dirname(folder), { recursive: true });
    for (const { name } of variants) await rename(join(staging, name), join(folder, name));
    await syncFolder(folder);
    await completeAvif(db, { id: image.id, variants });
    return outcome.state === 'done';
  } catch (error) {
    await releaseAvifClaim(db, image.id);
    throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
