import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Db } from '../../../server/database/db.ts';
import { readStored } from '../../../server/store/file-store.ts';
import { sniffImage } from '../rules.ts';
import type { Media } from './media.ts';
import { findSourceHashes } from './queries.ts';
import { imageKey, originalKey } from './store/picture-keys.ts';

/** The best file that there is of a picture. */
export interface SourceFile {
  /** Without a dot. */
  ending: 'jpg' | 'png' | 'webp' | 'gif' | 'avif';
  /** The same for the images that were made from one file. */
  source: string;
  open(): Promise<Readable>;
}

const headBytes = 64;

/**
 * The original file of each of these images, else the widest WebP that was made of it. Of an image with `isCropped`,
 * which shows a part of its original, always the WebP. An image of which nothing is left is absent.
 */
export async function findSources(
  db: Db,
  media: Media,
  images: readonly { id: string; isCropped?: boolean }[],
): Promise<Map<string, SourceFile>> {
  const ids = images.map(({ id }) => id);
  const [hashes, described] = [await findSourceHashes(db, ids), await media.describe(db, ids)];
  const found = new Map<string, SourceFile>();
  for (const { id, isCropped = false } of images) {
    const hash = hashes.get(id);
    const original = hash === undefined || isCropped ? null : await findOriginal(media, hash);
    const widest = described
      .get(id)
      ?.variants.filter(({ type }) => type === 'image/webp')
      .sort((a, b) => b.width - a.width)[0];
    const made = widest && {
      ending: 'webp' as const,
      source: id,
      open: () => openKey(media, imageKey(id, widest.name)),
    };
    const best = original ?? made;
    if (best) found.set(id, best);
  }
  return found;
}

/**
 * By which files each of these images is known again: the SHA-256 of what it was made of, and those of its widest WebP and
 * JPEG. Reads both whole.
 */
export async function findFileHashes(
  db: Db,
  media: Media,
  ids: readonly string[],
): Promise<Map<string, { source: string | undefined; made: string[] }>> {
  const [sources, described] = [await findSourceHashes(db, ids), await media.describe(db, ids)];
  const found = new Map<string, { source: string | undefined; made: string[] }>();
  for (const id of ids) {
    const widths = (described.get(id)?.variants ?? []).flatMap(({ type, width }) =>
      type === 'image/webp' ? width : [],
    );
    const made: string[] = [];
    for (const ending of ['webp', 'jpg']) {
      const bytes = await readStored(media.store, imageKey(id, `w${Math.max(0, ...widths)}.${ending}`));
      if (bytes) made.push(createHash('sha256').update(bytes).digest('hex'));
    }
    found.set(id, { source: sources.get(id), made });
  }
  return found;
}

async function findOriginal(media: Media, hash: string): Promise<SourceFile | null> {
  const key = originalKey(hash);
  const head = await media.store.get(key, { start: 0, end: headBytes - 1 }).catch(() => null);
  if (!head) return null;
  const type = sniffImage(Buffer.concat(await head.body.toArray()));
  // A drawing that an import has written anew is no picture that an import takes.
  if ('fault' in type) return null;
  const ending = type.format === 'jpeg' ? 'jpg' : type.format;
  return { ending, source: hash, open: () => openKey(media, key) };
}

async function openKey(media: Media, key: string): Promise<Readable> {
  const found = await media.store.get(key);
  if (!found) throw new Error(`The store has lost ${key}`);
  return found.body;
}
