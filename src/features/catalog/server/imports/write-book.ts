import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../../../server/database/db.ts';
import { defaultFreeChapters } from '../../rules.ts';
import { readMoment, settleBooks } from '../dates/settle-queries.ts';
import { searchKeys } from '../search/search-keys.ts';
import { inBatches } from './batches.ts';
import type { EditionPlan } from './book-plan.ts';
import { type ChapterPlan, type Current, rowsToWrite } from './chapter-plan.ts';
import type { BookRow, ChapterEditionRow, ChapterRow } from './queries.ts';
import {
  clearSourceKeys,
  deleteChapterEditions,
  deleteChapters,
  deleteEditions,
  growVersions,
  replacePages,
  trashChapters,
  updateSearchText,
  upsertBook,
  upsertChapterEditions,
  upsertChapters,
  upsertEditions,
} from './write-queries.ts';

interface BookToWrite {
  /** The rows as they stand. */
  current: Current;
  book: BookRow;
  searchText: string;
  editions: EditionPlan;
  chapters: ChapterPlan;
  /** Removed chapters go to the trash. */
  isKept: boolean;
}

/** Writes the rows of a book that differ from the published ones, and what follows from their dates. */
export async function writeBook(tx: Db, { current, book, searchText, ...planned }: BookToWrite): Promise<void> {
  const { id: bookId, tags } = book;
  if (!isDeepStrictEqual(book, current.book)) await upsertBook(tx, book);
  if (searchText !== current.searchText || !isDeepStrictEqual(tags, current.book?.tags))
    await updateSearchText(tx, { bookId, text: searchText, keys: searchKeys({ text: searchText, tags }) });
  await writeEditions(tx, bookId, planned.editions);
  await removeChapters(tx, { bookId, ids: planned.chapters.gone.map(({ id }) => id), isKept: planned.isKept });
  await writeChapters(tx, { bookId, current, rows: rowsToWrite(planned.chapters) });
  await settleBooks(tx, [bookId], { now: await readMoment(tx), defaultFree: defaultFreeChapters });
}

async function writeEditions(tx: Db, bookId: string, plan: EditionPlan): Promise<void> {
  if (plan.changed.length > 0) await upsertEditions(tx, bookId, plan.changed);
  if (plan.gone.length > 0) await deleteEditions(tx, bookId, plan.gone);
}

async function removeChapters(tx: Db, gone: { bookId: string; ids: string[]; isKept: boolean }): Promise<void> {
  if (gone.ids.length > 0)
    await (gone.isKept ? trashChapters(tx, gone.ids) : deleteChapters(tx, gone.bookId, gone.ids));
}

/** In characters of JSON: one parameter cannot hold a whole library of texts. */
const mostTextAtOnce = 8 * 1024 * 1024;

function textSize({ blocks }: ChapterEditionRow): number {
  return blocks === null ? 1 : JSON.stringify(blocks).length;
}

async function writeChapters(
  tx: Db,
  { bookId, current, rows }: { bookId: string; current: Current; rows: ReturnType<typeof rowsToWrite> },
): Promise<void> {
  await freeKeys(tx, current, rows.chapters);
  if (rows.chapters.length > 0) await upsertChapters(tx, bookId, rows.chapters);
  if (rows.goneEditions.length > 0) await deleteChapterEditions(tx, rows.goneEditions);
  for (const editions of inBatches(rows.editions, { sizeOf: textSize, limit: mostTextAtOnce }))
    await upsertChapterEditions(tx, editions);
  const changed = [...rows.editions, ...rows.goneEditions, ...rows.repaged].map(({ chapter_id }) => chapter_id);
  if (changed.length > 0) await growVersions(tx, changed);
  if (rows.repaged.length > 0)
    await replacePages(
      tx,
      rows.repaged.map(({ chapter_id, language }) => ({ chapter_id, language })),
      rows.repaged.flatMap(({ pages }) => pages),
    );
}

/** Two chapters may exchange their keys, and no key may stand twice even for a moment. */
async function freeKeys(tx: Db, current: Current, next: readonly ChapterRow[]): Promise<void> {
  const holders = new Map(current.chapters.map(({ id, source_key }) => [source_key, id]));
  const taken = next.flatMap(({ id, source_key }) => {
    const holder = holders.get(source_key);
    return holder !== undefined && holder !== id ? [holder] : [];
  });
  if (taken.length > 0) await clearSourceKeys(tx, taken);
}
