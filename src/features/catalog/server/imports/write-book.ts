import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../../../server/database/db.ts';
import { readMoment, settleBooks } from '../dates/settle-queries.ts';
import type { DecidedImport } from './decide.ts';
import type { BookRow } from './queries.ts';
import {
  clearSourceKeys,
  deleteChapterEditions,
  deleteChapters,
  deleteEditions,
  growVersions,
  replacePages,
  trashChapters,
  upsertBook,
  upsertChapterEditions,
  upsertChapters,
  upsertEditions,
  writeSearchRow,
} from './write-queries.ts';

/** Writes the rows of a book that differ from the published ones, and what follows from their dates. */
export async function writeBook(tx: Db, decided: DecidedImport): Promise<void> {
  const { current, book, search, editions, chapters, rows, isKept } = decided;
  const { id: bookId } = book;
  if (!isDeepStrictEqual(book, current.book)) await upsertBook(tx, book);
  const named = ({ author, tags, aliases }: BookRow) => [author, tags, aliases];
  if (search.text !== current.searchText || !current.book || !isDeepStrictEqual(named(book), named(current.book)))
    await writeSearchRow(tx, bookId, search);
  if (editions.changed.length > 0) await upsertEditions(tx, bookId, editions.changed);
  if (editions.gone.length > 0) await deleteEditions(tx, bookId, editions.gone);
  const gone = chapters.gone.map(({ id }) => id);
  if (gone.length > 0) await (isKept ? trashChapters(tx, gone) : deleteChapters(tx, bookId, gone));
  if (rows.losingKeys.length > 0) await clearSourceKeys(tx, rows.losingKeys);
  if (rows.chapters.length > 0) await upsertChapters(tx, bookId, rows.chapters);
  if (rows.goneEditions.length > 0) await deleteChapterEditions(tx, rows.goneEditions);
  await upsertChapterEditions(tx, rows.editions);
  const changed = [...rows.editions, ...rows.goneEditions, ...rows.repaged].map(({ chapter_id }) => chapter_id);
  if (changed.length > 0) await growVersions(tx, changed);
  if (rows.repaged.length > 0)
    await replacePages(
      tx,
      rows.repaged.map(({ chapter_id, language }) => ({ chapter_id, language })),
      rows.repaged.flatMap(({ pages }) => pages),
    );
  await settleBooks(tx, [bookId], await readMoment(tx));
}
