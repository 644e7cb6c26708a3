import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { FileStore, Layout } from '../../../../server/store/file-store.ts';
import { variantType } from '../../rules.ts';

/**
 * How pictures lie in their store: under keys that only `imageKey` and `originalKey` make. The bytes of a key never change,
 * so putting a key again changes nothing. Only the note of the store's owner has a key of its own, and changes.
 */
export const pictureLayout: Layout = {
  shelves: ['images', 'originals'],
  ownFolders: 'images',
  typeOf: (key) => (imageOf(key) === null ? 'application/octet-stream' : variantType(key)),
};

/** The start of the keys of an image's files. */
export function imagePrefix(imageId: string): string {
  return `images/${imageId.slice(0, 2)}/${imageId}/`;
}

export function imageKey(imageId: string, variant: string): string {
  return imagePrefix(imageId) + variant;
}

/** The store's name of a kept original, as `storeImage` takes it for a path. */
export function originalKey(sourceHash: string): string {
  return `originals/${sourceHash.slice(0, 2)}/${sourceHash}`;
}

/** The image whose file a key names; null: another kind of key. */
export function imageOf(key: string): string | null {
  return /^images\/..\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/[^/]+$/.exec(key)?.[1] ?? null;
}

/** The hash of the original that a key names; null: another kind of key. */
export function originalOf(key: string): string | null {
  return /^originals\/..\/([0-9a-f]{64})$/.exec(key)?.[1] ?? null;
}

/** Copies a file to this machine's disk, for callers that need a path; if there is no such file, nothing is written. */
export async function copyStored(store: FileStore, key: string, to: string): Promise<void> {
  const found = await store.get(key);
  if (found) await pipeline(found.body, createWriteStream(to));
}

export async function deleteImageFiles(store: FileStore, imageId: string): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of store.list(imagePrefix(imageId))) keys.push(key);
  await store.delete(keys);
}
