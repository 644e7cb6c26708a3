import { mkdir, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createFolderObjects } from '../../server/backup/repository/folder-objects.ts';
import type { ObjectStore } from '../../server/backup/repository/objects.ts';
import { OperatorError } from '../operator-error.ts';

/**
 * The place of a repository: a folder that exists, or whose name ends with a slash; null: the target is a file. Rejects
 * for a bucket, and where the folder cannot be used.
 */
export async function openBackupRepository(target: string): Promise<ObjectStore | null> {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(target))
    throw new OperatorError(`${target} is an address: name a file or a folder, for example one that is mounted.`);
  const path = resolve(target);
  const there = await stat(path).catch(() => null);
  if (there?.isDirectory()) return createFolderObjects(path);
  if (!target.endsWith('/')) return null;
  if (there) throw new OperatorError(`${path} is a file, not a folder.`);
  return createFolderObjects(path);
}

/** Makes the folder of a repository that is new; rejects where it cannot be made. */
export async function makeRepositoryFolder(target: string): Promise<void> {
  await mkdir(resolve(target), { recursive: true, mode: 0o700 });
}
