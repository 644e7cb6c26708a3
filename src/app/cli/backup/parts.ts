import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noteBackup } from '../../../features/health/server/health.ts';
import type { KeptFile } from '../../../features/media/server/known-files.ts';
import { type ArchiveWriter, BackupError } from '../../../server/backup/archive.ts';
import type { Snapshot } from '../../../server/backup/export.ts';
import { announce } from '../../../server/command/announce.ts';
import type { CommandSite } from '../../../server/command/command.ts';
import { describeFailure } from '../../../server/command/operator-error.ts';
import { nameOfStore, parseStoreAddress } from '../../../server/config/media.ts';
import { type Db, withPool } from '../../../server/database/db.ts';
import { deleteNote, takesNotes, writeNote } from '../../../server/database/server-notes.ts';
import { readMigrations } from '../../../server/migrations/migrate.ts';
import type { FileStore, StoredFile } from '../../../server/store/file-store.ts';

// The parts that a backup in a file and a snapshot have in common.

/** The folder of the pictures in a backup. */
export const MEDIA_ENTRIES = 'media/';
/**
 * Small files beside the data that belong to the site's state. E.g. without this one `seed` would publish the demo
 * again.
 */
export const SITE_ENTRIES = 'site/';
export const SITE_FILES = ['demo.json'];

/** Notes the time for the figure that an alert watches; a backup is complete without this note. */
export async function noteMade(
  url: string,
  made: { file: string; bytes: number; madeAt: string; missing: number; verifiedAt: Date | null; damage?: Damage },
): Promise<void> {
  const { file, bytes, madeAt, missing, verifiedAt, damage } = made;
  const note = async (db: Db) => {
    if (await takesNotes(db)) {
      await writeNote(db, 'backup');
      await (missing > 0 ? writeNote(db, 'backup incomplete') : deleteNote(db, 'backup incomplete'));
    }
    await noteBackup(db, { file, bytes, madeAt: new Date(madeAt), verifiedAt });
    if (damage) await noteDamage(db, damage);
  };
  await withPool({ url, purpose: 'import', max: 1 }, note).catch((error: unknown) =>
    announce(`That there is a new backup could not be noted in the database: ${describeFailure(error)}`),
  );
}

/** Whether objects of a repository are damaged. */
interface Damage {
  site: CommandSite;
  target: string;
  isDamaged: boolean;
}

/**
 * Notes for an alert whether objects of the site's repository are damaged. If `BACKUP_TO` names a repository, only that
 * one counts: a whole copy elsewhere does not repair it.
 */
export async function noteDamage(db: Db, { site, target, isDamaged }: Damage): Promise<void> {
  const place = parseStoreAddress(target);
  const isOurs = site.backup.to === null || (place !== null && nameOfStore(place) === site.backup.to);
  if (!isOurs || !(await takesNotes(db))) return;
  await (isDamaged ? writeNote(db, 'backup damaged') : deleteNote(db, 'backup damaged'));
}

export async function requireOurSchema({ header }: Snapshot): Promise<void> {
  const ours = new Set((await readMigrations()).map(({ name }) => name));
  const strange = header.migrations.find(({ name }) => !ours.has(name));
  if (strange)
    throw new BackupError(
      `The database is newer than this program: it has ${strange.name}. Back it up with that version.`,
    );
}

export async function writeMarks(archive: ArchiveWriter, dataDir: string): Promise<void> {
  for (const name of SITE_FILES) {
    const bytes = await readFile(join(dataDir, name)).catch(() => null);
    if (bytes) await archive.add({ name: `${SITE_ENTRIES}${name}`, size: bytes.length }, [bytes]);
  }
}

/** Says that an original is backed up as it is. */
export const damagedOriginal = (name: string) =>
  `${name} is damaged: its bytes are not those that were imported. It is backed up as it is. Import it again, or take it from an older backup.`;

const FAULTS_SHOWN = 20;

/** Finds a file of a store; null: there is none. */
export type FindFile = (key: string) => Promise<StoredFile | null>;

/** Lists the store once: to ask a bucket for each file takes longer than the time between two backups. */
export async function openFinder(store: FileStore): Promise<FindFile> {
  const listed = new Map<string, StoredFile>();
  for await (const file of store.list('')) listed.set(file.key, file);
  // A list may be older than a file.
  return async (key) => listed.get(key) ?? (await store.stat(key));
}

/**
 * Returns the bytes of the files in all, and how many files are missing; rejects where the store does not answer. Names
 * missing files, and files with another size than the database has. Neither stops a backup: lost pictures must not cost
 * the memberships too.
 */
export async function lookAtFiles(
  kept: AsyncIterable<KeptFile>,
  { store, find }: { store: FileStore; find: FindFile },
): Promise<{ total: number; missing: number }> {
  let total = 0;
  const missing = createFaultList();
  const damaged = createFaultList();
  for await (const { key, bytes } of kept) {
    const found = await find(key);
    total += found?.size ?? 0;
    if (!found) missing.add(store.nameOf(key));
    else if (bytes !== null && bytes !== found.size) damaged.add(store.nameOf(key));
  }
  if (missing.count() > 0)
    announce(
      `The backup is incomplete, because files are missing that the database names ${missing.describe()}
Take them from an older backup (docs/runbooks/restore.md), or import the books again.`,
    );
  if (damaged.count() > 0)
    announce(
      `Files do not have the size that the database names, and are backed up as they are ${damaged.describe()}
The studio's page "Health" makes them anew.`,
    );
  return { total, missing: missing.count() };
}

function createFaultList() {
  const shown: string[] = [];
  let count = 0;
  return {
    add(name: string): void {
      count += 1;
      if (shown.length < FAULTS_SHOWN) shown.push(name);
    },
    count: () => count,
    describe(): string {
      const more = count > shown.length ? `\n  and ${count - shown.length} more` : '';
      return `(${count}):\n  ${shown.join('\n  ')}${more}`;
    },
  };
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
