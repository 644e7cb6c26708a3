import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';

const endMark = Buffer.from('PK\u0005\u0006', 'latin1');
const endBytes = 22;
const longestComment = 0xffff;
const longestTail = 1024 * 1024;

/**
 * Where a ZIP ends. Downloads and uploads put bytes behind that place, a line end or more, which other programs pass over.
 * Null: nothing in the file looks like its end.
 */
export async function endOfZip(path: string): Promise<{ end: number; size: number } | null> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, endBytes + longestComment + longestTail);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    const end = endIn(buffer, size - length);
    return end === null ? null : { end, size };
  } finally {
    await handle.close();
  }
}

/** The last mark whose comment fits, and before which the list of entries fits. */
function endIn(bytes: Buffer, start: number): number | null {
  let at = bytes.lastIndexOf(endMark);
  for (; at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(endMark, at - 1)) {
    if (at + endBytes > bytes.length) continue;
    const end = at + endBytes + bytes.readUInt16LE(at + 20);
    const listed = bytes.readUInt32LE(at + 12);
    if (end <= bytes.length && (listed === 0xffffffff || listed <= start + at)) return start + end;
  }
  return null;
}

/** Reads a file for the ZIP library, which takes the end of the file for the archive's. */
export class FileReader extends RandomAccessReader {
  readonly #path: string;

  constructor(path: string) {
    super();
    this.#path = path;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.#path, { start, end: end - 1 });
  }
}
