import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { makeBook } from '../../../features/catalog/testing/books.ts';
import { imageFolder, mediaFolders, originalFile } from '../../../features/media/testing/files.ts';
import { makeImage } from '../../../features/media/testing/images.ts';
import { findNote } from '../../../server/database/server-notes.ts';
import { eachOf, inLong } from '../../../server/testing/depth.ts';
import { createTestSite, sumFiles, sumTables, type TestSite } from '../../testing/site.ts';

let site: TestSite;
let target: TestSite;
let home: string;
let repository: string;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'longstrip-damaged-'));
  repository = `${join(home, 'repository')}/`;
  site = await createTestSite();
  target = await createTestSite({ empty: true });
});
afterEach(async () => {
  await site.remove();
  await target.remove();
  rmSync(home, { recursive: true, force: true });
});

/** Publishes a book of one picture, with its files of so many bytes; returns their names in a backup. */
async function publish(bytesOfFile: number): Promise<{ variant: string; original: string }> {
  const imageId = await makeImage(site.db);
  await makeBook(site.db, { chapters: [{ editions: { 'en-us': { imageIds: [imageId] } } }] });
  const bytes = randomBytes(bytesOfFile);
  const hash = createHash('sha256').update(bytes).digest('hex');
  await site.db.query(
    `update images set source_hash = decode($2, 'hex'),
       variants = jsonb_set(variants, '{0,bytes}', to_jsonb($3::int)) where id = $1`,
    [imageId, hash, bytesOfFile],
  );
  const folders = mediaFolders(site.dataDir);
  const paths = [join(imageFolder(folders, imageId), 'w480.webp'), originalFile(folders, hash)];
  for (const path of paths) await mkdir(dirname(path), { recursive: true });
  await writeFile(paths[0] ?? '', randomBytes(bytesOfFile));
  await writeFile(paths[1] ?? '', bytes);
  const nameOf = (path = '') => path.slice(site.dataDir.length + 1);
  return { variant: nameOf(paths[0]), original: nameOf(paths[1]) };
}

const pathOfObject = (sum: string) => join(repository, 'objects', sum.slice(0, 2), sum);
const sumOf = (name: string) =>
  createHash('sha256')
    .update(readFileSync(join(site.dataDir, name)))
    .digest('hex');

/** Flips one bit of an object, as a disk does: without a new time. */
function flip(sum: string): void {
  const bytes = readFileSync(pathOfObject(sum));
  const { atime, mtime } = statSync(pathOfObject(sum));
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(pathOfObject(sum), bytes);
  utimesSync(pathOfObject(sum), atime, mtime);
}

/** The sum of the object of an index, and those of the entries that it names. */
function readIndex(): { index: string; entries: Map<string, string> } {
  const [manifest = ''] = readdirSync(join(repository, 'snapshots'));
  const [line = ''] = readFileSync(join(repository, 'snapshots', manifest), 'utf8').split('\n');
  const index: string = JSON.parse(line).index.key.slice(-64);
  const lines = readFileSync(pathOfObject(index), 'utf8').trimEnd().split('\n');
  return { index, entries: new Map(lines.map((text) => [text.split(' ')[2] ?? '', text.split(' ')[0] ?? ''])) };
}

const restore = (...more: string[]) => target.run('restore', repository, ...more);

describe('a site that has lost a picture', () => {
  const isNoted = async () => (await findNote(site.db, 'backup incomplete')) !== null;

  inLong('is backed up all the same, and the backup says what it lacks until one is whole', async () => {
    const [lost, whole] = [await publish(1000), await publish(1000)];
    const path = join(site.dataDir, lost.variant);
    const bytes = readFileSync(path);
    await rm(path);
    const said = await site.run('backup', repository);
    expect([said.status, said.err]).toEqual([1, expect.stringContaining(path)]);
    expect(await isNoted()).toBe(true);
    expect((await site.run('backup', join(home, 'site.backup'))).status).toBe(1);
    const again = await site.run('backup', join(home, 'site.backup'));
    expect([again.status, again.err]).toEqual([1, expect.stringContaining('was not replaced')]);
    expect((await restore()).status).toBe(0);
    expect(await sumTables(target.db)).toEqual(await sumTables(site.db));
    expect(await sumFiles(target.dataDir)).toHaveProperty([whole.variant.slice('media/'.length)]);
    await writeFile(path, bytes);
    expect(await site.run('backup', repository)).toMatchObject({ status: 0, err: '' });
    expect(await isNoted()).toBe(false);
  });
});

describe('a snapshot with damaged objects', () => {
  eachOf([[1000], [2_000_000]], 1)(
    'comes back without its damaged pictures of %s bytes, each of which is named',
    async (size) => {
      const [damaged, missing, whole] = [await publish(size), await publish(size), await publish(size)];
      expect(await site.run('backup', repository)).toMatchObject({ status: 0, err: '' });
      const rows = await sumTables(site.db);
      flip(sumOf(damaged.variant));
      flip(sumOf(damaged.original));
      await rm(pathOfObject(sumOf(missing.original)));
      const plain = await restore();
      expect([plain.status, plain.err]).toEqual([1, expect.stringContaining('--without-damaged-pictures')]);
      expect(await sumFiles(target.dataDir)).toEqual({});
      const said = await restore('--json', '--without-damaged-pictures');
      const lost = [damaged.variant, damaged.original, missing.original].toSorted();
      expect([said.status, JSON.parse(said.out).left_out]).toEqual([1, lost]);
      expect(await sumTables(target.db)).toEqual(rows);
      const expected = [whole.variant, whole.original, missing.variant].map((name) => name.slice('media/'.length));
      expect(Object.keys(await sumFiles(target.dataDir)).toSorted()).toEqual(expected.toSorted());
    },
  );

  const isAlerted = async () => (await findNote(site.db, 'backup damaged')) !== null;
  /** When each snapshot was verified, the oldest first, as the studio tells it; the list of the folder says the same. */
  async function readVerified(): Promise<(string | null)[]> {
    const { rows } = await site.db.query<{ verified_at: Date | null }>('select verified_at from backups order by id');
    const told = rows.map(({ verified_at: at }) => at?.toISOString() ?? null);
    const listed = JSON.parse((await site.run('snapshots', 'list', repository, '--json')).out);
    expect(listed.map(({ verified }: { verified: string | null }) => verified)).toEqual(told.toReversed());
    return told;
  }
  const aTime = expect.any(String);
  const check = async (...more: string[]) => (await site.run('snapshots', 'check', repository, ...more)).status;

  inLong('count as verified from the time at which they were read and found whole', async () => {
    const { original } = await publish(1000);
    expect((await site.run('backup', repository)).status).toBe(0);
    expect(await readVerified()).toEqual([null]);
    expect(await check()).toBe(0);
    expect(await readVerified()).toEqual([aTime]);
    // The later one shares the damaged object: a check of it alone speaks for both.
    flip(sumOf(original));
    expect((await site.run('backup', repository)).status).toBe(0);
    expect(await check()).toBe(1);
    expect(await readVerified()).toEqual([null, null]);
    flip(sumOf(original));
    expect(await check('--all')).toBe(0);
    expect(await readVerified()).toEqual([aTime, aTime]);
  });

  inLong('are found by the reading of a share, and written anew by the next backup', async () => {
    const { variant, original } = await publish(1000);
    expect((await site.run('backup', repository)).status).toBe(0);
    const part = [...readIndex().entries].find(([name]) => name.includes('books'))?.[1] ?? '';
    const harmed = [part, sumOf(variant), sumOf(original)];
    // What was written in the last millisecond before a reading is read again by the next one.
    for (const sum of harmed) utimesSync(pathOfObject(sum), new Date(0), new Date(0));
    expect([await check('--share'), await isAlerted()]).toEqual([0, false]);
    for (const sum of harmed) flip(sum);
    // What was read a moment ago is not due.
    expect(await check('--share')).toBe(0);
    await rm(join(repository, 'readings.json'));
    const said = await site.run('snapshots', 'check', '--share', repository);
    expect([said.status, said.err]).toEqual([1, expect.stringContaining(part)]);
    expect([await isAlerted(), await readVerified()]).toEqual([true, [null]]);
    expect(await site.run('backup', repository)).toMatchObject({ status: 0, err: '' });
    expect(await isAlerted()).toBe(false);
    expect([await check('--share'), await readVerified()]).toEqual([0, [aTime, aTime]]);
    const older = (await site.run('snapshots', 'list', repository, '--json')).out;
    expect((await restore('--snapshot', JSON.parse(older)[1].id)).status).toBe(0);
    expect(Object.keys(await sumFiles(target.dataDir))).toHaveLength(2);
  });

  inLong('that the site cannot write anew alert until their snapshot is removed', async () => {
    await publish(1000);
    expect((await site.run('backup', repository)).status).toBe(0);
    const { index } = readIndex();
    flip(index);
    expect(await check()).toBe(1);
    expect((await site.run('backup', repository)).status).toBe(0);
    expect([await check(), await isAlerted(), await readVerified()]).toEqual([0, true, [null, aTime]]);
    expect((await site.run('snapshots', 'prune', '--keep', 'last=1', repository)).status).toBe(0);
    expect([await check('--share'), await isAlerted(), await readVerified()]).toEqual([0, false, [aTime]]);
  });

  inLong('does not come back where the list of entries, or a part of the database, is damaged', async () => {
    await publish(1000);
    expect((await site.run('backup', repository)).status).toBe(0);
    const { index, entries } = readIndex();
    const part = [...entries].find(([name]) => name.includes('books'))?.[1] ?? '';
    for (const sum of [index, part]) {
      flip(sum);
      const said = await restore('--without-damaged-pictures');
      expect([said.status, said.err]).toEqual([1, expect.stringContaining('was altered')]);
      expect(await sumFiles(target.dataDir)).toEqual({});
      flip(sum);
    }
    expect((await restore()).status).toBe(0);
  });
});
