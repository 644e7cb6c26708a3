import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaConfig, S3Config, StoreAddress } from '../../../server/config/media.ts';
import type { Db } from '../../../server/database/db.ts';
import { createLru, type Lru } from '../../../server/process/lru.ts';
import { type ObserveStore, openBucket } from '../../../server/store/bucket.ts';
import { createBucketStore } from '../../../server/store/bucket-store.ts';
import type { FileStore } from '../../../server/store/file-store.ts';
import { createFolderStore } from '../../../server/store/folder-store.ts';
import { type Crop, type ImageDescription, type ImageKind, recipe } from '../rules.ts';
import { type PictureFiles, sendFile } from './picture-files.ts';
import { readPictureWidth } from './pictures/picture-width.ts';
import {
  describeImageRows,
  findImageFiles,
  findImagesByHash,
  findSourceHashes,
  insertImages,
  type StoredTile,
} from './queries.ts';
import { readRange } from './ranges.ts';
import { createFallbackStore } from './store/fallback-store.ts';
import { hashFile, makeStagingFolder, stagingFolder, sweepStaging } from './store/files.ts';
import { copyStored, deleteImageFiles, imageKey, originalKey, pictureLayout } from './store/picture-keys.ts';
import type { ConvertResult, DrawnFile, SitePictureUse } from './wire/jobs-wire.ts';
import type { JailSettings } from './workers/find-jail.ts';
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from './workers/worker-pool.ts';

/** The pictures' store, and the child processes that convert pictures. Opening starts no child yet. */
export type Media = {
  store: FileStore;
  /** Where pictures are: the one that is written to first, and behind it its fallback. */
  stores: readonly FileStore[];
  /** The folder for work on pictures before the store gets them. */
  staging: string;
  /** Converts pictures that nobody waits for. */
  workers: WorkerPool;
  /** Converts pictures that somebody waits for: in children of their own, which need not stand back. */
  promptWorkers: WorkerPool;
  describe(db: Db, ids: readonly string[]): Promise<Map<string, ImageDescription>>;
  /** Drops what this process remembers of an image whose files were made anew; null: of any image. */
  forget(image: ForgottenImage | null): void;
  /** Calls back with each image that is to be forgotten. */
  onForget(listener: (image: ForgottenImage | null) => void): void;
  close(): Promise<void>;
};

interface ForgottenImage {
  id: string;
  /** The names of its files. */
  names: readonly string[];
}

/** The stores of pictures that the settings name. */
export interface MediaStores {
  media: Pick<MediaConfig, 'store' | 'fallback'>;
  s3: S3Config;
}

/** The store that the settings name, with its fallback. Nothing is asked of a bucket before the first request. */
export function openPictureStore(given: MediaStores, observe?: ObserveStore): FileStore {
  return joinStores(openStores(given, observe));
}

type Stores = [store: FileStore, ...fallback: FileStore[]];

/** The stores that the settings name, each by itself. */
export function openStores({ media, s3 }: MediaStores, observe?: ObserveStore): Stores {
  const store = openStore(media.store, s3, observe);
  return media.fallback ? [store, openStore(media.fallback, s3, observe)] : [store];
}

function joinStores([store, fallback]: Stores): FileStore {
  return fallback ? createFallbackStore(store, fallback) : store;
}

export function openStore(address: StoreAddress, s3: S3Config, observe?: ObserveStore): FileStore {
  return address.kind === 'folder'
    ? createFolderStore(address.path, pictureLayout)
    : createBucketStore(openBucket(s3, address, observe), pictureLayout);
}

export interface MediaOptions {
  /** The folder for work on pictures, and without `stores` for the pictures too. */
  dataDir: string;
  stores?: MediaStores;
  jail?: JailSettings;
  workers?: WorkerPoolOptions;
  observe?: ObserveStore;
}

export function createMedia(options: MediaOptions): Media {
  const stores: Stores = options.stores
    ? openStores(options.stores, options.observe)
    : [createFolderStore(join(options.dataDir, 'media'), pictureLayout)];
  const store = joinStores(stores);
  const staging = stagingFolder(options.dataDir);
  const { jail } = options;
  const jailed = jail && { settings: jail, staging };
  const workers = createWorkerPool({ ...options.workers, ...(jailed && { jail: jailed }) });
  const promptWorkers = createWorkerPool({
    ...options.workers,
    behind: { sessionNice: 0 },
    ...(jailed && { jail: { ...jailed, find: workers.jail } }),
  });
  const described = createLru<ImageDescription>({ limit: describedImages });
  const listeners = [(image: ForgottenImage | null) => (image ? described.delete(image.id) : described.clear())];
  return {
    ...{ store, stores, staging, workers, promptWorkers, describe: createDescriber(described) },
    forget(image) {
      for (const listener of listeners) listener(image);
    },
    onForget: (listener) => void listeners.push(listener),
    close: async () => void (await Promise.all([workers.close(), promptWorkers.close()])),
  };
}

const describedImages = 50_000;

/** Descriptions never change, except that AVIF files may still be added, so only complete descriptions are cached. */
function createDescriber(known: Lru<ImageDescription>): Media['describe'] {
  return async (db, ids) => {
    const found = new Map<string, ImageDescription>();
    const missing: string[] = [];
    for (const id of ids) {
      const description = known.get(id);
      if (description) found.set(id, description);
      else missing.push(id);
    }
    if (missing.length === 0) return found;
    for (const { avifPending, ...description } of await describeImageRows(db, missing)) {
      found.set(description.id, description);
      if (!avifPending) known.set(description.id, description);
    }
    return found;
  };
}

/** The same store, for conversions that somebody waits for. */
export function convertPromptly(media: Media): Media {
  return { ...media, workers: media.promptWorkers };
}

/** Removes the files that earlier, interrupted work left in the staging folder. */
export function tidyMedia(media: Media, now: Date): Promise<void> {
  return sweepStaging(media.staging, now);
}

/** The descriptions of the given images by id; unknown ids are absent. */
export function describeImages(db: Db, media: Media, ids: readonly string[]): Promise<Map<string, ImageDescription>> {
  return media.describe(db, ids);
}

/** The images made from a source file, by purpose, in the order of its tiles. */
export type StoredImages = Partial<Record<ImageKind, string[]>>;

/** The given sources that are stored already, so that nothing is converted twice. */
export async function findStoredImages(
  db: Db,
  sourceHashes: readonly string[],
  by: string = recipe,
): Promise<Map<string, StoredImages>> {
  const stored = new Map<string, StoredImages>();
  if (sourceHashes.length === 0) return stored;
  for (const tile of await findImagesByHash(db, { sourceHashes, recipe: by })) addTile(stored, tile);
  return stored;
}

function addTile(stored: Map<string, StoredImages>, tile: StoredTile): void {
  const images = stored.get(tile.sourceHash) ?? {};
  const tiles = images[tile.kind] ?? [];
  tiles.push(tile.id);
  images[tile.kind] = tiles;
  stored.set(tile.sourceHash, images);
}

export type StoreOutcome =
  | { state: 'stored'; images: StoredImages; converted: number; note?: string }
  | { state: 'refused'; cause: string };

/**
 * Makes sure that a picture file is stored for each of the purposes: a child process converts it, the store writes it
 * durably, and only then the database learns of it. A file that cannot be converted is refused with its cause.
 */
export async function storeImage(
  db: Db,
  media: Media,
  picture: { path: string; sourceHash: string; kinds: readonly ImageKind[]; avif: 'now' | 'later' },
): Promise<StoreOutcome> {
  return storeBy(db, media, { ...picture, recipe });
}

/**
 * Makes sure that a part of a picture is stored as a cover, beside the whole of it; see `storeImage`. Refused as well
 * where too little of the picture is left.
 */
export async function storeCrop(
  db: Db,
  media: Media,
  picture: { path: string; sourceHash: string; crop: Crop },
): Promise<StoreOutcome> {
  const { x, y, width, height } = picture.crop;
  const name = [x, y, width, height].map((share) => share.toFixed(6)).join(' ');
  // AVIF files that follow later are made of the whole picture.
  return storeBy(db, media, { ...picture, kinds: ['cover'], avif: 'now', recipe: `${recipe} crop ${name}` });
}

async function storeBy(
  db: Db,
  media: Media,
  picture: {
    path: string;
    sourceHash: string;
    kinds: readonly ImageKind[];
    avif: 'now' | 'later';
    recipe: string;
    crop?: Crop;
  },
): Promise<StoreOutcome> {
  const stored = async () =>
    (await findStoredImages(db, [picture.sourceHash], picture.recipe)).get(picture.sourceHash) ?? {};
  const before = await stored();
  const kinds = picture.kinds.filter((kind) => !before[kind]);
  if (kinds.length === 0) return { state: 'stored', images: before, converted: 0 };
  const staging = await makeStagingFolder(media.staging);
  try {
    const keepOriginal = (await media.store.stat(originalKey(picture.sourceHash))) === null;
    // If the picture came from an archive, that archive may be released by now.
    const source = keepOriginal ? picture.path : join(staging, 'source');
    if (!keepOriginal) await copyStored(media.store, originalKey(picture.sourceHash), source);
    const outcome = await media.workers.run({
      task: 'convert',
      source,
      outDir: staging,
      kinds,
      avif: picture.avif === 'now',
      keepOriginal,
      ...(picture.crop ? { crop: picture.crop } : {}),
    });
    if (outcome.state === 'refused') return outcome;
    if (outcome.result.sourceHash !== picture.sourceHash)
      return { state: 'refused', cause: 'the file changed while it was read' };
    const { avif, recipe } = picture;
    await keep(db, media, { result: outcome.result, staging, keepOriginal, avif, recipe });
    const images = await stored();
    const { pictures, note } = outcome.result;
    return { state: 'stored', images, converted: pictures.length, ...(note ? { note } : {}) };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Makes an image of another purpose from the original of a stored one; null where that is lost or cannot be read. */
export async function storeFromOriginal(
  db: Db,
  media: Media,
  wanted: { imageId: string; kind: ImageKind },
): Promise<string | null> {
  const sourceHash = (await findSourceHashes(db, [wanted.imageId])).get(wanted.imageId);
  if (sourceHash === undefined || (await media.store.stat(originalKey(sourceHash))) === null) return null;
  const kept = { path: originalKey(sourceHash), sourceHash, kinds: [wanted.kind], avif: 'later' } as const;
  const outcome = await storeImage(db, media, kept);
  return outcome.state === 'stored' ? (outcome.images[wanted.kind]?.[0] ?? null) : null;
}

/** The reason why a picture file would be refused, or null; nothing is written. */
export async function findPictureFault(media: Media, path: string): Promise<string | null> {
  const given = { source: path, outDir: '', kinds: [], avif: false, keepOriginal: false };
  const outcome = await media.workers.run({ task: 'convert', ...given });
  return outcome.state === 'refused' ? outcome.cause : null;
}

/** A picture's fault as `findPictureFault` says it, and its perceptual hash; null: it is of one tone, or has a fault. */
export async function lookAtPicture(
  media: Media,
  path: string,
): Promise<{ cause: string | null; hash: string | null }> {
  const outcome = await media.workers.run({ task: 'hash', source: path });
  if (outcome.state === 'refused') return { cause: outcome.cause, hash: null };
  return { cause: null, hash: outcome.result.hash };
}

async function keep(
  db: Db,
  media: Media,
  made: { result: ConvertResult; staging: string; keepOriginal: boolean; avif: 'now' | 'later'; recipe: string },
): Promise<void> {
  const { sourceHash, pictures } = made.result;
  const images = pictures.map(({ folder, animated, ...picture }) => ({
    ...picture,
    id: randomUUID(),
    folder,
    recipe: made.recipe,
    sourceHash,
    avifPending: made.avif === 'later' && !animated && picture.kind !== 'blur',
  }));
  const files = images.flatMap(({ id, folder, variants }) =>
    variants.map(({ name }) => ({ key: imageKey(id, name), path: join(folder, name) })),
  );
  if (made.keepOriginal) files.push({ key: originalKey(sourceHash), path: join(made.staging, 'original') });
  await media.store.put(files);
  const inserted = new Set((await insertImages(db, images)).map((row) => row.id));
  for (const { id } of images) if (!inserted.has(id)) await deleteImageFiles(media.store, id);
}

/** A small view of a picture's file as WebP, at most 256 px each way; null where it is none, or is refused. */
export async function smallViewOf(media: Media, path: string): Promise<Buffer | null> {
  const outcome = await media.workers.run({ task: 'small_view', source: path });
  return outcome.state === 'refused' ? null : Buffer.from(outcome.result.webp, 'base64');
}

export type { HotFile, IncomingFile } from './hot-files.ts';
export type { DrawnFile, SitePictureUse } from './wire/jobs-wire.ts';
export type { PictureFiles };
export { findImageFiles, findSourceHashes, hashFile, originalKey, readPictureWidth, readRange, sendFile };

/** Draws a file for the places of the site itself, behind the converters' wall; a text says why it cannot be. */
export async function drawForSite(
  media: Media,
  given: { path: string; use: SitePictureUse },
): Promise<DrawnFile[] | string> {
  const outcome = await media.promptWorkers.run({ task: 'site_picture', source: given.path, use: given.use });
  return outcome.state === 'refused' ? outcome.cause : outcome.result.files;
}
