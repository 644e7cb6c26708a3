import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { nameOfPlace, parseFilePlace } from './config-media.ts';
import type { SettingsReader } from './settings-reader.ts';
import { parseKeep } from './snapshot-keep.ts';

/** The backups that the site makes by itself (spec: operations.md#snapshots). */
export interface BackupConfig {
  /** The place of the repository, as `longstrip backup` takes it; null: the site makes none. */
  to: string | null;
  /** Null: only when somebody asks for one. */
  everyMinutes: number | null;
  /** The snapshots that stay, as `snapshots prune --keep` takes it. */
  keep: string;
  /** The file of the age recipients for whom they are encrypted; null: they are not. */
  recipientsFile: string | null;
}

const minutes = { least: 5, most: 1440 };
const usualKeep = 'last=24,daily=14,weekly=8';

export function readBackupConfig(settings: SettingsReader): BackupConfig {
  const to = settings.find('BACKUP_TO');
  const place = to === null ? null : parseFilePlace(to);
  if (to !== null && place === null) settings.refuse('BACKUP_TO', 'a folder or s3://bucket[/prefix]');
  const everyMinutes = readMinutes(settings);
  if (everyMinutes !== null && to === null) settings.refuse('BACKUP_EVERY_MINUTES', '0 without BACKUP_TO');
  return {
    to: place && nameOfPlace(place),
    everyMinutes,
    keep: readKeep(settings),
    recipientsFile: readRecipientsFile(settings),
  };
}

function readMinutes(settings: SettingsReader): number | null {
  const text = settings.find('BACKUP_EVERY_MINUTES');
  if (text === null || text === '0') return null;
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (count >= minutes.least && count <= minutes.most) return count;
  settings.refuse('BACKUP_EVERY_MINUTES', `0 or a whole number from ${minutes.least} to ${minutes.most}`);
  return null;
}

function readKeep(settings: SettingsReader): string {
  const text = settings.find('BACKUP_KEEP') ?? usualKeep;
  if (!parseKeep(text)) settings.refuse('BACKUP_KEEP', `a rule that keeps something, as ${usualKeep}`);
  return text;
}

function readRecipientsFile(settings: SettingsReader): string | null {
  const text = settings.find('BACKUP_RECIPIENTS_FILE');
  if (text === null) return null;
  const path = resolve(text);
  try {
    accessSync(path, constants.R_OK);
  } catch {
    settings.refuse('BACKUP_RECIPIENTS_FILE', 'a file that can be read');
  }
  return path;
}
