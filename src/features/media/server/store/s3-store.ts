import { rm } from 'node:fs/promises';
import { createTurns } from '../../../../server/process/turns.ts';
import type { Bucket } from '../../../../server/s3/bucket.ts';
import { variantType } from '../../rules.ts';
import { imageOf, type PictureStore } from './picture-store.ts';

/** Files of one call that are put at once: each waits for its answer. */
const putsAtOnce = 8;
/** Of all calls together: the client has twice as many connections, and one that waits for a free one soon fails. */
const putsInAll = 32;
/** A store of objects may show a new one so late. */
const settlesMs = 2000;

/** Pictures as objects of a bucket, under their keys. */
export function createS3Store(bucket: Bucket): PictureStore {
  const inTurn = createTurns(putsInAll);
  return {
    settlesMs,
    async put(files) {
      const left = files.values();
      const work = async () => {
        for (const { key, path } of left) await inTurn(() => bucket.put(key, path, { type: typeOf(key) }));
      };
      await Promise.all(Array.from({ length: putsAtOnce }, work));
      // They were to be moved; one that is left because another failed is still there for the next try.
      for (const { path } of files) await rm(path, { force: true });
    },
    get: (key, range) => bucket.get(key, range),
    stat: (key) => bucket.stat(key),
    delete: (keys) => bucket.delete(keys),
    async *list(prefix) {
      for (const folder of prefix === '' ? ['images/', 'originals/'] : [prefix]) yield* bucket.list(folder);
    },
    async findFault() {
      try {
        for await (const _ of bucket.list('images/')) return null;
        return `${bucket.nameOf('images/')} is empty`;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
    endOldUploads: (before) => bucket.abortUploads(before),
    addressOf: (key, seconds) => bucket.presign(key, seconds),
    nameOf: bucket.nameOf,
  };
}

function typeOf(key: string): string {
  return imageOf(key) === null ? 'application/octet-stream' : variantType(key);
}
