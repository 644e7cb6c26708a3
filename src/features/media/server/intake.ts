import { createWriteStream, rmSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { stagingFolder } from './files.ts';
import type { PictureStore } from './picture-store.ts';

/** Files that wait beside the store, all of which come into it or none. */
export interface Intake {
  /** What an operator calls the place where they wait. */
  place: string;
  add(key: string, body: AsyncIterable<Buffer>): Promise<void>;
  /** What an operator calls a file of the store that does not also wait here; null where there is none. */
  findStranger(): Promise<string | null>;
  /** Puts all of them into the store; what is there under the same key gives way. */
  takeOver(): Promise<void>;
  /** Removes what was not taken over; at once, so that a process that ends can still do so. */
  discard(): void;
}

const suffix = '-restore';
const putAtOnce = 100;

/** On the data folder's own disk; what intakes that were cut short left there goes. One at a time. */
export async function openIntake(store: PictureStore, { dataDir }: { dataDir: string }): Promise<Intake> {
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
