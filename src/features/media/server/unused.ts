import type { Db, DbPool } from '../../../server/database/db.ts';
import { whileNobodyCounts } from '../../../server/lease/media-lock.ts';
import type { FileStore, StoredFile } from '../../../server/store/file-store.ts';
import { findImageFiles, findKnownHashes } from './queries.ts';
import { imageKey, imageOf, originalKey, originalOf } from './store/picture-keys.ts';
import { deleteUnusedImages, listImageIds, noteUse } from './unused-queries.ts';

/** The ones of these pictures that something shows; a feature that knows books answers. */
export type UsedOf = (db: Db, ids: readonly string[]) => Promise<Set<string>>;

const atOnce = 500;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Deletes, of some pictures after that id, the rows that nothing has shown for a day. `after`: the last picture that
 * was checked, null at the end. Returns null while a process relies on the stored pictures, such as an import.
 */
export function freeUnusedRows(
  db: DbPool,
  given: { store: FileStore; usedOf: UsedOf; after: string | null },
): Promise<{ after: string | null; freed: number } | null> {
  const { store, usedOf } = given;
  return whileNobodyCounts(db, async () => {
    const ids = await listImageIds(db, { after: given.after, limit: atOnce });
    const used = await usedOf(db, ids);
    const unused = ids.filter((id) => !used.has(id));
    await noteUse(db, { used: [...used], unused });
    const gone = unused.length === 0 ? [] : await deleteUnusedImages(db, unused);
    // One request for all: uploads wait meanwhile. A file that its row did not name is found as a stray one.
    await store.delete(gone.flatMap(({ id, names }) => names.map((name) => imageKey(id, name))));
    const hashes = gone.map(({ sourceHash }) => sourceHash);
    const kept = await findKnownHashes(db, hashes);
    await store.delete(hashes.filter((hash) => !kept.has(hash)).map(originalKey));
    return { after: ids.length < atOnce ? null : (ids.at(-1) ?? null), freed: gone.length };
  });
}

/** A shelf may lose so many files at once, or this share of them where that is more. */
const mostStrays = { files: 20, share: 0.1 };

/**
 * Deletes files of one shelf (0–255) that no row has named for a day; null while a process relies on the stored pictures.
 * So many strays are no rest of interrupted work: then nothing is deleted, and their number is returned. Those that an
 * operator has seen, from before `seenUntil`, are not counted.
 */
export function freeStrayFiles(
  db: DbPool,
  given: { store: FileStore; shelf: number; now: Date; seenUntil: Date },
): Promise<{ tooMany: number } | null> {
  const { store, shelf, now, seenUntil } = given;
  return whileNobodyCounts(db, async () => {
    const { strays, files } = await findStrayFiles(db, { store, shelf, before: now.getTime() - dayMs });
    const unseen = strays.filter(({ changedAt }) => changedAt >= seenUntil).length;
    if (unseen > Math.max(mostStrays.files, files * mostStrays.share)) return { tooMany: unseen };
    await store.delete(strays.map(({ key }) => key));
    return { tooMany: 0 };
  });
}

/** Looks at one of the 256 shelves: the files of a shelf have the same first letters. */
async function findStrayFiles(
  db: Db,
  { store, shelf, before }: { store: FileStore; shelf: number; before: number },
): Promise<{ strays: StoredFile[]; files: number }> {
  const name = shelf.toString(16).padStart(2, '0');
  const old: StoredFile[] = [];
  let files = 0;
  for (const kind of ['images', 'originals'])
    for await (const file of store.list(`${kind}/${name}/`)) {
      files += 1;
      if (file.changedAt.getTime() < before) old.push(file);
    }
  const images = await findImageFiles(db, [...new Set(old.flatMap(({ key }) => imageOf(key) ?? []))]);
  const originals = await findKnownHashes(
    db,
    old.flatMap(({ key }) => originalOf(key) ?? []),
  );
  const isStray = (key: string) => {
    const [image, original] = [imageOf(key), originalOf(key)];
    return (image !== null && !images.has(image)) || (original !== null && !originals.has(original));
  };
  return { strays: old.filter(({ key }) => isStray(key)), files };
}
