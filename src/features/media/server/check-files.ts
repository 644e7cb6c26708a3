import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Db } from '../../../server/db.ts';
import { hashOf, imageFolder, type MediaFolders, originalFile } from './files.ts';
import { type ImageFacts, listImageFacts } from './queries.ts';

/** A picture of which a file is not what it should be; the first such file. */
export type PictureFault = { imageId: string; file: string; cause: 'missing' | 'damaged' };

const atOnce = 500;
const sampled = 5;

/** Looks for the files of a few pictures, others each time. */
export async function samplePictures(
  db: Db,
  folders: MediaFolders,
): Promise<{ isEmpty: boolean; looked: number; missing: PictureFault[] }> {
  const from = await listImageFacts(db, { after: randomUUID(), limit: sampled });
  const images = from.length > 0 ? from : await listImageFacts(db, { after: null, limit: sampled });
  const missing: PictureFault[] = [];
  for (const image of images) {
    const fault = await findFault(image, folders, { isThorough: false });
    if (fault) missing.push(fault);
  }
  return { isEmpty: images.length === 0, looked: images.length, missing };
}

/** Reads every file that the database names: each original's sum, and each variant's size and pixels. */
export async function findPictureFaults(
  db: Db,
  folders: MediaFolders,
  options: { mostTold: number },
): Promise<{ checked: number; count: number; faults: PictureFault[] }> {
  const faults: PictureFault[] = [];
  const found = { checked: 0, count: 0, faults };
  for (let after: string | null = null; ; ) {
    const page: ImageFacts[] = await listImageFacts(db, { after, limit: atOnce });
    for (const image of page) {
      const fault = await findFault(image, folders, { isThorough: true });
      found.checked += 1;
      if (!fault) continue;
      found.count += 1;
      if (found.faults.length < options.mostTold) found.faults.push(fault);
    }
    const last = page.at(-1);
    if (!last) return found;
    after = last.id;
  }
}

async function findFault(
  { id, sourceHash, variants }: ImageFacts,
  folders: MediaFolders,
  { isThorough }: { isThorough: boolean },
): Promise<PictureFault | null> {
  for (const { name, bytes } of variants) {
    const file = join(imageFolder(folders, id), name);
    const size = await sizeOf(file);
    if (size === null) return { imageId: id, file, cause: 'missing' };
    if (isThorough && (size !== bytes || !(await isReadable(file)))) return { imageId: id, file, cause: 'damaged' };
  }
  const file = originalFile(folders, sourceHash);
  if ((await sizeOf(file)) === null) return { imageId: id, file, cause: 'missing' };
  return isThorough && (await hashOf(file)) !== sourceHash ? { imageId: id, file, cause: 'damaged' } : null;
}

function sizeOf(file: string): Promise<number | null> {
  return stat(file).then(
    ({ size }) => size,
    () => null,
  );
}

/** Whether all of its pixels can be had. */
function isReadable(file: string): Promise<boolean> {
  return sharp(file, { failOn: 'error', limitInputPixels: false })
    .stats()
    .then(
      () => true,
      () => false,
    );
}
