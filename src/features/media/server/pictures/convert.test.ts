import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inLong } from '../../../../server/testing/depth.ts';
import { folderForTests } from '../../../../server/testing/folder.ts';
import type { ImageKind } from '../../rules.ts';
import { movingAvif } from '../../testing/moving-avif.ts';
import { drawAnimatedPng, drawAnimation, drawPicture } from '../../testing/pictures.ts';
import type { ConvertResult } from '../wire/jobs-wire.ts';
import { createWorkerPool, type WorkerPool } from '../workers/worker-pool.ts';

const folder = folderForTests();
let pool: WorkerPool;
let count = 0;

beforeAll(async () => {
  pool = createWorkerPool({ size: 1 });
});

afterAll(() => pool.close());

async function convert(bytes: Buffer, name = 'page.jpg', kinds: ImageKind[] = ['page']) {
  count += 1;
  const outDir = await mkdtemp(join(folder, 'out-'));
  const source = join(folder, `${count}-${name}`);
  await writeFile(source, bytes);
  return await pool.run({ task: 'convert', source, outDir, kinds, avif: true, keepOriginal: true });
}

async function converted(bytes: Buffer, name?: string, kinds?: ImageKind[]): Promise<ConvertResult> {
  const outcome = await convert(bytes, name, kinds);
  if (outcome.state !== 'done') throw new Error(outcome.cause);
  return outcome.result;
}

async function firstFile(result: ConvertResult, name: string): Promise<Buffer> {
  return await readFile(join(result.pictures[0]?.folder ?? '', name));
}

async function pixel(file: Buffer, at: { left: number; top: number }): Promise<number[]> {
  const { data } = await sharp(file)
    .extract({ ...at, width: 1, height: 1 })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

describe('a converted page', () => {
  it('comes in several widths as WebP and AVIF, with its size, placeholder and colour', async () => {
    const { pictures } = await converted(await drawPicture({ width: 1000, height: 1500 }));
    expect(pictures).toHaveLength(1);
    expect(pictures[0]).toMatchObject({ kind: 'page', tile: 0, width: 1000, height: 1500, animated: false });
    expect(pictures[0]?.variants.map(({ name, height }) => [name, height])).toEqual([
      ['w480.webp', 720],
      ['w480.avif', 720],
      ['w800.webp', 1200],
      ['w800.avif', 1200],
      ['w1000.webp', 1500],
      ['w1000.avif', 1500],
    ]);
    expect(pictures[0]?.placeholder).toMatch(/^data:image\/webp;base64,/);
    expect(pictures[0]?.placeholder.length).toBeLessThanOrEqual(200);
    expect(pictures[0]?.color).toMatch(/^#[0-9a-f]{6}$/);
  });

  inLong('is found by its bytes: a PNG named .jpg is a page', async () => {
    const { pictures } = await converted(await drawPicture({ format: 'png' }), 'page.jpg');
    expect(pictures[0]).toMatchObject({ width: 600, height: 800 });
  });

  inLong('stands upright whatever its EXIF orientation', async () => {
    const turned = await sharp(await drawPicture({ width: 400, height: 200 }))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const result = await converted(turned);
    expect(result.pictures[0]).toMatchObject({ width: 200, height: 400 });
    const file = await firstFile(result, 'w200.webp');
    // The dark quarter at the top left moves to the top right.
    expect((await pixel(file, { left: 190, top: 10 }))[0]).toBeLessThan(90);
    expect((await pixel(file, { left: 10, top: 10 }))[0]).toBeGreaterThan(150);
    expect((await sharp(file).metadata()).orientation).toBeUndefined();
  });

  it.each([
    ['CMYK', () => drawPicture().then((bytes) => sharp(bytes).toColourspace('cmyk').jpeg().toBuffer())],
    ['16 bits', () => drawPicture().then((bytes) => sharp(bytes).toColourspace('rgb16').png().toBuffer())],
    ['grey', () => drawPicture().then((bytes) => sharp(bytes).greyscale().png().toBuffer())],
  ])('of %s becomes 8-bit sRGB with its colours kept', async (_name, make) => {
    const result = await converted(await make());
    const file = await firstFile(result, 'w600.webp');
    expect(await sharp(file).metadata()).toMatchObject({ space: 'srgb', depth: 'uchar', width: 600 });
    const dark = await pixel(file, { left: 420, top: 600 });
    for (const channel of dark) expect(channel).toBeLessThan(70);
  });

  it('without background gets a white one', async () => {
    const clear = await sharp({ create: { width: 300, height: 300, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    const file = await firstFile(await converted(clear), 'w300.webp');
    for (const channel of await pixel(file, { left: 5, top: 5 })) expect(channel).toBeGreaterThan(250);
  });

  it.each(['gif', 'webp'] as const)('that is an animated %s stays animated', async (format) => {
    const result = await converted(await drawAnimation(format));
    expect(result.pictures[0]).toMatchObject({ animated: true, width: 120, height: 90 });
    expect(result.pictures[0]?.variants.map(({ name }) => name)).toEqual(['w120.webp']);
    const file = await firstFile(result, 'w120.webp');
    expect(await sharp(file, { animated: true }).metadata()).toMatchObject({ pages: 4, pageHeight: 90 });
  });

  it('that is an animated PNG stays animated, each frame as browsers show it', async () => {
    const png = await drawAnimatedPng([
      { width: 120, height: 90, colour: '#2060c0' },
      { width: 60, height: 90, left: 60, colour: '#c03020', dispose: 1 },
      { width: 60, height: 45, colour: '#20a040', dispose: 2 },
      { width: 10, height: 10, left: 110, top: 80, colour: '#c0302080', blend: 1 },
    ]);
    const result = await converted(png, 'page.png');
    expect(result.pictures[0]).toMatchObject({ animated: true, width: 120, height: 90 });
    const file = await firstFile(result, 'w120.webp');
    const { pages, pageHeight, delay, loop } = await sharp(file, { animated: true }).metadata();
    expect({ pages, pageHeight, delay, loop }).toEqual({
      pages: 4,
      pageHeight: 90,
      delay: [100, 100, 100, 100],
      loop: 0,
    });
    const coloursOf = async (page: number) => {
      const { data } = await sharp(file, { page }).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      return [10, 100].map((left) => {
        const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray((20 * 120 + left) * 4);
        return alpha < 20 ? 'nothing' : red > green && red > blue ? 'red' : green > blue ? 'green' : 'blue';
      });
    };
    expect(await Promise.all([0, 1, 2, 3].map(coloursOf))).toEqual([
      ['blue', 'blue'],
      ['blue', 'red'],
      ['green', 'nothing'],
      ['blue', 'nothing'],
    ]);
  });

  it('that is an animated PNG of wrong frames shows its first one, and with a damaged frame is refused', async () => {
    const still = { width: 60, height: 60, colour: '#2060c0' };
    const outside = await drawAnimatedPng([still, { ...still, left: 10 }]);
    expect((await converted(outside, 'page.png')).pictures[0]).toMatchObject({ animated: false, width: 60 });
    const damaged = await drawAnimatedPng([still, still]);
    damaged.fill(0, damaged.lastIndexOf('fdAT') + 8, damaged.lastIndexOf('IEND') - 8);
    expect(await convert(damaged, 'page.png')).toMatchObject({
      state: 'refused',
      cause: expect.stringMatching(/a frame of its animation/),
    });
  });

  it('that is an animated AVIF shows its first picture, and says so', async () => {
    const result = await converted(movingAvif, 'page.avif');
    expect(result).toMatchObject({
      pictures: [{ animated: false, width: 64, height: 48 }],
      note: expect.stringMatching(/^an animated AVIF, of which only the first picture is shown/),
    });
    const [red = 0, green = 0, blue = 0] = await pixel(await firstFile(result, 'w64.webp'), { left: 60, top: 4 });
    expect(red).toBeGreaterThan(150);
    expect(Math.max(green, blue)).toBeLessThan(90);
  });

  it('that is an animated AVIF gets its postponed AVIF files as well', async () => {
    const source = join(folder, 'moving.avif');
    await writeFile(source, movingAvif);
    const outDir = await mkdtemp(join(folder, 'out-'));
    expect(await pool.run({ task: 'avif', source, outDir, kind: 'page', tile: 0 })).toMatchObject({
      state: 'done',
      result: [{ name: 'w64.avif', width: 64, height: 48 }],
    });
  });

  inLong('that is a tall strip is cut into tiles whose rows are all there', async () => {
    const { pictures } = await converted(await drawPicture({ width: 500, height: 6000 }));
    expect(pictures.map(({ tile, height }) => [tile, height])).toEqual([
      [0, 2000],
      [1, 2000],
      [2, 2000],
    ]);
  });

  inLong('keeps its original, and its hash is that of its bytes', async () => {
    const bytes = await drawPicture();
    const result = await converted(bytes);
    const outDir = join(result.pictures[0]?.folder ?? '', '..');
    expect(await readdir(outDir)).toContain('original');
    expect(await readFile(join(outDir, 'original'))).toEqual(bytes);
    expect(result.sourceHash).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('a thumbnail', () => {
  inLong('is at most 256 px wide and shows only the top of a strip', async () => {
    const { pictures } = await converted(await drawPicture({ width: 800, height: 5000 }), 'page.jpg', ['thumb']);
    expect(pictures).toEqual([expect.objectContaining({ kind: 'thumb', width: 256, height: 384 })]);
  });
});

describe('a JPEG without its end mark', () => {
  const jpeg = (progressive: boolean) =>
    sharp({ create: { width: 300, height: 400, channels: 3, background: '#456' } })
      .jpeg({ progressive })
      .toBuffer();

  it.each([
    ['whole mark', 2, false],
    ['whole mark, and is progressive', 2, true],
    ['last byte', 1, false],
  ])('is taken with a note where it lacks its %s', async (_name, lost, progressive) => {
    const outcome = await convert((await jpeg(progressive)).subarray(0, -lost));
    expect(outcome).toMatchObject({
      state: 'done',
      result: { note: expect.stringMatching(/end mark/), pictures: [{ width: 300, height: 400 }] },
    });
  });

  it('has no note where other bytes follow the mark', async () => {
    const outcome = await convert(Buffer.concat([await jpeg(false), Buffer.from('a tail')]));
    expect(outcome).toMatchObject({ state: 'done' });
    expect(outcome.state === 'done' && 'note' in outcome.result).toBe(false);
  });
});

describe('a refused file', () => {
  it.each<[string, () => Promise<Buffer>, RegExp]>([
    ['empty', async () => Buffer.alloc(0), /^the file is empty$/],
    ['SVG named .png', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /^SVG is not accepted$/],
    ['text named .jpg', async () => Buffer.from('hello'), /^not an image$/],
    ['ZIP named .jpg', async () => Buffer.from('PK\u0003\u0004'), /ZIP archive/],
    [
      'truncated JPEG',
      async () => (await drawPicture({ width: 900, height: 900 })).subarray(0, 6000),
      /corrupt or cut short/,
    ],
    ['truncated PNG', async () => (await drawPicture({ format: 'png' })).subarray(0, 1500), /corrupt/],
    ['truncated WebP', async () => (await drawPicture({ format: 'webp' })).subarray(0, 1500), /corrupt/],
    ['truncated animated AVIF', async () => movingAvif.subarray(0, 1800), /corrupt or cut short/],
    ['animated AVIF without a first picture', async () => movingAvif.subarray(0, 44), /^an animated AVIF without/],
    ['header only', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), /corrupt/],
    [
      'over 50 megapixels',
      async () =>
        await sharp({ create: { width: 8000, height: 6500, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      /too large \(8000 × 6500 px/,
    ],
    [
      'over 16,383 px wide',
      async () =>
        await sharp({ create: { width: 16_400, height: 10, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      /too large/,
    ],
  ])('that is %s names its cause, and the converter lives on', async (_name, make, cause) => {
    const outcome = await convert(await make(), 'page.png');
    expect(outcome).toEqual({ state: 'refused', cause: expect.stringMatching(cause) });
    expect(await convert(await drawPicture({ width: 50, height: 50 }))).toMatchObject({ state: 'done' });
  });
});

describe('the preview of a page', () => {
  it.each([
    ['a page', { width: 1000, height: 1500 }, { width: 64, height: 96 }],
    ['a strip, of which only the top shows', { width: 600, height: 6000 }, { width: 64, height: 96 }],
    ['a small picture', { width: 50, height: 40 }, { width: 25, height: 20 }],
  ])('of %s is tiny, and one file alone', async (_name, size, expected) => {
    const { pictures } = await converted(await drawPicture(size), 'page.jpg', ['blur']);
    expect(pictures).toMatchObject([{ kind: 'blur', ...expected, animated: false }]);
    expect(pictures[0]?.variants).toMatchObject([{ name: `w${expected.width}.webp`, type: 'image/webp' }]);
    expect(pictures[0]?.variants[0]?.bytes).toBeLessThanOrEqual(4096);
  });

  it('cannot be read: lines that are a twentieth of the page apart have run together', async () => {
    const lines = Array.from({ length: 20 }, (_, line) => `<rect x="0" y="${line * 50}" width="1000" height="25"/>`);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000">${lines.join('')}</svg>`;
    const page = await sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).png().toBuffer();
    const file = await firstFile(await converted(page, 'lines.png', ['blur']), 'w64.webp');
    const middle = sharp(file).extract({ left: 16, top: 16, width: 32, height: 32 }).greyscale();
    const tones = [...(await middle.raw().toBuffer())];
    const spread = Math.max(...tones) - Math.min(...tones);
    expect(spread).toBeLessThan(24);
  });

  it('is one still picture of an animation', async () => {
    const { pictures } = await converted(await drawAnimation('webp'), 'moving.webp', ['page', 'blur']);
    expect(pictures.map(({ kind, animated }) => [kind, animated])).toEqual([
      ['page', true],
      ['blur', false],
    ]);
  });
});

describe('the JPEG of a stored picture', () => {
  it.each([
    ['a page', async () => drawPicture({ width: 800, height: 1200, format: 'webp' }), 480, 720],
    ['an animation', async () => drawAnimation('webp'), 120, 90],
  ])('of %s is as wide as asked', async (_, draw, width, height) => {
    const outDir = await mkdtemp(join(folder, 'jpeg-'));
    const source = join(folder, `${width}.webp`);
    await writeFile(source, await draw());
    const outcome = await pool.run({ task: 'jpeg', source, outDir, width });
    const bytes = await readFile(join(outDir, `w${width}.jpg`));
    expect(outcome).toEqual({
      state: 'done',
      result: [{ name: `w${width}.jpg`, type: 'image/jpeg', width, height, bytes: bytes.length }],
    });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width, height });
  });
});
