import { existsSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { listKeptFiles } from '../../../features/media/server/known-files.ts';
import { openPictureStore } from '../../../features/media/server/media.ts';
import { type ArchiveWriter, BackupError, readArchive, writeArchive } from '../../../server/backup/archive.ts';
import { exportDatabase, openSnapshot, type Snapshot } from '../../../server/backup/export.ts';
import { announce } from '../../../server/command/announce.ts';
import type { CommandSite } from '../../../server/command/command.ts';
import { createMeter, type Meter } from '../../../server/command/meter.ts';
import { OperatorError } from '../../../server/command/operator-error.ts';
import type { Settings } from '../../../server/config/config.ts';
import { TOUCH_EVERY_MS } from '../../../server/lease/writer-id.ts';
import { syncFolder } from '../../../server/process/sync-folder.ts';
import { addSnapshot } from './new-snapshot.ts';
import {
  damagedOriginal,
  explainWriting,
  lookAtFiles,
  MEDIA_ENTRIES,
  noteMade,
  openFinder,
  requireOurSchema,
  writeMarks,
} from './parts.ts';
import { openBackupRepository } from './repository-target.ts';
import { draftOf, removeDeadDrafts, requireFilePlace, requireNoLoss, requireReplaceable } from './target.ts';

export type BackupReport = {
  file: string;
  made_at: string;
  bytes: number;
  tables: number;
  rows: number;
  files: number;
  /** Files that the database names, and that the store lacks or originals that it has damaged. */
  missing: number;
};

export type BackupOptions = { json?: true; replaceAnyway?: true; recipients?: string; progress?: true };

/**
 * `longstrip backup TARGET`: the whole site at this moment, in a file, or as one more snapshot of a repository. The exit
 * status is 1 where pictures are missing in it.
 */
export async function runBackup(site: CommandSite, target: string, options: BackupOptions): Promise<0 | 1> {
  const store = await openBackupRepository(target, site.s3);
  if (store) return await addSnapshot(site, { store, target, options });
  // An operator who wants backups encrypted gets none that is not.
  if (options.recipients ?? site.backup.recipientsFile)
    throw new OperatorError(
      `A backup in one file is not encrypted, and recipients are set: name a folder, as in \`longstrip backup ${target}/\`. Nothing was written.`,
    );
  return await runFileBackup(site, target, options);
}

/** The file gets its name only when it is complete. */
async function runFileBackup(site: CommandSite, file: string, options: BackupOptions): Promise<0 | 1> {
  const path = resolve(file);
  await requireFilePlace(path);
  const report = await site.withOpenDatabase(async ({ url }) => {
    const snapshot = await openSnapshot(url);
    try {
      const mayReplaceAny = options.replaceAnyway ?? false;
      await requireReplaceable({ path, snapshot, mayReplaceAny });
      const meter = createMeter(process.stderr);
      const written = await writeBackup({ snapshot, site, path, meter, mayReplaceAny });
      const { bytes, made_at: madeAt, missing } = written;
      // The file was read again to its last byte before it got its name.
      await noteMade(url, { file: written.file, bytes, madeAt, missing, verifiedAt: new Date() });
      return written;
    } finally {
      await snapshot.end();
    }
  });
  if (options.json) console.log(JSON.stringify({ snapshot: null, added_bytes: report.bytes, ...report }));
  else
    console.log(`Backed up ${report.rows} rows and ${report.files} files to ${file} (${report.bytes} bytes), checked.`);
  return report.missing > 0 ? 1 : 0;
}

/**
 * Writes a draft beside the file, checks it, and only then gives it the file's name; an older backup stays until then.
 */
export async function writeBackup(given: {
  snapshot: Snapshot;
  site: Pick<Settings, 'dataDir' | 'media' | 's3'>;
  path: string;
  meter: Meter;
  mayReplaceAny?: boolean;
}): Promise<BackupReport> {
  const { snapshot, path, meter, mayReplaceAny = false } = given;
  await requireOurSchema(snapshot);
  const draft = draftOf(path);
  const removeDraft = () => rmSync(draft, { force: true });
  process.once('exit', removeDraft); // a signal ends the process without running `finally`
  try {
    await removeDeadDrafts(path);
    // A backup holds password hashes: only its owner may read it.
    const file = await open(draft, 'wx+', 0o600);
    const touching = setInterval(() => void file.utimes(new Date(), new Date()).catch(() => {}), TOUCH_EVERY_MS);
    try {
      const archive = writeArchive(file, new Date(snapshot.header.made_at));
      const { rows } = await exportDatabase(snapshot, {
        archive,
        onTable: (table) => meter.say(`Backing up ${table}`),
      });
      await writeMarks(archive, given.site.dataDir);
      const { files, missing } = await writeMedia(archive, given);
      const { bytes } = await archive.end();
      for await (const entry of readArchive(file, draft)) meter.count('Checking the backup', entry.size, bytes);
      await requireNoLoss({ path, bytes, mayReplaceAny });
      await rename(draft, path);
      await syncFolder(dirname(path));
      return {
        file: path,
        made_at: snapshot.header.made_at,
        bytes,
        tables: snapshot.header.tables.length,
        rows,
        files,
        missing,
      };
    } finally {
      meter.clear();
      clearInterval(touching);
      await file.close();
    }
  } catch (error) {
    throw explainWriting(error, path);
  } finally {
    removeDraft();
    process.off('exit', removeDraft);
  }
}

/**
 * Copies the pictures that the snapshot names. That may come later than the snapshot: files of pictures never change,
 * and none is removed meanwhile.
 */
async function writeMedia(
  archive: ArchiveWriter,
  given: {
    snapshot: Snapshot;
    site: Pick<Settings, 'media' | 's3'>;
    path: string;
    meter: Meter;
    mayReplaceAny?: boolean;
  },
): Promise<{ files: number; missing: number }> {
  const { snapshot, site, path, meter, mayReplaceAny } = given;
  const store = openPictureStore(site);
  const { total, missing: absent } = await lookAtFiles(listKeptFiles(snapshot.db), {
    store,
    find: await openFinder(store),
  });
  // The old backup may still have the pictures that the site has lost.
  const refuseToReplace = () => {
    if (!mayReplaceAny && existsSync(path))
      throw new BackupError(`${path} was not replaced. Name another file, or give --replace-anyway.`);
  };
  if (absent > 0) refuseToReplace();
  let missing = 0;
  let files = 0;
  for await (const { key, sha256 } of listKeptFiles(snapshot.db)) {
    const stored = await store.get(key);
    if (!stored) {
      missing += 1;
      continue;
    }
    const { size, body } = stored;
    const found = await archive.add({ name: `${MEDIA_ENTRIES}${key}`, size }, body);
    if (sha256 !== null && found !== sha256) {
      announce(damagedOriginal(store.nameOf(key)));
      missing += 1;
      refuseToReplace();
    }
    files += 1;
    meter.count('Backing up pictures', size, total);
  }
  return { files, missing };
}
