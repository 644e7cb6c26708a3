import type { Db } from '../../../server/database/db.ts';
import type { Language } from '../../../shared/languages.ts';
import { defaultFreeChapters } from '../rules.ts';
import { readMoment, settleBooks } from './dates/settle-queries.ts';
import { type EditionPlan, keptTitles, planBook, planEditions } from './imports/book-plan.ts';
import { bookChanges, describeOrder, describeRemoved } from './imports/changes.ts';
import type { ChapterPlan, Current } from './imports/chapter-plan.ts';
import { refusePruning } from './imports/checks.ts';
import { findBook } from './imports/find-book.ts';
import type { ImportedBook, ImportedPlace, ImportOptions, ImportResult, Refusal } from './imports/imported.ts';
import {
  type BookRow,
  findBookById,
  listChapters,
  listEditions,
  listPublishedLanguages,
  lockSourceKey,
  selectBookOfChapter,
} from './imports/queries.ts';
import { writeBook } from './imports/write-book.ts';
import { searchTextOf } from './search/search-text.ts';
import { chaptersIn, imagesIn, mergeRecords, recordOf } from './undo/record.ts';
import { findRecord, insertRecord } from './undo/undo-queries.ts';

export type {
  FactValue,
  FieldChange,
  ImportedBook,
  ImportedChapterEdition,
  ImportedPlace,
  ImportResult,
  StoredBlock,
} from './imports/imported.ts';

/** The languages in which the book with one of these keys is published; none where there is no such book. */
export function languagesOfPublished(db: Db, sourceKeys: readonly string[]): Promise<Language[]> {
  return listPublishedLanguages(db, sourceKeys);
}

/** An import is refused, because it would do what its operator can hardly want. Nothing was written. */
export class ImportRefusedError extends Error {
  override readonly name = 'ImportRefusedError';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/**
 * Brings a book to the given state, in the caller's transaction, so that readers see all of it or nothing. The same
 * import again changes nothing. Throws `ImportRefusedError` where that would do what nobody can want.
 */
export async function writeImport(tx: Db, given: ImportedBook, wanted: ImportOptions): Promise<ImportResult> {
  await lockSourceKey(tx, given.sourceKey);
  const asked = { ...wanted, now: await momentOf(tx, wanted.now) };
  const found = await findBook(tx, given, asked);
  const { current, options, sourceOf, chapters } = found;
  const editions = planEditions(given, current, options);
  const { book, kept } = planBook(given, { current, editions: editions.all });
  const searchText = searchTextOf({ ...book, aliases: current.byHand.aliases, editions: editions.all });
  const refusal = found.refusal ?? (options.mayPruneMost ? null : refusePruning(chapters, current, sourceOf));
  if (refusal && !options.dryRun) throw new ImportRefusedError(refusal);
  if (!options.dryRun) {
    await writeBook(tx, { current, book, searchText, editions, chapters, isKept: options.batch !== undefined });
    if (options.batch) await keepRecord(tx, options.batch, { current, book, editions, chapters });
    await settleBooks(tx, [book.id], { now: await readMoment(tx), defaultFree: defaultFreeChapters });
  }
  const context = { current, original: book.original_language, sourceOf };
  const order = describeOrder(chapters, context);
  const changes = bookChanges({ book, editions: editions.all }, current, sourceOf);
  const inState = (state: ImportedPlace['state']) => order.filter((place) => place.state === state).length;
  const isRenumbered = order.some(({ from, number }) => from !== null && from !== number);
  const isChanged = isRenumbered || changes.length + chapters.gone.length + inState('added') + inState('changed') > 0;
  return {
    bookId: book.id,
    state: !current.book ? 'created' : isChanged ? 'updated' : 'unchanged',
    chapters: {
      added: inState('added'),
      changed: inState('changed'),
      removed: chapters.gone.length,
      total: order.length,
    },
    pagesRemoved: countRemovedPages(order),
    formerTitle: found.isRenamed ? titleOf(current) : null,
    changes,
    order,
    contradictions: found.contradictions,
    kept: [...kept, ...keptTitles(given, current), ...(chapters.isOrderKept ? ['order'] : [])].sort(),
    removed: describeRemoved(chapters, current, book.original_language),
    refusal,
  };
}

/** The moment of an import: a machine's clock that is ahead of the database's would delay it. */
async function momentOf(tx: Db, given: Date): Promise<Date> {
  const now = await readMoment(tx);
  return given < now ? given : now;
}

/** The facts of a book that files are imported into; null: there is no such book. */
export async function findImportTarget(db: Db, bookId: string): Promise<ImportTarget | null> {
  const book = await findBookById(db, bookId);
  if (!book) return null;
  const [editions, chapters] = [await listEditions(db, bookId), await listChapters(db, bookId)];
  return {
    sourceKey: book.source_key,
    kind: book.kind,
    originalLanguage: book.original_language,
    titles: new Map(editions.map(({ language, title }) => [language, title])),
    keys: new Map(chapters.map(({ id, source_key }) => [id, source_key])),
  };
}

/** The book of a chapter; undefined: there is no such chapter. */
export function findBookOfChapter(db: Db, chapterId: string): Promise<string | undefined> {
  return selectBookOfChapter(db, chapterId);
}

/** A book's key, its titles, and the keys of its chapters by their ids. */
export interface ImportTarget {
  sourceKey: string;
  kind: 'comic' | 'novel';
  originalLanguage: Language;
  titles: ReadonlyMap<Language, string>;
  keys: ReadonlyMap<string, string>;
}

/** Keeps how the book stood, as far as the batch has changed it. */
async function keepRecord(
  tx: Db,
  batchId: string,
  done: { current: Current; book: BookRow; editions: EditionPlan; chapters: ChapterPlan },
): Promise<void> {
  const isNew = done.current.book === null;
  const full = recordOf(done);
  const isUnchanged = full.book === null && Object.values(full).every((part) => part === null || part.length === 0);
  if (isUnchanged && !isNew) return;
  const bookId = done.book.id;
  const known = await findRecord(tx, { batchId, bookId });
  // A new book goes as a whole, and so does all that its batch brings later.
  const wasMade = isNew || (known?.isNew ?? false);
  const merged = known ? mergeRecords(known.record, full) : full;
  const record = wasMade ? { book: null, editions: [], chapters: merged.chapters, texts: [], pages: [] } : merged;
  const changes = { chapterIds: chaptersIn(merged), imageIds: wasMade ? [] : imagesIn(merged) };
  await insertRecord(tx, { batchId, bookId, isNew: wasMade, record, ...changes });
}

function countRemovedPages(order: readonly ImportedPlace[]): number {
  return order.flatMap(({ contents }) => contents.flatMap(({ pages }) => pages.removed)).length;
}

function titleOf({ book, editions }: Current): string {
  return (editions.find(({ language }) => language === book?.original_language) ?? editions[0])?.title ?? '';
}
