import type { Db } from '../../../../server/database/db.ts';
import type { TargetKind } from '../../../studio/contract.ts';
import { etagOf as etagOfValue, requireLastVersion } from '../../../studio/server/versions.ts';
import { lockBookForDates } from '../dates/dates-queries.ts';
import { etagOf, requireBookOfChapter } from '../dates/publication.ts';
import { readMoment } from '../dates/settle-queries.ts';
import type { EditedBook } from './book-queries.ts';
import { presentEditedBook, readEditedBook, versionOf } from './books.ts';
import { type EditedChapter, presentEditedChapter, readEditedChapter } from './chapters.ts';

export const versionOfBook = (book: EditedBook) => etagOfValue(versionOf(presentEditedBook(book)));
/** Ends the call unless If-Match names this version. */
export function requireCurrent(
  tx: Db,
  ifMatch: string | undefined,
  given: { target: { kind: TargetKind; id: string }; etag: string; current: unknown },
): Promise<void> {
  return requireLastVersion(tx, ifMatch, { ...given, since: () => readMoment(tx) });
}

/** The book, locked; ends the call unless If-Match names its version. */
export async function lockBookVersion(tx: Db, id: string, ifMatch: string | undefined): Promise<EditedBook> {
  const book = await readEditedBook(tx, id, { isLocked: true });
  const current = presentEditedBook(book);
  await requireCurrent(tx, ifMatch, { target: { kind: 'book', id }, etag: versionOfBook(book), current });
  return book;
}

/** The chapter, with its book locked; ends the call unless If-Match names its version. */
export async function lockChapterVersion(tx: Db, id: string, ifMatch: string | undefined): Promise<EditedChapter> {
  await lockBookForDates(tx, await requireBookOfChapter(tx, id));
  const chapter = await readEditedChapter(tx, id);
  const current = presentEditedChapter(chapter, await readMoment(tx));
  await requireCurrent(tx, ifMatch, { target: { kind: 'chapter', id }, etag: etagOf(chapter), current });
  return chapter;
}
