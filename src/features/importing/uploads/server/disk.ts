import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../../../server/process/error-code.ts';
import { isUuid } from '../../../../shared/wire.ts';

/** The files of uploads on this machine's disk, each named after its upload. */
export interface UploadDisk {
  fileOf(id: string): string;
  /** Makes an empty file that is there after a loss of power, too. */
  create(id: string): Promise<void>;
  /** The bytes that have come; null: there is no such file. */
  sizeOf(id: string): Promise<number | null>;
  remove(ids: readonly string[]): Promise<void>;
  /** The bytes that are free for this process's user. */
  freeBytes(): Promise<number>;
  /** The files that were not touched since then, by their ids. */
  listOld(before: Date): Promise<string[]>;
}

/** The folder `uploads` of the data directory; it is made with the first file. */
export function openUploadDisk({ dataDir }: { dataDir: string }): UploadDisk {
  const folder = join(dataDir, 'uploads');
  const fileOf = (id: string) => join(folder, id);
  return {
    fileOf,
    async create(id) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await (await open(fileOf(id), 'wx', 0o600)).close();
      await syncFolder(folder);
    },
    sizeOf: (id) =>
      stat(fileOf(id)).then(
        ({ size }) => size,
        (error: unknown) => {
          if (hasCode(error, 'ENOENT')) return null;
          throw error;
        },
      ),
    async remove(ids) {
      for (const id of ids) await rm(fileOf(id), { force: true });
    },
    async freeBytes() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
    async listOld(before) {
      const names = await readdir(folder).catch((error: unknown) => {
        if (hasCode(error, 'ENOENT')) return [];
        throw error;
      });
      const old: string[] = [];
      for (const name of names.filter(isUuid)) {
        const touched = await stat(fileOf(name)).catch(() => null); // it has just gone
        if (touched && touched.mtime < before) old.push(name);
      }
      return old;
    },
  };
}

/** The name of a new file is part of its folder. Windows knows no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
