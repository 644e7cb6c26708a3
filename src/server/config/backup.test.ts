import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { parseSettings } from './config.ts';

const read = (settings: Record<string, string>) => parseSettings({ NODE_ENV: 'test', ...settings });

it('a site makes no backups by itself unless it is told to', () => {
  expect(read({}).backup).toEqual({ to: null, recipientsFile: null });
  expect(read({ BACKUP_EVERY_MINUTES: '0' }).site).toEqual({ backup_every_minutes: 0 });
});

it.each(['5', '1440'])('every %s minutes is often enough', (minutes) => {
  const settings = { BACKUP_TO: 'backups', BACKUP_EVERY_MINUTES: minutes, BACKUP_KEEP: 'daily=7' };
  expect(read(settings).site).toEqual({
    backup_to: resolve('backups'),
    backup_every_minutes: Number(minutes),
    backup_keep: 'daily=7',
  });
});

it.each([
  ['BACKUP_EVERY_MINUTES', { BACKUP_EVERY_MINUTES: '5' }],
  ['BACKUP_EVERY_MINUTES', { BACKUP_TO: '/backups', BACKUP_EVERY_MINUTES: '4' }],
  ['BACKUP_EVERY_MINUTES', { BACKUP_TO: '/backups', BACKUP_EVERY_MINUTES: '1441' }],
  ['BACKUP_EVERY_MINUTES', { BACKUP_TO: '/backups', BACKUP_EVERY_MINUTES: '7.5' }],
  ['BACKUP_KEEP', { BACKUP_KEEP: 'last=0' }],
  ['BACKUP_KEEP', { BACKUP_KEEP: '7' }],
  ['BACKUP_TO', { BACKUP_TO: 's3://' }],
  ['BACKUP_TO', { BACKUP_TO: 'ftp://host/folder' }],
  ['BACKUP_RECIPIENTS_FILE', { BACKUP_RECIPIENTS_FILE: join(tmpdir(), 'no-such-recipients') }],
] as const)('%s is refused by name in %j', (name, settings) => {
  expect(() => read(settings)).toThrow(name);
});
