import { forgetBackups, noteReadings } from '../../../features/health/server/health.ts';
import { BackupError } from '../../../server/backup/archive.ts';
import { readIdentity } from '../../../server/backup/queries.ts';
import { checkRepository } from '../../../server/backup/repository/check.ts';
import type { ObjectStore } from '../../../server/backup/repository/objects.ts';
import { readReadings } from '../../../server/backup/repository/readings.ts';
import {
  listSnapshots,
  pruneRepository,
  readManifest,
  requireRepository,
} from '../../../server/backup/repository/repository.ts';
import { readIdentities } from '../../../server/backup/repository/sealing.ts';
import { openSnapshotReader, type SnapshotReader } from '../../../server/backup/repository/snapshot-reader.ts';
import { announce } from '../../../server/command/announce.ts';
import type { CommandSite } from '../../../server/command/command.ts';
import { OperatorError } from '../../../server/command/operator-error.ts';
import { chooseKept, parseKeep } from '../../../shared/snapshot-keep.ts';
import { parseTime } from '../../../shared/time.ts';
import { nameOfSnapshot } from './new-snapshot.ts';
import { noteDamage } from './parts.ts';
import { openBackupRepository } from './repository-target.ts';

async function requireStore(site: CommandSite, target: string): Promise<ObjectStore> {
  const store = await openBackupRepository(target, site.s3);
  if (!store) throw new OperatorError(`There is no repository of snapshots at ${target}.`);
  return store;
}

/** Opens the snapshot that an operator wants: the one named, the last before a time, or the newest. */
export async function openWantedSnapshot(
  store: ObjectStore,
  wanted: { snapshot?: string; at?: string; identity?: string; mayLack?: (name: string) => boolean },
): Promise<SnapshotReader> {
  const repository = await requireRepository(store);
  const { snapshots } = await listSnapshots(repository);
  const at = wanted.at === undefined ? null : parseTime(wanted.at);
  if (wanted.at !== undefined && !at) throw new OperatorError(`--at ${wanted.at} is no time: write it as ISO 8601.`);
  const found = snapshots.find(
    ({ id, created_at }) =>
      (wanted.snapshot === undefined || id === wanted.snapshot) && (!at || new Date(created_at) <= at),
  );
  if (!found) {
    const which = wanted.snapshot ?? (at ? `of ${at.toISOString()} or before` : 'that is whole');
    throw new BackupError(`${store.nameOf('')} has no snapshot ${which}. Nothing was changed.`);
  }
  const manifest = await readManifest(repository, found.id);
  const opener = wanted.identity ? await readIdentities(wanted.identity) : null;
  const { mayLack } = wanted;
  return await openSnapshotReader(repository, { manifest, opener, ...(mayLack && { mayLack }) });
}

/** `longstrip snapshots list TARGET`: the whole ones, newest first. */
export function runSnapshotsList(site: CommandSite, target: string, options: { json?: true }): Promise<void> {
  return site.withDatabase(async () => {
    const store = await requireStore(site, target);
    const { snapshots } = await listSnapshots(await requireRepository(store));
    const { verified } = await readReadings(store);
    const rows = snapshots.map(({ id, created_at, bytes, added_bytes, media_files, encrypted, lacks = 0 }) => ({
      ...{ id, created_at, bytes, added_bytes, media_files, encrypted, lacks, verified: verified[id] ?? null },
    }));
    if (options.json) return console.log(JSON.stringify(rows));
    for (const row of rows) {
      const facts = [
        ...[`${row.bytes} bytes`, `${row.added_bytes} new`, `${row.media_files} files`],
        ...(row.encrypted ? ['encrypted'] : []),
        ...(row.lacks > 0 ? [`lacks ${row.lacks} files`] : []),
        row.verified === null ? 'not verified' : `verified ${row.verified}`,
      ];
      console.log(`${row.id}  ${row.created_at}  ${facts.join(', ')}`);
    }
    if (rows.length === 0) console.log('No snapshots.');
  });
}

/** `longstrip snapshots check TARGET`: the exit status is 1 where something is damaged or missing. */
export function runSnapshotsCheck(
  site: CommandSite,
  target: string,
  options: { all?: true; share?: true; json?: true },
): Promise<0 | 1> {
  const extent = options.all ? 'all' : options.share ? 'share' : 'newest';
  return site.withDatabase(async (db) => {
    const store = await requireStore(site, target);
    const repository = await requireRepository(store);
    const { readings, ...report } = await checkRepository(repository, { extent, now: new Date() });
    const faults = [
      ...report.damaged.map((key) => `damaged: ${key}`),
      ...report.missing.map((key) => `missing: ${key}`),
    ];
    await noteReadings(db, { repository: store.nameOf(''), verified: readings.verified });
    await noteDamage(db, { site, target, isDamaged: readings.damaged.length > 0 });
    // The job that reads shares keeps what comes on this channel in the log.
    if (options.share) faults.forEach(announce);
    if (options.json) console.log(JSON.stringify(report));
    else console.log([...faults, `${report.checked} objects checked, ${faults.length} faults.`].join('\n'));
    return faults.length > 0 ? 1 : 0;
  });
}

/** `longstrip snapshots prune --keep KEEP TARGET`: removes the other snapshots, and what only they need. */
export function runSnapshotsPrune(
  site: CommandSite,
  target: string,
  options: { keep: string; json?: true },
): Promise<void> {
  const keep = parseKeep(options.keep);
  if (!keep)
    throw new OperatorError(
      `--keep ${options.keep} is no rule: write last, hourly, daily, weekly or monthly with a number, as in last=24,daily=14, and keep something.`,
    );
  return site.withDatabase(async (db) => {
    const store = await requireStore(site, target);
    const repository = await requireRepository(store);
    if (repository.siteId !== (await readIdentity(db)).siteId)
      throw new BackupError(`${store.nameOf('')} has the backups of another site, and nothing was removed.`);
    const report = await pruneRepository(repository, (snapshots) => chooseKept(snapshots, keep));
    await forgetBackups(
      db,
      report.removed.map((id) => nameOfSnapshot(store, id)),
    );
    if (options.json) return console.log(JSON.stringify(report));
    console.log(`${report.kept.length} snapshots kept, ${report.removed.length} removed.`);
  });
}
