import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { readArchive, readWhole, writeArchive } from '../../../server/backup/archive.ts';
import { HEADER_ENTRY, readBackupHeader } from '../../../server/backup/header.ts';
import { findProcessStart } from '../../../server/embedded/process-lock.ts';
import { WRITER_ID } from '../../../server/lease/writer-id.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { longstripProgram } from '../../testing/built.ts';
import { createTestSite, publishComic, runCommand, siteForTests } from '../../testing/site.ts';

let folder: string;
let path: string;
const site = siteForTests();
beforeAll(async () => {
  await publishComic(site, { title: 'Kept', seed: 1 });
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'longstrip-target-'));
  path = join(folder, 'nightly.tar');
  return () => rmSync(folder, { recursive: true, force: true });
});

/** The message has one sentence or two, the file has not changed, and its folder holds no other file. */
async function expectKept(refused: { status: number; out: string; err: string }, why: RegExp, kept: Buffer) {
  expect(refused).toEqual({ status: 1, out: '', err: expect.stringMatching(why) });
  expect(refused.err).not.toMatch(/^ {4}at /m);
  expect(readFileSync(path).equals(kept)).toBe(true);
  expect(readdirSync(folder)).toEqual(['nightly.tar']);
}

async function headerOf(file: string) {
  const handle = await open(file, 'r');
  const header = await readBackupHeader(handle, file);
  await handle.close();
  return header;
}

/** Writes the backup as a version before ids did, made at the given time. */
async function withoutId(from: string, to: string, madeAt: string): Promise<void> {
  const [source, target] = [await open(from, 'r'), await open(to, 'w')];
  const archive = writeArchive(target, new Date(madeAt));
  for await (const entry of readArchive(source, from)) {
    const bytes = (await readWhole(entry, 1e9)) ?? Buffer.alloc(0);
    const { site_id: _, ...header } = entry.name === HEADER_ENTRY ? JSON.parse(bytes.toString()) : { site_id: null };
    const other = entry.name === HEADER_ENTRY ? Buffer.from(JSON.stringify({ ...header, made_at: madeAt })) : bytes;
    await archive.add({ name: entry.name, size: other.length }, [other]);
  }
  await archive.end();
  await Promise.all([source.close(), target.close()]);
}

describe('a backup takes the place of an older one', () => {
  inLong('when it is of the same site, restored or not', async () => {
    expect(await site.run('backup', path)).toMatchObject({ status: 0, err: '' });
    expect(await site.run('backup', path)).toMatchObject({ status: 0, err: '' });
    const restored = await createTestSite({ empty: true });
    expect(await restored.run('restore', path)).toMatchObject({ status: 0, err: '' });
    const { site_id: siteId } = await headerOf(path);
    expect(await restored.run('backup', path)).toMatchObject({ status: 0, err: '' });
    expect(siteId).toMatch(/^[0-9a-f-]{36}$/);
    expect((await headerOf(path)).site_id).toBe(siteId);
    await restored.remove();
    const noted = await site.db.query<{ noted_at: Date }>("select noted_at from server_notes where name = 'backup'");
    expect(Math.abs((noted.rows[0]?.noted_at.getTime() ?? 0) - Date.now())).toBeLessThan(600_000);
  });

  inLong('but never with a backup of a site without users and books', async () => {
    await site.run('backup', path);
    const kept = readFileSync(path);
    const bare = await createTestSite();
    const why = /This site has neither users nor books, and .*nightly\.tar was not replaced/;
    await expectKept(await bare.run('backup', path), why, kept);
    await expectKept(await bare.run('backup', path, '--replace-anyway'), why, kept);
    expect(await bare.run('backup', join(folder, 'new.tar'))).toMatchObject({ status: 0, err: '' });
    await bare.remove();
  });

  inLong('but not with a backup of another site, unless --replace-anyway is given', async () => {
    const other = await createTestSite({ empty: true });
    await other.run('migrate');
    await publishComic(other, { title: 'Other', seed: 40 });
    await site.run('backup', path);
    const kept = readFileSync(path);
    await expectKept(
      await other.run('backup', path),
      /is the backup of another site \(made at .*--replace-anyway/,
      kept,
    );
    expect(await other.run('backup', path, '--replace-anyway')).toMatchObject({ status: 0, err: '' });
    await other.remove();
  });

  inLong('but not when the older one is twice as large, unless --replace-anyway is given', async () => {
    await site.run('backup', path);
    const { size } = await open(path).then(async (file) => {
      const found = await file.stat();
      await file.close();
      return found;
    });
    // The next backup is a little larger than this one, which its list of backups names.
    appendFileSync(path, Buffer.alloc(size + 64 * 1024));
    const kept = readFileSync(path);
    await expectKept(await site.run('backup', path), /bytes and this backup only \d+, so it was not replaced/, kept);
    expect(await site.run('backup', path, '--replace-anyway')).toMatchObject({ status: 0, err: '' });
  });

  inLong('when it has no site id, unless it was made before this site began', async () => {
    const made = join(folder, 'made.tar');
    await site.run('backup', made);
    await withoutId(made, path, new Date().toISOString());
    expect(await site.run('backup', path)).toMatchObject({ status: 0, err: '' });
    await withoutId(made, path, '2020-01-01T00:00:00.000Z');
    rmSync(made);
    await expectKept(await site.run('backup', path), /is the backup of another site/, readFileSync(path));
  });
});

describe('the draft of a killed backup', () => {
  inLong('is removed by the next backup to the same file', async () => {
    const child = spawn(process.execPath, [...longstripProgram, 'backup', path], {
      env: { ...process.env, DATABASE_URL: site.url, DATA_DIR: site.dataDir },
      stdio: 'ignore',
    });
    const ended = once(child, 'close');
    while (child.exitCode === null && readdirSync(folder).length === 0) await nextTurn();
    child.kill('SIGKILL');
    await ended;
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^nightly\.tar\..*\.partial$/)]);
    expect(await site.run('backup', path)).toMatchObject({ status: 0, err: '' });
    expect(readdirSync(folder)).toEqual(['nightly.tar']);
  });

  inLong('stays while its writer lives; files of other programs always stay', async () => {
    const { ppid } = process;
    const running = `nightly.tar.${ppid}-${findProcessStart(ppid)}-${WRITER_ID.slice(-8)}.partial`;
    const elsewhere = ['nightly.tar.77-123-00000000.partial', 'nightly.tar.88.partial'];
    const strange = [running, 'nightly.tar.mine.partial', 'other.tar.88.partial', 'nightly.tar.88'];
    for (const name of [...elsewhere, ...strange]) writeFileSync(join(folder, name), 'x');
    await site.run('backup', path);
    expect(readdirSync(folder).toSorted()).toEqual([...elsewhere, ...strange, 'nightly.tar'].toSorted());
    const longAgo = new Date(Date.now() - 3_600_000);
    for (const name of [...elsewhere, ...strange]) utimesSync(join(folder, name), longAgo, longAgo);
    await site.run('backup', path);
    expect(readdirSync(folder).toSorted()).toEqual([...strange, 'nightly.tar'].toSorted());
  });
});

describe("a disk other than the backup's", () => {
  inLong('may be read-only for the data: a backup writes nothing to the site', async () => {
    const settings = { DATABASE_URL: site.url, DATA_DIR: '/proc/longstrip/data' };
    const bare = await createTestSite();
    expect(await runCommand({ ...settings, DATABASE_URL: bare.url }, ['backup', path])).toMatchObject({
      status: 0,
      err: '',
    });
    expect(existsSync(path)).toBe(true);
    await bare.remove();
  });

  inLong('a folder that may not be written to is named in one sentence', async () => {
    writeFileSync(path, 'x');
    const { status, out, err } = await site.run('backup', '/proc/nightly.tar');
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(/^\/proc\/nightly\.tar was not written: [^\n]*\n$/);
  });
});
