import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Bucket } from '../../s3/bucket.ts';
import { isOfRepository, type ObjectStore } from './objects.ts';

const dayMs = 24 * 60 * 60_000;

/** Objects of a repository as objects of a bucket, under their keys. */
export function createBucketObjects(bucket: Bucket): ObjectStore {
  return {
    async put(body, keyOf) {
      // The key is known when all bytes have come: until then they wait on this machine's disk, for its owner alone.
      const draft = join(tmpdir(), `longstrip-object-${randomUUID()}`);
      try {
        await pipeline(Readable.from(body), createWriteStream(draft, { flags: 'wx', mode: 0o600 }));
        const { size } = await stat(draft);
        const key = keyOf();
        if (key === null) return 0;
        await bucket.put(key, draft, { type: 'application/octet-stream' });
        return size;
      } finally {
        await rm(draft, { force: true });
      }
    },
    get: async (key) => (await bucket.get(key))?.body ?? null,
    async *list(prefix) {
      for await (const { key, size, changedAt } of bucket.list(`${prefix}/`)) yield { key, bytes: size, changedAt };
    },
    delete: (keys) => bucket.delete(keys),
    tidy: () => bucket.abortUploads(new Date(Date.now() - dayMs)),
    async hasStrangers() {
      for await (const { key } of bucket.list('')) if (!isOfRepository(key)) return true;
      return false;
    },
    nameOf: bucket.nameOf,
  };
}
