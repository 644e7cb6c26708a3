import * as z from 'zod/mini';
import { BackupError } from '../archive.ts';
import { takeRepositoryLock } from './lock.ts';
import { decodeManifest, idOfManifest, type Manifest, manifestKey } from './manifest.ts';
import { type ObjectStore, readObject } from './objects.ts';
import { measure } from './sums.ts';

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
  const found = await readMark(store);
  if (found || !(await store.hasStrangers())) return found;
  // Another backup may have made the repository since the mark was looked for.
  const made = await readMark(store);
  if (made) return made;
  throw new BackupError(
    `${store.nameOf('')} is neither empty nor a repository of backups, and nothing was written there. Name another folder.`,
  );
}

async function readMark(store: ObjectStore): Promise<Repository | null> {
  const bytes = await readObject(store, markKey);
  if (!bytes) return null;
  const mark = z.safeParse(markSchema, parseOrNull(bytes.toString()));
  if (mark.success) return { store, siteId: mark.data.site_id };
  throw new BackupError(`${store.nameOf(markKey)} is damaged, or of a newer Longstrip.`);
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
