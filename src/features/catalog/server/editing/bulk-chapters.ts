import { type Db, type DbPool, withTransaction } from '../../../../server/database/db.ts';
import { AppError, invalidField, notFound } from '../../../../server/http/errors.ts';
import type { Language } from '../../../../shared/languages.ts';
import type { Maker } from '../../../studio/server/audit.ts';
import type { AccessOverride } from '../../access.ts';
import type { DatedChapter } from '../dates/dates-queries.ts';
import { differingDates, planTogether, type Wish } from '../dates/order.ts';
import { openBook, outOfOrder, withOverride, writeDates, writeOverrides } from '../dates/publication.ts';
import { presentEditedBook, readEditedBook, titleOf } from './books.ts';
import { type Refusal, refusalOf } from './bulk.ts';
import { listBooksOfStudioChapters } from './chapter-queries.ts';
import { listEditedChapters, moveChapters } from './chapters.ts';
import { moveToTrash } from './trash.ts';

/** What is to be done with chapters; times are read already. */
export type ChapterAction =
  | {
      action: 'date';
      publishedAt: Date | 'now' | null;
      languages: readonly Language[] | undefined;
      isSilent: boolean;
    }
  | { action: 'access'; access: AccessOverride | undefined; freeAt: Date | null | undefined }
  | { action: 'move'; before: string | null }
  | { action: 'trash' };

type Refusals = Map<string, Refusal>;

/** Chapters of one book, locked, in its order. */
interface Chosen {
  by: Maker;
  bookId: string;
  chapters: readonly DatedChapter[];
  chosen: readonly DatedChapter[];
  now: Date;
}

/**
 * Changes chapters, those of a book in one transaction and in its order; tells for each why it was refused. Rejects with
 * 400 and 404 where chapters cannot be moved there at all.
 */
export async function changeChapters(
  db: DbPool,
  { by, chapterIds, action }: { by: Maker; chapterIds: readonly string[]; action: ChapterAction },
): Promise<Refusals> {
  const bookOf = await listBooksOfStudioChapters(db, chapterIds);
  const bookIds = [...new Set(chapterIds.flatMap((id) => bookOf.get(id) ?? []))];
  if (action.action === 'move') await requirePlace(db, { chapterIds, bookIds, before: action.before });
  const refusals: Refusals = new Map(
    chapterIds.map((id) => [id, notFound('chapter_not_found', 'There is no such chapter')]),
  );
  for (const bookId of bookIds) {
    const isNamed = new Set(chapterIds.filter((id) => bookOf.get(id) === bookId));
    const refusal = await refusalOf(() =>
      withTransaction(db, async (tx) => {
        const { chapters, now } = await openBook(tx, bookId);
        const chosen = chapters.filter(({ id }) => isNamed.has(id));
        const told = await changeChosen(tx, action, { by, bookId, chapters, chosen, now });
        for (const { id } of chosen) refusals.set(id, told.get(id) ?? null);
      }),
    );
    if (refusal) for (const id of isNamed) refusals.set(id, refusal);
  }
  return refusals;
}

async function requirePlace(
  db: Db,
  { chapterIds, bookIds, before }: { chapterIds: readonly string[]; bookIds: readonly string[]; before: string | null },
): Promise<void> {
  if (bookIds.length > 1) throw invalidField('chapters', 'must be chapters of one book');
  if (before === null) return;
  if (chapterIds.includes(before)) throw invalidField('value.before', 'A chapter cannot stand before itself');
  const bookId = (await listBooksOfStudioChapters(db, [before])).get(before);
  if (bookId === undefined) throw notFound('chapter_not_found', 'There is no such chapter');
  if (bookIds.length > 0 && bookId !== bookIds[0]) throw invalidField('value.before', 'is a chapter of another book');
}

/** Each chapter that was refused, with the reason. */
async function changeChosen(tx: Db, action: ChapterAction, chosen: Chosen): Promise<Refusals> {
  switch (action.action) {
    case 'date':
      return dateChosen(tx, action, chosen);
    case 'access':
      return openChosen(tx, action, chosen);
    case 'move':
      return moveChosen(tx, action.before, chosen);
    case 'trash': {
      const { by, bookId, chosen: chapters } = chosen;
      const things = chapters.map(({ id, title: name }) => ({ id, name }));
      await moveToTrash(tx, { by, kind: 'chapter', bookId, things });
      return new Map();
    }
  }
}

/** Gives the chapters their date together; where that does not fit, each that can have it by itself. */
async function dateChosen(
  tx: Db,
  { publishedAt, languages, isSilent }: Extract<ChapterAction, { action: 'date' }>,
  { by, bookId, chapters, chosen, now }: Chosen,
): Promise<Refusals> {
  const refusals: Refusals = new Map();
  const wishes: Wish[] = [];
  for (const { id: chapterId, editions } of chosen) {
    const filled = editions.map(({ language }) => language);
    const wanted = languages ?? filled;
    if (wanted.length > 0 && wanted.every((language) => filled.includes(language)))
      wishes.push({ chapterId, publishedAt, languages: wanted, isSilent });
    else refusals.set(chapterId, new AppError(409, 'chapter_empty', 'Nothing to read in it yet'));
  }
  const together = planTogether(chapters, wishes, now);
  let after: readonly DatedChapter[] = chapters;
  if ('after' in together) after = together.after;
  else
    for (const wish of wishes) {
      const planned = planTogether(after, [wish], now);
      if ('after' in planned) after = planned.after;
      else refusals.set(wish.chapterId, outOfOrder(planned.conflicts));
    }
  await writeDates(tx, { by, bookId, chapters, dates: differingDates(after, chapters) });
  return refusals;
}

async function openChosen(
  tx: Db,
  override: { access: AccessOverride | undefined; freeAt: Date | null | undefined },
  { by, bookId, chosen, now }: Chosen,
): Promise<Refusals> {
  const refusals: Refusals = new Map();
  const changed: DatedChapter[] = [];
  for (const chapter of chosen) {
    const refusal = await refusalOf(async () => void changed.push(withOverride(chapter, override, now)));
    if (refusal) refusals.set(chapter.id, refusal);
  }
  await writeOverrides(tx, { by, bookId, chapters: chosen, changed });
  return refusals;
}

/** Puts the chapters before another one together; where that does not fit, each that can stand there by itself. */
async function moveChosen(tx: Db, before: string | null, { by, bookId, chosen }: Chosen): Promise<Refusals> {
  const target = {
    kind: 'book' as const,
    id: bookId,
    name: titleOf(presentEditedBook(await readEditedBook(tx, bookId))),
  };
  const move = async (moved: readonly string[]) =>
    moveChapters(tx, { by, target, chapters: await listEditedChapters(tx, bookId), moved, before });
  const ids = chosen.map(({ id }) => id);
  const together = await refusalOf(() => move(ids));
  if (!together || ids.length === 1) return new Map(ids.map((id) => [id, together]));
  const refusals: Refusals = new Map();
  for (const id of ids) refusals.set(id, await refusalOf(() => move([id])));
  return refusals;
}
