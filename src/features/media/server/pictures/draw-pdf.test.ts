import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { inLong } from '../../../../server/testing/depth.ts';
import { folderForTests } from '../../../../server/testing/folder.ts';
import { makePdf } from '../../testing/archives.ts';
import { drawPdf, isPdf } from '../archives.ts';
import { createMedia, type Media } from '../media.ts';
import type { WorkerPoolOptions } from '../workers/worker-pool.ts';

const home = folderForTests();

async function withMedia<T>(workers: WorkerPoolOptions, work: (media: Media) => Promise<T>): Promise<T> {
  const media = createMedia({ dataDir: await mkdtemp(join(home, 'data-')), workers });
  try {
    return await work(media);
  } finally {
    await media.close();
  }
}

async function write(bytes: Buffer): Promise<string> {
  const path = join(await mkdtemp(join(home, 'given-')), 'book.pdf');
  await writeFile(path, bytes);
  return path;
}

/** Small pages in the order of their heights, so that each one can be told from its picture. */
const pagesOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ width: 1600, height: 20 + i, content: '' }));

describe('the pages of a PDF', () => {
  inLong(
    'come in parts that together are all pages, and no file of a part outlives it',
    async () => {
      const path = await write(makePdf(pagesOf(37)));
      await withMedia({ size: 2 }, async (media) => {
        const heights = new Map<string, number | undefined>();
        const counts = new Set<number>();
        const outcome = await drawPdf(media, path, async ({ entries, pageCount }) => {
          counts.add(pageCount);
          for (const { name, file } of entries)
            heights.set(name, (await sharp(await readFile(file)).metadata()).height);
        });
        expect(outcome).toEqual({ state: 'done', result: null });
        expect([...counts]).toEqual([37]);
        const expected = pagesOf(37).map(({ height }, i) => [`page ${String(i + 1).padStart(4, '0')}.png`, height]);
        expect([...heights].sort(([a], [b]) => (a < b ? -1 : 1))).toEqual(expected);
        expect(await readdir(media.staging)).toEqual([]);
      });
    },
    60_000,
  );

  inLong(
    'cost only their own file, where one of them draws without end',
    async () => {
      const lines = '0 0 m 1 400 299 0 300 400 c S\n'.repeat(1_500_000);
      const hostile = await write(makePdf([...pagesOf(17), { width: 300, height: 400, content: lines }]));
      const good = await write(makePdf(pagesOf(1)));
      await withMedia({ size: 1, timeoutMs: 4000 }, async (media) => {
        expect(await drawPdf(media, hostile, () => Promise.resolve())).toEqual({
          state: 'refused',
          cause: expect.stringMatching(/took longer|needed more/),
        });
        expect(await drawPdf(media, good, () => Promise.resolve())).toMatchObject({ state: 'done' });
        expect(await readdir(media.staging)).toEqual([]);
      });
    },
    240_000,
  );

  inLong(
    'end with the fault of whoever takes them, and nothing stays behind',
    async () => {
      const path = await write(makePdf(pagesOf(40)));
      await withMedia({ size: 1 }, async (media) => {
        await expect(drawPdf(media, path, () => Promise.reject(new Error('the disk is full')))).rejects.toThrow(/disk/);
        expect(await readdir(media.staging)).toEqual([]);
      });
    },
    60_000,
  );

  it('are looked for only in a file that is a PDF by its bytes', async () => {
    expect(await isPdf(await write(makePdf(pagesOf(1))))).toBe(true);
    expect(await isPdf(await write(Buffer.from('no PDF')))).toBe(false);
    expect(await isPdf(join(home, 'absent.pdf'))).toBe(false);
  });
});
