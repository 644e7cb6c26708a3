import { printable } from '../../../shared/text.ts';
import { compareNatural } from '../names/names.ts';
import type { Fault } from '../plan/source.ts';
import type { ImportedBook } from './import.ts';

export type ImportReport = { books: ImportedBook[]; leftOut: Fault[]; notes: Fault[]; isDryRun: boolean };

type Output = { write(text: string): unknown };

/** Prints the result to standard output and what was left out to standard error; as JSON, both in one document. */
export function printReport(
  to: { stdout: Output; stderr: Output },
  given: ImportReport,
  options: { isJson: boolean },
): void {
  // Files are read in parallel, and end in a different order each time.
  const report = { ...given, leftOut: byPath(given.leftOut), notes: byPath(given.notes) };
  if (options.isJson) {
    to.stdout.write(`${JSON.stringify(asJson(report), null, 2)}\n`);
    return;
  }
  for (const book of report.books) {
    to.stdout.write(`${bookLine(book, report.isDryRun)}\n`);
    if (report.isDryRun) for (const line of orderLines(book)) to.stdout.write(`${line}\n`);
  }
  for (const { path, cause } of report.notes) to.stderr.write(`note: ${printable(path)}: ${printable(cause)}\n`);
  for (const { path, cause } of report.leftOut) to.stderr.write(`left out: ${printable(path)}: ${printable(cause)}\n`);
  to.stdout.write(`${summaryLine(report)}\n`);
  if (report.leftOut.length > 0) to.stdout.write('What to do about each cause: docs/runbooks/import.md\n');
}

function byPath(faults: readonly Fault[]): Fault[] {
  return [...faults].sort((a, b) => compareNatural(a.path, b.path) || compareNatural(a.cause, b.cause));
}

function bookLine(book: ImportedBook, isDryRun: boolean): string {
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

function counted(count: number, what: 'chapter' | 'page'): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

const mostPlaces = 30;

/** The chapters in the readers' order; of many only the first and the last. */
function orderLines({ order }: ImportedBook): string[] {
  const marks = { added: 'new', changed: 'changed', unchanged: '' };
  const lines = order.map(({ number, title, state }) => {
    return `${String(number).padStart(6)}  ${printable(title)}${marks[state] && `  (${marks[state]})`}`;
  });
  if (lines.length <= mostPlaces) return lines;
  const half = mostPlaces / 2;
  return [...lines.slice(0, half), `     …  ${lines.length - mostPlaces} more`, ...lines.slice(-half)];
}

function summaryLine(report: ImportReport): string {
  const count = (state: ImportedBook['state']) => report.books.filter((book) => book.state === state).length;
  const line = `${count('created')} new, ${count('updated')} updated, ${count('unchanged')} unchanged`;
  const leftOut = report.leftOut.length > 0 ? `, ${report.leftOut.length} left out` : '';
  return `${line}${leftOut}${report.isDryRun ? ' (dry run: nothing was written)' : ''}`;
}

function asJson(report: ImportReport) {
  return {
    dry_run: report.isDryRun,
    books: report.books.map((book) => ({
      book_uuid: book.bookId,
      title: book.title,
      kind: book.kind,
      state: book.state,
      languages: book.languages,
      chapters: book.chapters,
      chapter_list: book.order,
      pages: book.pages,
    })),
    left_out: report.leftOut,
    notes: report.notes,
  };
}
