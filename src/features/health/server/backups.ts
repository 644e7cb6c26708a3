import type { Log } from '../../../server/config/log.ts';
import type { DbPool } from '../../../server/database/db.ts';
import { AppError } from '../../../server/http/errors.ts';
import type { Job } from '../../../server/jobs/jobs.ts';
import { ageOfLastSnapshot, selectJobs } from './queries.ts';

/** The settings of backups; `to` null: the site makes none by itself. */
export interface BackupSettings {
  to: string | null;
  everyMinutes: number | null;
  /** The snapshots that stay. */
  keep: string;
}

/** Works on a repository of snapshots. */
export interface SnapshotWork {
  /** Adds a snapshot, which is there only when it is whole. */
  add(folder: string, signal: AbortSignal): Promise<void>;
  prune(folder: string, keep: string, signal: AbortSignal): Promise<void>;
  /** Reads a share of the objects; rejects where some are damaged. */
  read(folder: string, signal: AbortSignal): Promise<void>;
}

const minuteMs = 60_000;
const lookEveryMs = 15_000;
/** Pruning reads the manifests of all snapshots; on a large site, doing so every five minutes would cost too much. */
const pruneEveryMs = 40 * minuteMs; // backups of each hour begin a little before it is over
/** So that all shares of the repository come within a week (spec: operations.md#snapshots). */
const readEveryMs = 4 * 60 * minuteMs;
/** A snapshot begins early by the time that it takes, but by no more than this part of the interval. */
const mostOfTime = 0.5;

/** The backups that the site makes by itself or for a button. */
export interface Backups {
  settings: BackupSettings;
  /** Begins one; rejects with 409 while one is made, and with 503 where the settings name no place. */
  begin(db: DbPool): Promise<void>;
  /** Makes one whenever the last is old enough, and reads all that is kept again within a week. */
  jobs: readonly Job[];
}

export function createBackups(given: { settings: BackupSettings; snapshots: SnapshotWork; log: Log }): Backups {
  const { settings, snapshots, log } = given;
  const { to, everyMinutes, keep } = settings;
  let underWay = false;
  let tookMs = 0;
  let prunedAt = Number.NEGATIVE_INFINITY;

  async function make(signal: AbortSignal, { isAsked }: { isAsked: boolean }): Promise<void> {
    if (to === null) return;
    underWay = true;
    try {
      const began = performance.now();
      await snapshots.add(to, signal);
      tookMs = performance.now() - began;
      if (!isAsked && performance.now() - prunedAt < pruneEveryMs) return;
      await snapshots.prune(to, keep, signal);
      prunedAt = performance.now();
    } finally {
      underWay = false;
    }
  }

  /** A snapshot begins so early that it is complete before the last one gets too old. */
  async function isDue(db: DbPool, everyMs: number): Promise<boolean> {
    if (underWay || to === null) return false;
    const ageMs = (await ageOfLastSnapshot(db, to)) ?? Number.POSITIVE_INFINITY;
    return ageMs >= everyMs - Math.min(tookMs + lookEveryMs, everyMs * mostOfTime);
  }

  return {
    settings,
    async begin(db) {
      if (to === null) throw new AppError(503, 'backup_not_configured', 'Set BACKUP_TO first');
      const [job] = await selectJobs(db, ['backup']);
      if (underWay || job?.isRunning) throw new AppError(409, 'backup_running', 'A backup is being made already');
      make(new AbortController().signal, { isAsked: true }).catch((error: unknown) =>
        log.error({ err: error }, 'backup failed'),
      );
    },
    jobs: [
      ...(to === null || everyMinutes === null
        ? []
        : [
            {
              name: 'backup',
              everyMs: Math.min(lookEveryMs, everyMinutes * minuteMs),
              async run(db: DbPool, signal: AbortSignal) {
                if (await isDue(db, everyMinutes * minuteMs)) await make(signal, { isAsked: false });
              },
            },
          ]),
      ...(to === null
        ? []
        : [
            {
              name: 'read backups',
              everyMs: readEveryMs,
              async run(db: DbPool, signal: AbortSignal) {
                if ((await ageOfLastSnapshot(db, to)) !== null) await snapshots.read(to, signal);
              },
            },
          ]),
    ],
  };
}
