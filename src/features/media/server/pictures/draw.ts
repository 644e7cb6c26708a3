import sharp from 'sharp';
import { drawingMark, imageLimits, sizeFault } from '../../rules.ts';
import { Refusal } from '../wire/refusal.ts';

/**
 * A drawing as a picture of points on white paper; any other picture as it is. A drawing has no address of its own, so
 * that nothing in it leads to another file.
 */
export async function drawn(source: Buffer): Promise<Buffer> {
  if (!source.subarray(0, drawingMark.length).equals(Buffer.from(drawingMark))) return source;
  const { width, height } = await sharp(source, { limitInputPixels: false }).metadata().catch(refuse);
  const fault = sizeFault({ width, height, frames: 1 });
  if (fault) throw new Refusal(fault);
  return await sharp(source, { limitInputPixels: imageLimits.pixels + 1 })
    .flatten({ background: '#ffffff' })
    .png({ compressionLevel: 1 })
    .toBuffer()
    .catch(refuse);
}

function refuse(error: unknown): never {
  const reason = String(error instanceof Error ? error.message : error).split('\n')[0];
  throw new Refusal(`the drawing cannot be drawn (${reason})`);
}
