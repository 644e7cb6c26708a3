import { open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Intake, openIntake } from '../../../features/media/server/intake.ts';
import { removeUnknownFiles } from '../../../features/media/server/known-files.ts';
import { openPictureStore, openStores } from '../../../features/media/server/media.ts';
import { markOwnStore, removeOwnerNote } from '../../../features/media/server/own-store.ts';
import { imageOf, originalOf } from '../../../features/media/server/store/picture-keys.ts';
import { describeOwner, findOwner, ownerKey } from '../../../features/media/server/store-owner.ts';
import { type ArchiveEntry, BackupError, readArchive, readWhole } from '../../../server/backup/archive.ts';
import { tableOfPart } from '../../../server/backup/export.ts';
import { HEADER_ENTRY, readHeaderOf, requireKnownMigrations } from '../../../server/backup/header.ts';
import { openReplacement, type Replacement } from '../../../server/backup/import.ts';
import { DamagedEntryError } from '../../../server/backup/repository/snapshot-reader.ts';
import { announce } from '../../../server/command/announce.ts';
import type { CommandSite } from '../../../server/command/command.ts';
import { createMeter, type Meter } from '../../../server/command/meter.ts';
import { OperatorError } from '../../../server/command/operator-error.ts';
import { withPool } from '../../../server/database/db.ts';
import { LockHeldError, type ProcessLock, takeProcessLock } from '../../../server/embedded/process-lock.ts';
import { hasSchema, readMigrations } from '../../../server/migrations/migrate.ts';
import { serverLockPath } from '../site/server-lease.ts';
import { explainWriting, MEDIA_ENTRIES, SITE_ENTRIES, SITE_FILES } from './parts.ts';
import { openBackupRepository } from './repository-target.ts';
import { openWantedSnapshot } from './snapshots.ts';

export interface RestoreOptions {
  force?: true;
  json?: true;
  snapshot?: string;
  at?: string;
  identity?: string;
  withoutDamagedPictures?: true;
}
/** `left_out`: the files of pictures that the backup lacks or has damaged. */
export type RestoreReport = { made_at: string; files: number; migrated: string[]; left_out: string[] };

/** A backup whose entries can be read, as often as needed; the first is its header. */
interface BackupSource {
  called: string;
  /** The bytes of its entries, about. */
  size: number;
  entries(): AsyncGenerator<ArchiveEntry>;
  /** The names of entries that were left out, once all were read. */
  leftOut: ReadonlySet<string>;
  close(): Promise<void>;
}

/**
 * `longstrip restore TARGET`: restores the site from a file, or from a snapshot of a repository; the existing site stays
 * until the restored one is complete. The exit status is 1 where pictures were left out.
 */
export async function runRestore(site: CommandSite, target: string, options: RestoreOptions): Promise<0 | 1> {
  const lock = await takeLease(site);
  try {
    const source = (await openSnapshotSource(site, target, options)) ?? (await openFileSource(target));
    try {
      const meter = createMeter(process.stderr);
      const report = await restoreSite(site, { source, meter, mayReplace: options.force ?? false });
      if (options.json) console.log(JSON.stringify(report));
      else {
        const migrated = report.migrated.length > 0 ? ` Migrated since: ${report.migrated.join(', ')}.` : '';
        console.log(`Restored the site as it was at ${report.made_at}, with ${report.files} files.${migrated}`);
        for (const name of report.left_out) console.error(`left out: ${name}`);
        if (report.left_out.length > 0) console.error(leftOutAdvice(report.left_out.length));
      }
      return report.left_out.length > 0 ? 1 : 0;
    } finally {
      await source.close();
    }
  } finally {
    lock.release();
  }
}

const leftOutAdvice = (count: number) =>
  `${count} ${count === 1 ? 'file of a picture is' : 'files of pictures are'} damaged or missing in the backup and left out. \`longstrip doctor --deep\` names their pages.`;

/** Null: the target is a file. */
async function openSnapshotSource(
  site: CommandSite,
  target: string,
  options: RestoreOptions,
): Promise<BackupSource | null> {
  const store = await openBackupRepository(target, site.s3);
  if (!store) {
    if (options.snapshot ?? options.at ?? options.identity ?? options.withoutDamagedPictures)
      throw new OperatorError(
        `${target} is a file: --snapshot, --at, --identity and --without-damaged-pictures are for a repository of snapshots.`,
      );
    return null;
  }
  const isPicture = (name: string) => name.startsWith(MEDIA_ENTRIES);
  const mayLack = options.withoutDamagedPictures && { mayLack: isPicture };
  const { called, size, entries, leftOut } = await openWantedSnapshot(store, { ...options, ...mayLack });
  return { called, size, entries, leftOut, close: async () => {} };
}

async function openFileSource(path: string): Promise<BackupSource> {
  const file = await openBackup(path);
  const { size } = await file.stat();
  return {
    ...{ called: path, size, leftOut: new Set<string>() },
    entries: () => readArchive(file, path),
    close: () => file.close(),
  };
}

/** Takes the place of a server, so that no server starts while the data is replaced. */
async function takeLease(site: CommandSite): Promise<ProcessLock> {
  try {
    return await takeProcessLock(serverLockPath(site), { note: 'restoring a backup' });
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error;
    throw new OperatorError(
      `${site.dataDir} is in use by process ${error.pid}, ${error.note}. Stop it first. Nothing was changed.`,
    );
  }
}

async function openBackup(path: string) {
  try {
    const file = await open(path, 'r');
    if ((await file.stat()).isFile()) return file;
    await file.close();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new OperatorError(`${path} cannot be read: ${error.message}`);
  }
  throw new OperatorError(`${path} is not a file.`);
}

async function restoreSite(
  site: CommandSite,
  given: { source: BackupSource; meter: Meter; mayReplace: boolean },
): Promise<RestoreReport> {
  const { source, meter, mayReplace } = given;
  const { called, size } = source;
  const header = await readHeaderOf(source.entries(), called);
  const migrations = await readMigrations();
  requireKnownMigrations(header, { ours: migrations, called });
  // Reads to the last byte before anything is changed.
  try {
    for await (const entry of source.entries()) meter.count('Checking the backup', entry.size, size);
  } catch (error) {
    if (!(error instanceof DamagedEntryError) || !error.entry.startsWith(MEDIA_ENTRIES)) throw error;
    throw new BackupError(`${error.message} With --without-damaged-pictures all the rest is restored.`);
  }
  return await site.withOpenDatabase(async ({ url }) => {
    const owner = await judgeStore(site, { url, siteId: header.site_id ?? null });
    const replacement = await openReplacement(url, { header, migrations, mayReplace });
    try {
      const report = await replaceSite(site, { ...given, replacement, owner });
      return { made_at: header.made_at, ...report, left_out: [...source.leftOut].sort() };
    } finally {
      meter.clear();
      await replacement.end();
    }
  });
}

/**
 * To whom the store belongs. `ours`: the site that is replaced. The restored site gets that store, or one of `nobody`
 * with only the backup's files in it, and removes whatever the backup lacks. Any other store only gains files.
 */
type Owner = 'ours' | 'nobody' | 'another database';

/** Rejects for the store of another site than the one that is replaced and that of the backup. */
function judgeStore(site: CommandSite, { url, siteId }: { url: string; siteId: string | null }): Promise<Owner> {
  return withPool({ url, purpose: 'import', max: 1 }, async (db) => {
    const existing = (await hasSchema(db)) ? db : null;
    let judged: Owner = 'ours';
    for (const store of openStores(site)) {
      const owner = await findOwner(existing, store);
      if (owner.kind === 'copy' || owner.kind === 'other site') judged = 'another database';
      else if (owner.kind === 'strange' && judged === 'ours') judged = 'nobody';
      if (owner.kind === 'other site' && owner.siteId !== siteId)
        throw new BackupError(
          `${describeOwner(store, owner)}, neither the one that is replaced nor that of the backup. Correct MEDIA_STORE, or remove ${store.nameOf(ownerKey)} where that other site is no more. Nothing was changed.`,
        );
    }
    return judged;
  });
}

/**
 * The new files are placed beside the old ones before the database changes, and the old ones are removed afterwards. So
 * all files that the database names exist at any time, also after an interruption.
 */
async function replaceSite(
  site: CommandSite,
  given: { source: BackupSource; meter: Meter; mayReplace: boolean; replacement: Replacement; owner: Owner },
): Promise<{ files: number; migrated: string[] }> {
  const { replacement, mayReplace, owner } = given;
  const store = openPictureStore(site);
  const intake = await openIntake(store, site);
  process.once('exit', intake.discard); // a signal ends the process without coming back here
  try {
    const { files, marks } = await unpack(given, intake).catch((error: unknown) => {
      throw explainWriting(error, intake.place);
    });
    const { migrated } = await replacement.complete();
    const stranger = mayReplace && owner !== 'nobody' ? null : await intake.findStranger();
    if (stranger !== null && !mayReplace) {
      throw new BackupError(
        `${store.nameOf('')} is not empty: ${stranger} is not in the backup. Give --force to replace all that it holds. Nothing was changed.`,
      );
    }
    await intake.takeOver();
    const isOurs = owner === 'ours' || (owner === 'nobody' && stranger === null);
    // For a moment the store has no owner: after a kill here it belongs to the site whose rows are in the database.
    if (isOurs) await removeOwnerNote(site);
    await replacement.commit();
    if (mayReplace && isOurs) await removeUnknownFiles(replacement.db, store);
    if (isOurs) await markOwnStore(site, replacement.db);
    else announce(`${store.nameOf('')} may be another database's as well: nothing was removed there. ${ADOPT}`);
    for (const name of SITE_FILES) await placeMark(join(site.dataDir, name), marks.get(name));
    return { files, migrated };
  } finally {
    intake.discard();
    process.off('exit', intake.discard);
  }
}

const ADOPT = 'If it is this one alone, `longstrip media check --adopt` has the server free pictures again.';

const LARGEST_MARK = 64 * 1024;
const LARGEST_PART = 2 ** 30;

async function unpack(
  given: { source: BackupSource; meter: Meter; replacement: Replacement },
  intake: Intake,
): Promise<{ files: number; marks: Map<string, Buffer> }> {
  const { source, meter, replacement } = given;
  const marks = new Map<string, Buffer>();
  let files = 0;
  for await (const entry of source.entries()) {
    meter.count('Restoring', entry.size, source.size);
    const table = tableOfPart(entry.name);
    if (table !== null) {
      const rows = await readWhole(entry, LARGEST_PART);
      if (!rows) throw new BackupError(`${source.called} holds a piece of ${table} that is too large.`);
      await replacement.load({ table, rows });
    } else if (entry.name.startsWith(MEDIA_ENTRIES)) {
      const key = entry.name.slice(MEDIA_ENTRIES.length);
      if (imageOf(key) === null && originalOf(key) === null)
        throw new BackupError(`${source.called} holds ${entry.name}, which is no file of a picture.`);
      await intake.add(key, entry.body);
      files += 1;
    } else if (entry.name.startsWith(SITE_ENTRIES)) {
      const bytes = await readWhole(entry, LARGEST_MARK);
      if (bytes) marks.set(entry.name.slice(SITE_ENTRIES.length), bytes);
    } else if (entry.name !== HEADER_ENTRY) {
      throw new BackupError(`${source.called} holds ${entry.name}, which this Longstrip does not know.`);
    }
  }
  return { files, marks };
}

/** Sets a mark as the backup has it; a mark that is missing in the backup is removed. */
async function placeMark(path: string, bytes: Buffer | undefined): Promise<void> {
  if (!bytes) return await rm(path, { force: true });
  await writeFile(`${path}.new`, bytes);
  await rename(`${path}.new`, path);
}
