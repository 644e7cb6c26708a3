import type { Db, DbPool } from '../../../server/database/db.ts';
import type { JobDiary } from '../../../server/jobs/jobs.ts';
import type { HealthOnWire } from '../studio-contract.ts';
import type { BackupSettings } from './backups.ts';
import {
  type BackupRow,
  findProgress,
  forgetBackups,
  noteBackup,
  noteNews,
  noteReadings,
  selectLastBackup,
  takeAsked,
  upsertRun,
} from './queries.ts';
import { isOnSameDisk } from './storage.ts';

export { forgetBackups, noteBackup, noteReadings };

/**
 * The diary of the jobs, in the database: every process writes its runs there. One process hears of each wish for a
 * run.
 */
export function createJobDiary(db: DbPool): JobDiary {
  return {
    ended: (job, error) =>
      upsertRun(db, { name: job.name, everyMs: job.everyMs, error: error === null ? null : textOf(error) }),
    takeAsked: () => takeAsked(db),
  };
}

const longestError = 500;

/** The first line of an error: the log has all of it. */
function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n')[0] || 'unknown').slice(0, longestError);
}

/** Notes how a notification of a provider ended; a fault in that is no fault of the notification. */
export async function noteNotification(db: Db, given: { provider: string; outcome: string }): Promise<void> {
  const isTaken = given.outcome !== 'refused' && given.outcome !== 'failed';
  await noteNews(db, { provider: given.provider, reason: isTaken ? null : given.outcome }).catch(() => {});
}

/** Whether a backup of this site was ever made. */
export async function hasBackup(db: Db): Promise<boolean> {
  return (await selectLastBackup(db)) !== null;
}

/** A backup is overdue at twice the interval. */
export async function readBackups(
  db: Db,
  given: { settings: BackupSettings; dataDir: string },
): Promise<NonNullable<HealthOnWire['backups']>> {
  const { to, isNamed, everyMinutes, keep } = given.settings;
  const [last, progress, sameDisk] = await Promise.all([
    selectLastBackup(db),
    findProgress(db),
    isOnSameDisk(given.dataDir, to),
  ]);
  const age = last?.ageSeconds ?? null;
  const limit = everyMinutes === null ? null : 2 * everyMinutes * 60;
  return {
    configured: isNamed,
    every: everyMinutes,
    keep,
    last: last ? presentBackup(last) : null,
    age_seconds: age,
    same_disk: sameDisk,
    progress,
    overdue: limit !== null && age !== null && age > limit,
  };
}

/** A backup as the studio's calls tell it. */
export function presentBackup({ file, bytes, madeAt, verifiedAt }: BackupRow) {
  return { file, bytes, made_at: madeAt.toISOString(), verified: verifiedAt?.toISOString() ?? null };
}
