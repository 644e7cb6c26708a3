import { createHash } from 'node:crypto';
import { type ArchiveWriter, BackupError } from '../archive.ts';
import { takeRepositoryLock } from './lock.ts';
import {
  encodeIndex,
  encodeManifest,
  type IndexEntry,
  idOfManifest,
  type Manifest,
  makeSnapshotId,
  manifestKey,
  type SnapshotObject,
  timeOfSnapshotId,
} from './manifest.ts';
import type { ObjectStore } from './objects.ts';
import { noteMended, readReadings } from './readings.ts';
import { type Repository, readManifests } from './repository.ts';
import type { Sealer } from './sealing.ts';
import { measure, measured } from './sums.ts';

/** The key of the object with these bytes, for these recipients. */
function objectKey(sha256: string, sealer: Sealer | null): string {
  const name = sealer ? `${sha256}.${sealer.mark}.age` : sha256;
  return `objects/${sha256.slice(0, 2)}/${name}`;
}

export interface SnapshotWriter extends ArchiveWriter {
  /**
   * Adds an entry by its known sum, if its object is stored already; false: the entry has to be added with its bytes.
   */
  reuse(entry: IndexEntry): Promise<boolean>;
  /** Completes the snapshot. */
  commit(facts: { mediaFiles: number; lacks?: number }): Promise<Manifest>;
}

/** Runs `work` with a writer of one more snapshot; without a commit there is none. */
export async function withNewSnapshot<T>(
  repository: Repository,
  given: { createdAt: Date; sealer: Sealer | null },
  work: (writer: SnapshotWriter) => Promise<T>,
): Promise<T> {
  const { store } = repository;
  const lock = await takeRepositoryLock(store, 'backup');
  try {
    await store.tidy();
    return await work(await createWriter(repository, { ...given, requireHeld: lock.requireHeld }));
  } finally {
    await lock.release();
  }
}

async function createWriter(
  { store, siteId }: Repository,
  given: { createdAt: Date; sealer: Sealer | null; requireHeld(): Promise<void> },
): Promise<SnapshotWriter> {
  const { createdAt, sealer, requireHeld } = given;
  // Another snapshot that is begun meanwhile has newer data, and must stay the newer one.
  const time = await timeAfterAll(store, createdAt);
  const damaged = new Set((await readReadings(store)).damaged);
  const stored = await listStored(store, { areSealed: sealer !== null, damaged });
  const entries: IndexEntry[] = [];
  const used = new Map<string, SnapshotObject>();
  // A second writer of the same bytes waits for the first: each sealing gives other bytes, under the same name.
  const writing = new Map<string, Promise<void>>();
  const mended = new Set<string>();
  let addedBytes = 0;

  /** The stored object of these bytes, if it is whole by its size and by the last reading. */
  function findStored(sha256: string, size: number): SnapshotObject | null {
    const key = objectKey(sha256, sealer);
    const known = used.get(key) ?? stored.get(key);
    return known && (sealer !== null || known.bytes === size) ? known : null;
  }

  async function write(body: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<{ sha256: string; size: number }> {
    const plain = createHash('sha256');
    const sealed = createHash('sha256');
    let size = 0;
    let key = '';
    let sha256 = '';
    let isNew = false;
    let finish: () => void = () => {};
    const source = measured(body, (chunk) => {
      plain.update(chunk);
      size += chunk.length;
    });
    const sent = measured(sealer ? await sealer.seal(source) : source, (chunk) => sealed.update(chunk));
    try {
      const bytes = await store.put(sent, () => {
        sha256 = plain.digest('hex');
        key = objectKey(sha256, sealer);
        if (writing.has(key) || findStored(sha256, size)) return null;
        isNew = true;
        writing.set(
          key,
          new Promise((resolve) => {
            finish = resolve;
          }),
        );
        return key;
      });
      if (isNew) {
        addedBytes += bytes;
        const object = { key, bytes, sha256: sealer ? sealed.digest('hex') : sha256 };
        await requireReadable(store, object);
        if (damaged.has(key)) mended.add(key);
        use(object);
      } else {
        await writing.get(key);
        const found = findStored(sha256, size);
        if (found) use(found);
      }
    } finally {
      finish();
    }
    return { sha256, size };
  }

  function use(object: SnapshotObject): void {
    used.set(object.key, object);
  }

  return {
    async add({ name, size: told }, body) {
      const { sha256, size } = await write(body);
      if (size !== told) throw new BackupError(`${name} changed while it was read.`);
      entries.push({ name, size, sha256 });
      return sha256;
    },
    async reuse(entry) {
      const found = findStored(entry.sha256, entry.size);
      if (!found) return false;
      use(found);
      entries.push(entry);
      return true;
    },
    async end() {
      return { bytes: [...used.values()].reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    async commit({ mediaFiles, lacks = 0 }) {
      const index = encodeIndex(entries);
      const { sha256 } = await write([index]);
      const indexObject = used.get(objectKey(sha256, sealer));
      if (!indexObject) throw new BackupError('The list of the entries was not written.');
      const objects = [...used.values()];
      const manifest: Manifest = {
        id: makeSnapshotId(time),
        created_at: time.toISOString(),
        site_id: siteId,
        bytes: objects.reduce((sum, { bytes }) => sum + bytes, 0),
        added_bytes: addedBytes,
        media_files: mediaFiles,
        lacks,
        encrypted: sealer !== null,
        index: indexObject,
        objects,
      };
      await requireHeld();
      await requireAll(store, objects);
      await store.put([encodeManifest(manifest)], () => manifestKey(manifest.id));
      if (mended.size > 0) await noteMended(store, mended);
      return manifest;
    },
  };
}

/**
 * A time later than that of every snapshot there. If a clock was ahead once, a snapshot made now would otherwise not be
 * the newest, and a prune that keeps the newest would remove it.
 */
async function timeAfterAll(store: ObjectStore, createdAt: Date): Promise<Date> {
  let time = createdAt;
  for await (const { key } of store.list('snapshots/')) {
    const other = timeOfSnapshotId(idOfManifest(key) ?? '');
    // A name tells whole seconds.
    if (other && other.getTime() + 1000 > time.getTime()) time = new Date(other.getTime() + 1000);
  }
  return time;
}

/**
 * The stored objects that are whole as far as is known, with the sums of their bytes. A sealed object that no snapshot
 * names is left out: nothing tells its sum, and nobody here can open it.
 */
async function listStored(
  store: ObjectStore,
  { areSealed, damaged }: { areSealed: boolean; damaged: ReadonlySet<string> },
): Promise<Map<string, SnapshotObject>> {
  const known = new Map<string, SnapshotObject>();
  // The name of one that is not sealed is its sum.
  if (areSealed)
    for await (const { read } of readManifests(store))
      if (typeof read !== 'string') for (const object of read.objects) known.set(object.key, object);
  const stored = new Map<string, SnapshotObject>();
  for await (const { key, size } of store.list('objects/')) {
    const told = known.get(key);
    // One of another length is damaged as well, and is written anew.
    if (damaged.has(key) || (told && told.bytes !== size)) continue;
    const [, sha256] = /\/([0-9a-f]{64})$/.exec(key) ?? [];
    if (told) stored.set(key, told);
    else if (sha256 !== undefined) stored.set(key, { key, bytes: size, sha256 });
  }
  return stored;
}

/** Reads an object that was just written: a disk that keeps wrong bytes is noticed now, not at a restore. */
async function requireReadable(store: ObjectStore, object: SnapshotObject): Promise<void> {
  const found = await measure(store, object.key);
  if (found?.sha256 === object.sha256) return;
  throw new BackupError(`${store.nameOf(object.key)} does not keep what was written to it.`);
}

async function requireAll(store: ObjectStore, objects: readonly SnapshotObject[]): Promise<void> {
  const there = new Map<string, number>();
  for await (const { key, size } of store.list('objects/')) there.set(key, size);
  // A store may give a new object before it lists it.
  const unlisted = objects.filter(({ key, bytes }) => there.get(key) !== bytes);
  for (const lost of unlisted)
    if ((await measure(store, lost.key))?.sha256 !== lost.sha256)
      throw new BackupError(`${store.nameOf(lost.key)} went while the backup was made. Begin again.`);
}
