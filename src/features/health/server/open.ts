import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Platform } from '../../../server/http/platform.ts';
import { packageRoot } from '../../../server/process/package-root.ts';
import type { StudioApi } from '../../studio/server/studio-api.ts';
import { createBackups, type SnapshotWork } from './backups.ts';
import { createJobDiary, noteNotification } from './health.ts';
import { healthAttention, type SiteParts } from './problems.ts';
import { type Places, placesOfFiles, readDisks } from './storage.ts';
import { type HealthDeps, mountHealth } from './studio-routes.ts';

/** What others do for the site's health. */
interface Neighbours extends Omit<SiteParts, 'backups'>, Pick<HealthDeps, 'reconcile'> {
  studio: StudioApi;
  snapshots: SnapshotWork;
  /** The bytes that all pictures take. */
  sumBytes: Places['media']['sumBytes'];
}

/** Opens the site's health; others get what wants attention, and where runs of jobs and news of providers are noted. */
export function openHealth({ config, log, primary: db }: Platform, neighbours: Neighbours) {
  const backups = createBackups({ settings: config.backup, snapshots: neighbours.snapshots, log });
  const places = placesOfFiles(config, neighbours.sumBytes);
  const deps = { ...neighbours, db, backups, places, version: readVersion() };
  mountHealth(deps);
  return {
    attention: healthAttention({ ...deps, readDisks: () => readDisks(places) }),
    diary: createJobDiary(db),
    noteNotification: (news: { provider: string; outcome: string }) => noteNotification(db, news),
    jobs: backups.jobs,
  };
}

/** The version of the program. */
function readVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  return version;
}
