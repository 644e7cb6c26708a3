import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { type ImageVariant, imageLimits } from '../../rules.ts';
import type { JpegJob } from '../wire/jobs-wire.ts';
import { readAccepted } from './convert.ts';

const jpeg = { quality: 85 };

/** Encodes a stored picture as JPEG, on white paper; of an animation the first picture. */
export async function encodeJpeg({ source, outDir, width }: JpegJob): Promise<ImageVariant[]> {
  const { bytes } = await readAccepted(source);
  const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: imageLimits.pixels + 1 })
    .flatten({ background: '#ffffff' })
    .resize({ width })
    .jpeg(jpeg)
    .toBuffer({ resolveWithObject: true });
  const name = `w${width}.jpg`;
  await writeFile(join(outDir, name), data);
  return [{ name, type: 'image/jpeg', width, height: info.height, bytes: data.length }];
}
