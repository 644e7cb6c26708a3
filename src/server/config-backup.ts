import { resolve } from 'node:path';
import type { SettingsReader } from './settings-reader.ts';

/** The backups that the site makes by itself (spec: studio.md#health). */
export interface BackupConfig {
  /** The folder; null: the site makes none. */
  to: string | null;
  /** Null: only when somebody asks for one. */
  everyMinutes: number | null;
  /** So many are kept; null: all. */
  keep: number | null;
}

const most = { minutes: 60 * 24 * 31, kept: 10_000 };

export function readBackupConfig(settings: SettingsReader): BackupConfig {
  const to = settings.find('BACKUP_TO');
  if (to?.startsWith('s3:')) settings.refuse('BACKUP_TO', 'a folder');
  return {
    to: to === null ? null : resolve(to),
    everyMinutes: readCount(settings, 'BACKUP_EVERY_MINUTES', most.minutes),
    keep: readCount(settings, 'BACKUP_KEEP', most.kept),
  };
}

function readCount(settings: SettingsReader, name: string, mostOfIt: number): number | null {
  const text = settings.find(name);
  if (text === null) return null;
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= mostOfIt) return count;
  settings.refuse(name, `a whole number from 1 to ${mostOfIt}`);
  return null;
}
