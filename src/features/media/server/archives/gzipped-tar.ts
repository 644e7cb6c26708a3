import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { Refusal } from '../wire/refusal.ts';
import { isSystemError, type PackedArchive } from './archive-bounds.ts';
import { type TarBytes, tarEntries } from './tar.ts';

/** Reads a TAR within gzip while it is decompressed, from beginning to end: no copy is stored. */
export async function openGzippedTar(path: string): Promise<PackedArchive> {
  const file = createReadStream(path);
  const unpacked = createGunzip();
  file.on('error', (error) => unpacked.destroy(error));
  file.pipe(unpacked);
  const close = async () => {
    file.destroy();
    unpacked.destroy();
  };
  return { entries: () => tarEntries(forwardBytes(unpacked)), close };
}

function forwardBytes(stream: AsyncIterable<Buffer>): TarBytes {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  let at = 0;
  const next = async (): Promise<boolean> => {
    const { value, done } = await chunks.next().catch(refuse);
    if (done) return false;
    rest = value;
    return true;
  };
  const take = async (length: number, into: Buffer[] | null): Promise<void> => {
    for (let left = length; left > 0; ) {
      if (rest.length === 0 && !(await next())) return;
      const taken = rest.subarray(0, left);
      into?.push(taken);
      rest = rest.subarray(taken.length);
      at += taken.length;
      left -= taken.length;
    }
  };
  return {
    size: Number.POSITIVE_INFINITY,
    readAt: async (position, length) => {
      if (position < at) throw new Error('what is unpacked is read once');
      await take(position - at, null);
      const read: Buffer[] = [];
      await take(length, read);
      return Buffer.concat(read);
    },
  };
}

function refuse(error: unknown): never {
  if (isSystemError(error)) throw error;
  throw new Refusal(`the archive is damaged (${error instanceof Error ? error.message : String(error)})`);
}
