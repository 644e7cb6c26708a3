import { freeChapterCounts } from '../../features/catalog/server/catalog.ts';
import { createRelease } from '../../features/catalog/server/release/release.ts';
import { publicImageAddress } from '../../features/media/rules.ts';
import { imageFilesOf } from '../../features/media/server/media.ts';
import { listBookImages } from '../../features/reading/server/reading.ts';
import type { Settings } from '../../server/config.ts';
import type { DbPool } from '../../server/db.ts';

// A CDN keeps public pictures for a year: what readers lose must be removed there by its operator.

type PurgeSite = Pick<Settings, 'media'>;

/** The CDN's addresses of what a book shows to anybody; empty where there is no CDN. */
export async function listPublicAddresses(db: DbPool, site: PurgeSite, bookId: string): Promise<string[]> {
  if (site.media.publicUrl === null) return [];
  const images = await imagesOf(db, bookId);
  return await addressesOf(db, site, new Set(images.flatMap(({ imageId, isPublic }) => (isPublic ? [imageId] : []))));
}

/**
 * Runs an import; the result is the CDN's addresses of what anybody could have before and may not have now, because a
 * book gives fewer chapters to all.
 */
export async function notePurges<T>(
  db: DbPool,
  site: PurgeSite,
  work: () => Promise<T>,
): Promise<{ result: T; addresses: string[] }> {
  if (site.media.publicUrl === null) return { result: await work(), addresses: [] };
  const before = await freeChapterCounts(db);
  const result = await work();
  const gone = new Set<string>();
  for (const [bookId, count] of await freeChapterCounts(db)) {
    const was = before.get(bookId) ?? count;
    if (was <= count) continue;
    for (const { imageId, number, isPublic } of await imagesOf(db, bookId))
      if (!isPublic && number !== null && number <= was) gone.add(imageId);
  }
  return { result, addresses: await addressesOf(db, site, gone) };
}

export function printPurges(addresses: readonly string[], print: (line: string) => void): void {
  if (addresses.length === 0) return;
  print(`Readers may have these no more. Remove them from the CDN (${addresses.length}):`);
  for (const address of addresses) print(address);
}

async function imagesOf(db: DbPool, bookId: string) {
  const dates = createRelease({ db });
  await dates.ready();
  return await listBookImages(db, { bookId, dates });
}

async function addressesOf(db: DbPool, { media }: PurgeSite, imageIds: ReadonlySet<string>): Promise<string[]> {
  const files = await imageFilesOf(db, [...imageIds]);
  return [...files]
    .flatMap(([id, names]) => names.map((name) => media.publicUrl + publicImageAddress(id, name)))
    .toSorted();
}
