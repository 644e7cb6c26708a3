import { statfs } from 'node:fs/promises';
import { createMemo } from '../database/memo.ts';
import { hasCode } from '../process/error-code.ts';

const reserveBytes = 1024 ** 3;
const knownForMs = 10_000;

/** The free bytes of a folder's disk; without the folder nothing is stored there. */
async function freeBytesOf(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return Number.POSITIVE_INFINITY;
    throw error;
  }
}

/** Whether a disk has room for what the site can do without; it keeps 1 GiB for all else. */
export function createDiskRoom(folder: string, freeBytes = freeBytesOf): () => Promise<boolean> {
  const memo = createMemo<boolean>({ keepMs: knownForMs, limit: 1, now: () => performance.now() });
  return () => memo.get('room', async () => (await freeBytes(folder)) >= reserveBytes);
}
