import type { Db } from '../../../server/database/db.ts';
import type { Platform } from '../../../server/http/platform.ts';
import type { Job } from '../../../server/jobs/jobs.ts';
import { readingSeconds } from '../reading-time.ts';
import { listUncounted, type UncountedEdition, updatePreview, updateReadingSeconds } from './books/lock-queries.ts';
import type { StoredBlock } from './imports.ts';

/** Makes the unreadable view of a page from its image; null where that cannot be done. */
export type MakePreview = (db: Db, imageId: string) => Promise<string | null>;

const editionsAtOnce = 50;

/**
 * Adds what chapters of older versions lack: their reading times and previews. A preview that cannot be made is
 * skipped, and tried again by the next call. Returns how many could not be made.
 */
export async function addLateFacts(
  db: Db,
  { makePreview, signal }: { makePreview: MakePreview; signal: AbortSignal },
): Promise<{ failed: number }> {
  let failed = 0;
  let after: UncountedEdition | null = null;
  while (!signal.aborted) {
    const found: UncountedEdition[] = await listUncounted(db, { after, limit: editionsAtOnce });
    for (const edition of found) if (!signal.aborted && !(await addFacts(db, edition, makePreview))) failed += 1;
    after = found.at(-1) ?? null;
    if (found.length < editionsAtOnce) break;
  }
  return { failed };
}

async function addFacts(db: Db, edition: UncountedEdition, makePreview: MakePreview): Promise<boolean> {
  const { chapterId, language, firstImageId } = edition;
  if (edition.isUncounted) {
    // Only `writeImport` writes them, and it accepts no other shape.
    const blocks = edition.blocks as StoredBlock[] | null;
    const pages = Array.from({ length: edition.pages }, (_, page) => ({ page }));
    await updateReadingSeconds(db, { chapterId, language, seconds: readingSeconds({ blocks, pages }) });
  }
  if (firstImageId === null) return true;
  const previewImageId = await makePreview(db, firstImageId);
  if (previewImageId === null) return false;
  await updatePreview(db, { chapterId, language, firstImageId, previewImageId });
  return true;
}

const everyMs = 60_000;

/** Finds out how long older chapters take to read, and makes their previews; until then the cover stands there. */
export function lateFactsJob({ makePreview, log }: Platform & { makePreview: MakePreview }): Job {
  let failedBefore = 0;
  return {
    name: 'previews',
    everyMs,
    async run(db, signal) {
      const { failed } = await addLateFacts(db, { makePreview, signal });
      // Warns only if more previews fail than before, not every minute.
      if (failed > failedBefore) log.warn({ failed }, 'previews not made');
      failedBefore = failed;
    },
  };
}
