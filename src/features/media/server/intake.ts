import { createWriteStream, rmSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '../../../server/store/file-store.ts';
import { stagingFolder } from './store/files.ts';

/** Files that wait beside the store; either all of them get into the store or none. */
export interface Intake {
  /** The operator's name for the place where they wait. */
  place: string;
  add(key: string, body: AsyncIterable<Buffer>): Promise<void>;
  /** The operator's name for a file that is in the store but not in this intake; null where there is none. */
  findStranger(): Promise<string | null>;
  /** Puts all of them into the store; a file with the same key there is replaced. */
  takeOver(): Promise<void>;
  /** Removes the files that were not taken over; synchronous, so that a process can still call it while it ends. */
  discard(): void;
}

const suffix = '-restore';
const putAtOnce = 100;

/** Opens an intake on the data folder's own disk and removes the files of interrupted ones. Only one at a time. */
export async function openIntake(store: FileStore, { dataDir }: { dataDir: string }): Promise<Intake> {
  const staging = stagingFolder(dataDir);
  await mkdir(staging, { recursive: true });
  for (const name of await readdir(staging))
    if (name.endsWith(suffix)) await rm(join(staging, name), { recursive: true, force: true });
  const place = join(staging, `${process.pid}${suffix}`);
  await mkdir(place);
  const keys: string[] = [];
  return {
    place,
    async add(key, body) {
      const path = join(place, key);
      await mkdir(dirname(path), { recursive: true });
      await pipeline(body, createWriteStream(path, { flags: 'wx' }));
      keys.push(key);
    },
    async findStranger() {
      for await (const { key } of store.list('')) {
        const twin = await stat(join(place, key)).catch(() => null);
        if (!twin) return store.nameOf(key);
      }
      return null;
    },
    async takeOver() {
      for (let from = 0; from < keys.length; from += putAtOnce)
        await store.put(keys.slice(from, from + putAtOnce).map((key) => ({ key, path: join(place, key) })));
    },
    discard: () => rmSync(place, { recursive: true, force: true }),
  };
}
