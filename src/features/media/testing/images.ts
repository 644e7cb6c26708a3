import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../../server/database/db.ts';
import { type ImageKind, recipe } from '../rules.ts';
import { insertImages } from '../server/queries.ts';
import { imageFolder, mediaFolders } from './files.ts';

/** Adds an image to the database, without any file for it. */
export async function makeImage(
  db: Db,
  { kind = 'page', id = randomUUID() }: { kind?: ImageKind; id?: string } = {},
): Promise<string> {
  const sourceHash = randomBytes(32).toString('hex');
  const variants = [{ name: 'w480.webp', type: 'image/webp' as const, width: 480, height: 640, bytes: 1000 }];
  const looks = { width: 480, height: 640, placeholder: 'data:,', color: '#336699', variants, avifPending: false };
  await insertImages(db, [{ id, kind, recipe, sourceHash, tile: 0, ...looks }]);
  return id;
}

/** As `makeImage`, with its file. */
export async function makeStoredImage(
  { db, config }: { db: Db; config: { dataDir: string } },
  { bytes = 'the bytes of an image', ...image }: { bytes?: string | Buffer; kind?: ImageKind } = {},
): Promise<string> {
  const id = await makeImage(db, image);
  const folder = imageFolder(mediaFolders(config.dataDir), id);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'w480.webp'), bytes);
  return id;
}
