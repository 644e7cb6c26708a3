import type { HashJob, HashResult } from '../wire/jobs-wire.ts';
import { decodedPicture } from './convert.ts';

const side = 32;
/** So many waves in each direction, the slowest ones, which are what an eye sees first: 64 bits. */
const waves = 8;
/** In steps of grey. A wave this near to the middle would be a bit of chance after the next compression. */
const leastOver = 0.3;
/** In steps of grey: with less, a page is paper, ink or night, perhaps with a number at its foot. */
const leastSpread = 3;

const cosines = Array.from({ length: waves }, (_, wave) =>
  Array.from({ length: side }, (_, at) => Math.cos(((2 * at + 1) * wave * Math.PI) / (2 * side))),
);

/** Decodes a picture and says what it looks like; nothing is written. */
export async function hashPicture({ source }: HashJob): Promise<HashResult> {
  const picture = await decodedPicture(source);
  const grey = await picture
    .greyscale()
    .resize({ width: side, height: side, fit: 'fill' })
    .raw({ depth: 'uchar' })
    .toBuffer();
  return { hash: perceptualHash(grey) };
}

/**
 * The perceptual hash of a small grey picture, 64 bits as 16 hexadecimal digits: which of its slow waves are stronger
 * than most. Null: it is of one tone, and like all others of that kind.
 */
function perceptualHash(grey: Uint8Array): string | null {
  const mean = grey.reduce((sum, value) => sum + value, 0) / grey.length;
  const spread = Math.sqrt(grey.reduce((sum, value) => sum + (value - mean) ** 2, 0) / grey.length);
  if (spread < leastSpread) return null;
  const strengths = strengthsOf(grey);
  const inOrder = strengths.slice(1).sort((a, b) => a - b);
  const middle = inOrder[Math.floor(inOrder.length / 2)] ?? 0;
  // The first is the picture's brightness, which says nothing.
  const bits = strengths.map((strength, at) => (at > 0 && strength > middle + leastOver ? '1' : '0')).join('');
  return BigInt(`0b${bits}`).toString(16).padStart(16, '0');
}

/** The slow waves of the discrete cosine transform, row by row. */
function strengthsOf(grey: Uint8Array): number[] {
  const columns = cosines.map((wave) =>
    Array.from({ length: side }, (_, x) =>
      wave.reduce((sum, cosine, y) => sum + cosine * (grey[y * side + x] ?? 0), 0),
    ),
  );
  return columns.flatMap((column, down) =>
    cosines.map((wave, across) => {
      const sum = wave.reduce((total, cosine, x) => total + cosine * (column[x] ?? 0), 0);
      return (sum / side ** 2) * (down > 0 ? Math.SQRT2 : 1) * (across > 0 ? Math.SQRT2 : 1);
    }),
  );
}
