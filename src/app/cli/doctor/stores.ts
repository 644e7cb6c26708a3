import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../features/media/server/media.ts';
import { imageKey } from '../../../features/media/server/store/picture-keys.ts';
import { BackupError } from '../../../server/backup/archive.ts';
import { findRepository } from '../../../server/backup/repository/repository.ts';
import { readRecipients } from '../../../server/backup/repository/sealing.ts';
import { describeFailure } from '../../../server/command/operator-error.ts';
import type { Settings } from '../../../server/config/config.ts';
import { nameOfStore, parseStoreAddress, type StoreAddress } from '../../../server/config/media.ts';
import { type FileStore, readStored } from '../../../server/store/file-store.ts';
import { openBackupRepository } from '../backup/repository-target.ts';
import { checkFolder, checkOlderFolder } from './files.ts';
import { type Finding, good, wrong } from './finding.ts';

const adviceOfBucket =
  'Check S3_ENDPOINT, S3_REGION and the keys, that the bucket exists, and that they may write, read, list and delete in it.';

/** Checks the places of pictures: folders by their rights, buckets by an object that is written, read and deleted. */
export async function checkStores({ media, s3 }: Pick<Settings, 'media' | 's3'>): Promise<Finding[]> {
  const places = [
    { check: 'Media store', place: media.store, setting: 'MEDIA_STORE', checkPath: checkFolder },
    { check: 'Media fallback', place: media.fallback, setting: 'MEDIA_FALLBACK', checkPath: checkOlderFolder },
  ];
  const findings: Finding[] = [];
  for (const { check, place, setting, checkPath } of places) {
    if (place?.kind === 's3') findings.push(await checkBucket(check, place, openStore(place, s3)));
    else if (place) findings.push(checkPath(check, place.path, setting));
  }
  return findings;
}

/** The place of the backups; `siteId` undefined: no repository stands there. */
export interface BackupPlace {
  finding: Finding;
  siteId?: string | null;
}

/**
 * Tries the place of the backups, and leaves it as it is, and reads for whom they are encrypted; null: the settings name
 * no place.
 */
export async function checkBackupPlace({ backup, s3 }: Pick<Settings, 'backup' | 's3'>): Promise<BackupPlace | null> {
  const check = 'Backup';
  const place = backup.to === null ? null : parseStoreAddress(backup.to);
  if (!place) return null;
  const name = nameOfStore(place);
  try {
    if (backup.recipientsFile !== null) await readRecipients(backup.recipientsFile);
  } catch (error) {
    return { finding: wrong(check, describeFailure(error), 'Correct the file of BACKUP_RECIPIENTS_FILE.') };
  }
  // The first backup makes the folder.
  if (place.kind === 'folder' && !existsSync(place.path))
    return { finding: checkFolder(check, place.path, 'BACKUP_TO') };
  try {
    const store = await openBackupRepository(`${name}/`, s3);
    if (!store) return { finding: wrong(check, `${name} is no folder`, adviceOfPlace) };
    const repository = await findRepository(store);
    await store.tryOut();
    const finding = good(check, `${name}: an object was written, read and deleted`);
    return repository ? { finding, siteId: repository.siteId } : { finding };
  } catch (error) {
    const isOfBucket = place.kind === 's3' && !(error instanceof BackupError);
    return { finding: wrong(check, describeFailure(error), isOfBucket ? adviceOfBucket : adviceOfPlace) };
  }
}

const adviceOfPlace = 'Give this user the folder, or choose another place with BACKUP_TO.';

async function checkBucket(check: string, place: StoreAddress, store: FileStore): Promise<Finding> {
  const folder = await mkdtemp(join(tmpdir(), 'longstrip-doctor-'));
  const key = imageKey(randomUUID(), 'w1.webp');
  const text = `written by longstrip doctor ${randomUUID()}`;
  try {
    await writeFile(join(folder, 'probe'), text);
    await store.put([{ key, path: join(folder, 'probe') }]);
    const read = await readStored(store, key);
    await store.delete([key]);
    if (String(read) === text) return good(check, `${nameOfStore(place)}: an object was written, read and deleted`);
    return wrong(check, `${nameOfStore(place)} gives other bytes than it was given`, adviceOfBucket);
  } catch (error) {
    return wrong(check, describeFailure(error), adviceOfBucket);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
