import { mkdir, stat } from 'node:fs/promises';
import type { ObjectStore } from '../../../server/backup/repository/objects.ts';
import { createBucketObjects, createFolderObjects } from '../../../server/backup/repository/objects.ts';
import { OperatorError } from '../../../server/command/operator-error.ts';
import { parseStoreAddress, type S3Config } from '../../../server/config/media.ts';
import { openBucket } from '../../../server/store/bucket.ts';

/**
 * The place of a repository: a bucket, or a folder that exists or whose name ends with a slash; null: the target is a
 * file. Rejects where the place cannot be used.
 */
export async function openBackupRepository(target: string, s3: S3Config): Promise<ObjectStore | null> {
  const place = parseStoreAddress(target);
  if (!place)
    throw new OperatorError(`${target} is no place for backups: name s3://bucket[/prefix], a file or a folder.`);
  if (place.kind === 's3') return createBucketObjects(openBucket(s3, place));
  const { path } = place;
  const there = await stat(path).catch(() => null);
  if (there?.isDirectory()) return createFolderObjects(path);
  if (!target.endsWith('/')) return null;
  if (there) throw new OperatorError(`${path} is a file, not a folder.`);
  return createFolderObjects(path);
}

/** Makes the folder of a repository that is new; rejects where it cannot be made. A bucket must exist. */
export async function makeRepositoryFolder(target: string): Promise<void> {
  const place = parseStoreAddress(target);
  if (place?.kind === 'folder') await mkdir(place.path, { recursive: true, mode: 0o700 });
}
