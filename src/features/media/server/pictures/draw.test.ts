import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawPicture } from '../../testing/pictures.ts';
import { drawn } from './draw.ts';

const mark = '<?longstrip-drawing 1?>';
const svg = (inner: string, size = 'width="40" height="20"') =>
  Buffer.from(
    `${mark}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inner}</svg>`,
  );

describe('a drawing', () => {
  let home: string;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'longstrip-draw-'));
    await writeFile(
      join(home, 'black.png'),
      await sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
        .png()
        .toBuffer(),
    );
  });
  afterAll(() => rm(home, { recursive: true }));

  const colourOf = async (source: Buffer) => {
    const { dominant } = await sharp(await drawn(source)).stats();
    return [dominant.r > 128, dominant.g > 128, dominant.b > 128];
  };

  it('is drawn on white paper in its own size; another picture stays as it is', async () => {
    const made = await sharp(await drawn(svg('<rect width="9" height="9"/>'))).metadata();
    expect([made.format, made.width, made.height]).toEqual(['png', 40, 20]);
    expect(await colourOf(svg('<path d="M0 0"/>'))).toEqual([true, true, true]);
    const picture = await drawPicture({ width: 5, height: 5, seed: 1 });
    expect(await drawn(picture)).toBe(picture);
  });

  it('reaches no file, even one that was not written by us', async () => {
    const file = join(home, 'black.png');
    for (const address of [file, `file://${file}`, 'black.png']) {
      const image = `<image xlink:href="${address}" width="40" height="20"/>`;
      expect(await colourOf(svg(image))).toEqual([true, true, true]);
    }
    const data = `data:image/png;base64,${(await readFile(file)).toString('base64')}`;
    expect(
      await colourOf(svg(`<image xlink:href="${data}" width="40" height="20"/><rect width="40" height="20"/>`)),
    ).toEqual([false, false, false]);
  });

  it.each([
    ['too large', svg('<rect width="9" height="9"/>', 'width="100000" height="100000"'), /too large/],
    ['nothing', svg('', ''), /cannot be drawn/],
    ['no XML', Buffer.from(`${mark}<svg`), /cannot be drawn/],
  ])('that is %s is refused', async (_name, source, cause) => {
    await expect(drawn(source)).rejects.toThrow(cause);
  });
});
