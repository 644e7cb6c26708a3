import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { noteBackup } from '../../../features/health/server/health.ts';
import { createLog } from '../../../server/config/log.ts';
import { startJobs } from '../../../server/jobs/jobs.ts';
import { takeLease } from '../../../server/lease/lease.ts';
import { createMetrics } from '../../../server/metrics/metrics.ts';
import { createTestDatabase } from '../../../server/testing/database.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { folderForTests } from '../../../server/testing/folder.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { serverForTests } from '../../testing/server.ts';
import { runCommand } from '../../testing/site.ts';
import { checkDataFolder, checkEnvFile, checkKeyFile, checkSecrets } from './files.ts';
import type { Finding } from './finding.ts';

const folder = folderForTests();

describe.skipIf(process.platform === 'win32')("the merchant's key file", () => {
  const file = join(folder, 'merchant.pem');
  writeFileSync(file, 'a key');

  it.each([0o600, 0o400])('is right with mode %o', (mode) => {
    chmodSync(file, mode);
    expect(checkKeyFile(file)).toMatchObject([{ ok: true }]);
  });

  it.each([0o640, 0o604, 0o644, 0o620])('is wrong with mode %o, and what to do is said', (mode) => {
    chmodSync(file, mode);
    expect(checkKeyFile(file)).toMatchObject([{ ok: false, advice: `Run \`chmod 600 ${file}\`.` }]);
  });

  it('are not checked where the key is in the settings themselves', () => {
    expect(checkKeyFile(undefined)).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('files with secrets', () => {
  const file = join(folder, 'settings.env');
  const secrets = join(folder, 'secrets');

  it('are right for their owner alone, or without a secret in the file', () => {
    writeFileSync(file, 'JWT_SECRET=x\nPORT=3000\n', { mode: 0o600 });
    expect(checkEnvFile({ environment: 'production' }, file)).toMatchObject([{ ok: true, warning: false }]);
    writeFileSync(file, 'PORT=3000\n');
    chmodSync(file, 0o644);
    expect(checkEnvFile({ environment: 'production' }, file)).toMatchObject([{ ok: true, warning: false }]);
    expect(checkEnvFile({ environment: 'production' }, join(folder, 'none.env'))).toEqual([]);
  });

  it.each([
    ['production', { ok: false, warning: false }],
    ['development', { ok: true, warning: true }],
  ] as const)('that others may read are told with their mode in %s', (environment, expected) => {
    writeFileSync(file, 'DATABASE_URL=y\nJWT_SECRET=x\n');
    chmodSync(file, 0o644);
    expect(checkEnvFile({ environment }, file)).toMatchObject([
      {
        ...expected,
        found: expect.stringMatching(/mode 644: .*DATABASE_URL, JWT_SECRET/),
        advice: `Run \`chmod 600 ${file}\`.`,
      },
    ]);
    mkdirSync(secrets, { recursive: true });
    writeFileSync(join(secrets, 'jwt'), 'x');
    chmodSync(secrets, 0o755);
    chmodSync(join(secrets, 'jwt'), 0o640);
    expect(checkSecrets({ dataDir: folder, environment })).toMatchObject([
      { ...expected, found: expect.stringContaining('jwt has mode 640') },
    ]);
    chmodSync(secrets, 0o700);
    expect(checkSecrets({ dataDir: folder, environment })).toMatchObject([{ ok: true, warning: false }]);
  });
});

it('the data folder is tried by a file, and what a killed trial left is removed', () => {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  const [resting, fresh] = ['0', 'f'].map((digit) => `longstrip-trial-${digit.repeat(16)}`) as [string, string]; // two
  for (const name of [resting, fresh, 'longstrip-trial-of-mine']) writeFileSync(join(dataDir, name), 'tried');
  const hourAgo = new Date(Date.now() - 3_600_000);
  for (const name of [resting, 'longstrip-trial-of-mine']) utimesSync(join(dataDir, name), hourAgo, hourAgo);
  expect(checkDataFolder({ dataDir })).toMatchObject({ ok: true });
  expect(readdirSync(dataDir).sort()).toEqual([fresh, 'longstrip-trial-of-mine'].sort());
});

describe('longstrip doctor', () => {
  const logged: string[] = [];
  const database = forAllTests(createTestDatabase);
  const server = serverForTests({
    database,
    settings: { LOG_LEVEL: 'warn' },
    logTo: { write: (line: string) => void logged.push(line) },
  });

  async function findings(settings: Record<string, string> = {}): Promise<Finding[]> {
    const { out } = await runCommand({ DATABASE_URL: database.url, DATA_DIR: folder, ...settings }, [
      'doctor',
      '--json',
    ]);
    return JSON.parse(out);
  }
  const find = async (name: string, settings?: Record<string, string>) =>
    (await findings(settings)).find(({ check }) => check === name);

  inLong('says of every check whether it is a warning', async () => {
    for (const finding of await findings()) expect(finding).toMatchObject({ warning: expect.any(Boolean) });
    expect(await find('Connections')).toMatchObject({ ok: true, warning: false });
    expect(await find('Connections', { WORKERS: '4', DATABASE_POOL_SIZE: '100' })).toMatchObject({
      ...{ ok: true, warning: true, found: expect.stringMatching(/ take at most 420$/) },
    });
    const role = await find('Database role');
    expect(role).toMatchObject({ ok: true, warning: role?.found.endsWith('is a superuser') });
    expect(role?.found).toMatch(/ is (no|a) superuser$/);
  });

  inLong('warns where servers run and none of them runs the jobs', async () => {
    expect(await find('Jobs')).toBeUndefined();
    const place = await takeLease({ url: database.url, as: 'server' });
    expect(await find('Jobs')).toMatchObject({ ok: true, warning: true, found: 'no process runs them' });
    const jobs = startJobs({ url: database.url, log: createLog('silent'), figures: createMetrics().jobs, jobs: [] });
    const isLed = async () => expect((await find('Jobs'))?.found).toMatch(/^run in process \d+ on /);
    await vi.waitFor(isLed, { timeout: 20_000 });
    await jobs.stop();
    await place.release();
  });

  inLong('names a setting that is misspelt, as a warning', async () => {
    expect(await find('Setting', { TRUST_PROXIES: '1' })).toMatchObject({
      ok: true,
      warning: true,
      found: 'TRUST_PROXIES is read by nothing. Perhaps TRUST_PROXY is meant.',
    });
  });

  inLong('looks at the places of the pictures, whether they are folders or not', async () => {
    expect(await find('Media store')).toMatchObject({ ok: true, warning: false });
    const file = join(folder, 'no-folder');
    writeFileSync(file, '');
    const older = join(folder, 'older');
    const settings = { MEDIA_STORE: join(file, 'pictures'), MEDIA_FALLBACK: older };
    expect(await find('Media store', settings)).toMatchObject({ ok: false });
    expect(await find('Media fallback', settings)).toMatchObject({ ok: false, found: `there is no folder ${older}` });
    mkdirSync(older);
    expect(await find('Media fallback', settings)).toMatchObject({ ok: true, warning: false });
    expect(await find('Media fallback', { MEDIA_FALLBACK: file })).toMatchObject({ ok: false });
    expect(await find('Inodes')).toMatchObject({ ok: true });
  });

  inLong('names a backup that is missing or overdue, where the site is to make them by itself', async () => {
    const settings = { BACKUP_TO: '/backups', BACKUP_EVERY_MINUTES: '60' };
    expect(await find('Backup')).toBeUndefined();
    expect(await find('Backup', settings)).toMatchObject({
      ok: true,
      warning: true,
      found: expect.stringMatching(/^the site has made none yet; /),
    });
    const madeAt = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const backup = { file: '/backups/a.backup', bytes: 1, verifiedAt: null };
    await noteBackup(server.db, { ...backup, madeAt: madeAt(125) });
    expect((await find('Backup', settings))?.found).toMatch(/^overdue: the last one was made at /);
    await noteBackup(server.db, { ...backup, madeAt: madeAt(90) });
    expect(await find('Backup', settings)).toMatchObject({ ok: true, warning: false });
  });

  inLong('tries the place of the backups, with and without a time for them, and leaves it as it is', async () => {
    const to = join(folder, 'backups');
    const tried = expect.stringMatching(/the last one was made at .*; .*an object was written, read and deleted$/);
    for (const more of [{}, { BACKUP_EVERY_MINUTES: '1440' }]) {
      const settings = { BACKUP_TO: to, ...more };
      rmSync(to, { recursive: true, force: true });
      expect(await find('Backup', settings)).toMatchObject({
        ok: true,
        found: expect.stringContaining('not there yet'),
      });
      expect(existsSync(to)).toBe(false);
      mkdirSync(to);
      expect(await find('Backup', settings)).toMatchObject({ ok: true, warning: false, found: tried });
      expect(readdirSync(to)).toEqual([]);
      mkdirSync(join(to, 'objects'));
      writeFileSync(join(to, 'objects', 'letter.txt'), 'mine');
      const foreign = expect.stringContaining('neither empty nor a repository');
      expect(await find('Backup', settings)).toMatchObject({ ok: false, found: foreign });
      expect(readdirSync(to, { recursive: true }).sort()).toEqual(['objects', join('objects', 'letter.txt')]);
      rmSync(join(to, 'objects'), { recursive: true });
      writeFileSync(join(to, 'longstrip-repository.json'), '{"longstrip_repository":1,"site_id":"another"}\n');
      const ofOther = expect.stringContaining('has the backups of another site');
      expect(await find('Backup', settings)).toMatchObject({ ok: false, found: ofOther });
    }
    rmSync(to, { recursive: true });
    mkdirSync(to);
    const recipients = join(folder, 'recipients');
    for (const text of ['', 'AGE-SECRET-KEY-1', 'age1nobody']) {
      writeFileSync(recipients, text);
      const settings = { BACKUP_TO: to, BACKUP_RECIPIENTS_FILE: recipients };
      expect(await find('Backup', settings)).toMatchObject({ ok: false, found: expect.stringContaining(recipients) });
    }
    rmSync(to, { recursive: true });
    writeFileSync(to, '');
    expect(await find('Backup', { BACKUP_TO: to })).toMatchObject({ ok: false });
    const away = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', BACKUP_TO: to };
    expect(await find('Backup', away)).toMatchObject({ ok: false });
  });

  inLong('reports a missing TRUST_PROXY once forwarded headers have arrived, and the log says it once', async () => {
    expect(await find('Proxy')).toBeUndefined();
    for (const _ of [1, 2]) await server.ask('/healthz', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    const isTold = async () => expect(await find('Proxy')).toMatchObject({ ok: true, warning: true });
    await vi.waitFor(isTold, { timeout: 20_000 });
    expect(await find('Proxy', { TRUST_PROXY: '1' })).toBeUndefined();
    expect(logged.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1);
  });
});
