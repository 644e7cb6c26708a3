import { isKeyOfId } from '../../rules.ts';
import { type SearchRow, searchRowOf } from '../search/search-row.ts';
import { type EditionPlan, planBook, planEditions } from './book-plan.ts';
import { describeImport } from './changes.ts';
import { type ChapterPlan, type Current, planChapters, rowsToWrite } from './chapter-plan.ts';
import { isSameContent, refuseOtherContent, refusePruning } from './checks.ts';
import { planDates } from './import-dates.ts';
import type { Contradiction, ImportedBook, ImportOptions, ImportResult, Refusal } from './imported.ts';
import type { BookRow } from './queries.ts';
import type { ImportFacts } from './read-facts.ts';

/** What an import is to write, and what it tells. */
export interface DecidedImport {
  /** The rows before the import. */
  current: Current;
  book: BookRow;
  search: SearchRow;
  editions: EditionPlan;
  chapters: ChapterPlan;
  /** The rows of its chapters that differ. */
  rows: ReturnType<typeof rowsToWrite>;
  result: ImportResult;
}

/** Decides what becomes of a book, from all that was read. */
export function decideImport(given: ImportedBook, facts: ImportFacts, wanted: ImportOptions): DecidedImport {
  const { sourceOf } = facts;
  const found = decideBook(given, facts, wanted);
  const { current, options, chapters } = found;
  const editions = planEditions(given, current, options);
  const { book, kept } = planBook(given, { current, editions: editions.all });
  const told = describeImport({ current, book, editions: editions.all, chapters, sourceOf });
  const result: ImportResult = {
    bookId: book.id,
    ...told,
    formerTitle: found.isRenamed ? titleOf(current) : null,
    contradictions: found.contradictions,
    kept: [...kept, ...(chapters.isOrderKept ? ['order'] : [])].sort(),
    refusal: found.refusal ?? (options.mayPruneMost ? null : refusePruning(chapters, current, told.pagesRemoved)),
  };
  const search = searchRowOf({ ...book, editions: editions.all });
  return { current, book, search, editions, chapters, rows: rowsToWrite(chapters, current), result };
}

type Found = {
  current: Current;
  options: ImportOptions;
  chapters: ChapterPlan;
  contradictions: Contradiction[];
  /** The content shows which book it is; its name is new. */
  isRenamed: boolean;
  refusal: Refusal | null;
};

const noBook: Current = {
  ...{ book: null, searchText: null, editions: [], chapters: [], chapterEditions: new Map(), pages: new Map() },
  left: { chapters: [], chapterEditions: new Map(), pages: new Map() },
  byHand: { book: new Set(), chapters: new Map() },
};

/** The published book that is meant, and what becomes of its chapters. */
function decideBook(given: ImportedBook, facts: ImportFacts, wanted: ImportOptions): Found {
  const { known } = facts;
  const planIn = (current: Current) => planInto(current, { given, facts, wanted });
  if (!known) {
    for (const current of facts.alike) {
      const found = planIn(current);
      if (isSameContent(found.chapters, current)) return { ...found, isRenamed: true };
    }
    return planIn(noBook);
  }
  const found = planIn(known);
  const check = wanted.checkContent;
  const isMeant = !check || check.isSameBook || isKeyOfId(known.book?.source_key ?? '');
  const refusal = isMeant ? null : refuseOtherContent(found.chapters, given, known);
  if (refusal && isKeyOfId(given.sourceKey)) return planIn(noBook); // a book of its own
  return { ...found, refusal };
}

function planInto(
  current: Current,
  { given, facts, wanted }: { given: ImportedBook; facts: ImportFacts; wanted: ImportOptions },
): Found {
  const { now, sourceOf } = facts;
  // The importer leaves out chapters of the other kind (comic or novel); that must not remove them.
  const { prune, ...others } = wanted;
  const isSameKind = !current.book || current.book.kind === given.kind;
  const options: ImportOptions = { ...others, now, ...(prune && isSameKind && { prune }) };
  const chapters = planChapters(given, { current, options, sourceOf });
  const contradictions = planDates(chapters.all, {
    moment: now,
    asDrafts: options.asDrafts ?? false,
    isSilent: options.isSilent ?? false,
    comesBack: options.comesBack ?? false,
  });
  return { current, options, chapters, contradictions, isRenamed: false, refusal: null };
}

function titleOf({ book, editions }: Current): string {
  return (editions.find(({ language }) => language === book?.original_language) ?? editions[0])?.title ?? '';
}
