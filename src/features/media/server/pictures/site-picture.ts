import sharp, { type Sharp } from 'sharp';
import { imageLimits, sniffImage } from '../../rules.ts';
import type { DrawnFile, SitePictureJob, SitePictureResult } from '../wire/jobs-wire.ts';
import { Refusal } from '../wire/refusal.ts';
import { readAccepted } from './convert.ts';

const accepted: readonly string[] = ['png', 'jpeg', 'webp'];
/** Twice the height of the header's logo, and as wide as a phone has room for. */
const logoBox = { width: 640, height: 120 };
/** A launcher may cut a maskable icon to the circle of 80 % in its middle. */
const maskableShare = 0.8;
const white = '#ffffff';
const clear = { r: 0, g: 0, b: 0, alpha: 0 };

/** Draws an operator's picture anew for each of its places: nothing of the given file but its points gets into them. */
export async function drawSitePicture({ source, use }: SitePictureJob): Promise<SitePictureResult> {
  const { bytes, head } = await readAccepted(source);
  const sniffed = sniffImage(head);
  if (!('format' in sniffed) || !accepted.includes(sniffed.format)) throw new Refusal('not a PNG, JPEG or WebP');
  const upright = await sharp(bytes, { failOn: 'error', limitInputPixels: imageLimits.pixels + 1 })
    .autoOrient()
    .toColourspace('srgb')
    .png({ compressionLevel: 1 })
    .toBuffer()
    .catch(refuseCorrupt);
  switch (use) {
    case 'logo':
      return { files: [await drawLogo(upright)] };
    case 'icon':
      return { files: await drawIcons(upright) };
    case 'social':
      return { files: [await drawSocial(upright)] };
  }
}

function refuseCorrupt(error: unknown): never {
  const reason = String(error instanceof Error ? error.message : error).split('\n')[0];
  throw new Refusal(`the picture is corrupt or cut short (${reason})`);
}

const drawLogo = (upright: Buffer) =>
  finish(
    'logo.webp',
    'image/webp',
    sharp(upright)
      .resize({ ...logoBox, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 90, effort: 4 }),
  );

const drawSocial = (upright: Buffer) =>
  finish(
    'social.jpg',
    'image/jpeg',
    sharp(upright)
      .flatten({ background: white })
      .resize({ width: 1200, height: 630, fit: 'cover' })
      .jpeg({ quality: 82 }),
  );

async function drawIcons(upright: Buffer): Promise<DrawnFile[]> {
  const square = (side: number, background: typeof white | typeof clear = clear) =>
    sharp(upright).resize({ width: side, height: side, fit: 'contain', background });
  const maskable = async (side: number) => {
    const inner = await square(Math.round(side * maskableShare))
      .png()
      .toBuffer();
    return sharp({ create: { width: side, height: side, channels: 4, background: white } }).composite([
      { input: inner },
    ]);
  };
  const png = (name: string, picture: Sharp) => finish(name, 'image/png', picture.png({ compressionLevel: 9 }));
  return [
    await png('icon-48.png', square(48)),
    await png('icon-192.png', square(192)),
    await png('icon-512.png', square(512)),
    await png('touch-180.png', square(180, white).flatten({ background: white })),
    await png('maskable-192.png', await maskable(192)),
    await png('maskable-512.png', await maskable(512)),
  ];
}

async function finish(name: string, type: DrawnFile['type'], picture: Sharp): Promise<DrawnFile> {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return { name, type, width: info.width, height: info.height, base64: data.toString('base64') };
}
