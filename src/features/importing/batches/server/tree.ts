import { copyFile, link, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DbPool } from '../../../../server/database/db.ts';
import { isJunkName } from '../../../media/rules.ts';

/** A file that was sent for an import: its path in the import, and where its bytes lie. */
export interface SentFile {
  path: string;
  bytes: number;
  file: string;
}

/** The files that people have sent; uploads answer. */
export interface SentFiles {
  /** The finished files of an import. */
  list(db: DbPool, importId: string): Promise<SentFile[]>;
  /** Removes all files of an import. */
  remove(db: DbPool, importId: string): Promise<void>;
}

/** The folder in which the files of an import stand by their names while it is worked on. */
export function treeOf(dataDir: string, importId: string, place: 'tree' | 'looking'): string {
  return join(folderOf(dataDir, importId), place);
}

/** The folder of what is kept of an import on the disk, beside the files that were sent. */
export function folderOf(dataDir: string, importId: string): string {
  return join(dataDir, 'imports', importId);
}

/**
 * Lays the files out as their senders had them, without a copy of their bytes where the disk can do that. `root` is made
 * anew. Each path was checked when it was sent; none leads out of the folder.
 */
export async function layOut(root: string, files: readonly SentFile[]): Promise<void> {
  await rm(root, { recursive: true, force: true });
  await mkdir(root, { recursive: true, mode: 0o700 });
  const made = new Set<string>([root]);
  for (const { path, file } of files) {
    const target = join(root, path);
    if (!target.startsWith(`${root}/`)) throw new Error('A path of an import leads out of its folder');
    const folder = dirname(target);
    if (!made.has(folder)) {
      await mkdir(folder, { recursive: true });
      made.add(folder);
    }
    await link(file, target).catch(async (error: unknown) => {
      if (isNoLink(error)) await copyFile(file, target);
      else throw error;
    });
  }
}

/** Whether a file cannot get a second name there: on another disk, and on some file systems. */
function isNoLink(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes(String(error.code))
  );
}

/** Removes all that is left of an import's folder. */
export async function clearTree(dataDir: string, importId: string): Promise<void> {
  await rm(folderOf(dataDir, importId), { recursive: true, force: true });
}

/** The top entries of an import, in order; each is what the command line calls a PATH. */
export function topEntries(files: readonly Pick<SentFile, 'path'>[]): string[] {
  const tops = new Set(files.map(({ path }) => path.split('/')[0] ?? path));
  return [...tops].filter((name) => !isJunkName(name)).sort((a, b) => (a < b ? -1 : 1));
}
