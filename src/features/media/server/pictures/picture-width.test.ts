import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type JpegOptions } from 'sharp';
import { describe, expect, it } from 'vitest';
import { folderForTests } from '../../../../server/testing/folder.ts';
import { drawAnimation, drawPicture } from '../../testing/pictures.ts';
import { readPictureWidth } from './picture-width.ts';

const folder = folderForTests();

let count = 0;
async function widthOf(bytes: Buffer): Promise<number | null> {
  count += 1;
  const path = join(folder, String(count));
  await writeFile(path, bytes);
  return await readPictureWidth(path);
}

const size = { width: 301, height: 402 };
const photo = (options: JpegOptions = {}) => drawPicture(size).then((bytes) => sharp(bytes).jpeg(options).toBuffer());

describe('the width in the head of a picture', () => {
  it.each([
    ['JPEG', () => photo()],
    ['progressive JPEG', () => photo({ progressive: true })],
    ['PNG', () => drawPicture({ ...size, format: 'png' })],
    ['WebP', () => drawPicture({ ...size, format: 'webp' })],
    ['WebP without loss', () => photo().then((bytes) => sharp(bytes).webp({ lossless: true }).toBuffer())],
    ['AVIF', () => drawPicture({ ...size, format: 'avif' })],
    ['GIF', () => photo().then((bytes) => sharp(bytes).gif().toBuffer())],
    ['JPEG with EXIF', () => photo().then((bytes) => sharp(bytes).withMetadata().jpeg().toBuffer())],
    ['WebP with a profile', () => photo().then((bytes) => sharp(bytes).withMetadata().webp().toBuffer())],
    ['AVIF with transparency', () => photo().then((bytes) => sharp(bytes).ensureAlpha(0.5).avif().toBuffer())],
  ])('is read of a %s', async (_, draw) => {
    expect(await widthOf(await draw())).toBe(size.width);
  });

  it('is that of the moving picture', async () => {
    expect(await widthOf(await drawAnimation('webp'))).toBe(120);
  });

  it.each([1, 3, 5, 6, 8])('is that of the picture as it is shown, with orientation %i', async (orientation) => {
    const turned = await sharp(await photo())
      .withMetadata({ orientation })
      .jpeg()
      .toBuffer();
    expect(await widthOf(turned)).toBe(orientation >= 5 ? size.height : size.width);
  });

  it('is found behind long notes of a camera, and not beyond all measure', async () => {
    const jpeg = await photo();
    const note = Buffer.alloc(60_002, 32);
    note.writeUInt16BE(0xffee, 0);
    note.writeUInt16BE(60_000, 2);
    const behind = (notes: number) =>
      Buffer.concat([jpeg.subarray(0, 2), ...Array(notes).fill(note), jpeg.subarray(2)]);
    expect(await widthOf(behind(3))).toBe(size.width);
    expect(await widthOf(behind(300))).toBeNull();
  });

  it('is unknown of what is no picture, is cut short or is not there', async () => {
    const jpeg = await photo();
    expect(await widthOf(Buffer.from('no picture'))).toBeNull();
    expect(await widthOf(jpeg.subarray(0, 30))).toBeNull();
    expect(await widthOf((await drawPicture({ format: 'png' })).subarray(0, 12))).toBeNull();
    expect(await readPictureWidth(join(folder, 'none'))).toBeNull();
  });
});
