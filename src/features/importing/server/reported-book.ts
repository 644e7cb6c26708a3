import { cutDescription } from '../../../shared/text.ts';
import type { ImportResult } from '../../catalog/server/imports.ts';
import { plainText } from '../formats/text/parse-text.ts';
import type { BookPlan } from '../plan/book-plan.ts';
import { originOf, type Rule } from '../plan/rules.ts';
import type { Fault } from '../plan/source.ts';
import { bookRows, type FileRow } from './file-table.ts';
import type { ReadBook, StoredChapter } from './read-book.ts';

export type ReportedBook = ImportResult & {
  title: string;
  kind: 'comic' | 'novel';
  languages: string[];
  pages: { converted: number; reused: number; removed: number };
  faults: Fault[];
  /** The folder or file that the book came from, and its key. */
  path: string;
  key: string;
  files: FileRow[];
  /** The files of each chapter and the rule that made them this chapter, by the chapter's key. */
  origins: Map<string, { path: string; rule: Rule }[]>;
  /** How the texts of chapters begin, by the chapter's key and the language. */
  openings: Map<string, Map<string, string>>;
};

/** What an import tells of a book that was written, or would be; `notes` are remarks that are no faults. */
export function reportBook(
  read: ReadBook,
  result: ImportResult,
  run: { now: Date; faults: readonly Fault[]; pages: { converted: number; reused: number } },
): { book: ReportedBook; notes: Fault[] } {
  const { plan } = read;
  const { path } = plan;
  const faults = [
    ...run.faults,
    ...(result.refusal ? [{ path, cause: result.refusal.message }] : []),
    ...result.contradictions.map(({ chapter, cause }) => ({
      path,
      cause: `chapter ${JSON.stringify(chapter)}: ${cause}`,
    })),
  ];
  const book: ReportedBook = {
    ...result,
    title: titleOf(plan),
    kind: plan.kind,
    languages: plan.editions.map((edition) => edition.language),
    pages: { ...run.pages, removed: result.pagesRemoved },
    faults,
    path,
    key: plan.sourceKey,
    files: bookRows(read, result),
    origins: new Map(plan.chapters.map((chapter) => [chapter.key, originsOf(chapter)])),
    openings: new Map(read.chapters.map((chapter) => [chapter.key, openingsOf(chapter)])),
  };
  return { book, notes: notesOf(plan, result, run.now).map((cause) => ({ path, cause })) };
}

/** The title of a book in the first of its editions. */
export function titleOf({ editions }: BookPlan): string {
  return editions[0]?.title ?? '';
}

function notesOf(plan: BookPlan, { kept, order, formerTitle }: ImportResult, now: Date): string[] {
  const stays = (field: string) => `${field} stays as it was edited by hand`;
  return [
    ...kept.map(stays),
    ...order.flatMap(({ title, kept }) => kept.map((field) => `chapter ${JSON.stringify(title)}: ${stays(field)}`)),
    ...(formerTitle === null
      ? []
      : [`its content is that of the book ${JSON.stringify(formerTitle)}, which gets this name`]),
    ...futureDates(plan, now),
  ];
}

/** Readers see a future date and sort by it, but the book appears at once. */
function futureDates(plan: BookPlan, now: Date): string[] {
  return plan.chapters.flatMap(({ createdAt, editions }) => {
    if (createdAt === null || createdAt <= now) return [];
    const title = JSON.stringify(editions[0]?.title ?? '');
    return [`created_at of chapter ${title} is in the future (${createdAt.toISOString()}): readers see it at once`];
  });
}

function originsOf({ editions }: BookPlan['chapters'][number]): { path: string; rule: Rule }[] {
  return editions.flatMap(({ content, rule }) => {
    const path = originOf(content);
    return path === null || rule === null ? [] : [{ path, rule }];
  });
}

/** In characters. */
const longestOpening = 400;

function openingsOf({ editions }: StoredChapter): Map<string, string> {
  const openings = editions.flatMap(({ imported: { language, blocks } }) => {
    const lines: string[] = [];
    let length = 0;
    for (const block of blocks ?? []) {
      if (length > longestOpening) break;
      const line = 'inlines' in block ? plainText(block).trim() : '';
      if (line !== '') lines.push(line);
      length += line.length;
    }
    return lines.length === 0 ? [] : [[language, cutDescription(lines.join('\n'), longestOpening)] as const];
  });
  return new Map(openings);
}
