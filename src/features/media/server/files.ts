import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where pictures lie below the data folder; nothing here is ever built from a name somebody gave. */
export type MediaFolders = { images: string; originals: string; staging: string };

export function mediaFolders(dataDir: string): MediaFolders {
  const root = join(dataDir, 'media');
  return { images: join(root, 'images'), originals: join(root, 'originals'), staging: join(root, 'staging') };
}

export function imageFolder(folders: MediaFolders, imageId: string): string {
  return join(folders.images, imageId.slice(0, 2), imageId);
}

export function originalFile(folders: MediaFolders, sourceHash: string): string {
  return join(folders.originals, sourceHash.slice(0, 2), sourceHash);
}

/** Where something may be made that nobody else touches, until its process is gone. */
export function stagingPath(folders: MediaFolders): string {
  return join(folders.staging, `${process.pid}-${randomUUID()}`);
}

export async function makeStagingFolder(folders: MediaFolders): Promise<string> {
  const folder = stagingPath(folders);
  await mkdir(folder, { recursive: true });
  return folder;
}

const abandonedMs = 60 * 60 * 1000;

/** Removes what conversions left behind that were cut short: untouched for an hour, and their process is gone. */
export async function sweepStaging(folders: MediaFolders, now: Date): Promise<void> {
  const names = await readdir(folders.staging).catch(() => []);
  for (const name of names) {
    const folder = join(folders.staging, name);
    const touched = await stat(folder).catch(() => null);
    if (!touched || now.getTime() - touched.mtimeMs < abandonedMs || isRunning(Number.parseInt(name, 10))) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Windows cannot sync a folder; there the rename itself is what can be had.
    if (process.platform !== 'win32') throw error;
  } finally {
    await handle.close();
  }
}

/** Brings a folder's files, and theirs below it, to the disk; here, so that the converters can go on meanwhile. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? syncTree(path) : syncFile(path);
    }),
  );
  await syncFolder(folder);
}

async function syncFile(path: string): Promise<void> {
  // For writing, because Windows syncs nothing that is open for reading only.
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Moves a finished file or folder to its place in one step; what is there already stays and ours goes. */
export async function moveIntoPlace(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  try {
    await rename(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // what the file system throws
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
    await rm(from, { recursive: true, force: true });
  }
  await syncFolder(dirname(to));
}

/** SHA-256 of a file's bytes, as hex: what a picture is recognised by. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk);
  return hash.digest('hex');
}
