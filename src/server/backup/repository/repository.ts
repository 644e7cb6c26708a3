import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { type ArchiveEntry, type ArchiveWriter, BackupError } from '../archive.ts';
import { takeRepositoryLock } from './lock.ts';
import {
  decodeIndex,
  decodeManifest,
  encodeIndex,
  encodeManifest,
  type IndexEntry,
  idOfManifest,
  type Manifest,
  manifestKey,
  type SnapshotObject,
} from './manifest.ts';
import { type ObjectStore, readObject } from './objects.ts';
import type { Opener, Sealer } from './sealing.ts';

// The form of a repository (docs/decisions/0057-snapshots.md): a mark that names its site, objects under the SHA-256 of
// their bytes, and for each snapshot a manifest, which is written last.

const markKey = 'longstrip-repository.json';
const markSchema = z.object({ longstrip_repository: z.literal(1), site_id: z.nullable(z.string()) });

export interface Repository {
  store: ObjectStore;
  siteId: string | null;
}

/** The repository at a place; null: nothing stands there. Rejects where something else does. */
export async function findRepository(store: ObjectStore): Promise<Repository | null> {
  const bytes = await readObject(store, markKey);
  if (bytes) {
    const mark = z.safeParse(markSchema, parseOrNull(bytes.toString()));
    if (mark.success) return { store, siteId: mark.data.site_id };
    throw new BackupError(`${store.nameOf(markKey)} is damaged, or of a newer Longstrip.`);
  }
  if (await store.hasStrangers())
    throw new BackupError(
      `${store.nameOf('')} is neither empty nor a repository of backups, and nothing was written there. Name another folder.`,
    );
  return null;
}

/** The repository of a site, made where nothing stands; rejects where another site's backups are. */
export async function openRepositoryOf(store: ObjectStore, siteId: string | null): Promise<Repository> {
  const found = await findRepository(store);
  if (found && found.siteId !== siteId)
    throw new BackupError(
      `${store.nameOf('')} has the backups of another site, and nothing was added. Name another folder.`,
    );
  if (found) return found;
  await store.put([Buffer.from(`${JSON.stringify({ longstrip_repository: 1, site_id: siteId })}\n`)], () => markKey);
  return { store, siteId };
}

/** The repository at a place, for those who read it; rejects where there is none. */
export async function requireRepository(store: ObjectStore): Promise<Repository> {
  const found = await findRepository(store);
  if (!found) throw new BackupError(`There are no backups in ${store.nameOf('')}.`);
  return found;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface Found {
  /** The whole ones, newest first. */
  snapshots: Manifest[];
  /** The keys of manifests that are cut or altered. */
  damaged: string[];
}

export async function listSnapshots({ store }: Repository): Promise<Found> {
  const found: Found = { snapshots: [], damaged: [] };
  for await (const { key } of store.list('snapshots')) {
    const id = idOfManifest(key);
    const bytes = id === null ? null : await readObject(store, key);
    const manifest = id === null || !bytes ? null : decodeManifest(bytes, id);
    if (manifest) found.snapshots.push(manifest);
    else found.damaged.push(key);
  }
  found.snapshots.sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
  return found;
}

/** The key of the object with these bytes, for these recipients. */
function objectKey(sha256: string, sealer: Sealer | null): string {
  const name = sealer ? `${sha256}.${sealer.mark}.age` : sha256;
  return `objects/${sha256.slice(0, 2)}/${name}`;
}

export interface SnapshotWriter extends ArchiveWriter {
  /** Takes an entry of which the sum is known, where its object is there; false: it has to be added. */
  reuse(entry: IndexEntry): Promise<boolean>;
  /** Completes the snapshot. */
  commit(facts: { mediaFiles: number }): Promise<Manifest>;
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
  const stored = await listStored(store);
  const entries: IndexEntry[] = [];
  const used = new Map<string, SnapshotObject>();
  // The second writer of the same bytes waits for the first: sealed twice, they are two objects of one name.
  const writing = new Map<string, Promise<void>>();
  let addedBytes = 0;

  /** The object of these bytes where the place has it whole, as far as its size says. */
  async function findStored(sha256: string, size: number): Promise<SnapshotObject | null> {
    const key = objectKey(sha256, sealer);
    const known = used.get(key) ?? stored.get(key);
    if (!known || (sealer === null && known.bytes !== size)) return null;
    return known.sha256 === '' ? await readSum(store, known) : { ...known };
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
        const known = used.get(key) ?? stored.get(key);
        if (writing.has(key) || (known && (sealer !== null || known.bytes === size))) return null;
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
        use(object);
      } else {
        await writing.get(key);
        const found = await findStored(sha256, size);
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
      const found = await findStored(entry.sha256, entry.size);
      if (!found) return false;
      use(found);
      entries.push(entry);
      return true;
    },
    async end() {
      return { bytes: [...used.values()].reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    async commit({ mediaFiles }) {
      const index = encodeIndex(entries);
      const { sha256 } = await write([index]);
      const indexObject = used.get(objectKey(sha256, sealer));
      if (!indexObject) throw new BackupError('The list of the entries was not written.');
      const objects = [...used.values()];
      const manifest: Manifest = {
        id: `${createdAt.toISOString().replace(/[-:]|\.\d+/g, '')}-${randomBytes(3).toString('hex')}`,
        created_at: createdAt.toISOString(),
        site_id: siteId,
        bytes: objects.reduce((sum, { bytes }) => sum + bytes, 0),
        added_bytes: addedBytes,
        media_files: mediaFiles,
        encrypted: sealer !== null,
        index: indexObject,
        objects,
      };
      await requireHeld();
      await requireAll(store, objects);
      await store.put([encodeManifest(manifest)], () => manifestKey(manifest.id));
      return manifest;
    },
  };
}

/** The objects of the place with the sums that snapshots know; an empty sum: no snapshot has the object. */
async function listStored(store: ObjectStore): Promise<Map<string, SnapshotObject>> {
  const known = new Map<string, SnapshotObject>();
  const { snapshots } = await listSnapshots({ store, siteId: null });
  for (const { objects } of snapshots) for (const object of objects) known.set(object.key, object);
  const stored = new Map<string, SnapshotObject>();
  for await (const { key, bytes } of store.list('objects')) {
    const told = known.get(key);
    // One of another length is damaged, and is written anew.
    if (told && told.bytes !== bytes) continue;
    const [, sha256 = ''] = /\/([0-9a-f]{64})$/.exec(key) ?? [];
    stored.set(key, told ?? { key, bytes, sha256 });
  }
  return stored;
}

async function readSum(store: ObjectStore, object: SnapshotObject): Promise<SnapshotObject | null> {
  const facts = await measure(store, object.key);
  return facts && { ...object, ...facts };
}

async function measure(store: ObjectStore, key: string): Promise<{ bytes: number; sha256: string } | null> {
  const body = await store.get(key);
  if (!body) return null;
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of measured(body, (read) => hash.update(read))) bytes += chunk.length;
  return { bytes, sha256: hash.digest('hex') };
}

async function* measured(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  note: (chunk: Buffer) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    note(bytes);
    yield bytes;
  }
}

/** Reads an object that was just written: a disk that keeps other bytes is noticed now, and not at a restore. */
async function requireReadable(store: ObjectStore, object: SnapshotObject): Promise<void> {
  const found = await measure(store, object.key);
  if (found?.sha256 === object.sha256) return;
  throw new BackupError(`${store.nameOf(object.key)} does not keep what was written to it.`);
}

async function requireAll(store: ObjectStore, objects: readonly SnapshotObject[]): Promise<void> {
  const there = new Map<string, number>();
  for await (const { key, bytes } of store.list('objects')) there.set(key, bytes);
  const lost = objects.find(({ key, bytes }) => there.get(key) !== bytes);
  if (lost) throw new BackupError(`${store.nameOf(lost.key)} went while the backup was made. Begin again.`);
}

export interface SnapshotReader {
  called: string;
  manifest: Manifest;
  /** The bytes of all entries. */
  size: number;
  /** The entries in their order; throws a `BackupError` at the first that is missing or altered. */
  entries(): AsyncGenerator<ArchiveEntry>;
}

/** Opens a snapshot; rejects where its index is missing or altered, or where the opener has no identity for it. */
export async function openSnapshotReader(
  { store }: Repository,
  { manifest, opener }: { manifest: Manifest; opener: Opener | null },
): Promise<SnapshotReader> {
  const called = `${store.nameOf('')} (${manifest.id})`;
  if (manifest.encrypted && !opener)
    throw new BackupError(`${called} is encrypted: name the file of your age identity with --identity.`);
  const plain = manifest.encrypted ? opener : null;
  const altered = (what: string) => new BackupError(`${called} was altered: ${what} is not as it was written.`);

  async function open(key: string, what: string): Promise<Readable> {
    const body = await store.get(key);
    if (!body) throw new BackupError(`${called} is not whole: ${what} is missing.`);
    if (!plain) return body;
    try {
      return await plain.open(body);
    } catch (error) {
      body.destroy();
      throw new BackupError(`${called}: the identity does not open ${what}, or it was altered.`, { cause: error });
    }
  }

  async function* read(key: string, entry: { name: string; size: number; sha256: string }): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let size = 0;
    try {
      for await (const chunk of measured(await open(key, entry.name), (bytes) => hash.update(bytes))) {
        size += chunk.length;
        yield chunk;
      }
    } catch (error) {
      if (error instanceof BackupError) throw error;
      throw new BackupError(`${called} cannot be read: ${entry.name}: ${String(error)}`, { cause: error });
    }
    if (size !== entry.size || hash.digest('hex') !== entry.sha256) throw altered(entry.name);
  }

  const suffix = /(\.\w+\.age)?$/.exec(manifest.index.key)?.[0] ?? '';
  const [, indexSum = ''] = /\/([0-9a-f]{64})[^/]*$/.exec(manifest.index.key) ?? [];
  const told: Buffer[] = await (await open(manifest.index.key, 'the list of its entries')).toArray();
  const bytes = Buffer.concat(told);
  if (createHash('sha256').update(bytes).digest('hex') !== indexSum) throw altered('the list of its entries');
  const index = decodeIndex(bytes);
  if (!index) throw altered('the list of its entries');
  return {
    called,
    manifest,
    size: index.reduce((sum, { size }) => sum + size, 0),
    async *entries() {
      for (const entry of index) {
        const key = `objects/${entry.sha256.slice(0, 2)}/${entry.sha256}${suffix}`;
        const body = read(key, entry);
        yield { name: entry.name, size: entry.size, body };
        // Reads the bytes that the caller has not read; there are none where it has read the body.
        for await (const _chunk of body);
      }
    },
  };
}

export interface CheckReport {
  /** How many objects were read. */
  checked: number;
  damaged: string[];
  missing: string[];
}

/** Reads the objects of the newest snapshot, or of all and what belongs to none, and compares them with their sums. */
export async function checkRepository(repository: Repository, { all }: { all: boolean }): Promise<CheckReport> {
  const { store } = repository;
  const { snapshots, damaged } = await listSnapshots(repository);
  const wanted = new Map<string, string>();
  for (const { objects } of all ? snapshots : snapshots.slice(0, 1))
    for (const { key, sha256 } of objects) wanted.set(key, sha256);
  if (all)
    for await (const { key } of store.list('objects')) {
      const [, sum] = /\/([0-9a-f]{64})$/.exec(key) ?? [];
      if (sum !== undefined && !wanted.has(key)) wanted.set(key, sum);
    }
  const report: CheckReport = { checked: wanted.size, damaged: [...damaged], missing: [] };
  for (const [key, sha256] of wanted) {
    const found = await measure(store, key);
    if (!found) report.missing.push(key);
    else if (found.sha256 !== sha256) report.damaged.push(key);
  }
  return report;
}

/** Removes all snapshots but those that `choose` keeps, and then the objects that none of these needs. */
export async function pruneRepository(
  repository: Repository,
  choose: (snapshots: readonly { id: string; createdAt: Date }[]) => readonly { id: string }[],
): Promise<{ kept: string[]; removed: string[] }> {
  const { store } = repository;
  const lock = await takeRepositoryLock(store, 'prune');
  try {
    const { snapshots } = await listSnapshots(repository);
    const chosen = choose(snapshots.map(({ id, created_at }) => ({ id, createdAt: new Date(created_at) })));
    const keptIds = new Set(chosen.map(({ id }) => id));
    const isKept = ({ id }: Manifest) => keptIds.has(id);
    const removed = snapshots.filter((snapshot) => !isKept(snapshot)).map(({ id }) => id);
    await store.delete(removed.map(manifestKey));
    const needed = new Set(snapshots.filter(isKept).flatMap(({ objects }) => objects.map(({ key }) => key)));
    const strays: string[] = [];
    for await (const { key } of store.list('objects')) if (!needed.has(key)) strays.push(key);
    await lock.requireHeld();
    await store.delete(strays);
    await store.tidy();
    return { kept: snapshots.filter(isKept).map(({ id }) => id), removed };
  } finally {
    await lock.release();
  }
}
