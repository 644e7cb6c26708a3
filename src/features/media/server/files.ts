import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Where pictures are worked on, on this machine's disk, before the store takes them. */
export function stagingFolder(dataDir: string): string {
  return join(dataDir, 'media', 'staging');
}

/** Where something may be made that nobody else touches, until its process is gone. */
export function stagingPath(staging: string): string {
  return join(staging, `${process.pid}-${randomUUID()}`);
}

export async function makeStagingFolder(staging: string): Promise<string> {
  const folder = stagingPath(staging);
  await mkdir(folder, { recursive: true });
  return folder;
}

const abandonedMs = 60 * 60 * 1000;

/** Removes what conversions left behind that were cut short: untouched for an hour, and their process is gone. */
export async function sweepStaging(staging: string, now: Date): Promise<void> {
  const names = await readdir(staging).catch(() => []);
  for (const name of names) {
    const folder = join(staging, name);
    const touched = await stat(folder).catch(() => null);
    if (!touched || now.getTime() - touched.mtimeMs < abandonedMs || isRunning(Number.parseInt(name, 10))) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** SHA-256 of a file's bytes, as hex: what a picture is recognised by. */
export function hashOf(path: string): Promise<string> {
  return hashOfBytes(createReadStream(path, { highWaterMark: 1024 * 1024 }));
}

export async function hashOfBytes(bytes: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}
