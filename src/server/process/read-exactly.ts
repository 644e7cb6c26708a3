import type { FileHandle } from 'node:fs/promises';

/** Reads exactly `length` bytes, or returns null where the file ends before. */
export async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer | null> {
  const bytes = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read, position + read);
    if (bytesRead === 0) return null;
    read += bytesRead;
  }
  return bytes;
}
