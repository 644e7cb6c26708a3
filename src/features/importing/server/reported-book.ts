import type { Language } from '../../../shared/languages.ts';
import { cutDescription } from '../../../shared/text.ts';
import type { ImportedPlace, ImportResult } from '../../catalog/server/imports.ts';
import { plainText } from '../formats/text/parse-text.ts';
import type { BookPlan } from '../plan/book-plan.ts';
import { originOf, type Rule } from '../plan/rules.ts';
import type { Fault } from '../plan/source.ts';
import type { PlacedFile } from './pictures.ts';
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

/** A row for each file, and for each entry of an archive: the thing that it becomes. */
export type FileRow = {
  /** As it was given; an entry stands behind its archive: `a.cbz/001.png`. */
  path: string;
  becomes: {
    as: PlacedFile['as'] | 'metadata';
    /** The key of its book and of its chapter, as in the lists of books and chapters. */
    book: string | null;
    chapter: string | null;
    language: Language | null;
    /** From 1. */
    page: number | null;
  } | null;
  change: 'new' | 'replaces' | 'same' | 'left_out' | 'passed_over';
  rule: Rule | 'hand' | null;
  /** Why it was left out. */
  cause: string | null;
};

/** The files of a book that have become a part of it. */
function bookRows({ plan, chapters }: ReadBook, result: ImportResult): FileRow[] {
  const places = new Map(result.order.map((place) => [place.givenKey, place]));
  const rows = filesOf(plan, chapters).flatMap(({ key, language, rule, files }) => {
    const changeOf = changesIn(places.get(key), language);
    const pages = places.get(key)?.pageKeys.get(language) ?? [];
    // Pages that stay count among those of the files, and pictures that cannot be read do not.
    const pageOf = new Map(pages.map((page, at) => [page, at + 1]));
    return files.map((file): FileRow => {
      const page = pageOf.get(file.key ?? '') ?? null;
      const becomes = { as: file.as, book: plan.sourceKey, chapter: key, language, page };
      const own = file.as === 'cover' ? ('cover_name' as const) : rule;
      return { path: file.path, becomes, change: changeOf(file), rule: own, cause: null };
    });
  });
  return eachFileOnce([...coverRows(plan, result), ...rows]);
}

/** The stored chapters' files, with what made them these chapters. */
function filesOf(
  plan: BookPlan,
  stored: readonly StoredChapter[],
): { key: string; language: Language; rule: Rule | null; files: PlacedFile[] }[] {
  return plan.chapters.flatMap(({ key, editions }, at) =>
    editions.map(({ language, rule, content }, edition) => {
      const origin = new Set([originOf(content) ?? '']);
      const files = stored[at]?.editions[edition]?.files ?? [];
      const named = files.map((file) => ({ ...file, path: entryPath(file.path, origin) }));
      return {
        key,
        language,
        rule,
        files: content?.type === 'archive' ? [archiveItself(content.file), ...named] : named,
      };
    }),
  );
}

function archiveItself({ path }: { path: string }): PlacedFile {
  return { path, as: 'archive' };
}

function changesIn(place: ImportedPlace | undefined, language: Language): (file: PlacedFile) => FileRow['change'] {
  const content = place?.contents.find((change) => change.language === language);
  const isNew =
    !place ||
    place.from === null ||
    place.changes.some((each) => each.field === `titles.${language}` && each.from === null);
  return ({ as, key }) => {
    if (as === 'cover') return isNew ? 'new' : coverChange(place.changes, language);
    if (isNew || (key !== undefined && content?.pages.added.includes(key))) return 'new';
    if (!content) return 'same';
    return key === undefined || content.pages.replaced.includes(key) ? 'replaces' : 'same';
  };
}

function coverRows(plan: BookPlan, result: ImportResult): FileRow[] {
  return plan.editions.flatMap(({ language, cover, coverEntry, isCoverByHand }): FileRow[] => {
    const path = cover?.path ?? coverEntry;
    if (path === undefined) return [];
    const becomes = { as: 'cover' as const, book: plan.sourceKey, chapter: null, language, page: null };
    const change = result.state === 'created' ? 'new' : coverChange(result.changes, language);
    return [{ path, becomes, change, rule: isCoverByHand ? 'hand' : 'cover_name', cause: null }];
  });
}

function coverChange(changes: ImportResult['changes'], language: Language): FileRow['change'] {
  const change = changes.find(({ field }) => field === `covers.${language}`);
  if (!change) return 'same';
  return change.from === null ? 'new' : 'replaces';
}

/** A file that is a whole book holds many chapters; its row says the greatest change. */
function eachFileOnce(rows: readonly FileRow[]): FileRow[] {
  const byPath = new Map<string, FileRow[]>();
  for (const row of rows) byPath.set(row.path, [...(byPath.get(row.path) ?? []), row]);
  return [...byPath.values()].map((same): FileRow => {
    const [first] = same as [FileRow, ...FileRow[]]; // a group has at least one row
    if (same.length === 1 || first.becomes === null || first.becomes.as === 'cover') return first;
    const isAll = (change: FileRow['change']) => same.every((row) => row.change === change);
    const change = isAll('same') ? 'same' : isAll('new') ? 'new' : 'replaces';
    return { ...first, change, becomes: { ...first.becomes, chapter: null } };
  });
}

/** Finds the path of an archive's entry as it stands in the table; a fault names it `a.cbz: 001.png`. */
export function entryPath(path: string, files: ReadonlySet<string>): string {
  for (let at = path.indexOf(': '); at >= 0; at = path.indexOf(': ', at + 1))
    if (files.has(path.slice(0, at))) return `${path.slice(0, at)}/${path.slice(at + 2)}`;
  return path;
}
