import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ImageDescription, type ImageKind, recipe } from '../../src/features/media/rules.ts';
import {
  createMedia,
  describeImages,
  hashFile,
  type Media,
  storeImage,
} from '../../src/features/media/server/media.ts';
import { imageFolder, mediaFolders } from '../../src/features/media/testing/files.ts';
import type { ImageRow } from '../../src/features/media/testing/fillable.ts';
import { drawPicture } from '../../src/features/media/testing/pictures.ts';
import type { Db } from '../../src/server/database/db.ts';
import { uuidOf } from './chance.ts';

/** A picture that was converted as in an import. */
interface Converted {
  kind: ImageKind;
  sourceHash: Buffer;
  description: ImageDescription;
}

const drawn = { cover: 1, page: 3, blur: 1 } as const;
type DrawnKind = keyof typeof drawn;
const firstSeeds = { cover: 0, page: 100, blur: 200 };
const size = { width: 480, height: 720 };
const copiedAtOnce = 16;

/** Draws a few small pictures and stores them in the media folder as an import would. */
async function convertPictures(db: Db, media: Media): Promise<Converted[]> {
  const folder = await mkdtemp(join(tmpdir(), 'longstrip-grow-'));
  const converted: Converted[] = [];
  try {
    for (const [kind, count] of Object.entries(drawn) as [DrawnKind, number][])
      for (let seed = 1; seed <= count; seed++) {
        const path = join(folder, `${kind}-${seed}.png`);
        await writeFile(path, await drawPicture({ ...size, format: 'png', seed: seed + firstSeeds[kind] }));
        converted.push(await convertPicture(db, media, { path, kind }));
      }
    return converted;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function convertPicture(
  db: Db,
  media: Media,
  { path, kind }: { path: string; kind: DrawnKind },
): Promise<Converted> {
  const sourceHash = await hashFile(path);
  const stored = await storeImage(db, media, { path, sourceHash, kinds: [kind], avif: 'now' });
  const id = stored.state === 'stored' ? stored.images[kind]?.[0] : undefined;
  const description = id && (await describeImages(db, media, [id])).get(id);
  if (!description) throw new Error(`A drawn ${kind} could not be stored`);
  return { kind, sourceHash: Buffer.from(sourceHash, 'hex'), description };
}

/**
 * Makes these pictures: each has its own row and its own copies of a converted picture's files. They count as further
 * tiles of that picture, since two pictures of one original differ only by their tile.
 */
export async function makePictures(
  db: Db,
  wanted: { pictures: Iterable<{ id: Uint8Array; kind: DrawnKind }>; dataDir: string },
): Promise<ImageRow[]> {
  const media = createMedia({ dataDir: wanted.dataDir });
  try {
    let converted: Converted[] = [];
    const rows: ImageRow[] = [];
    let copying: Promise<void>[] = [];
    for (const { id, kind } of wanted.pictures) {
      if (converted.length === 0) converted = await convertPictures(db, media);
      const choice = converted.filter((one) => one.kind === kind);
      const from = choice[rows.length % choice.length];
      if (!from) continue;
      rows.push(rowOf(from, { id, tile: rows.length + 1 }));
      copying.push(copyFiles(wanted.dataDir, { from: from.description, id: uuidOf(id) }));
      if (copying.length < copiedAtOnce) continue;
      await Promise.all(copying);
      copying = [];
    }
    await Promise.all(copying);
    return rows;
  } finally {
    await media.close();
  }
}

function rowOf({ kind, sourceHash, description }: Converted, given: { id: Uint8Array; tile: number }): ImageRow {
  const { width, height, placeholder, color, variants } = description;
  const made = { width, height, placeholder, color, variants: JSON.stringify(variants) };
  return { id: given.id, kind, recipe, source_hash: sourceHash, tile: given.tile, ...made };
}

async function copyFiles(dataDir: string, { from, id }: { from: ImageDescription; id: string }): Promise<void> {
  const folders = mediaFolders(dataDir);
  const folder = imageFolder(folders, id);
  await mkdir(folder, { recursive: true });
  const original = imageFolder(folders, from.id);
  await Promise.all(from.variants.map(({ name }) => copyFile(join(original, name), join(folder, name))));
}
