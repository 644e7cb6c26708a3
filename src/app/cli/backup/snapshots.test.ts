import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WRITER_ID } from '../../../server/lease/writer-id.ts';
import { eachOf, inLong } from '../../../server/testing/depth.ts';
import { folderForTests } from '../../../server/testing/folder.ts';
import { longstripProgram } from '../../testing/built.ts';
import { createTestSite, publishComic, siteForTests, sumFiles, sumTables, type TestSite } from '../../testing/site.ts';

interface Listed {
  id: string;
  created_at: string;
  bytes: number;
  added_bytes: number;
  media_files: number;
  encrypted: boolean;
}

const home = folderForTests();
let target: string;
const source = siteForTests();
beforeAll(async () => {
  await publishComic(source, { title: 'Kept', seed: 1 });
});
beforeEach(() => {
  target = mkdtempSync(join(home, 'repository-'));
});

/** The notes of backups and the like are made after a snapshot, and are not part of it. */
const stateOf = async (site: TestSite) => {
  const { backups: _, ...rows } = await sumTables(site.db);
  return { rows, files: await sumFiles(site.dataDir) };
};
const filesIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];
const objects = () => filesIn(join(target, 'objects'));

async function backUp(site = source, ...more: string[]) {
  const said = await site.run('backup', target, '--json', ...more);
  expect(said).toMatchObject({ status: 0, err: '' });
  const told: { snapshot: string; bytes: number; added_bytes: number } = JSON.parse(said.out);
  return told;
}
async function list(): Promise<Listed[]> {
  return JSON.parse((await source.run('snapshots', 'list', target, '--json')).out);
}
async function check(...more: string[]) {
  const { status, out } = await source.run('snapshots', 'check', target, '--json', ...more);
  const report: { checked: number; damaged: string[]; missing: string[] } = JSON.parse(out);
  return { status, ...report };
}
/** Restores into a site that is empty, and removes that. */
async function restore<T>(work: (site: TestSite) => Promise<T>, ...more: string[]) {
  const site = await createTestSite({ empty: true });
  try {
    const said = await site.run('restore', target, ...more);
    return { said, result: await work(site) };
  } finally {
    await site.remove();
  }
}
const isEmpty = async (site: TestSite) =>
  (await site.db.query(`select from pg_tables where schemaname = 'public'`)).rowCount === 0 &&
  filesIn(join(site.dataDir, 'media')).length === 0;

describe('a repository of snapshots', () => {
  it('brings back the site as it was at each of them', async () => {
    const first = { state: await stateOf(source), ...(await backUp()) };
    await source.db.query(`update books set author = 'Ada'`);
    const second = { state: await stateOf(source), ...(await backUp()) };
    expect(await list()).toMatchObject([{ id: second.snapshot }, { id: first.snapshot }]);
    const newest = await restore(stateOf);
    expect(newest).toMatchObject({ said: { status: 0 }, result: second.state });
    const older = await restore(stateOf, '--snapshot', first.snapshot);
    expect(older).toMatchObject({ said: { status: 0 }, result: first.state });
    const [, { created_at: at } = { created_at: '' }] = await list();
    expect((await restore(stateOf, '--at', at)).result).toEqual(first.state);
    const tooEarly = await restore(isEmpty, '--at', '2020-01-01T00:00:00Z');
    expect(tooEarly).toMatchObject({ said: { status: 1, err: expect.stringContaining('no snapshot') }, result: true });
    const unknown = await restore(isEmpty, '--snapshot', 'nothing');
    expect(unknown).toMatchObject({ said: { status: 1 }, result: true });
  });

  inLong('has each picture once: an unchanged one costs a second snapshot nothing', async () => {
    const first = await backUp();
    expect(first.added_bytes).toBe(bytesOf(objects()));
    const pictures = filesIn(join(source.dataDir, 'media')).map(sumOf);
    const before = new Set(objects());
    const second = await backUp();
    const added = objects().filter((path) => !before.has(path));
    expect(second.added_bytes).toBe(bytesOf(added));
    expect(added.map(sumOf).filter((sum) => pictures.includes(sum))).toEqual([]);
    const [{ media_files: files, encrypted } = { media_files: 0, encrypted: true }] = await list();
    expect([files, encrypted]).toEqual([filesIn(join(source.dataDir, 'media')).length, false]);
  });

  inLong('may be a folder that its name alone announces, and is made then', async () => {
    const fresh = `${join(target, 'a', 'b')}/`;
    expect((await source.run('backup', fresh)).status).toBe(0);
    expect((await source.run('snapshots', 'list', fresh)).out.trim().split('\n')).toHaveLength(1);
    expect(statSync(fresh).mode & 0o077).toBe(0);
  });

  inLong('stands in no folder that has something else', async () => {
    writeFileSync(join(target, 'letter.txt'), 'mine');
    const said = await source.run('backup', target);
    expect(said).toMatchObject({ status: 1, err: expect.stringContaining('neither empty nor a repository') });
    expect(readdirSync(target)).toEqual(['letter.txt']);
  });

  inLong.each([
    'objects/ab/letter.txt',
    'snapshots/letter.json',
    'locks/backup-0123456789abcdef.json',
    'tmp/letter.txt',
    'tmp/123-0123456789abcdef/letter.txt',
    'objects',
  ])('stands in no folder that has %s, but not its mark', async (name) => {
    const path = join(target, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'mine');
    const refused = { status: 1, err: expect.stringContaining('neither empty nor a repository') };
    for (const argv of [['backup'], ['snapshots', 'list'], ['snapshots', 'prune', '--keep', 'last=1']])
      expect(await source.run(...argv, target)).toMatchObject(refused);
    expect(filesIn(target)).toEqual([path]);
  });

  inLong('takes a large file in its folder of drafts for no draft of its own', async () => {
    mkdirSync(join(target, 'tmp'));
    writeFileSync(join(target, 'tmp', '123-0123456789abcdef'), Buffer.alloc(5000));
    expect((await source.run('backup', target)).status).toBe(1);
  });

  inLong('is completed by the next backup where the first one was killed before its mark was there', async () => {
    mkdirSync(join(target, 'tmp'));
    const dead = WRITER_ID.replace(/^\d+-[^-]*/, '999999999-1');
    writeFileSync(join(target, 'tmp', `${dead}.0123456789abcdef`), '{"longstrip_repo');
    expect((await source.run('snapshots', 'list', target)).err).toContain('There are no backups in');
    await backUp();
    expect(await list()).toHaveLength(1);
    expect(filesIn(join(target, 'tmp'))).toEqual([]);
  });

  inLong('is made beside what a killed doctor has left, which goes when it is an hour old', async () => {
    const trials = ['0', 'f'].map((digit) => join(target, `longstrip-trial-${digit.repeat(16)}`));
    for (const path of trials) writeFileSync(path, 'tried');
    const hourAgo = new Date(Date.now() - 61 * 60_000);
    utimesSync(trials[0] ?? '', hourAgo, hourAgo);
    await backUp();
    expect(trials.map((path) => existsSync(path))).toEqual([false, true]);
  });

  inLong(
    'is of one site: another one adds and prunes nothing, and one without users and books adds nothing',
    async () => {
      await backUp();
      const before = filesIn(target);
      const other = await createTestSite();
      try {
        const bare = await other.run('backup', target);
        expect(bare).toMatchObject({ status: 1, err: expect.stringContaining('neither users nor books') });
        await publishComic(other, { title: 'Other', seed: 7 });
        await other.db.query('update site_identity set id = gen_random_uuid()');
        const said = await other.run('backup', target);
        expect(said).toMatchObject({ status: 1, err: expect.stringContaining('another site') });
        const pruned = await other.run('snapshots', 'prune', '--keep', 'last=1', target);
        expect(pruned).toMatchObject({ status: 1, err: expect.stringContaining('another site') });
      } finally {
        await other.remove();
      }
      expect(filesIn(target)).toEqual(before);
    },
  );

  inLong('takes two backups at once', async () => {
    const [one, other] = await Promise.all([start('backup', target), start('backup', target)]);
    expect(await Promise.all([one.ended, other.ended])).toEqual([0, 0]);
    expect(await list()).toHaveLength(2);
    expect(await check('--all')).toMatchObject({ status: 0, damaged: [], missing: [] });
  });
});

const bytesOf = (paths: readonly string[]) => paths.reduce((sum, path) => sum + statSync(path).size, 0);
const sumOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Starts `longstrip` in a process of its own. */
async function start(...argv: string[]) {
  const child: ChildProcess = spawn(process.execPath, [...longstripProgram, '--quiet', ...argv], {
    env: { ...process.env, DATABASE_URL: source.url, DATA_DIR: source.dataDir },
    stdio: 'ignore',
  });
  return { child, ended: once(child, 'close').then(([status]) => status as number | null) };
}

describe('what was damaged', () => {
  const largest = () => objects().sort((one, other) => statSync(other).size - statSync(one).size)[0] ?? '';

  eachOf<[string, (path: string) => void, 'damaged' | 'missing']>(
    [
      ['altered', (path: string) => appendFileSync(path, 'x'), 'damaged'],
      ['cut', (path: string) => truncateSync(path, 10), 'damaged'],
      ['removed', (path: string) => rmSync(path), 'missing'],
    ],
    1,
  )('is named where an object was %s, and is never restored', async (_, harm, kind) => {
    await backUp();
    const path = largest();
    harm(path);
    const key = path.slice(target.length + 1);
    expect(await check()).toMatchObject({ status: 1, [kind]: [key] });
    const refused = await restore(isEmpty);
    expect(refused).toMatchObject({
      said: { status: 1, err: expect.stringMatching(/altered|is missing/) },
      result: true,
    });
  });

  inLong('leaves a site as it was that is to be replaced', async () => {
    await backUp();
    rmSync(largest());
    const other = await createTestSite();
    try {
      await publishComic(other, { title: 'Stays', seed: 3 });
      const before = await stateOf(other);
      expect((await other.run('restore', target, '--force')).status).toBe(1);
      expect(await stateOf(other)).toEqual(before);
    } finally {
      await other.remove();
    }
  });

  inLong('is written anew by the next backup where its length is another', async () => {
    await backUp();
    truncateSync(largest(), 10);
    await backUp();
    expect(await check()).toMatchObject({ status: 0 });
  });

  eachOf<[string, (path: string) => void]>(
    [
      ['cut', (path: string) => truncateSync(path, statSync(path).size - 1)],
      ['altered', (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('"bytes":', '"bytes": '))],
      ['empty', (path: string) => truncateSync(path, 0)],
    ],
    0,
  )('is no snapshot where its manifest is %s: the one before is the newest', async (_, harm) => {
    const first = await backUp();
    const second = await backUp();
    harm(join(target, 'snapshots', `${second.snapshot}.json`));
    expect(await list()).toMatchObject([{ id: first.snapshot }]);
    expect(await check()).toMatchObject({ status: 1, damaged: [`snapshots/${second.snapshot}.json`] });
    expect((await restore(isEmpty, '--snapshot', second.snapshot)).said.status).toBe(1);
    expect((await restore(isEmpty)).said.status).toBe(0);
  });

  inLong('is found among what belongs to no snapshot, by a check of all', async () => {
    await backUp();
    const name = 'a'.repeat(64);
    mkdirSync(join(target, 'objects', 'aa'), { recursive: true });
    writeFileSync(join(target, 'objects', 'aa', name), 'stray');
    expect((await check()).status).toBe(0);
    expect(await check('--all')).toMatchObject({ status: 1, damaged: [`objects/aa/${name}`] });
  });
});

describe('snapshots prune', () => {
  inLong('removes what no rule keeps, and what only that needed', async () => {
    const first = await backUp();
    await source.db.query(`update books set author = 'Bea'`);
    const second = await backUp();
    await source.db.query(`update books set author = 'Cleo'`);
    const third = await backUp();
    const said = await source.run('snapshots', 'prune', '--keep', 'last=2', target, '--json');
    expect(JSON.parse(said.out)).toEqual({ kept: [third.snapshot, second.snapshot], removed: [first.snapshot] });
    const listed = await source.db.query<{ file: string }>('select file from backups where file like $1', [
      `${target}#%`,
    ]);
    expect(listed.rows.map(({ file }) => file).sort()).toEqual(
      [second, third].map(({ snapshot }) => `${target}#${snapshot}`).sort(),
    );
    const before = objects().length;
    expect((await source.run('snapshots', 'prune', '--keep', 'last=1', target)).status).toBe(0);
    expect(objects().length).toBeLessThan(before);
    expect(await check('--all')).toMatchObject({ status: 0 });
    expect((await restore(stateOf)).said.status).toBe(0);
  });

  inLong.each(['last=0', 'all', 'last=1001'])('refuses the rule %s, and removes nothing', async (rule) => {
    await backUp();
    const before = filesIn(target);
    expect((await source.run('snapshots', 'prune', '--keep', rule, target)).status).toBe(1);
    expect(filesIn(target)).toEqual(before);
  });

  inLong(
    'waits for no backup, and removes nothing beside one; a dead one is in the way for a minute at most',
    async () => {
      await backUp();
      await backUp();
      const lock = join(target, 'locks', 'backup-0123456789abcdef.json');
      mkdirSync(join(target, 'locks'), { recursive: true });
      writeFileSync(lock, '{}');
      const refused = await source.run('snapshots', 'prune', '--keep', 'last=1', target);
      expect(refused).toMatchObject({ status: 1, err: expect.stringContaining('a backup is being made') });
      expect(await list()).toHaveLength(2);
      const minuteAgo = new Date(Date.now() - 60_000);
      utimesSync(lock, minuteAgo, minuteAgo);
      expect((await source.run('snapshots', 'prune', '--keep', 'last=1', target)).status).toBe(0);
      expect(await list()).toHaveLength(1);
      expect(readdirSync(join(target, 'locks'))).toEqual([]);
    },
  );
});

describe('a kill', () => {
  eachOf([['objects'], ['tmp'], ['longstrip-repository.json'], ['locks']], 0)(
    'of the first backup, once %s is there, leaves a place for the next one',
    async (name) => {
      const { child, ended } = await start('backup', target);
      while (child.exitCode === null && !existsSync(join(target, name))) await nextTurn();
      child.kill('SIGKILL');
      await ended;
      await backUp();
      expect(await check('--all')).toMatchObject({ status: 0 });
    },
  );

  eachOf([['objects'], ['snapshots'], ['tmp']], 0)('of a backup that writes %s harms no earlier one', async (where) => {
    const first = await backUp();
    await source.db.query(`update books set author = $1`, [`killed at ${where}`]);
    const before = new Set(filesIn(join(target, where)));
    const { child, ended } = await start('backup', target);
    const hasBegun = () => filesIn(join(target, where)).some((path) => !before.has(path));
    while (child.exitCode === null && !hasBegun()) await nextTurn();
    child.kill('SIGKILL');
    await ended;
    expect((await list()).map(({ id }) => id)).toContain(first.snapshot);
    expect(await check('--all')).toMatchObject({ status: 0 });
    expect((await restore(isEmpty, '--snapshot', first.snapshot)).said.status).toBe(0);
    await backUp();
    expect(filesIn(join(target, 'tmp'))).toEqual([]);
    expect(await check('--all')).toMatchObject({ status: 0 });
  });

  inLong('of a prune harms none that it keeps', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await source.db.query(`update books set author = $1`, [`turn ${turn}`]);
      await backUp();
    }
    const before = filesIn(target).length;
    const { child, ended } = await start('snapshots', 'prune', '--keep', 'last=1', target);
    while (child.exitCode === null && filesIn(target).length >= before) await nextTurn();
    child.kill('SIGKILL');
    await ended;
    const [newest] = await list();
    expect((await restore(isEmpty, '--snapshot', newest?.id ?? '')).said.status).toBe(0);
  });
});
