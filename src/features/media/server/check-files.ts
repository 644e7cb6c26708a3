import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../../server/database/db.ts';
import { type FileStore, readStored } from '../../../server/store/file-store.ts';
import { type ImageFacts, listImageFacts } from './queries.ts';
import { hashOfBytes } from './store/files.ts';
import { imageKey, originalKey } from './store/picture-keys.ts';

/** A picture with a missing or damaged file; the first such file. */
export type PictureFault = { imageId: string; file: string; cause: 'missing' | 'damaged' };

const atOnce = 500;
const sampled = 5;
const tries = 3;
const triedAgainAfterMs = 500;

/** Checks the files of a few pictures, different ones each time. */
export async function samplePictures(
  db: Db,
  store: FileStore,
): Promise<{ isEmpty: boolean; looked: number; missing: PictureFault[] }> {
  const from = await listImageFacts(db, { after: randomUUID(), limit: sampled });
  const images = from.length > 0 ? from : await listImageFacts(db, { after: null, limit: sampled });
  const missing: PictureFault[] = [];
  for (const image of images) {
    const fault = await findFault(image, store, { isThorough: false });
    if (fault) missing.push(fault);
  }
  return { isEmpty: images.length === 0, looked: images.length, missing };
}

/** Reads every file that the database names: checks each original's hash, and each variant's size and pixels. */
export async function findPictureFaults(
  db: Db,
  store: FileStore,
  options: { mostTold: number },
): Promise<{ checked: number; count: number; faults: PictureFault[] }> {
  const faults: PictureFault[] = [];
  const found = { checked: 0, count: 0, faults };
  for (let after: string | null = null; ; ) {
    const page: ImageFacts[] = await listImageFacts(db, { after, limit: atOnce });
    for (const image of page) {
      const fault = await findFault(image, store, { isThorough: true });
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
  image: ImageFacts,
  store: FileStore,
  { isThorough }: { isThorough: boolean },
): Promise<PictureFault | null> {
  const { id, sourceHash } = image;
  const fault = await findVariantFault(image, store, { isThorough });
  if (fault) return fault;
  const key = originalKey(sourceHash);
  const file = store.nameOf(key);
  if ((await sizeOf(store, key)) === null) return { imageId: id, file, cause: 'missing' };
  return isThorough && !(await hasHash(store, key, sourceHash)) ? { imageId: id, file, cause: 'damaged' } : null;
}

/** The first missing or damaged file of a picture, its original apart; thorough: all of its pixels are read. */
export async function findVariantFault(
  { id, variants }: Pick<ImageFacts, 'id' | 'variants'>,
  store: FileStore,
  { isThorough }: { isThorough: boolean } = { isThorough: true },
): Promise<PictureFault | null> {
  for (const { name, bytes } of variants) {
    const key = imageKey(id, name);
    const size = await sizeOf(store, key);
    if (size === null) return { imageId: id, file: store.nameOf(key), cause: 'missing' };
    if (isThorough && (size !== bytes || !(await isReadable(store, key))))
      return { imageId: id, file: store.nameOf(key), cause: 'damaged' };
  }
  return null;
}

async function sizeOf(store: FileStore, key: string): Promise<number | null> {
  return (await store.stat(key))?.size ?? null;
}

/** The errors of a disk that has lost what it should give: these are damage of the file. */
const lostOnDisk = new Set(['EIO', 'EUCLEAN', 'EISDIR', 'ENOTDIR']);

/**
 * A broken connection is no damage: the file is read again, and the last error is thrown. Null: the disk cannot give
 * the file.
 */
async function again<T>(read: () => Promise<T>): Promise<T | null> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await read();
    } catch (error) {
      if (error instanceof Error && 'code' in error && lostOnDisk.has(String(error.code))) return null;
      if (tried === tries) throw error;
      await pause(triedAgainAfterMs * tried);
    }
  }
}

/** Whether there is a file of that key with these bytes; rejects where the store does not give it. */
export async function hasHash(store: FileStore, key: string, hash: string): Promise<boolean> {
  const found = await again(async () => {
    const file = await store.get(key);
    return file && (await hashOfBytes(file.body));
  });
  return found === hash;
}

/** Whether all of its pixels can be decoded; rejects where the store does not give it. */
export async function isReadable(store: FileStore, key: string): Promise<boolean> {
  // Loaded here: a server that never checks files needs no decoder in its memory.
  const { default: sharp } = await import('sharp');
  const bytes = await again(() => readStored(store, key));
  try {
    // Without output nothing is decoded; `stats()` would compute three times as long as it decodes.
    await sharp(bytes ?? Buffer.alloc(0), { failOn: 'error', limitInputPixels: false })
      .raw()
      .toBuffer();
    return true;
  } catch {
    return false;
  }
}
