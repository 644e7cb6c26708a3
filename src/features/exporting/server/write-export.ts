import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '../../../server/command/operator-error.ts';
import type { Export } from './exporting.ts';

/**
 * Writes the files of an export into a folder that is made for it, and returns how many they are. A folder that holds
 * something stays as it is, and one that was not filled goes again.
 */
export async function writeExport(target: string, { files }: Export): Promise<number> {
  const held = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error.code === 'ENOTDIR' ? new OperatorError(`${target} is no folder.`) : error;
  });
  if (held && held.length > 0) throw new OperatorError(`${target} holds something already: name a new folder.`);
  await mkdir(target, { recursive: true });
  let count = 0;
  try {
    for await (const { path, open } of files()) {
      const to = join(target, ...path.split('/'));
      await mkdir(dirname(to), { recursive: true });
      await pipeline(await open(), createWriteStream(to, { flags: 'wx' }));
      count += 1;
    }
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw error;
  }
  return count;
}
