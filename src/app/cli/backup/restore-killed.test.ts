import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ownerKey } from '../../../features/media/server/store-owner.ts';
import { createPool } from '../../../server/database/db.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { longstripProgram } from '../../testing/built.ts';
import { createTestSite, publishComic, siteForTests, sumFiles, sumTables, type TestSite } from '../../testing/site.ts';

let folder: string;
const source = siteForTests();
let backup: string;
let wanted: { rows: Record<string, string>; files: Record<string, string> };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'longstrip-killed-'));
  backup = join(folder, 'good.tar');
  await publishComic(source, { title: 'New', seed: 1 });
  await publishComic(source, { title: 'Newer', seed: 200 });
  expect(await source.run('backup', backup)).toMatchObject({ status: 0, err: '' });
  wanted = await stateOf(source);
});
afterAll(async () => {
  // Converters of a killed server may still be writing.
  await vi.waitFor(() => rmSync(folder, { recursive: true, force: true }), { timeout: 20_000, interval: 100 });
});

async function stateOf(site: TestSite) {
  return { rows: await sumTables(site.db), files: await sumFiles(site.dataDir) };
}

/** Starts `longstrip` in a process of its own and kills it, without warning, as soon as `when` holds. */
async function killWhen(site: TestSite, argv: string[], when: () => boolean | Promise<boolean>): Promise<boolean> {
  const child: ChildProcess = spawn(process.execPath, [...longstripProgram, ...argv], {
    env: { ...process.env, DATABASE_URL: site.url, DATA_DIR: site.dataDir },
    stdio: 'ignore',
  });
  const ended = once(child, 'close');
  while (child.exitCode === null && !(await when())) await nextTurn();
  child.kill('SIGKILL');
  await ended;
  return child.signalCode === 'SIGKILL';
}

function stagedFiles(site: TestSite): number {
  const staging = join(site.dataDir, 'media', 'staging');
  return existsSync(staging)
    ? readdirSync(staging, { recursive: true }).filter((name) => /w\d+\.webp$/.test(String(name))).length
    : 0;
}

/** Watches what the restoring session does, from another connection. */
async function watchRestore(site: TestSite) {
  const pool = createPool({ url: site.url, purpose: 'web', max: 1 });
  return {
    async isAt(pattern: RegExp): Promise<boolean> {
      // The connection must not have a server's name: the restore would take it for a server.
      const { rows } = await pool.query<{ query: string }>(
        `select query, set_config('application_name', 'a watching test', false) from pg_stat_activity
         where application_name like 'longstrip restore%' and datname = current_database()`,
      );
      return rows.some(({ query }) => pattern.test(query));
    },
    end: () => pool.end(),
  };
}

async function restoresIn(site: TestSite): Promise<number> {
  const { rows } = await site.db.query(
    `select from pg_stat_activity where application_name like 'longstrip restore%' and datname = current_database()`,
  );
  return rows.length;
}

describe('a restore that is killed', () => {
  type Prepare = (site: TestSite) => Promise<{ when: () => boolean | Promise<boolean>; end?: () => Promise<void> }>;
  const moments: [string, Prepare][] = [
    ['at its first picture', async (site) => ({ when: () => stagedFiles(site) >= 1 })],
    ['amid its pictures', async (site) => ({ when: () => stagedFiles(site) >= 7 })],
    [
      'with its rows in',
      async (site) => {
        const { isAt, end } = await watchRestore(site);
        return { when: () => isAt(/^(alter table|select setval|analyze)/), end };
      },
    ],
    [
      'when its pictures come to their place',
      async (site) => {
        const { files } = await stateOf(site);
        const [strange = ''] = Object.keys(wanted.files).filter((file) => !(file in files));
        await site.quiet();
        return { when: () => existsSync(join(site.dataDir, 'media', strange)) };
      },
    ],
  ];
  for (const [moment, prepare] of moments)
    inLong(`${moment} leaves the old site whole or the new one, and can be run again`, async () => {
      const site = await createTestSite();
      await publishComic(site, { title: 'Old', seed: 50 });
      expect(await site.run('media', 'check', '--adopt')).toMatchObject({ status: 0 });
      const old = await stateOf(site);
      await site.quiet();
      const { when, end } = await prepare(site);
      const wasKilled = await killWhen(site, ['restore', backup, '--force'], when);
      await end?.();
      expect(wasKilled).toBe(true);
      // Its last statement may end after it, even with a commit.
      await expect.poll(() => restoresIn(site), { timeout: 30_000 }).toBe(0);
      const { rows, files } = await stateOf(site);
      const isNew = JSON.stringify(rows) === JSON.stringify(wanted.rows);
      // Whether it is the old site or the new one, all its pictures are there.
      expect(rows).toEqual(isNew ? wanted.rows : old.rows);
      expect(files).toMatchObject(isNew ? wanted.files : old.files);
      await site.quiet();
      expect(await site.run('restore', backup, '--force')).toMatchObject({ status: 0, err: '' });
      expect(await stateOf(site)).toEqual(wanted);
      await site.remove();
    });

  inLong('into an empty place can be run again without --force', async () => {
    const site = await createTestSite({ empty: true });
    const wasKilled = await killWhen(site, ['restore', backup], () => stagedFiles(site) >= 3);
    expect([wasKilled, await sumTables(site.db)]).toEqual([true, {}]);
    await site.quiet();
    expect(await site.run('restore', backup)).toMatchObject({ status: 0, err: '' });
    expect(await stateOf(site)).toEqual(wanted);
    await site.remove();
  });

  inLong('with its pictures in an otherwise empty place can be run again without --force', async () => {
    const site = await createTestSite({ empty: true });
    expect(await site.run('restore', backup)).toMatchObject({ status: 0, err: '' });
    // The state after a kill between the pictures and the rows.
    rmSync(join(site.dataDir, 'media', ownerKey));
    const other = await createTestSite({ empty: true });
    expect(await other.runIn(site.dataDir, 'restore', backup)).toMatchObject({ status: 0, err: '' });
    expect([await sumTables(other.db), await sumFiles(site.dataDir)]).toEqual([wanted.rows, wanted.files]);
    await Promise.all([site.remove(), other.remove()]);
  });
});

describe('a backup that is killed', () => {
  it('leaves nothing under its name, and the next one is whole', async () => {
    const path = join(folder, 'killed.tar');
    const begun = () => readdirSync(folder).some((name) => name.startsWith('killed.tar.') && name.endsWith('.partial'));
    expect(await killWhen(source, ['backup', path], begun)).toBe(true);
    expect(existsSync(path)).toBe(false);
    expect(await source.run('backup', path)).toMatchObject({ status: 0, err: '' });
  });
});
