import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db, DbPool } from '../../../server/db.ts';
import { whileNobodyCounts } from '../../../server/media-lock.ts';
import { imageFolder, type MediaFolders, originalFile } from './files.ts';
import { findImageFiles, findKnownHashes } from './queries.ts';
import { deleteUnusedImages, listImageIds, noteUse } from './unused-queries.ts';

/** Which of these pictures something shows; answered by those who know books. */
export type UsedOf = (db: Db, ids: readonly string[]) => Promise<Set<string>>;

const atOnce = 500;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Frees, of some pictures behind that one, those that nothing has shown for a day. `after`: the last that was looked at,
 * null at the end. The answer is null where it is not the time, because somebody counts on what is stored.
 */
export function freeUnusedRows(
  db: DbPool,
  given: { folders: MediaFolders; usedOf: UsedOf; after: string | null },
): Promise<{ after: string | null; freed: number } | null> {
  const { folders, usedOf } = given;
  return whileNobodyCounts(db, async () => {
    const ids = await listImageIds(db, { after: given.after, limit: atOnce });
    const used = await usedOf(db, ids);
    const unused = ids.filter((id) => !used.has(id));
    await noteUse(db, { used: [...used], unused });
    const gone = unused.length === 0 ? [] : await deleteUnusedImages(db, unused);
    for (const { id } of gone) await rm(imageFolder(folders, id), { recursive: true, force: true });
    const hashes = gone.map(({ sourceHash }) => sourceHash);
    const kept = await findKnownHashes(db, hashes);
    for (const hash of hashes) if (!kept.has(hash)) await rm(originalFile(folders, hash), { force: true });
    return { after: ids.length < atOnce ? null : (ids.at(-1) ?? null), freed: gone.length };
  });
}

/** Frees files of one shelf (0–255) that no row has named for a day; null where it is not the time. */
export function freeStrayFiles(
  db: DbPool,
  given: { folders: MediaFolders; shelf: number; now: Date },
): Promise<true | null> {
  const { folders, shelf, now } = given;
  return whileNobodyCounts<true>(db, async () => {
    await removeStrayFiles(db, { folders, shelf, before: now.getTime() - dayMs });
    return true;
  });
}

/** On one of the 256 shelves, whose names begin alike. */
async function removeStrayFiles(
  db: Db,
  given: { folders: MediaFolders; shelf: number; before: number },
): Promise<void> {
  const { folders, before } = given;
  const shelf = given.shelf.toString(16).padStart(2, '0');
  const images = (await namesOn(join(folders.images, shelf))).filter((name) =>
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name),
  );
  const known = await findImageFiles(db, images);
  for (const id of images) if (!known.has(id)) await removeOld(imageFolder(folders, id), before);
  const originals = (await namesOn(join(folders.originals, shelf))).filter((name) => /^[0-9a-f]{64}$/.test(name));
  const hashes = await findKnownHashes(db, originals);
  for (const hash of originals) if (!hashes.has(hash)) await removeOld(originalFile(folders, hash), before);
}

async function removeOld(path: string, before: number): Promise<void> {
  const facts = await stat(path).catch(() => null);
  // Moved to its place, or written there, whichever was later.
  if (facts && Math.max(facts.mtimeMs, facts.ctimeMs) < before) await rm(path, { recursive: true, force: true });
}

function namesOn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
