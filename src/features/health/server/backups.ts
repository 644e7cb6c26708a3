import { join } from 'node:path';
import type { Log } from '../../../server/config/log.ts';
import type { DbPool } from '../../../server/database/db.ts';
import type { Job, JobDiary } from '../../../server/jobs/jobs.ts';
import type { ReadSetting } from '../../../shared/site-settings.ts';
import {
  ageOfLastSnapshot,
  type BackupProgress,
  claimProgress,
  deleteProgress,
  noteProgress,
  selectJobs,
} from './queries.ts';

/** The settings of backups. */
export interface BackupSettings {
  to: string;
  /** The environment names that place; else it is a folder beside the site's own. */
  isNamed: boolean;
  /** Null: the site makes none by itself. */
  everyMinutes: number | null;
  /** The snapshots that stay. */
  keep: string;
}

export function backupSettings(setting: ReadSetting, { dataDir }: { dataDir: string }): BackupSettings {
  const to = setting('backup_to');
  return {
    to: to ?? join(dataDir, 'backups'),
    isNamed: to !== null,
    everyMinutes: setting('backup_every_minutes') || null,
    keep: setting('backup_keep'),
  };
}

/** Works on a repository of snapshots. */
export interface SnapshotWork {
  /** Adds a snapshot, which is there only when it is whole. */
  add(folder: string, signal: AbortSignal, onProgress: (progress: BackupProgress) => void): Promise<void>;
  prune(folder: string, keep: string, signal: AbortSignal): Promise<void>;
  /** Reads a share of the objects; rejects where some are damaged. */
  read(folder: string, signal: AbortSignal): Promise<void>;
}

const minuteMs = 60_000;
const tellEveryMs = 1000;
const lookEveryMs = 15_000;
/** Pruning reads the manifests of all snapshots; on a large site, doing so every five minutes would cost too much. */
const pruneEveryMs = 40 * minuteMs; // backups of each hour begin a little before it is over
/** So that all shares of the repository come within a week (spec: operations.md#snapshots). */
const readEveryMs = 4 * 60 * minuteMs;
/** A snapshot begins early by the time that it takes, but by no more than this part of the interval. */
const mostOfTime = 0.5;

/** The backups that the site makes by itself or for a button. */
export interface Backups {
  /** As they are at this moment. */
  settings(): BackupSettings;
  /** Begins one; false: one is being made. */
  begin(db: DbPool): Promise<boolean>;
  /** Makes one whenever the last is old enough, and reads all that is kept again within a week. */
  jobs: readonly Job[];
}

export function createBackups(given: {
  settings: () => BackupSettings;
  /** Brings the settings up to date. */
  ready: () => Promise<void> | null;
  snapshots: SnapshotWork;
  log: Log;
  /** A backup that a button asked for and that failed is a failure of the job. */
  diary?: Pick<JobDiary, 'ended'>;
}): Backups {
  const { settings, ready, snapshots, log, diary } = given;
  let underWay = false;
  let tookMs = 0;
  let prunedAt = Number.NEGATIVE_INFINITY;

  async function make(db: DbPool, signal: AbortSignal, { isAsked }: { isAsked: boolean }): Promise<void> {
    const { to, keep } = settings();
    underWay = true;
    let progress: BackupProgress = { done: 0, total: 0 };
    // What cannot be told stops no backup.
    const tell = () => void noteProgress(db, progress).catch(() => {});
    tell();
    const telling = setInterval(tell, tellEveryMs);
    try {
      const began = performance.now();
      await snapshots.add(to, signal, (now) => {
        progress = now;
      });
      tookMs = performance.now() - began;
      if (!isAsked && performance.now() - prunedAt < pruneEveryMs) return;
      await snapshots.prune(to, keep, signal);
      prunedAt = performance.now();
    } finally {
      clearInterval(telling);
      await deleteProgress(db).catch(() => {});
      underWay = false;
    }
  }

  /** A snapshot begins so early that it is complete before the last one gets too old. */
  async function isDue(db: DbPool, { to, everyMs }: { to: string; everyMs: number }): Promise<boolean> {
    if (underWay) return false;
    const ageMs = (await ageOfLastSnapshot(db, to)) ?? Number.POSITIVE_INFINITY;
    return ageMs >= everyMs - Math.min(tookMs + lookEveryMs, everyMs * mostOfTime);
  }

  const backup: Job = {
    name: 'backup',
    everyMs: lookEveryMs,
    async run(db, signal) {
      await ready();
      const { to, everyMinutes } = settings();
      if (everyMinutes !== null && (await isDue(db, { to, everyMs: everyMinutes * minuteMs })))
        await make(db, signal, { isAsked: false });
    },
  };

  return {
    settings,
    async begin(db) {
      const [job] = await selectJobs(db, ['backup']);
      if (underWay || job?.isRunning || !(await claimProgress(db))) return false;
      make(db, new AbortController().signal, { isAsked: true }).catch(async (error: unknown) => {
        log.error({ err: error }, 'backup failed');
        await diary?.ended(backup, error).catch(() => {}); // the log has it
      });
      return true;
    },
    jobs: [
      backup,
      {
        name: 'read backups',
        everyMs: readEveryMs,
        async run(db, signal) {
          await ready();
          const { to } = settings();
          if ((await ageOfLastSnapshot(db, to)) !== null) await snapshots.read(to, signal);
        },
      },
    ],
  };
}
