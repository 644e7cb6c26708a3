import sharp from 'sharp';
import { random } from './random.ts';
import { rimStyle } from './svg.ts';

/** A page or a cover before it becomes a file: vector art with an optional paper grain, or a small grid of pixels. */
export type Picture =
  | { width: number; height: number; format: 'png' | 'webp' | 'jpg'; svg: string; grain?: number }
  | { width: number; height: number; format: 'png'; pixels: Uint8Array; scale: number };

export async function renderPicture(picture: Picture): Promise<Buffer> {
  if ('pixels' in picture) return renderPixels(picture);
  const image = sharp(Buffer.from(picture.svg), { limitInputPixels: 100_000_000 }).flatten({ background: '#fff' });
  if (picture.grain) image.composite([{ input: await grain(picture.grain), tile: true, blend: 'soft-light' }]);
  if (picture.format === 'jpg') return image.jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer();
  if (picture.format === 'webp') return image.webp({ quality: 90, effort: 1 }).toBuffer();
  return image.png({ compressionLevel: 4 }).toBuffer();
}

/** `pixels` is RGB at the small size; each becomes a square. */
async function renderPixels(picture: Extract<Picture, { pixels: Uint8Array }>): Promise<Buffer> {
  const { width, height, scale } = picture;
  return sharp(picture.pixels, { raw: { width: width / scale, height: height / scale, channels: 3 } })
    .resize(width, height, { kernel: 'nearest' })
    .png({ compressionLevel: 4 })
    .toBuffer();
}

const grains = new Map<number, Promise<Buffer>>();

/** A tile of fine noise; `strength` 0..1 is how far it strays from middle grey. */
function grain(strength: number): Promise<Buffer> {
  const known = grains.get(strength);
  if (known) return known;
  const size = 256;
  const chance = random('grain');
  const bytes = Uint8Array.from({ length: size * size * 3 }, () => 0);
  for (let index = 0; index < bytes.length; index += 3) {
    const value = 128 + (chance.next() + chance.next() - 1) * 255 * strength;
    bytes.fill(Math.max(0, Math.min(255, value)), index, index + 3);
  }
  const tile = sharp(bytes, { raw: { width: size, height: size, channels: 3 } })
    .png()
    .toBuffer();
  grains.set(strength, tile);
  return tile;
}

export function svg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content.includes('class="rim"') ? rimStyle : ''}${content}</svg>`;
}
