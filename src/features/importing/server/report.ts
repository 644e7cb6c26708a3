import { printable } from '../../../shared/text.ts';
import type { FactValue, FieldChange, ImportedPlace } from '../../catalog/server/imports.ts';
import { compareNatural } from '../names/names.ts';
import type { Rule } from '../plan/rules.ts';
import type { Fault } from '../plan/source.ts';
import { reportAsJson } from './report-json.ts';
import type { ReportedBook } from './reported-book.ts';

export type ImportReport = {
  books: ReportedBook[];
  leftOut: Fault[];
  notes: Fault[];
  metadata: { path: string; rule: Rule }[];
  passedOver: string[];
  isDryRun: boolean;
  /** The id by which the import can be undone; a dry run has none. */
  batch: string | null;
};

type Output = { write(text: string): unknown };

/** Prints the result to standard output and what was left out to standard error; as JSON, both in one document. */
export function printReport(
  to: { stdout: Output; stderr: Output },
  given: ImportReport,
  options: { isJson: boolean },
): void {
  // Sorted, since files are read in parallel and end in a different order each time.
  const report = { ...given, leftOut: byPath(given.leftOut), notes: byPath(given.notes) };
  if (options.isJson) {
    to.stdout.write(`${JSON.stringify(reportAsJson(report), null, 2)}\n`);
    return;
  }
  for (const book of report.books) {
    const lines = report.isDryRun ? [...changeLines(book.changes, '  '), ...orderLines(book)] : [];
    for (const line of [bookLine(book, report.isDryRun), ...lines, ...removedLines(book, report.isDryRun)])
      to.stdout.write(`${line}\n`);
  }
  for (const { path, cause } of report.notes) to.stderr.write(`note: ${printable(path)}: ${printable(cause)}\n`);
  for (const { path, cause } of report.leftOut) to.stderr.write(`left out: ${printable(path)}: ${printable(cause)}\n`);
  to.stdout.write(`${summaryLine(report)}\n`);
  if (report.batch !== null) to.stdout.write(`Undo it within 30 days: longstrip batch undo ${report.batch}\n`);
  if (report.leftOut.length > 0) to.stdout.write('What to do about each cause: docs/runbooks/import.md\n');
}

function byPath(faults: readonly Fault[]): Fault[] {
  return [...faults].sort((a, b) => compareNatural(a.path, b.path) || compareNatural(a.cause, b.cause));
}

function bookLine(book: ReportedBook, isDryRun: boolean): string {
  const { added, changed, removed, total } = book.chapters;
  const parts = [
    added > 0 ? `${counted(added, 'chapter')} added` : '',
    changed > 0 ? `${changed} changed` : '',
    removed > 0 ? `${removed} removed` : '',
    book.pages.removed > 0 ? `${counted(book.pages.removed, 'page')} removed` : '',
    book.pages.converted > 0 ? `${counted(book.pages.converted, 'page')} ${isDryRun ? 'to convert' : 'converted'}` : '',
  ].filter(Boolean);
  const states = isDryRun
    ? { created: 'would be new', updated: 'would change', unchanged: 'unchanged' }
    : { created: 'new', updated: 'updated', unchanged: 'unchanged' };
  const more = parts.length > 0 ? ` (${parts.join(', ')})` : '';
  return `${printable(book.title)}: ${states[book.state]}, ${counted(total, 'chapter')}, ${book.languages.join(' ')}${more}`;
}

function counted(count: number, what: 'chapter' | 'page' | 'paragraph'): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

const mostPlaces = 30;

/** The chapters in the readers' order; of many only the first, the last and those that change. */
function orderLines(book: ReportedBook): string[] {
  const half = mostPlaces / 2;
  const isFew = book.order.length <= mostPlaces;
  const lines: string[] = [];
  let hidden = 0;
  const tellHidden = () => {
    if (hidden > 0) lines.push(`     …  ${hidden} more`);
    hidden = 0;
  };
  for (const [at, place] of book.order.entries()) {
    const isAtEdge = at < half || at >= book.order.length - half;
    if (!isFew && !isAtEdge && place.state !== 'changed' && !isMoved(place)) {
      hidden += 1;
      continue;
    }
    tellHidden();
    lines.push(placeLine(place, book), ...changesOf(place));
  }
  tellHidden();
  return lines;
}

function isMoved({ from, number }: ImportedPlace): boolean {
  return from !== null && from !== number;
}

const states = { added: 'new', changed: 'changed', unchanged: '' };

const ruleWords: Record<Rule, string> = {
  book_yaml: 'by book.yaml',
  chapter_yaml: 'by chapter.yaml',
  comic_info: 'by ComicInfo.xml',
  cover_name: 'by its name',
  epub: 'in the order of the EPUB',
  language_folder: 'pictures directly in the folder of its language',
  language_in_name: 'in the language that its name tells',
  name: 'by its name',
  number_in_name: 'by the number in its name',
  place: 'pictures directly in the folder',
  script: 'in the language that its letters tell',
  text_headings: 'by its heading',
  volume_folder: 'pictures directly in the folder of its volume',
};

function placeLine(place: ImportedPlace, book: ReportedBook): string {
  const marks = [states[place.state], isMoved(place) ? `was ${place.from}` : ''].filter(Boolean).join(', ');
  const [origin] = (place.givenKey !== null && book.origins.get(place.givenKey)) || [];
  const line = `${String(place.number).padStart(6)}  ${printable(place.title)}${marks && `  (${marks})`}`;
  if (origin?.rule === 'epub' || origin?.rule === 'text_headings') return line; // each chapter is in the same file
  if (!origin) return `${line}  stays: not among the files`;
  return `${line}  ← ${printable(within(origin.path, book.path))}, ${ruleWords[origin.rule]}`;
}

/** A path in a report about a book: without the folder of the book. */
function within(path: string, folder: string): string {
  if (path.startsWith(`${folder}/`)) return path.slice(folder.length + 1);
  return path.split('/').at(-1) ?? path;
}

const indent = ' '.repeat(10);

function changesOf(place: ImportedPlace): string[] {
  if (place.state === 'added') return [];
  const contents = place.contents.flatMap(({ language, pages, text }) => {
    const what = [
      pages.added.length > 0 ? `new ${pages.added.join(' ')}` : '',
      pages.replaced.length > 0 ? `replaced ${pages.replaced.join(' ')}` : '',
      pages.removed.length > 0 ? `removed ${pages.removed.join(' ')}` : '',
    ].filter(Boolean);
    const isNoPage = what.length === 0;
    if (text === null) return [`${indent}pages (${language}): ${isNoPage ? 'in another order' : what.join('; ')}`];
    return [`${indent}text (${language}): ${counted(text.added, 'paragraph')} new, ${text.removed} gone`];
  });
  return [...changeLines(place.changes, indent), ...contents].map(printable);
}

function changeLines(changes: readonly FieldChange[], before: string): string[] {
  return changes.map(({ field, from, to }) => {
    const [name = '', language] = field.split('.');
    const label = `${before}${name.replace(/s$/, language ? '' : 's')}${language ? ` (${language})` : ''}`;
    if (name === 'covers') return `${label}: ${from === null ? 'new' : to === null ? 'removed' : 'another picture'}`;
    return `${label}: ${shown(from)} → ${shown(to)}`;
  });
}

const longestShown = 120;

function shown(value: FactValue): string {
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  if (typeof value !== 'string') return String(value);
  const text = value.length > longestShown ? `${value.slice(0, longestShown)}…` : value;
  return printable(JSON.stringify(text));
}

function removedLines({ removed, order }: ReportedBook, isDryRun: boolean): string[] {
  const verb = isDryRun ? 'would go' : 'removed';
  const chapters = removed.map(({ number, title, languages, pages }) => {
    const what = pages > 0 ? `, ${counted(pages, 'page')}` : '';
    return `  ${verb}: chapter ${number} ${printable(JSON.stringify(title))}, ${languages.join(' ')}${what}`;
  });
  if (isDryRun) return chapters; // the pages stand at their chapters
  const pages = order.flatMap(({ number, contents }) =>
    contents.flatMap(({ language, pages: { removed: gone } }) =>
      gone.length > 0 ? [`  removed: of chapter ${number} (${language}) ${printable(gone.join(' '))}`] : [],
    ),
  );
  return [...chapters, ...pages];
}

function summaryLine(report: ImportReport): string {
  const count = (state: ReportedBook['state']) => report.books.filter((book) => book.state === state).length;
  const line = `${count('created')} new, ${count('updated')} updated, ${count('unchanged')} unchanged`;
  const leftOut = report.leftOut.length > 0 ? `, ${report.leftOut.length} left out` : '';
  return `${line}${leftOut}${report.isDryRun ? ' (dry run: nothing was written)' : ''}`;
}
