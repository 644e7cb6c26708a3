import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Settings } from '../../../server/config/config.ts';
import { nameOfStore, parseStoreAddress } from '../../../server/config/media.ts';
import type { Db } from '../../../server/database/db.ts';
import type { DiskOnWire, StorageOnWire } from '../studio-contract.ts';

/** The places of the site's files. */
export interface Places {
  dataDir: string;
  media: {
    /** The operator's name of it; that of a folder is its path. */
    name: string;
    place: StorageOnWire['media']['place'];
    sumBytes(db: Db): Promise<number | null>;
  };
}

/** The places of files that the settings name. */
export function placesOfFiles({ dataDir, media: { store } }: Settings, sumBytes: Places['media']['sumBytes']): Places {
  const place = store.kind === 'folder' ? 'disk' : 's3';
  return { dataDir, media: { name: nameOfStore(store), place, sumBytes } };
}

/** The disk of the data directory, the place of the pictures and how much they take. */
export async function readStorage(db: Db, places: Places): Promise<StorageOnWire> {
  const { name, place, sumBytes } = places.media;
  const [[disk, own], bytes] = await Promise.all([readDisks(places), sumBytes(db)]);
  return { ...disk, media: { place, name, bytes, own_disk: own ?? null } };
}

/** The disk of the data directory and, where it is another one, that of the pictures. */
export async function readDisks({ dataDir, media }: Places): Promise<[DiskOnWire, ...DiskOnWire[]]> {
  const disk = await readDisk(dataDir);
  if (media.place === 's3') return [disk];
  const folder = await findFolder(media.name);
  const [data, pictures] = await Promise.all([stat(dataDir), stat(folder)]);
  return data.dev === pictures.dev ? [disk] : [disk, await readDisk(folder)];
}

/** Whether backups to that place lie on the disk of the data directory, and would be lost with it. */
export async function isOnSameDisk(dataDir: string, backups: string): Promise<boolean> {
  const place = parseStoreAddress(backups);
  if (place?.kind !== 'folder') return false;
  const [data, folder] = await Promise.all([stat(dataDir), stat(await findFolder(place.path))]);
  return data.dev === folder.dev;
}

async function readDisk(folder: string): Promise<DiskOnWire> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free_bytes: bavail * bsize, total_bytes: blocks * bsize };
}

/** A folder is made with its first file: until then the one above says where it will lie. */
async function findFolder(path: string): Promise<string> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  return isThere || dirname(path) === path ? path : findFolder(dirname(path));
}
