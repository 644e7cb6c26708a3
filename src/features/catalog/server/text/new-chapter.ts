import type { Db } from '../../../../server/database/db.ts';
import { AppError, notFound, wrongFields } from '../../../../server/http/errors.ts';
import type { Language } from '../../../../shared/languages.ts';
import { type Maker, writeAudit } from '../../../studio/server/audit.ts';
import { lockBookForDates } from '../dates/dates-queries.ts';
import { readMoment, settleBooks } from '../dates/settle-queries.ts';
import { presentEditedBook, readEditedBook, titleOf } from '../editing/books.ts';
import { listBooksOfStudioChapters } from '../editing/chapter-queries.ts';
import { type EditedChapter, listEditedChapters, moveChapters, readEditedChapter } from '../editing/chapters.ts';
import { insertChapter } from './new-chapter-queries.ts';
import { readTextOf, storeNewText } from './texts.ts';

/**
 * Writes a new chapter of a novel, a draft, in the caller's transaction. Rejects with 400 and 404, with 409 for a comic, and
 * where it cannot stand before that chapter.
 */
export async function writeNewChapter(
  tx: Db,
  given: { by: Maker; bookId: string; title: string; language: Language; markdown: string; before: string | null },
): Promise<EditedChapter> {
  const { by, bookId, title, language, before } = given;
  const blocks = readTextOf(given.markdown, []);
  await lockBookForDates(tx, bookId);
  const book = await readEditedBook(tx, bookId);
  if (before !== null) await requireBefore(tx, { bookId, before });
  if (book.kind !== 'novel') throw new AppError(409, 'kind_differs', 'Only novels have texts');
  const id = await insertChapter(tx, bookId);
  const place = { chapterId: id, language };
  await storeNewText(tx, { ...place, by, title, blocks });
  await settleBooks(tx, [bookId], await readMoment(tx));
  await writeAudit(tx, {
    ...{ by, action: 'chapter.make', target: { kind: 'chapter', id, name: title } },
    after: { [`titles.${language}`]: title },
  });
  if (before !== null) {
    const target = { kind: 'book' as const, id: bookId, name: titleOf(presentEditedBook(book)) };
    await moveChapters(tx, { by, target, chapters: await listEditedChapters(tx, bookId), moved: [id], before });
  }
  return readEditedChapter(tx, id);
}

async function requireBefore(tx: Db, { bookId, before }: { bookId: string; before: string }): Promise<void> {
  const bookOf = await listBooksOfStudioChapters(tx, [before]);
  if (!bookOf.has(before)) throw notFound('chapter_not_found', 'There is no such chapter');
  if (bookOf.get(before) !== bookId)
    throw wrongFields([{ path: 'before', code: 'invalid', message: 'is no chapter of this book' }]);
}
