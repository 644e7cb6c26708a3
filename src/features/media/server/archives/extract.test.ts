import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inLong } from '../../../../server/testing/depth.ts';
import { folderForTests } from '../../../../server/testing/folder.ts';
import { makeZip, type ZipEntry } from '../../testing/zip.ts';
import { createWorkerPool, type WorkerPool } from '../workers/worker-pool.ts';

const folder = folderForTests();
let pool: WorkerPool;

beforeAll(async () => {
  pool = createWorkerPool({ size: 1 });
});

afterAll(() => pool.close());

async function extract(zip: Buffer) {
  const home = await mkdtemp(join(folder, 'archive-'));
  const archive = join(home, 'book.cbz');
  const outDir = await mkdtemp(join(home, 'out-'));
  await writeFile(archive, zip);
  const outcome = await pool.run({ task: 'extract', archive, outDir });
  // An archive may create files only in the given folder, whatever its names are.
  expect((await readdir(home)).sort()).toEqual(['book.cbz', outDir.split('/').at(-1)]);
  for (const name of await readdir(outDir)) expect(name).toMatch(/^\d{5}$/);
  return outcome;
}

const page: ZipEntry = { name: '001.jpg', data: 'a page' };

describe('an archive', () => {
  inLong('comes apart into its entries, whose names stay names', async () => {
    const outcome = await extract(makeZip([page, { name: 'Book/页 2.jpg', data: 'two', store: true }]));
    if (outcome.state !== 'done') throw new Error(outcome.cause);
    expect(outcome.result.faults).toEqual([]);
    expect(outcome.result.entries.map(({ name }) => name)).toEqual(['001.jpg', 'Book/页 2.jpg']);
    expect(await readFile(outcome.result.entries[1]?.file ?? '', 'utf8')).toBe('two');
  });

  it.each<[string, Buffer]>([
    ['a line end', Buffer.from('\r\n')],
    ['one byte', Buffer.from([0])],
    ['a page of a web site', Buffer.from('<html>'.repeat(100))],
    ['many zeros', Buffer.alloc(200_000)],
    ['what looks like another end', Buffer.from('PK\u0005\u0006')],
    [
      'an end whose comment is longer than the file',
      Buffer.concat([Buffer.from('PK\u0005\u0006'), Buffer.alloc(18, 0xff)]),
    ],
  ])('opens with %s behind its end', async (_name, tail) => {
    const pages: ZipEntry[] = [page, { name: '002.jpg', data: 'two', store: true }];
    const outcome = await extract(Buffer.concat([makeZip(pages), tail]));
    expect(outcome).toMatchObject({
      state: 'done',
      result: { entries: [{ name: '001.jpg' }, { name: '002.jpg' }], faults: [] },
    });
  });

  it('passes over junk and folders quietly', async () => {
    const junk = ['__MACOSX/._001.jpg', 'Thumbs.db', '.hidden', 'sub/'].map((name) => ({ name, data: '' }));
    expect(await extract(makeZip([...junk, page]))).toMatchObject({
      state: 'done',
      result: { entries: [{ name: '001.jpg' }], faults: [] },
    });
  });

  it('has names in older encodings read by what fits', async () => {
    const name = Buffer.from([0xb5, 0xda, 0x31, 0xd2, 0xb3, 0x2e, 0x6a, 0x70, 0x67]); // 第1页.jpg in GB18030
    expect(await extract(makeZip([{ name, data: 'x', flags: 0 }]))).toMatchObject({
      result: { entries: [{ name: '第1页.jpg' }] },
    });
  });

  it.each<[string, ZipEntry, RegExp]>([
    ['a path upwards', { name: '../../evil.jpg', data: 'x' }, /leaves the archive/],
    ['a path upwards with backslashes', { name: '..\\evil.jpg', data: 'x' }, /leaves the archive/],
    ['an absolute path', { name: '/tmp/evil.jpg', data: 'x' }, /absolute/],
    ['a drive letter', { name: 'C:\\evil.jpg', data: 'x' }, /drive letter/],
    ['a NUL in its name', { name: 'evil.jpg\u0000.png', data: 'x' }, /control/],
    ['a link', { name: 'link.jpg', data: '/etc/passwd', unixMode: 0o120777 }, /^a link$/],
    ['a device', { name: 'dev.jpg', data: '', unixMode: 0o020666 }, /special file/],
    ['encryption', { name: 'secret.jpg', data: 'x', flags: 0x801 }, /encrypted/],
    ['an unknown compression', { name: 'odd.jpg', data: 'x', method: 12 }, /not supported/],
    ['a wrong check sum', { name: 'bad.jpg', data: 'x', declaredCrc: 1 }, /check sum/],
    ['a size that lies downwards', { name: 'lie.jpg', data: 'x'.repeat(500), declaredSize: 10 }, /size is not what/],
    ['a size that lies upwards', { name: 'lie.jpg', data: 'x', declaredSize: 50 }, /size is not what/],
    ['data that is no deflate stream', { name: 'broken.jpg', data: 'plain', store: true, method: 8 }, /damaged/],
    ['the name of another entry', { name: '001.JPG', data: 'x' }, /second entry/],
  ])('leaves out an entry with %s, and keeps the rest', async (_name, entry, cause) => {
    const outcome = await extract(makeZip([page, entry, { name: '002.jpg', data: 'another page' }]));
    if (outcome.state !== 'done') throw new Error(outcome.cause);
    expect(outcome.result.entries.map(({ name }) => name)).toEqual(['001.jpg', '002.jpg']);
    expect(outcome.result.faults).toMatchObject([{ name: expect.any(String), cause: expect.stringMatching(cause) }]);
  });

  const zeros = Buffer.alloc(3 * 1024 * 1024);
  it.each<[string, () => Buffer, RegExp]>([
    ['that expands over a hundredfold', () => makeZip([page, { name: 'bomb.jpg', data: zeros }]), /hundredfold/],
    [
      'that lies about expanding over a hundredfold',
      () => makeZip([page, { name: 'bomb.jpg', data: zeros, declaredSize: 100 }]),
      /hundredfold/,
    ],
    [
      'with too many entries',
      () => makeZip(Array.from({ length: 5001 }, (_, index) => ({ name: `${index}.jpg`, data: '' }))),
      /5,000 entries/,
    ],
    [
      'with an entry that says it is over 200 MiB',
      () => makeZip([{ ...page, declaredSize: 201 * 1024 * 1024 }]),
      /200 MiB/,
    ],
    ['that is cut short', () => makeZip([page, page]).subarray(0, 60), /damaged/],
    ['that is no archive', () => Buffer.from('PK\u0003\u0004 and then nothing'), /damaged/],
  ])('%s is refused whole', async (_name, make, cause) => {
    expect(await extract(make())).toEqual({ state: 'refused', cause: expect.stringMatching(cause) });
  });
});

it('a folder that cannot be written to is no damage of the archive', async () => {
  const archive = join(folder, 'whole.cbz');
  await writeFile(archive, makeZip([page]));
  const outcome = await pool.run({ task: 'extract', archive, outDir: join(folder, 'missing') });
  expect(outcome).toEqual({ state: 'refused', cause: expect.stringMatching(/^ENOENT/) });
});
