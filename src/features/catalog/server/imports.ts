import type { Db } from '../../../server/database/db.ts';
import type { Language } from '../../../shared/languages.ts';
import { type DecidedImport, decideImport } from './imports/decide.ts';
import type { ImportedBook, ImportOptions, ImportResult, Refusal } from './imports/imported.ts';
import { type ChangedText, changedText, keepPlaces, type MovePlaces } from './imports/moved-places.ts';
import {
  findBookById,
  findBookOfChapter,
  listChapters,
  listEditions,
  listPublishedLanguages,
  readFacts,
  selectChapterTitles,
  slot,
} from './imports/queries.ts';
import { writeBook } from './imports/write-book.ts';
import { keepRecord } from './undo/keep-record.ts';
import { bringBookBack, emptyTakenChapters, findTakenChapters } from './undo/undo-queries.ts';

export type {
  FactValue,
  FieldChange,
  ImportedBook,
  ImportedChapterEdition,
  ImportedPlace,
  ImportResult,
  StoredBlock,
} from './imports/imported.ts';
export { findBookOfChapter, listPublishedLanguages };

/** The import is refused, because its operator can hardly want what it would do. Nothing was written. */
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
 * import again changes nothing. With `movePlaces`, readers' places stay at their words. Throws `ImportRefusedError` where
 * that would do what nobody can want.
 */
export async function writeImport(
  tx: Db,
  given: ImportedBook,
  { movePlaces, ...wanted }: ImportOptions & { movePlaces?: MovePlaces },
): Promise<ImportResult> {
  const keys = [given.sourceKey, ...(given.formerKeys ?? [])];
  const { undone = [], dryRun } = wanted;
  const comesBack = !dryRun && undone.length > 0 && (await bringBookBack(tx, { ids: undone, keys }));
  const formerIds =
    dryRun || comesBack || undone.length === 0 ? new Map() : await findTakenChapters(tx, { bookIds: undone, keys });
  const options = comesBack ? asUndone(wanted) : { ...wanted, formerIds };
  const facts = await readFacts(tx, given, options);
  const decided = decideImport(given, facts, options);
  const result = comesBack ? { ...decided.result, state: 'created' as const } : decided.result;
  if (dryRun) return result;
  if (result.refusal) throw new ImportRefusedError(result.refusal);
  const back = new Set(formerIds.values());
  await emptyTakenChapters(
    tx,
    decided.chapters.all.flatMap(({ row, before }) => (before === undefined && back.has(row.id) ? [row.id] : [])),
  );
  await writeBook(tx, decided);
  const { bookId } = result;
  if (movePlaces) await keepPlaces(tx, { bookId, texts: changedTexts(decided), movePlaces });
  if (wanted.batch) await keepRecord(tx, wanted.batch, { ...decided, comesBack });
  return result;
}

function changedTexts({ current, rows }: DecidedImport): ChangedText[] {
  return rows.editions.flatMap((after) => {
    const before = current.chapterEditions.get(slot(after.chapter_id, after.language));
    return before ? [changedText(before, after)] : [];
  });
}

/** The options of an import whose book comes out of the trash: to its readers it is new, so nothing of it is refused. */
function asUndone({ checkContent, ...wanted }: ImportOptions): ImportOptions {
  const check = checkContent && { checkContent: { ...checkContent, isSameBook: true } };
  return { ...wanted, ...check, comesBack: true, mayPruneMost: true };
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

/** The titles of these chapters, by the chapter's id and its language with a blank between them. */
export async function listChapterTitles(db: Db, chapterIds: readonly string[]): Promise<Map<string, string>> {
  const titles = await selectChapterTitles(db, chapterIds);
  return new Map(titles.map(({ id, language, title }) => [slot(id, language), title]));
}

/** A book's key, its titles, and the keys of its chapters by their ids. */
export interface ImportTarget {
  sourceKey: string;
  kind: 'comic' | 'novel';
  originalLanguage: Language;
  titles: ReadonlyMap<Language, string>;
  keys: ReadonlyMap<string, string>;
}
