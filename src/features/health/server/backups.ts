import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DbPool } from '../../../server/db.ts';
import { AppError } from '../../../server/errors.ts';
import type { Job } from '../../../server/jobs.ts';
import type { Log } from '../../../server/log.ts';
import { deleteBackup, selectBackups, selectJobs } from './queries.ts';

/** The settings of backups; `to` null: the site makes none by itself. */
export interface BackupSettings {
  to: string | null;
  everyMinutes: number | null;
  keep: number | null;
}

/** Writes a backup to a file that has its name only when it is whole and was read again. */
export type WriteBackup = (file: string, signal: AbortSignal) => Promise<void>;

const namePattern = /^longstrip-\d{8}T\d{6}Z\.backup$/;
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

export function createBackups(given: { settings: BackupSettings; write: WriteBackup; log: Log }): Backups {
  const { settings, write, log } = given;
  const { to, everyMinutes, keep } = settings;
  let underWay = false;

  async function make(db: DbPool, signal: AbortSignal): Promise<void> {
    if (to === null) return;
    underWay = true;
    try {
      const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
      await write(join(to, `longstrip-${stamp}.backup`), signal);
      if (keep !== null) await removeOld(db, { to, keep });
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
      make(db, new AbortController().signal).catch((error: unknown) => log.error({ err: error }, 'backup failed'));
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
                if (!underWay && age >= everyMinutes * minuteMs) await make(db, signal);
              },
            },
          ],
  };
}

/** Removes the oldest of the backups that the site has made by itself; others in the folder are left alone. */
async function removeOld(db: DbPool, { to, keep }: { to: string; keep: number }): Promise<void> {
  const names = (await readdir(to)).filter((name) => namePattern.test(name)).sort();
  for (const name of names.slice(0, Math.max(0, names.length - keep))) {
    await rm(join(to, name), { force: true });
    await deleteBackup(db, join(to, name));
  }
}
