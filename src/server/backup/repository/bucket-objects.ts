import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isWriterAlive, nameOfDraft, writerOfDraft } from '../../place/writer-mark.ts';
import type { Bucket } from '../../s3/bucket.ts';
import { BackupError } from '../archive.ts';
import { isTrial, nameOfTrial, type ObjectStore, readObject, trialPrefix } from './objects.ts';

const draftPrefix = 'longstrip-object-';
const dayMs = 24 * 60 * 60_000;

/** Objects of a repository as objects of a bucket, under their keys. */
export function createBucketObjects(bucket: Bucket): ObjectStore {
  const store: ObjectStore = {
    async put(body, keyOf) {
      // The key is known when all bytes have come: until then they wait on this machine's disk, for its owner alone.
      const draft = join(tmpdir(), draftPrefix + nameOfDraft());
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
    async tidy() {
      const cutOff = new Date(Date.now() - dayMs);
      await bucket.abortUploads(cutOff);
      const dead: string[] = [];
      for await (const { key, changedAt } of bucket.list(trialPrefix))
        if (isTrial(key) && changedAt < cutOff) dead.push(key);
      await bucket.delete(dead);
      await removeDeadDrafts();
    },
    // The mark is the first object, and is there whole or not at all.
    async hasStrangers() {
      for await (const { key } of bucket.list('')) if (!isTrial(key)) return true;
      return false;
    },
    async tryOut() {
      const key = nameOfTrial();
      const bytes = randomBytes(64);
      try {
        await store.put([bytes], () => key);
        const read = await readObject(store, key);
        if (!read?.equals(bytes)) throw new BackupError(`${bucket.nameOf(key)} does not keep what is written to it.`);
      } catch (error) {
        await bucket.delete([key]).catch(() => {}); // the first fault is the one to tell
        throw error;
      }
      await bucket.delete([key]);
    },
    nameOf: bucket.nameOf,
  };
  return store;
}

/** Removes what killed backups have left on this machine's disk. */
async function removeDeadDrafts(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const mark = name.startsWith(draftPrefix) ? writerOfDraft(name.slice(draftPrefix.length)) : null;
    const path = join(tmpdir(), name);
    const facts = mark === null ? null : await stat(path).catch(() => null);
    if (mark === null || !facts) continue;
    const isDead = isWriterAlive(mark, { lastWroteAt: facts.mtime, now: new Date() }) === false;
    if (isDead) await rm(path, { force: true }).catch(() => {}); // another user's stays
  }
}
