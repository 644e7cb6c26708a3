import { createHash } from 'node:crypto';
import { isLanguage } from '../../../shared/languages.ts';
import type { ImportedPlace } from '../../catalog/server/imports.ts';
import type { BookPlan, ChapterPlan } from '../plan/book-plan.ts';
import type { ImportReport } from '../server/report.ts';
import { filesAsJson } from '../server/report-json.ts';
import type { FileRow, ReportedBook } from '../server/reported-book.ts';
import type { ImportCounts, ImportWarning, PlanBook, PlanChapter, PlanFile } from '../studio-contract.ts';
import { pathsOf, type SkippedChapter } from './changes.ts';
import { type PictureFacts, pictureWarnings } from './picture-warnings.ts';

/** The table of an import: its books, and what becomes of each file. */
export interface PlanTable {
  books: PlanBook[];
  files: PlanFile[];
  counts: ImportCounts;
}

/** The id of a file of an import: it follows from its path, so that changes by hand survive a new check. */
export function fileIdOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 32);
}

/**
 * The table of a dry run. `root` is the folder that the import's files lie in; paths are told relative to it, and
 * `byHand` are those that somebody has left out.
 */
export function planTable(given: {
  report: ImportReport;
  plans: readonly BookPlan[];
  root: string;
  sizes: ReadonlyMap<string, number>;
  byHand: ReadonlySet<string>;
  /** The chapters that nothing is taken of. */
  skipped: readonly SkippedChapter[];
  /** The facts about the picture at a path, for the warnings of pages. */
  factsOf: (path: string) => PictureFacts | undefined;
}): PlanTable {
  const { report, plans, root, sizes, byHand } = given;
  const inside = (path: string) => (path.startsWith(root) ? path.slice(root.length) : path);
  const notes = warningsOfNotes(report, root);
  const remarks = remarksOf(report, root);
  const rows = eachPathOnce(filesAsJson(report)).map((row): PlanFile => {
    const path = inside(row.path);
    return {
      file_id: fileIdOf(path),
      path,
      bytes: sizes.get(path) ?? null,
      becomes: row.becomes,
      change: row.change,
      rule: row.rule,
      cause: row.cause?.replaceAll(root, '') ?? remarks.get(path) ?? null,
      warnings: notes.get(path) ?? [],
    };
  });
  const known = new Set(rows.map(({ path }) => path));
  const left = [...byHand].map((path): PlanFile => {
    const bytes = sizes.get(path) ?? null;
    const file = { file_id: fileIdOf(path), path, bytes, becomes: null };
    return { ...file, change: 'left_out', rule: 'hand', cause: null, warnings: [] };
  });
  const listed = withRemoved(
    [...rows.filter(({ path }) => !byHand.has(path)), ...left, ...unseen(sizes, new Set([...known, ...byHand]))],
    report,
  );
  const warnings = pictureWarnings(listed, given.factsOf);
  const files = listed.map((file) => {
    const own = warnings.get(file.path);
    return own ? { ...file, warnings: [...file.warnings, ...own] } : file;
  });
  const pages = pagesOf(files);
  const books = report.books.map((book) => bookRow(book, { plans, pages }));
  const all = withSkipped(books, given.skipped, inside);
  return { books: all, files, counts: countsOf(files, all) };
}

/** The ids of the pages of a book's chapter in a language, in their order. */
type PagesOf = (book: string, chapter: string, language: string) => string[];

function pagesOf(files: readonly PlanFile[]): PagesOf {
  const found = new Map<string, { id: string; page: number }[]>();
  const nameOf = (...place: (string | null)[]) => JSON.stringify(place);
  for (const { file_id: id, becomes } of files) {
    if (becomes?.as !== 'page') continue;
    const name = nameOf(becomes.book, becomes.chapter, becomes.language);
    const pages = found.get(name) ?? [];
    pages.push({ id, page: becomes.page ?? 0 });
    found.set(name, pages);
  }
  return (...place) => (found.get(nameOf(...place)) ?? []).sort((a, b) => a.page - b.page).map(({ id }) => id);
}

/** The books with a row for each chapter that is left out, behind the one that it stood behind in the files. */
function withSkipped(
  books: readonly PlanBook[],
  skipped: readonly SkippedChapter[],
  inside: (path: string) => string,
): PlanBook[] {
  const all = books.map((book) => ({ ...book, chapters: [...book.chapters] }));
  for (const { book, after, chapter } of skipped) {
    let row = all.find(({ key }) => key === book.sourceKey);
    if (!row) {
      const title = book.editions[0]?.title ?? '';
      const facts = { titles: titlesOf(book.editions), target: null, kind: book.kind, kinds: kindsOf(book) };
      row = { key: book.sourceKey, book_uuid: null, title, ...facts, state: 'unchanged', ...nothing };
      row.chapters = [];
      all.push(row);
    }
    // Those that were left out behind the same chapter keep their order.
    let place = row.chapters.findIndex(({ key }) => key !== null && key === after) + 1;
    while (row.chapters[place]?.state === 'left_out') place += 1;
    row.chapters.splice(place, 0, skippedRow(chapter, inside));
  }
  return all;
}

const nothing = { warnings: [], chapters: [] };

function skippedRow({ key, editions }: ChapterPlan, inside: (path: string) => string): PlanChapter {
  const own = editions.filter(({ content }) => content !== null);
  return {
    ...{ key, chapter_uuid: null, number: null, state: 'left_out', warnings: [] },
    titles: titlesOf(editions),
    languages: own.map(({ language }) => language),
    editions: own.map(({ language, content }) => ({
      language,
      pages: content?.type === 'images' ? pathsOf(content).map((path) => fileIdOf(inside(path))) : [],
      first_lines: null,
    })),
  };
}

/** A file may have several faults, and a table one row for it: the causes stand in that row. */
function eachPathOnce(rows: readonly FileRow[]): FileRow[] {
  const byPath = new Map<string, FileRow>();
  for (const row of rows) {
    const known = byPath.get(row.path);
    const causes = [known?.cause, row.cause].filter((cause) => typeof cause === 'string');
    const cause = causes.length > 0 ? [...new Set(causes)].join('; ') : null;
    byPath.set(row.path, { ...(known ?? row), cause });
  }
  return [...byPath.values()];
}

/** Files that no rule has looked at, e.g. those in a folder that was left out as a whole. */
function unseen(sizes: ReadonlyMap<string, number>, known: ReadonlySet<string>): PlanFile[] {
  const folders = new Set([...known]);
  const isBelow = (path: string) => {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      if (folders.has(path.slice(0, at))) return true;
    return false;
  };
  return [...sizes].flatMap(([path, bytes]): PlanFile[] => {
    if (known.has(path)) return [];
    const change = isBelow(path) ? 'left_out' : 'passed_over';
    return [{ file_id: fileIdOf(path), path, bytes, becomes: null, change, rule: null, cause: null, warnings: [] }];
  });
}

/** The files, with a row for each page and chapter that the import removes. */
function withRemoved(files: readonly PlanFile[], { books }: ImportReport): PlanFile[] {
  const removed = books.flatMap((book) => [
    ...book.removed.map(({ chapterId, title }) => {
      return removal(`removed ${chapterId}`, { path: title, book: book.key, chapter: null, language: null });
    }),
    ...book.order.flatMap(({ chapterId, givenKey, contents }) =>
      contents.flatMap(({ language, pages }) =>
        pages.removed.map((name) => {
          const id = `removed ${chapterId} ${language} ${name}`;
          return removal(id, { path: name, book: book.key, chapter: givenKey, language });
        }),
      ),
    ),
  ]);
  return [...files, ...removed];
}

/** The row of a page or chapter that goes; no file of the import stands for it. */
function removal(
  id: string,
  { path, ...from }: { path: string; book: string; chapter: string | null; language: string | null },
): PlanFile {
  const becomes = { as: 'nothing' as const, ...from, page: null };
  const file = { file_id: fileIdOf(id), path, bytes: null, becomes };
  return { ...file, change: 'removes', rule: null, cause: null, warnings: [] };
}

/** How many files become what, and how many warnings there are in all. */
export function countsOf(files: readonly PlanFile[], books: readonly PlanBook[]): ImportCounts {
  const counts: ImportCounts = { files: 0, new: 0, replaced: 0, same: 0, left_out: 0, failed: 0, warnings: 0 };
  for (const { change, warnings } of files) {
    counts.files += 1;
    counts.warnings += warnings.length;
    if (change === 'new') counts.new += 1;
    else if (change === 'replaces') counts.replaced += 1;
    else if (change === 'same') counts.same += 1;
    else if (change === 'left_out') counts.left_out += 1;
  }
  for (const book of books) {
    counts.warnings += book.warnings.length;
    for (const chapter of book.chapters) counts.warnings += chapter.warnings.length;
  }
  return counts;
}

function bookRow(book: ReportedBook, { plans, pages }: { plans: readonly BookPlan[]; pages: PagesOf }): PlanBook {
  const plan = plans.find(({ sourceKey }) => sourceKey === book.key);
  const byKey = new Map(plan?.chapters.map((chapter) => [chapter.key, chapter]));
  const common = commonLanguages(book.order);
  const chapters = book.order.map((place): PlanBook['chapters'][number] => {
    const given = place.givenKey === null ? undefined : byKey.get(place.givenKey);
    const titles = titlesOf(given?.editions ?? []);
    return {
      key: place.givenKey,
      chapter_uuid: place.chapterId,
      number: place.number,
      titles: given ? titles : { [place.languages[0] ?? 'en-us']: place.title },
      state: place.state,
      languages: place.languages,
      editions: (given?.editions ?? []).flatMap(({ language, content }) => {
        if (!given || content === null) return [];
        const opening = book.openings.get(given.key)?.get(language) ?? null;
        return [{ language, pages: pages(book.key, given.key, language), first_lines: opening }];
      }),
      warnings: [...place.kept.map(keptWarning), ...missingLanguages(place, common)],
    };
  });
  const removed = book.removed.map(({ chapterId, number, title, languages }) => ({
    ...{ key: null, chapter_uuid: chapterId, number, titles: { [languages[0] ?? 'en-us']: title } },
    ...{ state: 'removed' as const, languages, editions: [], warnings: [] },
  }));
  return {
    key: book.key,
    book_uuid: book.state === 'created' ? null : book.bookId,
    title: book.title,
    titles: titlesOf(plan?.editions ?? []),
    target: plan?.isAimed ? book.bookId : null,
    kind: book.kind,
    kinds: kindsOf({ kind: book.kind, ...plan }),
    state: book.state,
    warnings: [...book.kept.map(keptWarning), ...gaps(book.order)],
    chapters: [...chapters, ...removed],
  };
}

function titlesOf(editions: readonly { language: string; title: string }[]): Record<string, string> {
  return Object.fromEntries(editions.map(({ language, title }) => [language, title]));
}

function kindsOf({ kind, otherKind }: Pick<BookPlan, 'kind' | 'otherKind'>): PlanBook['kinds'] {
  return otherKind ? [kind, otherKind.kind] : [kind];
}

function keptWarning(field: string): ImportWarning {
  return { code: 'field_kept', message: `${field} stays as it was edited by hand`, with: field };
}

/** The languages that most chapters of a book have. */
function commonLanguages(order: readonly ImportedPlace[]): string[] {
  const times = new Map<string, number>();
  for (const { languages } of order)
    for (const language of languages) times.set(language, (times.get(language) ?? 0) + 1);
  return [...times].flatMap(([language, count]) => (count * 2 > order.length ? [language] : []));
}

function missingLanguages({ languages }: ImportedPlace, common: readonly string[]): ImportWarning[] {
  return common
    .filter((language) => isLanguage(language) && !languages.includes(language))
    .map((language) => ({
      code: 'language_missing',
      message: `most chapters are there in ${language}, this one is not`,
      with: language,
    }));
}

const mostNamed = 20;

/**
 * The whole numbers that are missing between the first and the last chapter of a volume, and those that are there twice;
 * chapters that the book has already count.
 */
function gaps(order: readonly ImportedPlace[]): ImportWarning[] {
  const volumes = new Map<string, number[]>();
  for (const { sourceKey } of order) {
    const steps = sourceKey.split('/');
    const number = numberOf(steps.pop() ?? '');
    const volume = steps.join('/');
    if (number !== null) volumes.set(volume, [...(volumes.get(volume) ?? []), number]);
  }
  return [...volumes.values()].flatMap(gapsIn);
}

function gapsIn(numbers: readonly number[]): ImportWarning[] {
  const times = new Map<number, number>();
  for (const number of numbers) times.set(number, (times.get(number) ?? 0) + 1);
  const known = [...times.keys()].sort((a, b) => a - b);
  const missing: number[] = [];
  for (const [at, number] of known.entries()) {
    const next = known[at + 1] ?? number;
    for (let gap = number + 1; gap < next && missing.length <= mostNamed; gap += 1) missing.push(gap);
  }
  const warnings: ImportWarning[] = [];
  if (missing.length > 0) {
    const named = missing.slice(0, mostNamed).join(', ') + (missing.length > mostNamed ? ' …' : '');
    warnings.push({ code: 'number_gap', message: `missing: ${named}`, with: named });
  }
  for (const [number, count] of times)
    if (count > 1)
      warnings.push({ code: 'number_repeated', message: `${number} is there ${count} times`, with: `${number}` });
  return warnings;
}

/** The printed number in a chapter's own step of its key (see catalog's known-keys.ts); null: it has no whole one. */
function numberOf(step: string): number | null {
  const found = /^n:0*(\d{1,6})(?:\s|$)/.exec(step);
  return found ? Number(found[1]) : null;
}

/** The codes of remarks about metadata, by the words of its readers. */
const codeOf: readonly [RegExp, ImportWarning['code']][] = [
  [/^unknown key/, 'unknown_key'],
  [/language/i, 'unknown_code'],
];

/** The remarks about files that are content, such as where a text was cut, by the path of their file. */
function remarksOf({ notes, metadata }: ImportReport, root: string): Map<string, string> {
  const isMetadata = new Set(metadata.map(({ path }) => path));
  const found = new Map<string, string>();
  for (const { path, cause } of notes) {
    const inside = path.startsWith(root) ? path.slice(root.length) : path;
    const told = found.get(inside);
    if (!isMetadata.has(path)) found.set(inside, told === undefined ? cause : `${told}; ${cause}`);
  }
  return found;
}

/** The remarks of the readers of metadata as warnings, by the path of their file. */
function warningsOfNotes({ notes, metadata, leftOut }: ImportReport, root: string): Map<string, ImportWarning[]> {
  const isMetadata = new Set(metadata.map(({ path }) => path));
  const found = new Map<string, ImportWarning[]>();
  for (const { path, cause } of [...notes, ...leftOut.filter((fault) => isMetadata.has(fault.path))]) {
    if (!isMetadata.has(path)) continue;
    const inside = path.startsWith(root) ? path.slice(root.length) : path;
    const code = codeOf.find(([pattern]) => pattern.test(cause))?.[1] ?? 'wrong_value';
    found.set(inside, [...(found.get(inside) ?? []), { code, message: cause.replaceAll(root, ''), with: null }]);
  }
  return found;
}
