import { randomUUID } from 'node:crypto';
import type { Dirent, Stats } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../process/sync-folder.ts';
import type { FileStore, Layout, StoredFile } from './file-store.ts';

const largestChunk = 1024 * 1024;

/** Files in a folder: the key is the path below it. The folder need not exist until the first file is put. */
export function createFolderStore(
  root: string,
  { shelves, ownFolders, isPrivate, areOwnTimes = false }: Layout,
): FileStore {
  const pathOf = (key: string) => join(root, key);
  const mode = isPrivate && 0o700;
  const storedFile = (key: string, { size, mtimeMs, ctimeMs }: Stats): StoredFile => ({
    key,
    size,
    changedAt: new Date(areOwnTimes ? mtimeMs : Math.max(mtimeMs, ctimeMs)),
  });

  async function* listIn(folder: string, start = ''): AsyncGenerator<StoredFile> {
    for (const entry of await entriesOf(pathOf(folder))) {
      if (!entry.name.startsWith(start)) continue;
      const key = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        yield* listIn(key);
        continue;
      }
      const facts = await findFacts(pathOf(key));
      if (facts) yield storedFile(key, facts);
    }
  }

  return {
    settlesMs: 0,
    async put(files) {
      await Promise.all(files.map(({ path }) => syncFile(path)));
      const folders = new Set<string>();
      for (const { key, path } of files) {
        const to = pathOf(key);
        await mkdir(dirname(to), { recursive: true, mode });
        await rename(path, to).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EXDEV') throw error;
          return moveBetweenDisks(path, to, pathOf('incoming'));
        });
        for (let folder = dirname(key); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
      }
      await Promise.all([...folders].map((folder) => syncFolder(pathOf(folder))));
    },
    async get(key, range) {
      const handle = await open(pathOf(key), 'r').catch(nullWhereAbsent);
      if (!handle) return null;
      try {
        const { size } = await handle.stat();
        const { start, end } = range ?? { start: 0, end: size - 1 };
        // An empty file has no last byte at which a stream could end.
        const bounds = size === 0 ? {} : { start, end, highWaterMark: Math.min(end - start + 1, largestChunk) };
        return { size, body: handle.createReadStream(bounds) };
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
    async stat(key) {
      const facts = await findFacts(pathOf(key));
      return facts && storedFile(key, facts);
    },
    async delete(keys) {
      for (const key of keys) await rm(pathOf(key), { force: true });
      for (const folder of new Set(keys.map(dirname))) {
        if (ownFolders !== undefined && folder.startsWith(`${ownFolders}/`))
          await rmdir(pathOf(folder)).catch(() => {});
        else await syncFolder(pathOf(folder)).catch(nullWhereAbsent);
      }
    },
    async *list(prefix) {
      const above = Math.max(0, prefix.lastIndexOf('/'));
      if (prefix === '' && shelves) for (const shelf of shelves) yield* listIn(shelf);
      else yield* listIn(prefix.slice(0, above), prefix.slice(above).replace('/', ''));
    },
    async findFault() {
      const first = pathOf(shelves?.[0] ?? '');
      return (await findFacts(first)) ? null : `${first} is missing`;
    },
    nameOf: pathOf,
  };
}

function findFacts(path: string): Promise<Stats | null> {
  return stat(path).catch(nullWhereAbsent);
}

/** A file is copied beside the shelves, and stands on its shelf only when it is whole. */
async function moveBetweenDisks(path: string, to: string, drafts: string): Promise<void> {
  await mkdir(drafts, { recursive: true });
  const draft = join(drafts, randomUUID());
  await copyFile(path, draft);
  await syncFile(draft);
  await rename(draft, to);
  await rm(path);
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return (await readdir(folder, { withFileTypes: true }).catch(nullWhereAbsent)) ?? [];
}

function nullWhereAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

async function syncFile(path: string): Promise<void> {
  // Opened for writing, because Windows cannot sync a file that is open for reading only.
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
