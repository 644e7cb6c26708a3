/** The brands by which a file says that it moves, and the ones of a still picture in their places. */
const stillBrands: Record<string, string> = { avis: 'avif', msf1: 'mif1' };

/** More brands than any program writes. */
const mostBrandBytes = 1024;

/** Where the brands of an AVIF are: the main one, then from byte 16 on those that it fits as well. */
function brandPlaces(source: Buffer): number[] {
  const end = source.length < 16 ? 0 : Math.min(source.length, source.readUInt32BE(0), mostBrandBytes) - 3;
  const places: number[] = [];
  for (let at = 8; at < end; at += 4) if (at !== 12) places.push(at);
  return places;
}

function brandAt(source: Buffer, at: number): string {
  return source.toString('latin1', at, at + 4);
}

/** Whether an AVIF claims to hold a sequence of pictures. */
export function isMovingAvif(source: Buffer): boolean {
  return brandPlaces(source).some((at) => brandAt(source, at) === 'avis');
}

/**
 * The same file under the brands of a still AVIF. The library refuses an animated AVIF, but most of these have their
 * first picture as a still one too, which it then shows. In the others it finds no picture.
 */
export function asStillAvif(source: Buffer): Buffer {
  const still = Buffer.from(source);
  for (const at of brandPlaces(source))
    still.write(stillBrands[brandAt(source, at)] ?? brandAt(source, at), at, 'latin1');
  return still;
}
