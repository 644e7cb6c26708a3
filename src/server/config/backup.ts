import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { filePlace, nameOfStore } from './media.ts';
import { parsed, type SettingsReader, whole } from './settings-reader.ts';
import { parseKeep } from './snapshot-keep.ts';

const usualKeep = 'last=24,daily=14,weekly=8';
const keep = parsed((rule) => parseKeep(rule) && rule, `a rule that keeps something, as ${usualKeep}`);
const readableFile = parsed((name) => {
  accessSync(name, constants.R_OK);
  return resolve(name);
}, 'a file that can be read');

/** The backups that the site makes by itself (spec: operations.md#snapshots). */
export function readBackupConfig(settings: SettingsReader) {
  const to = settings.read('BACKUP_TO', filePlace('a folder or s3://bucket[/prefix]'));
  const every = 'BACKUP_EVERY_MINUTES';
  const everyMinutes = settings.find(every) === '0' ? null : settings.read(every, whole(5, 1440, '0 or '));
  if (everyMinutes !== null && settings.find('BACKUP_TO') === null) settings.refuse(every, '0 without BACKUP_TO');
  return {
    /** The place of the repository, as `longstrip backup` takes it; null: the site makes none. */
    to: to && nameOfStore(to),
    /** Null: a backup is made only when somebody asks for one. */
    everyMinutes,
    /** Which snapshots stay, as `snapshots prune --keep` takes it. */
    keep: settings.read('BACKUP_KEEP', keep) ?? usualKeep,
    /** The file with the age recipients who can read the backups; null: backups are not encrypted. */
    recipientsFile: settings.read('BACKUP_RECIPIENTS_FILE', readableFile),
  };
}
