import type { DbPool } from '../../../server/db.ts';
import { AppError } from '../../../server/errors.ts';
import type { Job } from '../../../server/jobs.ts';
import type { Log } from '../../../server/log.ts';
import { selectBackups, selectJobs } from './queries.ts';

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
}

const minuteMs = 60_000;
const lookEveryMs = 15_000;

/** The backups that the site makes by itself or for a button. */
export interface Backups {
  settings: BackupSettings;
  /** Begins one; rejects with 409 while one is made, and with 503 where the settings name no place. */
  begin(db: DbPool): Promise<void>;
  /** Makes one whenever the last is old enough. */
  jobs: readonly Job[];
}

export function createBackups(given: { settings: BackupSettings; snapshots: SnapshotWork; log: Log }): Backups {
  const { settings, snapshots, log } = given;
  const { to, everyMinutes, keep } = settings;
  let underWay = false;

  async function make(signal: AbortSignal): Promise<void> {
    if (to === null) return;
    underWay = true;
    try {
      await snapshots.add(to, signal);
      await snapshots.prune(to, keep, signal);
    } finally {
      underWay = false;
    }
  }

  return {
    settings,
    async begin(db) {
      if (to === null) throw new AppError(503, 'backup_not_configured', 'Set BACKUP_TO first');
      const [job] = await selectJobs(db, ['backup']);
      if (underWay || job?.isRunning) throw new AppError(409, 'backup_running', 'A backup is being made already');
      make(new AbortController().signal).catch((error: unknown) => log.error({ err: error }, 'backup failed'));
    },
    jobs:
      to === null || everyMinutes === null
        ? []
        : [
            {
              name: 'backup',
              everyMs: Math.min(lookEveryMs, everyMinutes * minuteMs),
              async run(db, signal) {
                const [last] = await selectBackups(db, 1);
                const age = last ? Date.now() - last.madeAt.getTime() : Number.POSITIVE_INFINITY;
                if (!underWay && age >= everyMinutes * minuteMs) await make(signal);
              },
            },
          ],
  };
}
