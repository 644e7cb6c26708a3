import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inLong } from '../../../../server/testing/depth.ts';
import { folderForTests } from '../../../../server/testing/folder.ts';
import {
  bzippedTar,
  encryptedSevenZip,
  lockedSevenZip,
  makePdf,
  makeRar,
  makeRar4,
  makeTar,
  type PlainEntry,
  sevenZip,
  sevenZipBomb,
  sevenZipNames,
  sevenZipPlainNames,
} from '../../testing/archives.ts';
import { createWorkerPool, type WorkerPool } from '../workers/worker-pool.ts';
import { peek } from './extract.ts';
import { startWith } from './seven-zip-names.ts';

const folder = folderForTests();
let pool: WorkerPool;

beforeAll(async () => {
  pool = createWorkerPool({ size: 1 });
});

afterAll(() => pool.close());

async function write(bytes: Buffer): Promise<{ archive: string; outDir: string; home: string }> {
  const home = await mkdtemp(join(folder, 'archive-'));
  const archive = join(home, 'book.cbz');
  const outDir = await mkdtemp(join(home, 'out-'));
  await writeFile(archive, bytes);
  return { archive, outDir, home };
}

async function extract(bytes: Buffer) {
  const { archive, outDir, home } = await write(bytes);
  const outcome = await pool.run({ task: 'extract', archive, outDir });
  // An archive may create files only in the given folder, whatever its names are.
  expect((await readdir(home)).sort()).toEqual(['book.cbz', outDir.split('/').at(-1)]);
  for (const name of await readdir(outDir)) expect(name).toMatch(/^\d{5}$/);
  return outcome;
}

async function contents(bytes: Buffer) {
  const outcome = await extract(bytes);
  if (outcome.state !== 'done') throw new Error(outcome.cause);
  const { entries, faults, note } = outcome.result;
  const read = await Promise.all(entries.map(async ({ name, file }) => [name, await readFile(file, 'utf8')] as const));
  return { read, faults, note };
}

const page: PlainEntry = { name: '001.jpg', data: 'a page' };
const makers = [
  ['RAR 5', makeRar],
  ['RAR 4', makeRar4],
  ['TAR', makeTar],
] as const;

describe.each(makers)('a %s archive', (kind, make) => {
  it('comes apart into its entries, whose names stay names', async () => {
    const name = kind === 'RAR 4' ? 'Book/p 2.jpg' : 'Book/页 2.jpg';
    const { read, faults } = await contents(
      make([page, { name, data: 'two' }, { name: '__MACOSX/._1.jpg', data: 'x' }]),
    );
    expect(faults).toEqual([]);
    expect(read).toEqual([
      ['001.jpg', 'a page'],
      [name, 'two'],
    ]);
  });

  it.each([
    ['a path upwards', { name: '../../evil.jpg', data: 'x' }, /leaves the archive/],
    ['an absolute path', { name: '/tmp/evil.jpg', data: 'x' }, /absolute/],
    ['the name of another entry', { name: '001.JPG', data: 'x' }, /second entry/],
  ])('leaves out an entry with %s, and keeps the rest', async (_name, entry, cause) => {
    const { read, faults } = await contents(make([page, entry, { name: '002.jpg', data: 'two' }]));
    expect(read.map(([name]) => name)).toEqual(['001.jpg', '002.jpg']);
    expect(faults).toEqual([{ name: expect.any(String), cause: expect.stringMatching(cause) }]);
  });

  inLong('is refused whole with too many entries', async () => {
    const many = Array.from({ length: 5001 }, (_, index) => ({ name: `${index}.jpg`, data: 'x' }));
    expect(await extract(make(many))).toEqual({ state: 'refused', cause: expect.stringMatching(/5,000 entries/) });
  });

  it('is refused or loses an entry where it is cut short, and ends nothing else', async () => {
    const whole = make([page, { name: '002.jpg', data: 'two'.repeat(500) }]);
    const outcome = await extract(whole.subarray(0, whole.length - 1400));
    if (outcome.state === 'done') expect(outcome.result.faults).toHaveLength(1);
    else expect(outcome.cause).toMatch(/damaged/);
    expect(await extract(make([page]))).toMatchObject({ state: 'done' });
  });

  it('gives its metadata without being taken apart', async () => {
    const text = '<ComicInfo><Series>S</Series></ComicInfo>';
    const { archive } = await write(make([page, { name: 'Book/ComicInfo.xml', data: text }]));
    expect(await pool.run({ task: 'peek', archive, name: 'comicinfo.xml' })).toEqual({
      state: 'done',
      result: { texts: [{ name: 'Book/ComicInfo.xml', text }] },
    });
  });
});

describe.each([
  ['RAR 5', makeRar],
  ['RAR 4', makeRar4],
] as const)('a %s archive', (_kind, make) => {
  it('loses a damaged entry and keeps the rest', async () => {
    const bad = { name: 'bad.jpg', data: 'x'.repeat(300), declaredCrc: 1 };
    const { read, faults } = await contents(make([page, bad, { name: '002.jpg', data: 'two' }]));
    expect(read.map(([name]) => name)).toEqual(['001.jpg', '002.jpg']);
    expect(faults).toEqual([{ name: 'bad.jpg', cause: expect.stringMatching(/damaged/), isUnread: true }]);
  });

  it('is refused whole where it says that it expands beyond measure', async () => {
    const outcome = await extract(make([page, { name: 'bomb.jpg', data: 'x', declaredSize: 3_000_000 }]));
    expect(outcome).toEqual({ state: 'refused', cause: expect.stringMatching(/hundredfold/) });
  });
});

it('a RAR archive has its encrypted entries named', async () => {
  const { read, faults } = await contents(
    makeRar([page, { name: 'secret.jpg', data: 'x'.repeat(16), isEncrypted: true }]),
  );
  expect(read).toEqual([['001.jpg', 'a page']]);
  expect(faults).toEqual([{ name: 'secret.jpg', cause: 'encrypted', isUnread: true }]);
});

describe('a TAR archive', () => {
  it('may have names longer than its headers', async () => {
    const name = `${'Book/'.repeat(30)}页.jpg`;
    expect((await contents(makeTar([{ name, data: 'x' }]))).read).toEqual([[name, 'x']]);
  });

  it.each([
    ['1', 'a link'],
    ['2', 'a link'],
    ['3', 'a device or other special file'],
  ])('leaves out an entry of type %s: %s', async (type, cause) => {
    const { read, faults } = await contents(makeTar([page, { name: 'x.jpg', data: '', type }]));
    expect(read).toHaveLength(1);
    expect(faults).toEqual([{ name: 'x.jpg', cause }]);
  });

  it('is refused where an entry says it is longer than the file', async () => {
    const lie = makeTar([{ ...page, declaredSize: 100_000 }]);
    expect(await extract(lie)).toEqual({ state: 'refused', cause: expect.stringMatching(/ends within an entry/) });
  });
});

describe('a compressed TAR', () => {
  it('comes apart like a plain one, with names in every script', async () => {
    const tar = makeTar([page, { name: '页.jpg', data: 'two' }, { name: 'x.jpg', data: '', type: '2' }]);
    const { read, faults, note } = await contents(gzipSync(tar));
    expect(note).toBeUndefined();
    expect(read).toEqual([
      ['001.jpg', 'a page'],
      ['页.jpg', 'two'],
    ]);
    expect(faults).toEqual([{ name: 'x.jpg', cause: 'a link' }]);
  });

  it('in bzip2 is unpacked too; an entry with a name outside ASCII is named by its position', async () => {
    const { read, note } = await contents(bzippedTar);
    expect(note).toMatch(/names beyond plain ASCII/);
    expect(read).toEqual([
      ['001.jpg', 'a page'],
      ['entry 0002', 'two'],
    ]);
  });

  inLong('is read as a whole where it is large, and gives its metadata without being taken apart', async () => {
    const noise = randomBytes(3_000_000);
    const text = '<ComicInfo><Series>S</Series></ComicInfo>';
    const packed = gzipSync(
      makeTar([
        { name: 'a.jpg', data: noise },
        { name: 'ComicInfo.xml', data: text },
      ]),
    );
    const outcome = await extract(packed);
    if (outcome.state !== 'done') throw new Error(outcome.cause);
    expect(noise.equals(await readFile(outcome.result.entries[0]?.file ?? ''))).toBe(true);
    const { archive } = await write(packed);
    expect(await pool.run({ task: 'peek', archive, name: 'comicinfo.xml' })).toMatchObject({
      result: { texts: [{ name: 'ComicInfo.xml', text }] },
    });
  });

  it.each([
    [
      'that expands over a hundredfold',
      gzipSync(makeTar([{ name: 'z.jpg', data: Buffer.alloc(3_000_000) }])),
      /hundredfold/,
    ],
    ['that is something else', gzipSync('no archive at all'), /damaged/],
    ['that is cut short', gzipSync(makeTar([page])).subarray(0, 40), /damaged/],
  ])('%s is refused whole', async (_name, bytes, cause) => {
    expect(await extract(bytes)).toEqual({ state: 'refused', cause: expect.stringMatching(cause) });
  });
});

describe('a 7-Zip archive', () => {
  it('comes apart into its entries', async () => {
    const { read, faults, note } = await contents(sevenZip);
    expect({ faults, note }).toEqual({ faults: [], note: undefined });
    expect(read).toEqual([
      ['001.jpg', 'a page'],
      ['Sub/ComicInfo.xml', '<ComicInfo><Series>S</Series></ComicInfo>'],
      ['Sub/页 2.jpg', 'two'],
    ]);
  });

  it.each([
    ['packed', sevenZipNames],
    ['plain', sevenZipPlainNames],
  ])('keeps names in every script, where its header is %s', async (_kind, bytes) => {
    const { read, faults, note } = await contents(bytes);
    expect({ faults, note }).toEqual({ faults: [], note: undefined });
    expect(read).toEqual([
      ['第一话/页 2.jpg', 'two'],
      ['😀 10.jpg', 'ten'],
      ['الصفحة é.jpg', 'nine'],
      ['plain*.jpg', 'plain'],
    ]);
  });

  it('whose header we do not understand gives such names by their places, and digits stay', async () => {
    const at = 32 + Number(sevenZipPlainNames.readBigUInt64LE(12));
    // A list of properties of the archive; no program writes one, and the library skips it.
    const header = Buffer.concat([Buffer.from([1, 2, 0]), sevenZipPlainNames.subarray(at + 1)]);
    const start = startWith(sevenZipPlainNames, header, at);
    const { read, note } = await contents(Buffer.concat([start, sevenZipPlainNames.subarray(32, at), header]));
    expect(note).toMatch(/names beyond plain ASCII/);
    expect(read.map(([name]) => name)).toEqual([
      '___/_ 2 (2).jpg',
      expect.stringMatching(/^_+ 10 \(3\)\.jpg$/),
      '______ _ (4).jpg',
      'plain_ (5).jpg',
    ]);
  });

  inLong('has its encrypted entries named, and is refused where its names are encrypted too', async () => {
    const { read, faults } = await contents(encryptedSevenZip);
    expect(read).toEqual([]);
    expect(new Set(faults.map(({ cause }) => cause))).toEqual(new Set(['encrypted']));
    expect(await extract(lockedSevenZip)).toEqual({ state: 'refused', cause: 'the archive is encrypted' });
  });

  it.each([
    ['that expands over a hundredfold', sevenZipBomb, /hundredfold/],
    ['that is cut short', sevenZip.subarray(0, 120), /damaged/],
    ['that is only a beginning', sevenZip.subarray(0, 12), /damaged/],
  ])('%s is refused whole', async (_name, bytes, cause) => {
    expect(await extract(bytes)).toEqual({ state: 'refused', cause: expect.stringMatching(cause) });
  });

  it('gives its metadata without being taken apart', async () => {
    const { archive } = await write(sevenZip);
    expect(await pool.run({ task: 'peek', archive, name: 'comicinfo.xml' })).toMatchObject({
      result: { texts: [{ name: 'Sub/ComicInfo.xml', text: '<ComicInfo><Series>S</Series></ComicInfo>' }] },
    });
  });
});

describe('a PDF', () => {
  it('becomes one picture a page, as wide as our widest and never beyond measure', async () => {
    const outcome = await extract(
      makePdf([
        { width: 300, height: 400 },
        { width: 100, height: 3000 },
      ]),
    );
    if (outcome.state !== 'done') throw new Error(outcome.cause);
    const { entries, faults } = outcome.result;
    expect(faults).toEqual([]);
    expect(entries.map(({ name }) => name)).toEqual(['page 0001.png', 'page 0002.png']);
    const [first, second] = await Promise.all(entries.map(({ file }) => sharp(file).metadata()));
    expect(first).toMatchObject({ width: 1600, height: 2133 });
    expect((second?.width ?? 0) * (second?.height ?? 0)).toBeLessThanOrEqual(24_100_000);
    const { data } = await sharp(entries[0]?.file).raw().toBuffer({ resolveWithObject: true });
    expect([data[0], data.at(-3)]).toEqual([255, 255]);
    expect(data.includes(0)).toBe(true);
  });

  inLong('is the same picture each time', async () => {
    const hashes = await Promise.all(
      [1, 2].map(async () => {
        const outcome = await extract(makePdf([{ width: 300, height: 400 }]));
        return outcome.state === 'done' ? outcome.result.entries[0]?.sha256 : outcome.cause;
      }),
    );
    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(hashes[1]).toBe(hashes[0]);
  });

  const encrypt = `/Encrypt<</Filter/Standard/V 1/R 2/O<${'00'.repeat(32)}>/U<${'00'.repeat(32)}>/P -4>>/ID[<00><00>]`;
  it.each([
    ['that is encrypted', makePdf([{ width: 300, height: 400 }], encrypt), 'the PDF is encrypted'],
    ['that is a beginning only', Buffer.from('%PDF-1.7\n'), /the PDF is damaged/],
    [
      'with too many pages',
      makePdf(Array.from({ length: 2001 }, () => ({ width: 3, height: 4, content: '' }))),
      'the PDF has over 2,000 pages',
    ],
  ])('%s is refused whole', async (_name, bytes, cause) => {
    const expected = typeof cause === 'string' ? cause : expect.stringMatching(cause);
    expect(await extract(bytes)).toEqual({ state: 'refused', cause: expected });
  });

  inLong(
    'that draws without end is given up',
    async () => {
      const impatient = createWorkerPool({ size: 1, timeoutMs: 4000 });
      try {
        const lines = '0 0 m 1 400 299 0 300 400 c S\n'.repeat(1_500_000);
        const { archive, outDir } = await write(makePdf([{ width: 300, height: 400, content: lines }]));
        expect(await impatient.run({ task: 'extract', archive, outDir })).toEqual({
          state: 'refused',
          cause: expect.stringMatching(/took longer|needed more/),
        });
      } finally {
        await impatient.close();
      }
    },
    60_000,
  );
});

it.skipIf(process.platform !== 'linux')('a refused RAR archive is closed', async () => {
  const locked = makeRar(Array.from({ length: 5001 }, (_, index) => ({ name: `${index}.jpg`, data: 'x' })));
  const { archive } = await write(locked);
  const opened = async () => {
    const files = await readdir('/proc/self/fd');
    const targets = await Promise.all(files.map((file) => readlink(`/proc/self/fd/${file}`).catch(() => '')));
    return targets.filter((target) => target === archive).length;
  };
  await expect(peek({ task: 'peek', archive, name: 'comicinfo.xml' }, () => undefined)).rejects.toThrow(/5,000/);
  expect(await opened()).toBe(0);
});

it('a peek gives a sign of life at each entry', async () => {
  const { archive } = await write(makeTar([page, { name: '002.jpg', data: 'two' }]));
  let signs = 0;
  await peek({ task: 'peek', archive, name: 'comicinfo.xml' }, () => {
    signs += 1;
  });
  expect(signs).toBe(2);
});
