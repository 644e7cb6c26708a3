import { type Db, type DbPool, withTransaction } from '../../../../server/database/db.ts';
import { AppError, invalidRequest } from '../../../../server/http/errors.ts';
import type { Language } from '../../../../shared/languages.ts';
import type { Maker } from '../../../studio/server/audit.ts';
import { type BookPatch, type BulkBooks, mostTags } from '../../studio-contract.ts';
import { differingDates, planTogether } from '../dates/order.ts';
import { openBook, outOfOrder, writeDates } from '../dates/publication.ts';
import { patchBook, presentEditedBook, readEditedBook, titleOf } from './books.ts';
import { type Refusal, refusalOf } from './bulk.ts';
import { moveToTrash } from './trash.ts';

/** What is to be done with each book; the moment of a schedule is read already. */
export type BookAction = Exclude<BulkBooks, { action: 'publish' | 'schedule' }> | DatesOfDrafts;

interface DatesOfDrafts {
  action: 'date';
  publishedAt: Date | 'now';
  languages: readonly Language[] | undefined;
  isSilent: boolean;
}

/** Changes each of the books in a transaction of its own; tells for each why it was refused. */
export async function changeBooks(
  db: DbPool,
  { by, bookIds, action }: { by: Maker; bookIds: readonly string[]; action: BookAction },
): Promise<Map<string, Refusal>> {
  const refusals = new Map<string, Refusal>();
  for (const bookId of new Set(bookIds))
    refusals.set(bookId, await refusalOf(() => withTransaction(db, (tx) => changeBook(tx, { by, bookId, action }))));
  return refusals;
}

async function changeBook(
  tx: Db,
  { by, bookId, action }: { by: Maker; bookId: string; action: BookAction },
): Promise<void> {
  const book = await readEditedBook(tx, bookId, { isLocked: true });
  const patch = (change: BookPatch) => patchBook(tx, { by, book, patch: change });
  switch (action.action) {
    case 'date':
      return publishDrafts(tx, { by, bookId, ...action });
    case 'free_chapters':
      await patch({ public_free_chapters: action.value });
      return;
    case 'tags_add': {
      const tags = [...new Set([...book.tags, ...action.value])];
      if (tags.length > mostTags) throw invalidRequest(`A book has at most ${mostTags} tags`);
      await patch({ tags });
      return;
    }
    case 'tags_remove':
      await patch({ tags: book.tags.filter((tag) => !action.value.includes(tag)) });
      return;
    case 'hide':
    case 'show':
      await patch({ hidden: action.action === 'hide' });
      return;
    case 'trash': {
      const name = titleOf(presentEditedBook(book));
      return moveToTrash(tx, { by, kind: 'book', bookId, things: [{ id: bookId, name }] });
    }
  }
}

/** Gives all drafts of a book one date. A draft without content in these languages stays one. */
async function publishDrafts(tx: Db, given: DatesOfDrafts & { by: Maker; bookId: string }): Promise<void> {
  const { by, bookId, publishedAt, languages, isSilent } = given;
  const { chapters, now } = await openBook(tx, bookId);
  const drafts = chapters.filter(({ editions }) => editions.every((edition) => edition.publishedAt === null));
  const wishes = drafts.flatMap(({ id: chapterId, editions }) => {
    const filled = editions.map(({ language }) => language);
    const wanted = languages ? filled.filter((language) => languages.includes(language)) : filled;
    return wanted.length > 0 ? [{ chapterId, publishedAt, languages: wanted, isSilent }] : [];
  });
  if (drafts.length > 0 && wishes.length === 0) throw new AppError(409, 'chapter_empty', 'Nothing to read in it yet');
  const planned = planTogether(chapters, wishes, now);
  if ('conflicts' in planned) throw outOfOrder(planned.conflicts);
  await writeDates(tx, { by, bookId, chapters, dates: differingDates(planned.after, chapters) });
}
