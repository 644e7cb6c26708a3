import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { filePlace, nameOfStore } from './media.ts';
import { parsed, type SettingsReader } from './settings-reader.ts';

const readableFile = parsed((name) => {
  accessSync(name, constants.R_OK);
  return resolve(name);
}, 'a file that can be read');

/** The place of the backups that the site makes by itself (spec: operations.md#snapshots). */
export function readBackupConfig(settings: SettingsReader) {
  const to = settings.read('BACKUP_TO', filePlace('a folder or s3://bucket[/prefix]'));
  const every = settings.find('BACKUP_EVERY_MINUTES');
  if (every !== null && every !== '0' && settings.find('BACKUP_TO') === null)
    settings.refuse('BACKUP_EVERY_MINUTES', '0 without BACKUP_TO');
  return {
    /** The place of the repository, as `longstrip backup` takes it; null: the environment names none. */
    to: to && nameOfStore(to),
    /** The file with the age recipients who can read the backups; null: backups are not encrypted. */
    recipientsFile: settings.read('BACKUP_RECIPIENTS_FILE', readableFile),
  };
}
