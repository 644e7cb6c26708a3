import { createRelease } from '../../features/catalog/server/dates/release.ts';
import type { ImportWork } from '../../features/importing/server/importing.ts';
import { publicImageAddress } from '../../features/media/rules.ts';
import { findImageFiles } from '../../features/media/server/media.ts';
import { publicImagesAmong, publicImagesOfBook } from '../../features/reading/server/reading.ts';
import type { Settings } from '../../server/config/config.ts';
import type { DbPool } from '../../server/database/db.ts';

// A CDN keeps public pictures for a year: what readers lose must be removed there by its operator.

type PurgeSite = Pick<Settings, 'media'>;
type Print = (line: string) => void;

/** Reads which pictures a book shows to everybody; the returned function prints their addresses at the CDN. */
export async function purgesOfBook(db: DbPool, site: PurgeSite, bookId: string): Promise<(print: Print) => void> {
  if (site.media.publicUrl === null) return () => {};
  const dates = createRelease({ db });
  await dates.ready();
  const addresses = await addressesOf(db, site, await publicImagesOfBook(db, { bookId, dates }));
  return (print) => printPurges(addresses, print);
}

/**
 * Runs an import, and prints the CDN's addresses of pictures that everybody could have before and may not have now;
 * also if the import fails half-way.
 */
export async function tellingPurges<T>(
  { db, site, print }: { db: DbPool; site: PurgeSite; print: Print },
  work: (watch: Pick<ImportWork, 'onWritten'>) => Promise<T>,
): Promise<T> {
  if (site.media.publicUrl === null) return await work({});
  const dates = createRelease({ db });
  await dates.ready();
  const lost = new Set<string>();
  const onWritten: ImportWork['onWritten'] = async (tx, { bookId }) => {
    // Outside of the import's transaction the old book is still seen.
    const before = await publicImagesOfBook(db, { bookId, dates });
    const after = await publicImagesOfBook(tx, { bookId, dates });
    for (const imageId of before) if (!after.has(imageId)) lost.add(imageId);
  };
  const tell = async () => {
    if (lost.size === 0) return;
    await dates.refresh();
    // Another book may show them, and the transaction may have been undone.
    const open = await publicImagesAmong(db, { imageIds: [...lost], dates });
    const gone = [...lost].filter((imageId) => !open.has(imageId));
    printPurges(await addressesOf(db, site, new Set(gone)), print);
  };
  const result = await work({ onWritten }).catch(async (error: unknown) => {
    await tell().catch(() => {}); // the first fault is the one to tell
    throw error;
  });
  await tell();
  return result;
}

function printPurges(addresses: readonly string[], print: Print): void {
  if (addresses.length === 0) return;
  print(`Readers may have these no more. Remove them from the CDN (${addresses.length}):`);
  for (const address of addresses) print(address);
}

async function addressesOf(db: DbPool, { media }: PurgeSite, imageIds: ReadonlySet<string>): Promise<string[]> {
  const files = await findImageFiles(db, [...imageIds]);
  return [...files]
    .flatMap(([id, names]) => names.map((name) => media.publicUrl + publicImageAddress(id, name)))
    .toSorted();
}
