import type { ImportedPlace } from '../../catalog/server/imports.ts';
import type { Rule } from '../plan/rules.ts';
import type { Fault } from '../plan/source.ts';
import type { ReportedBook } from './reported-book.ts';
import { entryPath, type FileRow } from './reported-book.ts';

type Given = {
  books: readonly ReportedBook[];
  leftOut: readonly Fault[];
  notes: readonly Fault[];
  metadata: readonly { path: string; rule: Rule }[];
  passedOver: readonly string[];
  isDryRun: boolean;
  batch: string | null;
};

/** The report for another program; docs/importing.md has its fields. */
export function reportAsJson(report: Given) {
  return {
    dry_run: report.isDryRun,
    batch: report.batch,
    books: report.books.map((book) => ({
      key: book.key,
      book_uuid: book.bookId,
      title: book.title,
      former_title: book.formerTitle,
      kind: book.kind,
      state: book.state,
      languages: book.languages,
      changes: book.changes,
      chapters: book.chapters,
      chapter_list: book.order.map(placeAsJson),
      removed: book.removed.map(({ chapterId, ...chapter }) => ({ chapter_uuid: chapterId, ...chapter })),
      pages: book.pages,
    })),
    files: filesAsJson(report),
    left_out: report.leftOut,
    notes: report.notes,
  };
}

function placeAsJson({ chapterId, givenKey, sourceKey: _, pageKeys: __, ...place }: ImportedPlace) {
  return { key: givenKey, chapter_uuid: chapterId, ...place };
}

/** A row for each file: what it becomes, or why it becomes nothing. */
export function filesAsJson({
  books,
  leftOut,
  metadata,
  passedOver,
}: Omit<Given, 'notes' | 'isDryRun' | 'batch'>): FileRow[] {
  const rows = books.flatMap((book) => book.files);
  const isKnown = new Set(rows.map(({ path }) => path));
  const bookOf = (path: string) => books.find((book) => path.startsWith(`${book.path}/`))?.key ?? null;
  const read = metadata.map(({ path, rule }): FileRow => {
    const becomes = { as: 'metadata' as const, book: bookOf(path), chapter: null, language: null, page: null };
    return { path, becomes, change: 'same', rule, cause: null };
  });
  const other = { becomes: null, rule: null };
  const faults = leftOut.map(({ path, cause }): FileRow => {
    return { path: entryPath(path, isKnown), ...other, change: 'left_out', cause };
  });
  const isLeftOut = new Set(faults.map(({ path }) => path));
  return [
    ...rows.filter(({ path }) => !isLeftOut.has(path)),
    ...read.filter(({ path }) => !isLeftOut.has(path)),
    ...faults,
    ...passedOver.map((path): FileRow => ({ path, ...other, change: 'passed_over', cause: null })),
  ];
}
