import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface StoredFile {
  key: string;
  size: number;
  /** When the file was moved or written to its place, whichever was later. */
  changedAt: Date;
}

/**
 * The store of pictures' bytes, by keys that only `imageKey` and `originalKey` make. The bytes of a key never change,
 * so putting a key again changes nothing. Only the mark of the store's owner has a key and changes of its own.
 */
export interface PictureStore {
  /** For so long a file that was put may not be shown, in milliseconds; 0: it is there at once. */
  settlesMs: number;
  /** Moves files from this machine's disk into the store; when this resolves, each is complete and durable. */
  put(files: readonly { key: string; path: string }[]): Promise<void>;
  /** The file's bytes, all or from `start` to `end` (both included); the caller reads or destroys; null: no file. */
  get(key: string, range?: { start: number; end: number }): Promise<{ size: number; body: Readable } | null>;
  /** Null: there is no such file. */
  stat(key: string): Promise<StoredFile | null>;
  /** Deletes these files; a missing one is ignored. */
  delete(keys: readonly string[]): Promise<void>;
  /** All files whose keys begin so, in any order; `prefix` is empty or ends with a slash. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /** The reason why the store cannot be read, in a few words; null: it can. */
  findFault(): Promise<string | null>;
  /** Ends what was begun to be put before that time by processes that died. */
  endOldUploads?(before: Date): Promise<void>;
  /** An address at which the store itself gives the file for so many seconds; null or absent: it cannot. */
  addressOf?(key: string, seconds: number): Promise<string | null>;
  /** The operator's name for the file of a key; for an empty key, the name of the store. */
  nameOf(key: string): string;
}

/** The start of the keys of an image's files. */
export function imagePrefix(imageId: string): string {
  return `images/${imageId.slice(0, 2)}/${imageId}/`;
}

export function imageKey(imageId: string, variant: string): string {
  return imagePrefix(imageId) + variant;
}

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

/** All of a file's bytes; null: there is no such file. */
export async function readStored(store: PictureStore, key: string): Promise<Buffer | null> {
  const found = await store.get(key);
  if (!found) return null;
  const chunks: Buffer[] = await found.body.toArray();
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/** Copies a file to this machine's disk, for callers that need a path; if there is no such file, nothing is written. */
export async function copyStored(store: PictureStore, key: string, to: string): Promise<void> {
  const found = await store.get(key);
  if (found) await pipeline(found.body, createWriteStream(to));
}

export async function deleteImageFiles(store: PictureStore, imageId: string): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of store.list(imagePrefix(imageId))) keys.push(key);
  await store.delete(keys);
}
