/** A JPEG's marks: the beginning of the picture's data, and the end of the file. */
const dataMark = Buffer.from([0xff, 0xda]);
const endMark = Buffer.from([0xff, 0xd9]);

/**
 * A JPEG whose file lacks its end mark, with one; null where it has one. Only decoding tells whether more than the mark
 * was lost. Decoders of the other formats need no end mark.
 */
export function withEndMark(jpeg: Buffer): Buffer | null {
  // Within the data no other mark looks like the end; that of a small view in the head stands before the data.
  const data = jpeg.lastIndexOf(dataMark);
  if (data < 0 || jpeg.lastIndexOf(endMark) > data) return null;
  const isHalfThere = jpeg.at(-1) === 0xff;
  return Buffer.concat([isHalfThere ? jpeg.subarray(0, -1) : jpeg, endMark]);
}
