import { rm } from 'node:fs/promises';
import { createTurns } from '../process/turns.ts';
import type { Bucket } from './bucket.ts';
import type { FileStore, Layout } from './file-store.ts';

/** How many files of one call are stored at once; each waits for the store's answer. */
const putsAtOnce = 8;
/**
 * The most files that all calls together store at once. The client has twice as many connections, since a request that
 * waits for a free one soon fails.
 */
const putsInAll = 32;
/** How late a store may show a new object. */
const settlesMs = 2000;
const plainType = 'application/octet-stream';

/** Files as objects of a bucket, under their keys. */
export function createBucketStore(bucket: Bucket, { shelves, typeOf = () => plainType }: Layout): FileStore {
  const first = shelves ? `${shelves[0]}/` : '';
  const inTurn = createTurns(putsInAll);
  return {
    settlesMs,
    async put(files) {
      const left = files.values();
      const work = async () => {
        for (const { key, path } of left) await inTurn(() => bucket.put(key, path, { type: typeOf(key) }));
      };
      await Promise.all(Array.from({ length: putsAtOnce }, work));
      // The files are moved, not copied. If one fails, they all stay until the next try.
      for (const { path } of files) await rm(path, { force: true });
    },
    get: (key, range) => bucket.get(key, range),
    stat: (key) => bucket.stat(key),
    delete: (keys) => bucket.delete(keys),
    async *list(prefix) {
      const folders = prefix === '' && shelves ? shelves.map((shelf) => `${shelf}/`) : [prefix];
      for (const folder of folders) yield* bucket.list(folder);
    },
    async findFault() {
      try {
        for await (const _ of bucket.list(first)) return null;
        return `${bucket.nameOf(first)} is empty`;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
    endOldUploads: (before) => bucket.abortUploads(before),
    addressOf: (key, seconds) => bucket.presign(key, seconds),
    nameOf: bucket.nameOf,
  };
}
