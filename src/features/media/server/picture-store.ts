import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface StoredFile {
  key: string;
  size: number;
  /** When it came to its place, or was written there, whichever was later. */
  changedAt: Date;
}

/**
 * Where the bytes of pictures are kept, by keys that only `imageKey` and `originalKey` make. The bytes of a key never
 * change, so putting it again changes nothing.
 */
export interface PictureStore {
  /** Takes files over from this machine's disk; each is there durably, and whole, when this resolves. */
  put(files: readonly { key: string; path: string }[]): Promise<void>;
  /** Its bytes, all or from `start` to `end` (both included), which the caller reads or destroys; null: there is none. */
  get(key: string, range?: { start: number; end: number }): Promise<{ size: number; body: Readable } | null>;
  /** Null: there is no such file. */
  stat(key: string): Promise<StoredFile | null>;
  /** Those that are not there are gone already. */
  delete(keys: readonly string[]): Promise<void>;
  /** All whose keys begin so, in no order; `prefix` is empty or ends with a slash. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /** Why nothing can be had from here, in a few words; null: something can. */
  findFault(): Promise<string | null>;
  /** What an operator calls the file of a key, and of an empty one the place itself. */
  nameOf(key: string): string;
}

/** What the keys of an image's files begin with. */
export function imagePrefix(imageId: string): string {
  return `images/${imageId.slice(0, 2)}/${imageId}/`;
}

export function imageKey(imageId: string, variant: string): string {
  return imagePrefix(imageId) + variant;
}

export function originalKey(sourceHash: string): string {
  return `originals/${sourceHash.slice(0, 2)}/${sourceHash}`;
}

/** The image whose file a key names; null: it names none. */
export function imageOf(key: string): string | null {
  return /^images\/..\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/[^/]+$/.exec(key)?.[1] ?? null;
}

/** The hash of the original that a key names; null: it names none. */
export function originalOf(key: string): string | null {
  return /^originals\/..\/([0-9a-f]{64})$/.exec(key)?.[1] ?? null;
}

/** All of a file's bytes; null: there is none. */
export async function readStored(store: PictureStore, key: string): Promise<Buffer | null> {
  const found = await store.get(key);
  if (!found) return null;
  const chunks: Buffer[] = await found.body.toArray();
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/** Copies a file to this machine's disk, for those who need a path; where there is none, nothing is written. */
export async function copyStored(store: PictureStore, key: string, to: string): Promise<void> {
  const found = await store.get(key);
  if (found) await pipeline(found.body, createWriteStream(to));
}

export async function deleteImageFiles(store: PictureStore, imageId: string): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of store.list(imagePrefix(imageId))) keys.push(key);
  await store.delete(keys);
}
