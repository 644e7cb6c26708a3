import { isKeyOfId } from '../../rules.ts';
import { type SearchRow, searchRowOf } from '../search/search-row.ts';
import { type EditionPlan, planBook, planEditions } from './book-plan.ts';
import { describeImport } from './changes.ts';
import { type ChapterPlan, hasContent, type PlannedChapter, planChapters, rowsToWrite } from './chapter-plan.ts';
import { planDates } from './import-dates.ts';
import type { Contradiction, ImportedBook, ImportOptions, ImportResult, Refusal } from './imported.ts';
import { type BookRow, type Current, type ImportFacts, pagesOf, slot } from './queries.ts';

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
  /** Removed chapters go to the trash, from where an undo brings them back. */
  isKept: boolean;
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
  return {
    current,
    book,
    search,
    editions,
    chapters,
    rows: rowsToWrite(chapters, current),
    isKept: options.batch !== undefined,
    result,
  };
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
  const { now, latest, sourceOf } = facts;
  // The importer leaves out chapters of the other kind (comic or novel); that must not remove them.
  const { prune, ...others } = wanted;
  const isSameKind = !current.book || current.book.kind === given.kind;
  const options: ImportOptions = { ...others, now, ...(prune && isSameKind && { prune }) };
  const chapters = planChapters(given, { current, options, sourceOf });
  const contradictions = planDates(chapters.all, {
    moment: now,
    latest,
    asDrafts: options.asDrafts ?? false,
    isSilent: options.isSilent ?? false,
    comesBack: options.comesBack ?? false,
  });
  return { current, options, chapters, contradictions, isRenamed: false, refusal: null };
}

function titleOf({ book, editions }: Current): string {
  return (editions.find(({ language }) => language === book?.original_language) ?? editions[0])?.title ?? '';
}

/** A book with fewer chapters than this may simply have been corrected. */
const fewestReplaced = 5;
const fewestChapters = 2;
const fewestPictures = 3;
const fewestCharacters = 1000;
const mostNamed = 5;

/**
 * Refuses a book of the same name with mostly other content, e.g. another edition of a classic: both would become one
 * book. New chapters after the last number are fine: the serial goes on. Without numbers they count as other content.
 */
function refuseOtherContent(plan: ChapterPlan, given: ImportedBook, current: Current): Refusal | null {
  const readable = plan.all.filter(isReadable);
  const added = readable.filter(({ before }) => before === undefined);
  const replaced = readable.length - added.length - plan.knownByContent;
  const published = current.chapters.length;
  const smaller = Math.min(readable.length, published);
  if (smaller < fewestChapters || plan.knownByContent * 2 >= smaller) return null;
  const taken = new Set(current.chapters.flatMap(({ source_key }) => numberIn(source_key) ?? []));
  const goesOn =
    taken.size > 0 && replaced === 0 && added.every(({ row }) => isNewNumber(numberIn(row.source_key), taken));
  const isMostlyAdded = added.length * 2 > readable.length && !goesOn;
  const isMostlyReplaced = replaced >= fewestReplaced && replaced * 2 > smaller;
  if (!isMostlyAdded && !isMostlyReplaced) return null;
  const title = JSON.stringify(given.editions[0]?.title ?? '');
  return {
    reason: 'other_content',
    message: `a book ${title} of the same author is there, with mostly other content: of ${readable.length} chapters ${plan.knownByContent} are known, ${replaced} would be replaced and ${added.length} added. If it is another book, give it an id in its book.yaml; if it is the same one, give --same-book`,
  };
}

function isReadable({ given }: PlannedChapter): boolean {
  return given?.editions.some(hasContent) ?? false;
}

/** The printed number in a chapter's key, below its volume; null where it has none. */
function numberIn(key: string): string | null {
  return /^(?:.*\/)?n:[^ /]+/.exec(key)?.[0] ?? null;
}

function isNewNumber(number: string | null, taken: ReadonlySet<string>): boolean {
  return number !== null && !taken.has(number);
}

/** Whether a published book of another name holds so much of the same that it is the same book. */
function isSameContent(plan: ChapterPlan, current: Current): boolean {
  if (!isTelling(plan)) return false;
  const readable = plan.all.filter(isReadable).length;
  return plan.knownByContent * 2 >= Math.max(readable, current.chapters.length);
}

/** Two books may well share a picture or a line; so little does not make them one. */
function isTelling({ all }: ChapterPlan): boolean {
  const editions = all.flatMap(({ given }) => given?.editions ?? []);
  const pictures = new Set(editions.flatMap(({ pages = [] }) => pages.flatMap(({ imageIds }) => imageIds)));
  const characters = editions.reduce((sum, { blocks = [] }) => sum + JSON.stringify(blocks).length, 0);
  return pictures.size >= fewestPictures || characters >= fewestCharacters;
}

/** Of a book with little in it, most is soon removed on purpose: so few are removed without a question. */
const fewestPruned = { chapters: 5, pages: 20 };

/** Refuses to remove more than half of a book, which a wrong folder would do. `pagesRemoved`: of chapters that stay. */
function refusePruning(plan: ChapterPlan, current: Current, pagesRemoved: number): Refusal | null {
  const chapters = { removed: plan.gone.length, before: current.chapters.length };
  const pages = { removed: pagesRemoved + pagesOfGone(plan, current), before: countPages(current) };
  if (chapters.removed < fewestPruned.chapters && pages.removed < fewestPruned.pages) return null;
  const what = [
    chapters.removed * 2 > chapters.before ? `${chapters.removed} of ${chapters.before} chapters` : '',
    pages.removed * 2 > pages.before ? `${pages.removed} of ${pages.before} pages` : '',
  ].find(Boolean);
  if (!what) return null;
  const named = plan.gone.slice(0, mostNamed).map(({ place }) => place);
  const which = named.length > 0 ? ` (chapters ${named.join(', ')}${plan.gone.length > mostNamed ? ' …' : ''})` : '';
  return {
    reason: 'prunes_most',
    message: `--prune would remove ${what}${which}. If that is wanted, give --prune-anyway`,
  };
}

/** The number of pages in chapters and editions that are removed as a whole. */
function pagesOfGone(plan: ChapterPlan, current: Current): number {
  const isGone = new Set(plan.gone.map(({ id }) => id));
  const rows = [...current.chapterEditions.values()].filter(({ chapter_id }) => isGone.has(chapter_id));
  return [...rows, ...plan.all.flatMap(({ goneEditions }) => goneEditions)]
    .map(({ chapter_id, language }) => pagesOf(current.pages.get(slot(chapter_id, language)) ?? []).length)
    .reduce((sum, pages) => sum + pages, 0);
}

function countPages(current: Current): number {
  return [...current.pages.values()].reduce((sum, rows) => sum + pagesOf(rows).length, 0);
}
