import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ArchiveWriter, readArchive, readWhole, writeArchive } from '../../../server/backup/archive.ts';
import { HEADER_ENTRY, readBackupHeader } from '../../../server/backup/header.ts';
import { takeProcessLock } from '../../../server/embedded/process-lock.ts';
import { type Migration, migrate, readMigrations } from '../../../server/migrations/migrate.ts';
import { packageRoot } from '../../../server/process/package-root.ts';
import { inLong, isLong } from '../../../server/testing/depth.ts';
import { folderForTests } from '../../../server/testing/folder.ts';
import { createTestSite, publishComic, siteForTests, sumFiles, sumTables, type TestSite } from '../../testing/site.ts';
import { makeUser } from '../../testing/users.ts';

/** The first migration, and those that a backup made right after it lacks. */
const [first, ...later] = await readMigrations();

const source = siteForTests();
const folder = folderForTests();
let backup: string;
beforeAll(async () => {
  backup = join(folder, 'good.tar');
  await publishComic(source, { title: 'Kept', seed: 1 });
  await makeUser(source.db, 'ada');
  expect(await source.run('backup', backup)).toMatchObject({ status: 0, err: '' });
});

/** An empty site, which must still be empty after each refusal. */
const target = siteForTests({ empty: true });

async function expectRefusal(file: string, why: RegExp, ...options: string[]): Promise<void> {
  const { status, out, err } = await target.run('restore', file, ...options);
  expect({ status, out }).toEqual({ status: 1, out: '' });
  expect(err).toMatch(why);
  expect(err).not.toMatch(/^ {4}at /m);
  expect([await sumTables(target.db), await sumFiles(target.dataDir)]).toEqual([{}, {}]);
  await target.quiet();
}

/** The same backup with another header and correct sums. */
async function withHeader(name: string, change: (header: object) => object): Promise<string> {
  const path = join(folder, name);
  const from = await open(backup, 'r');
  const to = await open(path, 'w');
  const header = await readBackupHeader(from, backup);
  const archive: ArchiveWriter = writeArchive(to, new Date(header.made_at));
  for await (const entry of readArchive(from, backup)) {
    const bytes = (await readWhole(entry, 1e9)) ?? Buffer.alloc(0);
    const other =
      entry.name === HEADER_ENTRY ? Buffer.from(JSON.stringify(change(JSON.parse(bytes.toString())))) : bytes;
    await archive.add({ name: entry.name, size: other.length }, [other]);
  }
  await archive.end();
  await Promise.all([from.close(), to.close()]);
  return path;
}

describe('a backup that is not whole', () => {
  it('is refused and named wherever it is cut', async () => {
    const bytes = readFileSync(backup);
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const path = join(folder, `cut-${tenth}.tar`);
      writeFileSync(path, bytes.subarray(0, Math.floor((bytes.length * tenth) / 10)));
      await expectRefusal(
        path,
        tenth === 0 ? /cut-0\.tar is not a backup/ : new RegExp(`cut-${tenth}\\.tar is cut short`),
      );
      await rm(path);
    }
    const last = join(folder, 'last.tar');
    writeFileSync(last, bytes.subarray(0, -1));
    await expectRefusal(last, /last\.tar is cut short/, '--force');
  });

  inLong('is refused and named whichever byte of it was changed', async () => {
    const bytes = readFileSync(backup);
    for (let place = 0; place < 13; place += 1) {
      const path = join(folder, `flip-${place}.tar`);
      const at = Math.floor(((bytes.length - 1) * place) / 12);
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      writeFileSync(path, changed);
      await expectRefusal(path, new RegExp(`flip-${place}\\.tar (was altered|is not a backup)`));
      await rm(path);
    }
  });
});

describe('a file that is no backup of ours', () => {
  inLong('is refused and named: pictures, pages, other archives, an empty file', async () => {
    const shelf = join(packageRoot, 'package-lock.json');
    await expectRefusal(shelf, /package-lock\.json is not a backup made by/);
    const other = join(folder, 'other.tar');
    const file = await open(other, 'w');
    const archive = writeArchive(file, new Date());
    await archive.add({ name: 'PG_VERSION', size: 3 }, [Buffer.from('18\n')]);
    await archive.end();
    await file.close();
    await expectRefusal(other, /other\.tar is not a backup made by/);
    await expectRefusal(join(folder, 'nowhere.tar'), /nowhere\.tar cannot be read: ENOENT/);
    await expectRefusal(folder, /is neither empty nor a repository/);
  });

  inLong('is refused, with the version, when a newer version made it', async () => {
    const newer = await withHeader('newer.tar', (header) => ({ ...header, longstrip_backup: 2 }));
    await expectRefusal(newer, /newer\.tar was made by a newer Longstrip, in a form \(2\)/);
    const later = await withHeader('later.tar', (header) => ({
      ...header,
      migrations: [
        ...('migrations' in header ? (header.migrations as object[]) : []),
        { name: '9999_later.sql', checksum: '0' },
      ], // read from our own header
    }));
    await expectRefusal(later, /later\.tar was made by a newer Longstrip: it has 9999_later\.sql/);
  });

  inLong('is refused when its schema comes from other migrations', async () => {
    const ours = await readMigrations();
    const changed = (migration: Migration, index: number) => ({
      name: migration.name,
      checksum: index ? migration.checksum : '0',
    });
    const other = await withHeader('other-checksum.tar', (header) => ({ ...header, migrations: ours.map(changed) }));
    await expectRefusal(other, /other-checksum\.tar was made by another Longstrip: its 0001_schema\.sql/);
    const more = await withHeader('more.tar', (header) => ({
      ...header,
      tables: [{ name: 'books', columns: ['id', 'shelf'] }],
    }));
    await expectRefusal(more, /The backup has books\.shelf, which the migrations do not make/);
  });

  inLong('is refused when the database does not accept its rows', async () => {
    const withoutUser = await withHeader('sequence.tar', (header) => ({
      ...header,
      sequences: [{ name: 'nobody_seq', value: '1', isCalled: true }],
    }));
    await expectRefusal(
      withoutUser,
      /The database did not take what the backup holds: .*nobody_seq.*Nothing was changed/,
    );
  });
});

describe('a place that is not free', () => {
  let site: TestSite;
  let rows: Record<string, string>;
  let files: Record<string, string>;
  beforeEach(async () => {
    site = await createTestSite();
    await publishComic(site, { title: 'Another', seed: 50 });
    [rows, files] = [await sumTables(site.db), await sumFiles(site.dataDir)];
    await site.quiet();
    return () => site.remove();
  });

  async function expectRefused(why: RegExp, ...options: string[]): Promise<void> {
    const { status, out, err } = await site.run('restore', backup, ...options);
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(why);
    expect([await sumTables(site.db), await sumFiles(site.dataDir)]).toEqual([rows, files]);
  }

  inLong('stays as it is without --force, for its rows and for its files', async () => {
    await expectRefused(/The database is not empty: there are rows in \w+\. Give --force/);
    const { status, err } = await target.runIn(site.dataDir, 'restore', backup);
    expect({ status, err }).toMatchObject({
      status: 1,
      err: expect.stringMatching(/media is not empty: .* is not in the backup/),
    });
    expect([await sumTables(target.db), await sumFiles(site.dataDir)]).toEqual([{}, files]);
    await target.quiet();
  });

  inLong('is replaced completely with --force', async () => {
    const restored = await site.run('restore', backup, '--force', '--json');
    expect(restored).toMatchObject({ status: 0, err: '' });
    expect(await sumTables(site.db)).toEqual(await sumTables(source.db));
    expect(await sumFiles(site.dataDir)).toEqual(await sumFiles(source.dataDir));
  });

  inLong(
    'is not replaced while a server on another machine uses its database, nor while a server holds its folder',
    async () => {
      await site.db.query('select 1'); // as a server's pool does
      await expectRefused(/Longstrip uses this database at this moment \("longstrip web \d+-/, '--force');
      await site.quiet();
      const lock = await takeProcessLock(join(site.dataDir, 'server.lock'), { note: 'http://127.0.0.1:3000' });
      await expectRefused(/is in use by process \d+, http:\/\/127\.0\.0\.1:3000\. Stop it first/, '--force');
      lock.release();
    },
  );

  inLong('is not replaced where other objects are in the same schema or depend on its tables', async () => {
    await site.db.query('create table reports (id int)');
    await site.quiet();
    rows = { ...rows, reports: '0 rows ' };
    await expectRefused(/also holds what this version of Longstrip does not know: reports/, '--force');
    await site.db.query('drop table reports; create schema office; create view office.readers as select id from users');
    await site.quiet();
    delete rows.reports;
    await expectRefused(/does not let go of what it holds: .*view office\.readers depends on table users/s, '--force');
  });
});

describe('a backup of an older schema', () => {
  it.skipIf(!isLong || later.length === 0)("is restored and migrated to today's schema", async () => {
    const old = await createTestSite({ empty: true });
    const some = join(folder, 'migrations');
    await mkdir(some);
    cpSync(join(packageRoot, 'migrations', first?.name ?? ''), join(some, first?.name ?? ''));
    await migrate({ url: old.url, directory: some });
    await old.db.query(
      `insert into books (source_key, kind, original_language, tags) values ('old', 'novel', 'en-us', '{a,b}')`,
    );
    const path = join(folder, 'old.tar');
    expect(await old.run('backup', path)).toMatchObject({ status: 0, err: '' });
    const young = await createTestSite({ empty: true });
    const { status, out } = await young.run('restore', path, '--json');
    expect([status, JSON.parse(out).migrated]).toEqual([0, later.map(({ name }) => name)]);
    const { rows } = await young.db.query(
      'select b.source_key, t.tag from books b join book_tags t on t.book_id = b.id order by tag',
    );
    expect(rows).toEqual([
      { source_key: 'old', tag: 'a' },
      { source_key: 'old', tag: 'b' },
    ]);
    expect(await young.run('migrate', '--json')).toMatchObject({ status: 0, out: '{"applied":[]}\n' });
    await Promise.all([old.remove(), young.remove()]);
  });
});

describe('longstrip backup', () => {
  inLong('names missing or damaged files, and leaves the existing backup', async () => {
    const path = join(folder, 'kept.tar');
    copyFileSync(backup, path);
    const kept = readFileSync(path);
    const [original = ''] = Object.keys(await sumFiles(source.dataDir)).filter((file) => file.startsWith('originals/'));
    const file = join(source.dataDir, 'media', original);
    const bytes = readFileSync(file);
    await rename(file, `${file}.away`);
    const missing = await source.run('backup', path);
    expect(missing).toMatchObject({ status: 1, out: '' });
    expect(missing.err).toMatch(/files are missing that the database names \(1\):/);
    expect(missing.err).toContain(file);
    const damagedBytes = Buffer.from(bytes);
    damagedBytes[20] = (damagedBytes[20] ?? 0) ^ 1;
    writeFileSync(file, damagedBytes);
    const damaged = await source.run('backup', path);
    expect(damaged).toMatchObject({ status: 1, out: '' });
    expect(damaged.err).toContain(`${file} is damaged`);
    await unlink(file);
    await rename(`${file}.away`, file);
    expect(readFileSync(path)).toEqual(kept);
    expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
    expect(await source.run('backup', path, '--json')).toMatchObject({ status: 0, err: '' });
  });

  inLong('names pictures of another size than the database says, which it backs up as they are', async () => {
    const [variant = ''] = Object.keys(await sumFiles(source.dataDir)).filter((name) => name.startsWith('images/'));
    const picture = join(source.dataDir, 'media', variant);
    const whole = readFileSync(picture);
    writeFileSync(picture, whole.subarray(0, whole.length - 1));
    const cut = await source.run('backup', join(folder, 'cut.tar'));
    expect(cut).toMatchObject({ status: 0, err: expect.stringContaining(`as they are (1):\n  ${picture}\n`) });
    writeFileSync(picture, whole);
  });

  inLong("refuses a path that cannot be a file, and a database that is not Longstrip's", async () => {
    expect((await source.run('backup', folder)).err).toMatch(/is neither empty nor a repository/);
    expect((await source.run('backup', join(folder, 'no', 'b.tar'))).err).toMatch(/There is no folder .*no\./);
    const { status, err } = await target.run('backup', join(folder, 'none.tar'));
    expect({ status, err }).toEqual({
      status: 1,
      err: expect.stringMatching(/There is no site in .*nothing was changed/),
    });
  });
});
