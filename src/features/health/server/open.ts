import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import { packageRoot } from '../../../server/process/package-root.ts';
import { backupSettings, createBackups, type SnapshotWork } from './backups.ts';
import { createJobDiary, noteNotification } from './health.ts';
import { healthAttention } from './problems.ts';
import { type Places, placesOfFiles, readDisks } from './storage.ts';
import { type HealthDeps, mountHealth } from './studio-routes.ts';

interface Handed extends Neighbours<HealthDeps, 'backups' | 'places' | 'version'> {
  snapshots: SnapshotWork;
  /** Brings the settings up to date. */
  ready(): Promise<void> | null;
  /** The bytes that all pictures take. */
  sumBytes: Places['media']['sumBytes'];
}

/** Opens the site's health; others get what wants attention, and where runs of jobs and news of providers are noted. */
export function openHealth(platform: Platform, neighbours: Handed) {
  const { config, setting, log, primary: db } = platform;
  const diary = createJobDiary(db);
  const backups = createBackups({
    settings: () => backupSettings(setting, config),
    ready: neighbours.ready,
    snapshots: neighbours.snapshots,
    log,
    diary,
  });
  const places = placesOfFiles(config, neighbours.sumBytes);
  const deps = { ...platform, ...neighbours, db, backups, places, version: readVersion() };
  mountHealth(deps);
  return {
    attention: healthAttention({ ...deps, dataDir: config.dataDir, readDisks: () => readDisks(places) }),
    diary,
    noteNotification: (news: { provider: string; outcome: string }) => noteNotification(db, news),
    jobs: backups.jobs,
  };
}

/** The version of the program. */
function readVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  return version;
}
