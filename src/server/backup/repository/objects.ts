import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isWriterAlive, nameOfDraft, writerOfDraft } from '../../lease/writer-id.ts';
import type { Bucket } from '../../store/bucket.ts';
import { createBucketStore } from '../../store/bucket-store.ts';
import { type FileStore, readStored } from '../../store/file-store.ts';
import { createFolderStore } from '../../store/folder-store.ts';
import { BackupError } from '../archive.ts';

/** The place of a repository: objects under keys like `objects/ab/abcd…`, in a folder or in a bucket. */
export interface ObjectStore extends Pick<FileStore, 'get' | 'list' | 'delete' | 'nameOf'> {
  /**
   * Stores the bytes. The key is asked for after they were read; null: they are dropped. Resolves once they are
   * durable.
   */
  put(body: AsyncIterable<Buffer> | Iterable<Buffer>, keyOf: () => string | null): Promise<number>;
  /** Removes what killed writers left behind. */
  tidy(): Promise<void>;
  /**
   * In a place without the mark of a repository: whether anything else is there. What we leave when killed before the
   * mark is written does not count.
   */
  hasStrangers(): Promise<boolean>;
  /** Writes, reads and deletes a small object that disturbs no repository; rejects where that is impossible. */
  tryOut(): Promise<void>;
}

/** Holds the bytes of an object on this machine's disk until all have come, readable by their owner only. */
interface Drafts {
  folder: string;
  /** All our names begin with it: the folder may hold files of others. */
  prefix: string;
}

const draftFolder = 'tmp';
const trialPrefix = 'longstrip-trial-';
/** Writers add to their draft all the time: one that has rested for so long belongs to nobody. */
const restingMs = 60 * 60_000;
/** The mark of a repository is a line. */
const mostOfMark = 1000;

/** The name of a file or object that is only there to be tried. */
export function nameOfTrial(): string {
  return `${trialPrefix}${randomBytes(8).toString('hex')}`;
}

export function isTrial(name: string): boolean {
  return /^longstrip-trial-[0-9a-f]{16}$/.test(name);
}

/** Objects as files below a folder. Only its owner may read what is made. */
export function createFolderObjects(root: string): ObjectStore {
  return createObjects(createFolderStore(root, { isPrivate: true, areOwnTimes: true }), {
    folder: join(root, draftFolder),
    prefix: '',
  });
}

/** Objects of a repository as objects of a bucket. */
export function createBucketObjects(bucket: Bucket): ObjectStore {
  return createObjects(createBucketStore(bucket, {}), { folder: tmpdir(), prefix: 'longstrip-object-' });
}

function createObjects(files: FileStore, drafts: Drafts): ObjectStore {
  const store: ObjectStore = {
    async put(body, keyOf) {
      await mkdir(drafts.folder, { recursive: true, mode: 0o700 });
      const path = join(drafts.folder, drafts.prefix + nameOfDraft());
      try {
        await pipeline(Readable.from(body), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
        const key = keyOf();
        if (key === null) return 0;
        const { size } = await stat(path);
        await files.put([{ key, path }]);
        return size;
      } finally {
        await rm(path, { force: true });
      }
    },
    get: files.get,
    list: files.list,
    delete: files.delete,
    async tidy() {
      const cutOff = new Date(Date.now() - restingMs);
      await files.endOldUploads?.(new Date(Date.now() - 24 * restingMs));
      const dead: string[] = [];
      for await (const { key, changedAt } of files.list(trialPrefix))
        if (isTrial(key) && changedAt < cutOff) dead.push(key);
      await files.delete(dead);
      await removeDeadDrafts(drafts);
    },
    async hasStrangers() {
      for await (const { key, size } of files.list('')) {
        const [folder, name = '', ...deeper] = key.split('/');
        const isDraft = folder === draftFolder && deeper.length === 0 && writerOfDraft(name) !== null;
        if (!isTrial(key) && !(isDraft && size <= mostOfMark)) return true;
      }
      return false;
    },
    async tryOut() {
      const key = nameOfTrial();
      const bytes = randomBytes(64);
      const made = await mkdir(drafts.folder, { recursive: true, mode: 0o700 });
      try {
        await store.put([bytes], () => key);
        if (!(await readStored(files, key))?.equals(bytes))
          throw new BackupError(`${files.nameOf(key)} does not keep what is written to it.`);
      } catch (error) {
        await files.delete([key]).catch(() => {}); // the first fault is the one to tell
        throw error;
      }
      await files.delete([key]);
      if (made !== undefined) await rmdir(drafts.folder).catch(() => {}); // a backup has begun
    },
    nameOf: files.nameOf,
  };
  return store;
}

/** Removes what killed backups have left on this machine's disk. */
async function removeDeadDrafts({ folder, prefix }: Drafts): Promise<void> {
  const now = new Date();
  for (const name of await readdir(folder).catch(() => [])) {
    const mark = name.startsWith(prefix) ? writerOfDraft(name.slice(prefix.length)) : null;
    const path = join(folder, name);
    const facts = mark === null ? null : await stat(path).catch(() => null);
    if (mark === null || !facts) continue;
    const isAlive = isWriterAlive(mark, { lastWroteAt: facts.mtime, now, silentMs: restingMs });
    if (isAlive === false) await rm(path, { force: true }).catch(() => {}); // another user's stays
  }
}
