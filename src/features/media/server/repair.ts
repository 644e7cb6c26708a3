import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tellPicture } from '../../../server/database/changes.ts';
import type { Db } from '../../../server/database/db.ts';
import { type Crop, isJpegName, isSmallView } from '../rules.ts';
import { findVariantFault, hasHash } from './check-files.ts';
import type { Media } from './media.ts';
import { listRepairFacts, type RepairFacts, replaceVariants } from './queries.ts';
import { makeStagingFolder } from './store/files.ts';
import { copyStored, imageKey, originalKey } from './store/picture-keys.ts';

/** The result of checking a picture's files; `lost`: they are damaged, and the original is damaged or gone, too. */
export type RepairOutcome = 'fine' | 'repaired' | 'lost';

/**
 * Reads all files of a picture, and makes them anew from its original where one is missing or damaged. Its address
 * stays. An unknown picture is lost.
 */
export async function repairPicture(db: Db, media: Media, imageId: string): Promise<RepairOutcome> {
  const [image] = await listRepairFacts(db, [imageId]);
  if (!image) return 'lost';
  if (!(await findVariantFault(image, media.store))) {
    // An earlier repair may have ended before it could tell.
    await tellMadeAnew(db, media, image);
    return 'fine';
  }
  if (!(await hasHash(media.store, originalKey(image.sourceHash), image.sourceHash))) return 'lost';
  return (await makeAnew(db, media, image)) ? 'repaired' : 'lost';
}

async function makeAnew(db: Db, media: Media, image: RepairFacts): Promise<boolean> {
  const staging = await makeStagingFolder(media.staging);
  try {
    const source = join(staging, 'source');
    await copyStored(media.store, originalKey(image.sourceHash), source);
    const crop = cropOf(image.recipe);
    const outcome = await media.workers.run({
      ...{ task: 'convert', source, outDir: staging, kinds: [image.kind], keepOriginal: false },
      avif: !isSmallView(image.kind) && image.variants.some(({ name }) => name.endsWith('.avif')),
      ...(crop && { crop }),
    });
    if (outcome.state === 'refused') return false;
    const made = outcome.result.pictures.find(({ tile }) => tile === image.tile);
    if (!made) return false;
    await media.store.put(
      made.variants.map(({ name }) => ({ key: imageKey(image.id, name), path: join(made.folder, name) })),
    );
    await replaceVariants(db, { id: image.id, variants: made.variants });
    // These are made anew when they are asked for.
    const jpegs = image.variants.filter(({ name }) => isJpegName(name));
    await media.store.delete(jpegs.map(({ name }) => imageKey(image.id, name)));
    await tellMadeAnew(db, media, image);
    return true;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Has every process forget the files of a picture that were there before. */
async function tellMadeAnew(db: Db, media: Media, image: RepairFacts): Promise<void> {
  const old = { id: image.id, names: image.variants.map(({ name }) => name) };
  media.forget(old);
  await tellPicture(db, old);
}

/** The part of the original that a picture shows, as `storeCrop` has named it; null: all of it. */
function cropOf(name: string): Crop | null {
  const [x, y, width, height] = / crop ([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+)$/.exec(name)?.slice(1).map(Number) ?? [];
  if (x === undefined || y === undefined || width === undefined || height === undefined) return null;
  return { x, y, width, height };
}
