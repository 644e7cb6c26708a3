import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import { lockBook } from '../books/queries.ts';
import { readMoment, settleBooks } from '../dates/settle-queries.ts';
import { type ChangedText, changedText, keepPlaces, type MovePlaces } from '../imports/moved-places.ts';
import {
  type BookRow,
  type ChapterEditionRow,
  type ChapterRow,
  type EditionRow,
  findBookById,
  listChapterEditions,
  listChapters,
  listEditions,
  listPages,
  type PageRow,
  slot,
} from '../imports/queries.ts';
import {
  clearSourceKeys,
  deleteChapterEditions,
  growVersions,
  replacePages,
  trashChapters,
  upsertBook,
  upsertChapterEditions,
  upsertChapters,
  upsertEditions,
  writeSearchRow,
} from '../imports/write-queries.ts';
import { searchRowOf } from '../search/search-row.ts';
import { type BookRecord, sumOfText } from './record.ts';
import {
  blockersOf,
  bringChaptersBack,
  countChapters,
  deleteBookEditions,
  deleteRecord,
  forgetBatches,
  type StoredRecord,
  selectRecords,
  selectTrashedChapters,
  trashBook,
  unmarkTexts,
} from './undo-queries.ts';

export { blockersOf, forgetBatches };

/** A fact that was edited by hand after the batch, and so stays. */
export interface Staying {
  field: string;
  chapterId: string | null;
  language: Language | null;
}

/** The effect of an undo on one book. */
export interface UndoneBook {
  bookId: string;
  title: string;
  /** How many chapters get their former content back. */
  restored: number;
  /** How many chapters go to the trash; those of a book that the batch made go with it. */
  trashed: number;
  stays: Staying[];
  /** The chapters that change or go; `title` null: it is not known. */
  chapters: { id: string; title: string | null }[];
}

/** The books of a batch as its undo would leave them. */
export async function describeUndo(db: Db, batchId: string): Promise<UndoneBook[]> {
  const books: UndoneBook[] = [];
  for (const stored of await selectRecords(db, batchId)) books.push((await planUndo(db, stored)).told);
  return books.reverse();
}

/** Undoes a batch in the caller's transaction: readers see all of it or nothing. Its records are gone then. */
export async function undoBatch(tx: Db, batchId: string, movePlaces: MovePlaces): Promise<UndoneBook[]> {
  const books: UndoneBook[] = [];
  for (const stored of await selectRecords(tx, batchId)) {
    await lockBook(tx, stored.bookId);
    const plan = await planUndo(tx, stored);
    await write(tx, stored, plan);
    await keepPlaces(tx, { bookId: stored.bookId, texts: plan.retold, movePlaces });
    await deleteRecord(tx, { batchId, bookId: stored.bookId });
    books.push(plan.told);
  }
  return books.reverse();
}

interface UndoPlan {
  told: UndoneBook;
  book: BookRow | null;
  editions: { put: EditionRow[]; gone: Language[] };
  chapters: { made: string[]; removed: string[]; put: ChapterRow[] };
  texts: { put: ChapterEditionRow[]; gone: { chapter_id: string; language: Language }[] };
  /** The texts in which readers' places stay at their words. */
  retold: ChangedText[];
  /** Texts that count as written by hand only since the batch. */
  unmarked: { chapter_id: string; language: Language }[];
  pages: { chapter_id: string; language: Language; before: PageRow[] }[];
}

const nothing = {
  book: null,
  editions: { put: [], gone: [] },
  chapters: { made: [], removed: [], put: [] },
  texts: { put: [], gone: [] },
  retold: [],
  unmarked: [],
  pages: [],
};

/** The rows that the undo writes for a book as it stands now. Nothing is written yet. */
async function planUndo(db: Db, stored: StoredRecord): Promise<UndoPlan> {
  const { bookId, title, isNew, record } = stored;
  if (isNew) {
    const trashed = stored.isInTrash ? 0 : await countChapters(db, bookId);
    return { told: { bookId, title, restored: 0, trashed, stays: [], chapters: [] }, ...nothing };
  }
  const book = await findBookById(db, bookId);
  const trash = await selectTrashedChapters(db, bookId);
  const stays: Staying[] = [];
  const texts = await listChapterEditions(db, { bookId });
  const parts = {
    book: book && undoBook(record, book, stays),
    editions: undoEditions(record, await listEditions(db, bookId), stays),
    chapters: undoChapters(record, { chapters: await listChapters(db, bookId), trash }, stays),
    ...undoContents(record, { texts, pages: await listPages(db, { bookId }) }, stays),
  };
  const { made, removed, put } = parts.chapters;
  const moved = new Set(record.chapters.flatMap(({ id, before, after }) => (isOnlyMoved(before, after) ? [id] : [])));
  const changed = [
    ...removed,
    ...put.flatMap(({ id }) => (moved.has(id) ? [] : [id])),
    ...[...parts.texts.put, ...parts.texts.gone, ...parts.pages].map(({ chapter_id }) => chapter_id),
  ];
  const restored = new Set(changed);
  const titleOf = (id: string) => texts.find(({ chapter_id }) => chapter_id === id)?.title ?? null;
  const chapters = [...restored, ...made].map((id) => ({ id, title: titleOf(id) }));
  const told = { bookId, title, restored: restored.size, trashed: made.length, stays, chapters };
  return { told, ...parts };
}

function isOnlyMoved(before: ChapterRow | null, after: ChapterRow | null): boolean {
  return before !== null && after !== null && isDeepStrictEqual({ ...before, place: after.place }, { ...after });
}

/** The value as JSON, without dates, as records have it. */
function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value ?? null));
}

/**
 * The row with the former values of those fields that the batch changed and nobody has changed since; null where no
 * field goes back. `onStay` is called with each field that somebody has changed since.
 */
function withFormer<T extends object>(
  now: T,
  { before, after }: { before: T; after: Partial<T> },
  onStay: (field: keyof T & string) => void,
): T | null {
  const current = plain(now);
  const next = { ...current };
  let isChanged = false;
  const fields = Object.keys(after) as (keyof T & string)[]; // a row's own fields
  for (const field of fields) {
    if (isDeepStrictEqual(before[field], after[field])) continue;
    if (isDeepStrictEqual(current[field], before[field])) continue;
    if (!isDeepStrictEqual(current[field], after[field])) onStay(field);
    else {
      next[field] = before[field];
      isChanged = true;
    }
  }
  return isChanged ? next : null;
}

function undoBook({ book }: BookRecord, now: BookRow, stays: Staying[]): BookRow | null {
  if (!book?.before || !book.after) return null;
  return withFormer(now, { before: book.before, after: book.after }, (field) =>
    stays.push({ field, chapterId: null, language: null }),
  );
}

const editionFields: Readonly<Record<string, string>> = {
  title: 'titles',
  introduction: 'introductions',
  cover_image_id: 'covers',
};

function undoEditions({ editions }: BookRecord, now: readonly EditionRow[], stays: Staying[]): UndoPlan['editions'] {
  const put: EditionRow[] = [];
  const gone: Language[] = [];
  for (const { language, before, after } of editions) {
    const current = now.find((edition) => edition.language === language);
    const stay = (field: string) => stays.push({ field: editionFields[field] ?? field, chapterId: null, language });
    if (!current) {
      if (before && !after) put.push(before);
    } else if (before && after) {
      const former = withFormer(current, { before, after }, stay);
      if (former) put.push(former);
    } else if (after) {
      if (isDeepStrictEqual(plain(current), plain(after))) gone.push(language);
      else stay('title');
    }
  }
  return { put, gone };
}

function undoChapters(
  { chapters }: BookRecord,
  now: { chapters: readonly ChapterRow[]; trash: ReadonlySet<string> },
  stays: Staying[],
): UndoPlan['chapters'] {
  const current = new Map(now.chapters.map((row) => [row.id, row]));
  const plan: UndoPlan['chapters'] = { made: [], removed: [], put: [] };
  const named = new Set<string>();
  for (const { id, before, after } of chapters) {
    const row = current.get(id);
    if (!before) {
      if (row && !now.trash.has(id)) plan.made.push(id);
    } else if (!after) {
      if (now.trash.has(id)) plan.removed.push(id);
    } else if (row) {
      const former = withFormer(row, { before, after }, (field) => {
        // The order counts as one fact of the whole book, and nobody edits keys by hand.
        if (field === 'source_key' || (field === 'place' && named.has('order'))) return;
        if (field === 'place') named.add('order');
        stays.push(
          field === 'place'
            ? { field: 'order', chapterId: null, language: null }
            : { field, chapterId: id, language: null },
        );
      });
      if (former) plan.put.push(former);
    }
  }
  return { ...plan, put: withFreeKeys(plan.put, now.chapters) };
}

/** A chapter keeps its key where another one has taken its former key since. */
function withFreeKeys(put: readonly ChapterRow[], now: readonly ChapterRow[]): ChapterRow[] {
  const isPut = new Set(put.map(({ id }) => id));
  const taken = new Set(now.flatMap(({ id, source_key }) => (isPut.has(id) ? [] : [source_key])));
  const own = new Map(now.map(({ id, source_key }) => [id, source_key]));
  return put.map((row) =>
    taken.has(row.source_key) ? { ...row, source_key: own.get(row.id) ?? row.source_key } : row,
  );
}

function undoContents(
  record: BookRecord,
  now: { texts: readonly ChapterEditionRow[]; pages: readonly PageRow[] },
  stays: Staying[],
): Pick<UndoPlan, 'texts' | 'retold' | 'unmarked' | 'pages'> {
  const texts = new Map(now.texts.map((row) => [slot(row.chapter_id, row.language), row]));
  const imagesNow = new Map<string, string[]>();
  for (const { chapter_id, language, image_id } of now.pages) {
    const key = slot(chapter_id, language);
    imagesNow.set(key, [...(imagesNow.get(key) ?? []), image_id]);
  }
  const plan: ReturnType<typeof undoContents> = {
    texts: { put: [], gone: [] },
    retold: [],
    unmarked: [],
    pages: [],
  };
  const stayingPages = new Set<string>();
  for (const { chapter_id, language, before, after } of record.pages) {
    const key = slot(chapter_id, language);
    if (isDeepStrictEqual(imagesNow.get(key) ?? [], after)) plan.pages.push({ chapter_id, language, before });
    else {
      stayingPages.add(key);
      stays.push({ field: 'pages', chapterId: chapter_id, language });
    }
  }
  for (const { chapter_id, language, before, after } of record.texts) {
    const key = slot(chapter_id, language);
    const row = texts.get(key);
    const stay = (field: string) =>
      stays.push({ field: editionFields[field] ?? field, chapterId: chapter_id, language });
    if (!before) {
      const isRewritten = row !== undefined && after?.text !== undefined && after.text !== sumOfText(row);
      const isAsMade = row !== undefined && row.title === after?.title && !isRewritten && !stayingPages.has(key);
      if (isAsMade) plan.texts.gone.push({ chapter_id, language });
      else if (row && !stayingPages.has(key)) stay(isRewritten ? 'text' : 'title');
    } else if (!after) {
      if (!row) plan.texts.put.push(before);
    } else if (row) {
      const { text, isMarked, ...shown } = after;
      const former = withFormer<ChapterEditionRow>(row, { before, after: shown }, stay) ?? row;
      const isRewritten = text !== undefined && ![text, sumOfText(before)].includes(sumOfText(row));
      if (isRewritten && !stayingPages.has(key)) {
        stayingPages.add(key);
        stay('text');
      } else if (isMarked) plan.unmarked.push({ chapter_id, language });
      const { blocks, has_content, preview_image_id, reading_seconds } = stayingPages.has(key) ? row : before;
      plan.texts.put.push({ ...former, blocks, has_content, preview_image_id, reading_seconds });
      plan.retold.push(changedText(row, { ...before, blocks }));
    }
  }
  const isGone = new Set(plan.texts.gone.map(({ chapter_id, language }) => slot(chapter_id, language)));
  const isLeft = ({ chapter_id, language }: { chapter_id: string; language: Language }) =>
    !isGone.has(slot(chapter_id, language)) && !stayingPages.has(slot(chapter_id, language));
  return { ...plan, pages: plan.pages.filter(isLeft) };
}

async function write(tx: Db, { bookId, isNew }: StoredRecord, plan: UndoPlan): Promise<void> {
  if (isNew) await trashBook(tx, bookId);
  else {
    const { chapters, texts, pages, editions } = plan;
    await trashChapters(tx, chapters.made);
    await bringChaptersBack(tx, chapters.removed);
    await clearSourceKeys(
      tx,
      chapters.put.map(({ id }) => id),
    );
    if (chapters.put.length > 0) await upsertChapters(tx, bookId, chapters.put);
    if (texts.gone.length > 0) await deleteChapterEditions(tx, texts.gone);
    if (texts.put.length > 0) await upsertChapterEditions(tx, texts.put);
    await unmarkTexts(tx, plan.unmarked);
    if (pages.length > 0)
      await replacePages(
        tx,
        pages.map(({ chapter_id, language }) => ({ chapter_id, language })),
        pages.flatMap(({ before }) => before),
      );
    await growVersions(
      tx,
      [...texts.put, ...texts.gone, ...pages].map(({ chapter_id }) => chapter_id),
    );
    if (plan.book) await upsertBook(tx, plan.book);
    if (editions.gone.length > 0) await deleteBookEditions(tx, bookId, editions.gone);
    if (editions.put.length > 0) await upsertEditions(tx, bookId, editions.put);
    await writeSearchText(tx, bookId);
  }
  await settleBooks(tx, [bookId], await readMoment(tx));
}

async function writeSearchText(tx: Db, bookId: string): Promise<void> {
  const book = await findBookById(tx, bookId);
  if (!book) return;
  await writeSearchRow(tx, bookId, searchRowOf({ ...book, editions: await listEditions(tx, bookId) }));
}
