import { rmSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { noteBackup } from '../../features/health/server/health.ts';
import { type KeptFile, listKeptFiles } from '../../features/media/server/kept-files.ts';
import { openPictureStore } from '../../features/media/server/media.ts';
import type { PictureStore } from '../../features/media/server/picture-store.ts';
import { type ArchiveWriter, BackupError, readArchive, writeArchive } from '../../server/backup/archive.ts';
import { exportDatabase, openSnapshot, type Snapshot } from '../../server/backup/export.ts';
import { createPool } from '../../server/db.ts';
import { readMigrations } from '../../server/migrate.ts';
import { takesNotes, writeNote } from '../../server/server-notes.ts';
import { syncFolder } from '../../server/sync-folder.ts';
import { describeFailure } from '../operator-error.ts';
import { announce } from './announce.ts';
import { createMeter, type Meter } from './backup-meter.ts';
import { draftOf, removeDeadDrafts, requireFilePlace, requireNoLoss, requireReplaceable } from './backup-target.ts';
import { TOUCH_EVERY_MS } from './backup-writer.ts';
import type { CommandSite } from './command-site.ts';
import { withOpenDatabase } from './database.ts';

/** The folder of the pictures in a backup. */
export const MEDIA_ENTRIES = 'media/';
/**
 * Marks beside the data that are part of the site's state: without this mark, `seed` would publish the demo once more.
 */
export const SITE_ENTRIES = 'site/';
export const SITE_FILES = ['demo.json'];

export type BackupReport = {
  file: string;
  made_at: string;
  bytes: number;
  tables: number;
  rows: number;
  files: number;
};

export type BackupOptions = { json?: true; replaceAnyway?: true };

/** `longstrip backup FILE`: the whole site at this moment, in one file that gets its name only when it is complete. */
export async function runBackup(site: CommandSite, file: string, options: BackupOptions): Promise<void> {
  const path = resolve(file);
  await requireFilePlace(path);
  const report = await withOpenDatabase(site, announce, async ({ url }) => {
    const snapshot = await openSnapshot(url);
    try {
      const mayReplaceAny = options.replaceAnyway ?? false;
      await requireReplaceable({ path, snapshot, mayReplaceAny });
      const meter = createMeter(process.stderr);
      const written = await writeBackup({ snapshot, dataDir: site.dataDir, path, meter, mayReplaceAny });
      await note(url, written);
      return written;
    } finally {
      await snapshot.end();
    }
  });
  if (options.json) return console.log(JSON.stringify(report));
  console.log(`Backed up ${report.rows} rows and ${report.files} files to ${file} (${report.bytes} bytes), checked.`);
}

/** Notes the time for the figure that an alert watches; a backup is complete without this note. */
async function note(url: string, { file, bytes, made_at }: BackupReport): Promise<void> {
  const db = createPool({ url, purpose: 'import', max: 1 });
  try {
    if (await takesNotes(db)) await writeNote(db, 'backup');
    // It was read again to its last byte before it got its name.
    await noteBackup(db, { file, bytes, madeAt: new Date(made_at), verified: true });
  } catch (error) {
    announce(`That there is a new backup could not be noted in the database: ${describeFailure(error)}`);
  } finally {
    await db.end();
  }
}

/**
 * Writes a draft beside the file, checks it, and only then gives it the file's name; an older backup stays until then.
 */
export async function writeBackup(given: {
  snapshot: Snapshot;
  dataDir: string;
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
      await writeMarks(archive, given.dataDir);
      const files = await writeMedia(archive, given);
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

async function requireOurSchema({ header }: Snapshot): Promise<void> {
  const ours = new Set((await readMigrations()).map(({ name }) => name));
  const strange = header.migrations.find(({ name }) => !ours.has(name));
  if (strange)
    throw new BackupError(
      `The database is newer than this program: it has ${strange.name}. Back it up with that version.`,
    );
}

async function writeMarks(archive: ArchiveWriter, dataDir: string): Promise<void> {
  for (const name of SITE_FILES) {
    const bytes = await readFile(join(dataDir, name)).catch(() => null);
    if (bytes) await archive.add({ name: `${SITE_ENTRIES}${name}`, size: bytes.length }, [bytes]);
  }
}

/**
 * Files of pictures never change, and none is removed meanwhile: the files that the snapshot names can be copied later.
 */
async function writeMedia(
  archive: ArchiveWriter,
  { snapshot, dataDir, meter }: { snapshot: Snapshot; dataDir: string; meter: Meter },
): Promise<number> {
  const store = openPictureStore({ dataDir });
  const total = await requireAllFiles(listKeptFiles(snapshot.db), store);
  let files = 0;
  for await (const { key, sha256 } of listKeptFiles(snapshot.db)) {
    const stored = await store.get(key);
    if (!stored) throw new BackupError(`${store.nameOf(key)} went while the backup was made.`);
    const { size, body } = stored;
    const found = await archive.add({ name: `${MEDIA_ENTRIES}${key}`, size }, body);
    if (sha256 !== null && found !== sha256)
      throw new BackupError(
        `${store.nameOf(key)} is damaged: its bytes are not those that were imported. Import it again, or take it from an older backup.`,
      );
    files += 1;
    meter.count('Backing up pictures', size, total);
  }
  return files;
}

const FAULTS_SHOWN = 20;

/** Returns their bytes in all. Throws where a file is missing: such a backup could not restore the site. */
async function requireAllFiles(kept: AsyncIterable<KeptFile>, store: PictureStore): Promise<number> {
  let total = 0;
  let missing = 0;
  const shown: string[] = [];
  for await (const { key } of kept) {
    const found = await store.stat(key).catch(() => null);
    total += found?.size ?? 0;
    if (found) continue;
    missing += 1;
    if (shown.length < FAULTS_SHOWN) shown.push(store.nameOf(key));
  }
  if (missing === 0) return total;
  const more = missing > shown.length ? `\n  and ${missing - shown.length} more` : '';
  throw new BackupError(
    `No backup was made, because files are missing that the database names (${missing}):\n  ${shown.join('\n  ')}${more}`,
  );
}

/** Turns the error of a full or read-only disk into one that tells the operator what to do. */
export function explainWriting(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (
    !(error instanceof Error) ||
    !['ENOSPC', 'EACCES', 'EPERM', 'EROFS', 'EDQUOT', 'EIO', 'ENOENT', 'ENAMETOOLONG', 'ENXIO'].includes(code)
  )
    return error;
  return new BackupError(`${path} was not written: ${error.message}`, { cause: error });
}
