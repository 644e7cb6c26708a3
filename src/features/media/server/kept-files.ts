import { readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Db } from '../../../server/db.ts';
import { imageFolder, type MediaFolders, originalFile, syncFolder } from './files.ts';
import { findImageFiles, findKnownHashes, listImageFiles, listSourceHashes } from './queries.ts';

/** A file that the database names: its path below the media folder, and what its bytes sum up to where that is known. */
export type KeptFile = { path: string; sha256: string | null };

const AT_ONCE = 1_000;

/** Every file that the database names, whether it is there or not. */
export async function* listKeptFiles(db: Db, folders: MediaFolders): AsyncGenerator<KeptFile> {
  const root = mediaRoot(folders);
  const pathOf = (file: string) => relative(root, file).replaceAll('\\', '/');
  for await (const { id, names } of allPages(
    (after) => listImageFiles(db, { after, limit: AT_ONCE }),
    ({ id }) => id,
  ))
    for (const name of names) yield { path: pathOf(join(imageFolder(folders, id), name)), sha256: null };
  for await (const hash of allPages(
    (after) => listSourceHashes(db, { after, limit: AT_ONCE }),
    (hash) => hash,
  ))
    yield { path: pathOf(originalFile(folders, hash)), sha256: hash };
}

async function* allPages<T>(
  list: (after: string | null) => Promise<T[]>,
  keyOf: (item: T) => string,
): AsyncGenerator<T> {
  for (let after: string | null = null; ; ) {
    const page: T[] = await list(after);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = keyOf(last);
  }
}

/** The folder that the paths of kept files start from. */
export function mediaRoot(folders: MediaFolders): string {
  return dirname(folders.images);
}

/** A file of the media folder that is not also in the other, laid out alike; null where there is none. */
export async function findStranger(folders: MediaFolders, other: MediaFolders): Promise<string | null> {
  return (await findMissing(folders.images, other.images)) ?? (await findMissing(folders.originals, other.originals));
}

async function findMissing(folder: string, other: string): Promise<string | null> {
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    const twin = join(other, entry.name);
    if (entry.isDirectory()) {
      const missing = await findMissing(path, twin);
      if (missing !== null) return missing;
    } else if (!(await stat(twin).catch(() => null))) {
      return path;
    }
  }
  return null;
}

/**
 * Moves all files of the other media folder, themselves on the disk already, into this one; what is there under the same
 * name gives way.
 */
export async function takeOver(folders: MediaFolders, other: MediaFolders): Promise<void> {
  await syncFolders(mediaRoot(other));
  await merge(other.images, folders.images);
  await merge(other.originals, folders.originals);
  await syncFolder(mediaRoot(folders));
}

async function merge(from: string, to: string): Promise<void> {
  try {
    // A whole folder where there is none yet, and a file in one step.
    await rename(from, to);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' && !(await stat(from).catch(() => null))) return;
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(code)) throw error;
    for (const { name } of await entriesOf(from)) await merge(join(from, name), join(to, name));
    await syncFolder(to);
  }
}

/** One after the other: there may be more than can be open at a time. */
async function syncFolders(folder: string): Promise<void> {
  for (const entry of await entriesOf(folder)) if (entry.isDirectory()) await syncFolders(join(folder, entry.name));
  await syncFolder(folder);
}

/** Removes the files that the database does not name; returns how many. No import may run meanwhile. */
export async function removeUnknownFiles(db: Db, folders: MediaFolders): Promise<number> {
  let removed = 0;
  for (const folder of await foldersOf(folders.images)) {
    const ids = (await entriesOf(folder)).map(({ name }) => name);
    const known = await findImageFiles(
      db,
      ids.filter((name) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name)),
    );
    for (const id of ids) removed += await keepOnly(join(folder, id), known.get(id) ?? []);
  }
  for (const folder of await foldersOf(folders.originals)) {
    const hashes = (await entriesOf(folder)).map(({ name }) => name);
    const known = await findKnownHashes(
      db,
      hashes.filter((name) => /^[0-9a-f]{64}$/.test(name)),
    );
    removed += await keepOnly(folder, [...known]);
  }
  return removed;
}

async function keepOnly(folder: string, names: readonly string[]): Promise<number> {
  const unknown = (await entriesOf(folder)).filter(({ name }) => !names.includes(name));
  for (const { name } of unknown) await rm(join(folder, name), { recursive: true, force: true });
  if (names.length === 0) await rmdir(folder).catch(() => {});
  return unknown.length;
}

async function foldersOf(folder: string): Promise<string[]> {
  return (await entriesOf(folder)).flatMap((entry) => (entry.isDirectory() ? [join(folder, entry.name)] : []));
}

async function entriesOf(folder: string) {
  return await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
}
