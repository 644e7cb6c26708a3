import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type KeptFile, listKeptFiles } from '../../../features/media/server/known-files.ts';
import { openPictureStore } from '../../../features/media/server/media.ts';
import { BackupError } from '../../../server/backup/archive.ts';
import { exportDatabase, openSnapshot, type Snapshot } from '../../../server/backup/export.ts';
import type { Manifest } from '../../../server/backup/repository/manifest.ts';
import type { ObjectStore } from '../../../server/backup/repository/objects.ts';
import { readReadings } from '../../../server/backup/repository/readings.ts';
import { openRepositoryOf } from '../../../server/backup/repository/repository.ts';
import { readRecipients, type Sealer } from '../../../server/backup/repository/sealing.ts';
import { type SnapshotWriter, withNewSnapshot } from '../../../server/backup/repository/snapshot-writer.ts';
import { announce } from '../../../server/command/announce.ts';
import type { CommandSite } from '../../../server/command/command.ts';
import { createMeter, createProgressMeter, type Meter } from '../../../server/command/meter.ts';
import type { StoredFile } from '../../../server/store/file-store.ts';
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
import { makeRepositoryFolder } from './repository-target.ts';
import { isEmpty } from './target.ts';

interface Given {
  store: ObjectStore;
  target: string;
  options: { json?: true; recipients?: string; progress?: true };
}

/** `longstrip backup FOLDER/`: one more snapshot, which costs what has changed since the last. */
export async function addSnapshot(site: CommandSite, { store, target, options }: Given): Promise<0 | 1> {
  const recipients = options.recipients ?? site.backup.recipientsFile;
  const sealer = recipients ? await readRecipients(recipients) : null;
  const manifest = await site.withOpenDatabase(async ({ url }) => {
    const snapshot = await openSnapshot(url);
    const meter = options.progress ? createProgressMeter(process.stdout) : createMeter(process.stderr);
    try {
      await requireOurSchema(snapshot);
      if (await isEmpty(snapshot))
        throw new BackupError(
          `This site has neither users nor books, and no snapshot was added to ${store.nameOf('')}.`,
        );
      await makeRepositoryFolder(target);
      const made = await writeSnapshot({ snapshot, site, store, sealer, meter });
      // The snapshot's own time may be ahead of the clock, if the clock was once ahead and earlier snapshots have such
      // times.
      const { made_at: madeAt } = snapshot.header;
      const missing = made.lacks ?? 0;
      const file = nameOfSnapshot(store, made.id);
      // Objects that existed already were not read, only found by their names: reading them is the task of a check.
      const damage = { site, target, isDamaged: (await readReadings(store)).damaged.length > 0 };
      await noteMade(url, { file, bytes: made.bytes, madeAt, missing, verifiedAt: null, damage });
      return made;
    } catch (error) {
      throw explainWriting(error, store.nameOf(''));
    } finally {
      meter.clear();
      await snapshot.end();
    }
  });
  const { id, bytes, added_bytes: added, media_files: files } = manifest;
  if (options.json) console.log(JSON.stringify({ snapshot: id, bytes, added_bytes: added }));
  else console.log(`Added snapshot ${id} to ${target}: ${files} files, ${bytes} bytes, of which ${added} are new.`);
  return manifest.lacks ? 1 : 0;
}

/** The name of a snapshot in the list of backups. */
export function nameOfSnapshot(store: ObjectStore, id: string): string {
  return `${store.nameOf('')}#${id}`;
}

async function writeSnapshot(given: {
  snapshot: Snapshot;
  site: CommandSite;
  store: ObjectStore;
  sealer: Sealer | null;
  meter: Meter;
}): Promise<Manifest> {
  const { snapshot, site, store, sealer, meter } = given;
  const { header } = snapshot;
  const repository = await openRepositoryOf(store, header.site_id ?? null);
  return await withNewSnapshot(repository, { createdAt: new Date(header.made_at), sealer }, async (writer) => {
    await exportDatabase(snapshot, { archive: writer, onTable: (table) => meter.say(`Backing up ${table}`) });
    await writeMarks(writer, site.dataDir);
    return await writer.commit(await writeMedia({ ...given, writer }));
  });
}

/** Files that are written at once: each waits for the disk. */
const atOnce = 8;

async function writeMedia(given: {
  snapshot: Snapshot;
  site: CommandSite;
  writer: SnapshotWriter;
  sealer: Sealer | null;
  meter: Meter;
}): Promise<{ mediaFiles: number; lacks: number }> {
  const { snapshot, site, writer, sealer, meter } = given;
  const store = openPictureStore(site);
  const find = await openFinder(store);
  const sums = await readSums(site.dataDir);
  const { total } = await lookAtFiles(listKeptFiles(snapshot.db), { store, find });
  const noted: Sums = {};
  let files = 0;
  let lacks = 0;

  async function add({ key, sha256 }: KeptFile): Promise<void> {
    const name = `${MEDIA_ENTRIES}${key}`;
    const facts = await find(key);
    if (!facts) {
      lacks += 1;
      return;
    }
    const before = knownSum(sums[key], facts);
    // The size of a sealed object does not prove its content: a file is read once before its object is reused.
    const original = sealer === null ? sha256 : null;
    const known = original ?? before;
    const isThere = known && (await writer.reuse({ name, size: facts.size, sha256: known }));
    const sum = isThere ? known : await addWhole(name, { key, sha256 });
    // If objects are not sealed, an original is not read here: its sum is noted only if an earlier reading found it.
    const read = original === null ? sum : before;
    if (read) noted[key] = [facts.size, facts.changedAt.getTime(), read];
    files += 1;
    meter.count('Backing up pictures', facts.size, total);
  }

  async function addWhole(name: string, { key, sha256 }: Omit<KeptFile, 'bytes'>): Promise<string> {
    const stored = await store.get(key);
    if (!stored) throw new BackupError(`${store.nameOf(key)} went while the backup was made.`);
    const found = await writer.add({ name, size: stored.size }, stored.body);
    if (sha256 !== null && found !== sha256) {
      announce(damagedOriginal(store.nameOf(key)));
      lacks += 1;
    }
    return found;
  }

  const kept = listKeptFiles(snapshot.db);
  const work = async () => {
    for (;;) {
      const { done, value } = await kept.next();
      if (done) return;
      await add(value);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await keepSums(site.dataDir, noted);
  return { mediaFiles: files, lacks };
}

/** For each file: its size, the time of its last change, and the SHA-256 that its bytes had then. */
type Sums = Record<string, [size: number, changedMs: number, sha256: string]>;
const sumsSchema = z.record(z.string(), z.tuple([z.number(), z.number(), z.string()]));
const sumsFile = 'backup-sums.json';

function knownSum(noted: Sums[string] | undefined, facts: StoredFile): string | null {
  if (!noted) return null;
  const [size, changedMs, sha256] = noted;
  return size === facts.size && changedMs === facts.changedAt.getTime() ? sha256 : null;
}

/** Without these sums the files are read once more. */
async function readSums(dataDir: string): Promise<Sums> {
  try {
    const read = z.safeParse(sumsSchema, JSON.parse(await readFile(join(dataDir, sumsFile), 'utf8')));
    return read.success ? read.data : {};
  } catch {
    return {};
  }
}

/** A full disk of the site stops no backup to another disk. */
async function keepSums(dataDir: string, sums: Sums): Promise<void> {
  const path = join(dataDir, sumsFile);
  try {
    await writeFile(`${path}.new`, JSON.stringify(sums), { mode: 0o600 });
    await rename(`${path}.new`, path);
  } catch {
    // The next backup reads the files again.
  }
}
