import type { Db } from '../../../../server/database/db.ts';
import { chaptersIn, imagesIn, mergeRecords, recordOf } from './record.ts';
import { findRecord, insertRecord } from './undo-queries.ts';

/** Keeps how the book stood, as far as the batch has changed it. */
export async function keepRecord(
  tx: Db,
  batchId: string,
  done: Parameters<typeof recordOf>[0] & { comesBack: boolean },
): Promise<void> {
  // A book that the batch brought out of the trash goes there again.
  const isNew = done.current.book === null || done.comesBack;
  const full = recordOf(done);
  const isUnchanged = full.book === null && Object.values(full).every((part) => part === null || part.length === 0);
  if (isUnchanged && !isNew) return;
  const bookId = done.book.id;
  const known = await findRecord(tx, { batchId, bookId });
  // If the batch made the book, an undo removes the whole book, with all that the batch brings later.
  const wasMade = isNew || (known?.isNew ?? false);
  const merged = known ? mergeRecords(known.record, full) : full;
  const record = wasMade ? { book: null, editions: [], chapters: merged.chapters, texts: [], pages: [] } : merged;
  const own = done.comesBack ? done.chapters.all.map(({ row }) => row.id) : chaptersIn(merged);
  const changes = { chapterIds: own, imageIds: wasMade ? [] : imagesIn(merged) };
  await insertRecord(tx, { batchId, bookId, isNew: wasMade, record, ...changes });
}
