import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isWriterAlive, WRITER_ID } from '../../../../server/lease/writer-id.ts';
import { hasCode } from '../../../../server/process/error-code.ts';

/** The folder on this machine's disk for work on pictures, before the store gets them. */
export function stagingFolder(dataDir: string): string {
  return join(dataDir, 'media', 'staging');
}

/** A path for temporary files that no other process touches while its own process lives. */
export function stagingPath(staging: string): string {
  return join(staging, `${WRITER_ID}-${randomUUID()}`);
}

export async function makeStagingFolder(staging: string): Promise<string> {
  const folder = stagingPath(staging);
  await mkdir(folder, { recursive: true });
  return folder;
}

const abandonedMs = 60 * 60 * 1000;
/** In another container nobody sees whether the process lives, and an import may take hours. */
const abandonedElsewhereMs = 24 * abandonedMs;
const nameOfOurs = /^(.+)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Removes the files of interrupted conversions: untouched for an hour, and their process is gone. */
export async function sweepStaging(staging: string, now: Date): Promise<void> {
  const names = await readdir(staging).catch(() => []);
  for (const name of names) {
    const folder = join(staging, name);
    const touched = await stat(folder).catch(() => null);
    if (!touched || now.getTime() - touched.mtimeMs < abandonedMs || isInUse(name, touched.mtime, now)) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

function isInUse(name: string, lastWroteAt: Date, now: Date): boolean {
  const mark = nameOfOurs.exec(name)?.[1];
  // A number alone is of an older version, or of a restore.
  if (mark === undefined || /^\d+$/.test(mark)) return isRunning(Number.parseInt(name, 10));
  return isWriterAlive(mark, { lastWroteAt, now, silentMs: abandonedElsewhereMs }) !== false;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** SHA-256 of a file's bytes, as hex: it identifies a picture. */
export function hashFile(path: string): Promise<string> {
  return hashOfBytes(createReadStream(path, { highWaterMark: 1024 * 1024 }));
}

export async function hashOfBytes(bytes: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}
