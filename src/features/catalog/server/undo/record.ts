import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Language } from '../../../../shared/languages.ts';
import { writeMarkdown } from '../../text/write-markdown.ts';
import type { ChapterPlan, rowsToWrite } from '../imports/chapter-plan.ts';
import {
  type BookRow,
  blocksOf,
  type ChapterEditionRow,
  type ChapterRow,
  type Current,
  type EditionRow,
  type PageRow,
  slot,
} from '../imports/queries.ts';

/** A thing before and after a batch; null: it was not there. */
type Change<T> = { before: T | null; after: T | null };

/** The facts of a chapter's edition that somebody may edit by hand after the batch. */
interface ShownEdition extends Pick<ChapterEditionRow, 'title' | 'cover_image_id' | 'published_at'> {
  /** The sum of its text; absent in the records of older servers. */
  text?: string;
  /** The batch has made it one that was written by hand. */
  isMarked?: true;
}

/** What a batch changed in a book that existed before, as far as an undo needs it. */
export interface BookRecord {
  book: Change<BookRow> | null;
  editions: (Change<EditionRow> & { language: Language })[];
  chapters: (Change<ChapterRow> & { id: string })[];
  texts: { chapter_id: string; language: Language; before: ChapterEditionRow | null; after: ShownEdition | null }[];
  pages: { chapter_id: string; language: Language; before: PageRow[]; after: string[] }[];
}

/** What an import changed, as far as an undo needs it; of a new book an undo only needs to know that it is new. */
export function recordOf(given: {
  current: Current;
  book: BookRow;
  editions: { changed: readonly EditionRow[]; gone: readonly Language[] };
  chapters: ChapterPlan;
  rows: ReturnType<typeof rowsToWrite>;
}): BookRecord {
  const { current, book, editions, chapters, rows } = given;
  const made = new Set(chapters.all.flatMap(({ row, before }) => (before ? [] : [row.id])));
  const old = new Map(current.chapters.map((row) => [row.id, row]));
  const editionBefore = (language: Language) => current.editions.find((edition) => edition.language === language);
  const goneSlots = rows.goneEditions.filter(({ chapter_id }) => !made.has(chapter_id));
  return {
    book: isDeepStrictEqual(book, current.book) ? null : { before: current.book, after: book },
    editions: [
      ...editions.changed.map((after) => {
        return { language: after.language, before: editionBefore(after.language) ?? null, after };
      }),
      ...editions.gone.map((language) => ({ language, before: editionBefore(language) ?? null, after: null })),
    ],
    chapters: [
      ...rows.chapters.map((after) => ({ id: after.id, before: old.get(after.id) ?? null, after })),
      ...chapters.gone.map((before) => ({ id: before.id, before, after: null })),
    ],
    texts: [
      ...rows.editions
        .filter(({ chapter_id }) => !made.has(chapter_id))
        .map((row) => {
          const { chapter_id, language, title, cover_image_id, published_at } = row;
          const before = current.chapterEditions.get(slot(chapter_id, language)) ?? null;
          return { chapter_id, language, before, after: { title, cover_image_id, published_at, text: sumOfText(row) } };
        }),
      ...goneSlots.map((before) => ({
        ...{ chapter_id: before.chapter_id, language: before.language, before, after: null },
      })),
    ],
    pages: [
      ...rows.repaged
        .filter(({ chapter_id }) => !made.has(chapter_id))
        .map(({ chapter_id, language, pages }) => {
          const before = current.pages.get(slot(chapter_id, language)) ?? [];
          return { chapter_id, language, before, after: pages.map(({ image_id }) => image_id) };
        }),
      ...goneSlots.map(({ chapter_id, language }) => {
        return { chapter_id, language, before: current.pages.get(slot(chapter_id, language)) ?? [], after: [] };
      }),
    ],
  };
}

/** The same for equal texts. */
export function sumOfText(row: Pick<ChapterEditionRow, 'blocks'>): string {
  return createHash('sha256')
    .update(writeMarkdown(blocksOf(row) ?? []))
    .digest('base64url');
}

/** The chapters that a batch made or changed; one that only moved to another place does not count. */
export function chaptersIn({ chapters, texts, pages }: BookRecord): string[] {
  const own = chapters.filter(({ before, after }) => !isMoved(before, after)).map(({ id }) => id);
  return [...new Set([...own, ...[...texts, ...pages].map(({ chapter_id }) => chapter_id)])];
}

function isMoved(before: ChapterRow | null, after: ChapterRow | null): boolean {
  return before !== null && after !== null && isDeepStrictEqual({ ...before, place: after.place }, after);
}

/** The pictures that the book showed before and that an undo shows again. */
export function imagesIn({ editions, texts, pages }: BookRecord): string[] {
  const ids = [
    ...editions.map(({ before }) => before?.cover_image_id),
    ...texts.flatMap(({ before }) => {
      const inText = before
        ? (blocksOf(before) ?? []).flatMap((block) => (block.type === 'img' ? block.imageId : []))
        : [];
      return [before?.cover_image_id, before?.preview_image_id, ...inText];
    }),
    ...pages.flatMap(({ before }) => before.map(({ image_id }) => image_id)),
  ];
  return [...new Set(ids.flatMap((id) => id ?? []))];
}

/** Merges the records of two imports of one batch: the state before the first, and that after the second. */
export function mergeRecords(first: BookRecord, second: BookRecord): BookRecord {
  const merge = <T extends { before: unknown; after: unknown }>(key: (each: T) => string, a: T[], b: T[]): T[] => {
    const byKey = new Map(a.map((each) => [key(each), each]));
    for (const each of b)
      byKey.set(key(each), { ...each, before: byKey.has(key(each)) ? byKey.get(key(each))?.before : each.before });
    return [...byKey.values()];
  };
  const ofSlot = (each: { chapter_id: string; language: Language }) => slot(each.chapter_id, each.language);
  const made = new Set(first.chapters.flatMap(({ id, before }) => (before === null ? [id] : [])));
  const ofOld = ({ chapter_id }: { chapter_id: string }) => !made.has(chapter_id);
  return {
    book:
      first.book && second.book ? { before: first.book.before, after: second.book.after } : (first.book ?? second.book),
    editions: merge(({ language }) => language, first.editions, second.editions),
    chapters: merge(({ id }) => id, first.chapters, second.chapters),
    texts: merge(ofSlot, first.texts, second.texts.filter(ofOld)),
    pages: merge(ofSlot, first.pages, second.pages.filter(ofOld)),
  };
}
