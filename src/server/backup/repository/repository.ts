import * as z from 'zod/mini';
import { readStored } from '../../store/file-store.ts';
import { BackupError } from '../archive.ts';
import { parseOrNull } from '../parse-or-null.ts';
import { takeRepositoryLock } from './lock.ts';
import {
  decodeManifest,
  idOfManifest,
  type Manifest,
  manifestKey,
  type SnapshotFacts,
  timeOfSnapshotId,
} from './manifest.ts';
import type { ObjectStore } from './objects.ts';

// The form of a repository (docs/decisions/0020-backup.md): a mark that names its site, objects under the SHA-256 of
// their bytes, and for each snapshot a manifest, which is written last.

const headerKey = 'longstrip-repository.json';
const markSchema = z.object({ longstrip_repository: z.literal(1), site_id: z.nullable(z.string()) });

export interface Repository {
  store: ObjectStore;
  siteId: string | null;
}

/** The repository at a place; null: the place is empty. Rejects where something else is there. */
export async function findRepository(store: ObjectStore): Promise<Repository | null> {
  const found = await readHeader(store);
  if (found || !(await store.hasStrangers())) return found;
  // Another backup may have made the repository since the mark was looked for.
  const made = await readHeader(store);
  if (made) return made;
  throw new BackupError(
    `${store.nameOf('')} is neither empty nor a repository of backups, and nothing was written there. Name another folder.`,
  );
}

async function readHeader(store: ObjectStore): Promise<Repository | null> {
  const bytes = await readStored(store, headerKey);
  if (!bytes) return null;
  const mark = z.safeParse(markSchema, parseOrNull(bytes.toString()));
  if (mark.success) return { store, siteId: mark.data.site_id };
  throw new BackupError(`${store.nameOf(headerKey)} is damaged, or of a newer Longstrip.`);
}

/** The repository of a site, made where nothing stands; rejects where another site's backups are. */
export async function openRepositoryOf(store: ObjectStore, siteId: string | null): Promise<Repository> {
  const found = await findRepository(store);
  if (found && found.siteId !== siteId)
    throw new BackupError(
      `${store.nameOf('')} has the backups of another site, and nothing was added. Name another folder.`,
    );
  if (found) return found;
  await store.put([Buffer.from(`${JSON.stringify({ longstrip_repository: 1, site_id: siteId })}\n`)], () => headerKey);
  return { store, siteId };
}

/** The repository at a place, for those who read it; rejects where there is none. */
export async function requireRepository(store: ObjectStore): Promise<Repository> {
  const found = await findRepository(store);
  if (!found) throw new BackupError(`There are no backups in ${store.nameOf('')}.`);
  return found;
}

interface Found {
  /** The whole ones, newest first. */
  snapshots: SnapshotFacts[];
  /** The keys of manifests that are cut or altered. */
  damaged: string[];
}

/** The snapshots without their objects: those of all snapshots of a large site are more than memory can hold. */
export async function listSnapshots({ store }: Repository): Promise<Found> {
  const found: Found = { snapshots: [], damaged: [] };
  for await (const { key, read } of readManifests(store)) {
    // One that has just been removed is none.
    if (read === 'absent') continue;
    if (read === 'damaged') found.damaged.push(key);
    else found.snapshots.push(factsOf(read));
  }
  found.snapshots.sort(newestFirst);
  return found;
}

/** Reads all manifests, one at a time. */
export async function* readManifests(
  store: ObjectStore,
): AsyncGenerator<{ key: string; read: Manifest | 'damaged' | 'absent' }> {
  for await (const { key } of store.list('snapshots/')) {
    const id = idOfManifest(key);
    const bytes = await readStored(store, key);
    yield { key, read: bytes ? (id !== null && decodeManifest(bytes, id)) || 'damaged' : 'absent' };
  }
}

/** The whole manifest of a listed snapshot; rejects where it is gone or damaged by now. */
export async function readManifest({ store }: Repository, id: string): Promise<Manifest> {
  const bytes = await readStored(store, manifestKey(id));
  const manifest = bytes && decodeManifest(bytes, id);
  if (!manifest) throw new BackupError(`${store.nameOf(manifestKey(id))} is gone or damaged. Nothing was changed.`);
  return manifest;
}

function factsOf({ objects: _, ...facts }: Manifest): SnapshotFacts {
  return facts;
}

function newestFirst(one: SnapshotFacts, other: SnapshotFacts): number {
  return Date.parse(other.created_at) - Date.parse(one.created_at);
}

/** Chooses which of the whole snapshots stay; they come newest first. */
type Choose = (snapshots: readonly { id: string; createdAt: Date }[]) => readonly { id: string }[];

/** An object that no snapshot names is kept for so long: a store may list a new snapshot late. */
const strayMs = 60 * 60_000;

/**
 * Removes all snapshots but those that `choose` keeps, and then the objects that none of these needs. Rejects where a
 * snapshot that is listed cannot be read, since its objects would count as nobody's.
 */
export async function pruneRepository(
  repository: Repository,
  choose: Choose,
): Promise<{ kept: string[]; removed: string[] }> {
  const { store } = repository;
  const lock = await takeRepositoryLock(store, 'prune');
  try {
    const { kept, removed, needed, freed } = await planPrune(store, choose);
    await store.delete(removed.map(manifestKey));
    const strays: string[] = [];
    for await (const { key, changedAt } of store.list('objects/')) {
      const isOld = lock.takenAt.getTime() - changedAt.getTime() > strayMs;
      if (!needed.has(key) && (freed.has(key) || isOld)) strays.push(key);
    }
    await lock.requireHeld();
    await store.delete(strays);
    await store.tidy();
    return { kept, removed };
  } finally {
    await lock.release();
  }
}

interface PrunePlan {
  kept: string[];
  removed: string[];
  /** The keys of the objects that stay; `freed`: those of the objects that only removed snapshots had. */
  needed: Set<string>;
  freed: Set<string>;
}

/**
 * Chooses by the names, which tell the times: reading all manifests of a large site would cost more than all the rest.
 * If a chosen one turns out to be damaged, the choice is made again without it.
 */
async function planPrune(store: ObjectStore, choose: Choose): Promise<PrunePlan> {
  const named: { id: string; createdAt: Date }[] = [];
  for await (const { key } of store.list('snapshots/')) {
    const id = idOfManifest(key);
    const createdAt = id === null ? null : timeOfSnapshotId(id);
    if (id !== null && createdAt && !Number.isNaN(createdAt.getTime())) named.push({ id, createdAt });
  }
  named.sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
  const damaged = new Set<string>();
  for (;;) {
    const whole = named.filter(({ id }) => !damaged.has(id));
    const chosen = new Set(choose(whole).map(({ id }) => id));
    const kept = whole.map(({ id }) => id).filter((id) => chosen.has(id));
    const removed = whole.map(({ id }) => id).filter((id) => !chosen.has(id));
    const needs = await readNeeds(store, { kept, removed });
    const found = needs.damaged.filter((id) => !damaged.has(id));
    if (found.length === 0) return { kept, removed, ...needs };
    for (const id of found) damaged.add(id);
  }
}

/** Rejects where a snapshot that was listed cannot be read: it may be there all the same. */
async function readNeeds(
  store: ObjectStore,
  { kept, removed }: { kept: readonly string[]; removed: readonly string[] },
): Promise<{ needed: Set<string>; freed: Set<string>; damaged: string[] }> {
  const [unread, going] = [new Set([...kept, ...removed]), new Set(removed)];
  const [needed, freed] = [new Set<string>(), new Set<string>()];
  const damaged: string[] = [];
  for await (const { key, read } of readManifests(store)) {
    if (read === 'absent') throw new BackupError(`${store.nameOf(key)} is listed and not there. Nothing was removed.`);
    const id = idOfManifest(key) ?? '';
    unread.delete(id);
    if (read === 'damaged') {
      damaged.push(id);
      continue;
    }
    const own = going.has(id) ? freed : needed;
    for (const object of read.objects) own.add(object.key);
  }
  const [lost] = unread;
  if (lost !== undefined)
    throw new BackupError(`${store.nameOf(manifestKey(lost))} cannot be read. Nothing was removed.`);
  return { needed, freed, damaged };
}
