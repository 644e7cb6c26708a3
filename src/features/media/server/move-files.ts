import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../../../server/database/db.ts';
import type { FileStore } from '../../../server/store/file-store.ts';
import { type KeptFile, listKeptFiles } from './known-files.ts';
import { hashFile, hashOfBytes, makeStagingFolder } from './store/files.ts';

export interface MoveReport {
  copied: number;
  /** Files that the new place had already, with the same bytes. */
  present: number;
  failed: { name: string; reason: string }[];
  /** The bytes of the copied files. */
  bytes: number;
}

const atOnce = 8;

/**
 * Copies every file that the database names to another place, and reads each there again; nothing is deleted. A file
 * that is there already is compared and left, so a second run goes on where the first one stopped. A dry run only compares.
 */
export async function moveFiles(
  db: Db,
  given: { from: FileStore; to: FileStore; staging: string; isDryRun: boolean; onFile?: (files: number) => void },
): Promise<MoveReport> {
  const { from, to, isDryRun } = given;
  const report: MoveReport = { copied: 0, present: 0, failed: [], bytes: 0 };
  const staging = await makeStagingFolder(given.staging);

  async function moveOne({ key, sha256, bytes }: KeptFile): Promise<void> {
    const there = await to.stat(key);
    const found = await from.stat(key);
    if (!found && !there) throw new Error('it is missing in the old place');
    const isDamaged = found !== null && bytes !== null && found.size !== bytes;
    if (isDamaged && there?.size !== bytes) throw new Error('it is damaged in the old place');
    // One that was repaired in the new place is not replaced by the damaged one.
    const source = isDamaged ? null : found;
    if (source && there?.size === source.size && (await haveSameBytes(key, sha256))) report.present += 1;
    else if (!source) report.present += 1;
    else if (isDryRun) countCopied(source.size);
    else await copy(key, sha256);
  }

  async function haveSameBytes(key: string, sha256: string | null): Promise<boolean> {
    if (isDryRun) return true;
    return (await hashOfStored(to, key)) === (sha256 ?? (await hashOfStored(from, key)));
  }

  async function copy(key: string, sha256: string | null): Promise<void> {
    const found = await from.get(key);
    if (!found) throw new Error('it went while it was copied');
    const path = join(staging, randomUUID());
    try {
      await pipeline(found.body, createWriteStream(path));
      const sum = await hashFile(path);
      if (sha256 !== null && sum !== sha256) throw new Error('it is damaged in the old place');
      await to.put([{ key, path }]);
      if ((await hashOfStored(to, key)) !== sum) throw new Error('the new place gives other bytes than it was given');
      countCopied(found.size);
    } finally {
      await rm(path, { force: true });
    }
  }

  function countCopied(size: number): void {
    report.copied += 1;
    report.bytes += size;
  }

  const kept = listKeptFiles(db);
  const work = async () => {
    for (;;) {
      const { done, value } = await kept.next();
      if (done) return;
      await moveOne(value).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        report.failed.push({ name: from.nameOf(value.key), reason });
      });
      given.onFile?.(report.copied + report.present + report.failed.length);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return report;
}

async function hashOfStored(store: FileStore, key: string): Promise<string | null> {
  const found = await store.get(key);
  return found && (await hashOfBytes(found.body));
}
