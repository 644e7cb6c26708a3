import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Language } from '../../../../shared/languages.ts';
import { readingSeconds } from '../../reading-time.ts';
import { isKeyOfMoved } from '../../rules.ts';
import { recogniseChapters, sourceOfPage } from './chapter-identity.ts';
import type { ImportedBook, ImportedChapter, ImportedChapterEdition, ImportOptions, StoredBlock } from './imported.ts';
import { mergeOrder } from './merge-order.ts';
import {
  blocksOf,
  type ChapterEditionRow,
  type ChapterRow,
  type Current,
  type PageRow,
  pagesOf,
  type SourceOf,
  slot,
} from './queries.ts';

/** An edition of a chapter before and after the import: what is written, and what the report compares. */
export type PlannedEdition = {
  before: ChapterEditionRow | undefined;
  next: ChapterEditionRow;
  oldPages: PageRow[];
  pages: PageRow[];
  /** The given facts that are not taken, since they were edited by hand: `titles.fr-fr`, `pages.fr-fr`, `text.fr-fr`. */
  kept: string[];
};

export type PlannedChapter = {
  row: ChapterRow;
  before: ChapterRow | undefined;
  /** The chapter as the files have it; undefined for one that only stays. */
  given: ImportedChapter | undefined;
  /** The given facts that are not taken, since they were edited by hand. */
  kept: string[];
  editions: PlannedEdition[];
  /** Present editions that the files lack, and that stay. */
  staying: ChapterEditionRow[];
  goneEditions: ChapterEditionRow[];
};

export type ChapterPlan = {
  all: PlannedChapter[];
  gone: ChapterRow[];
  /** How many of the given chapters were recognised by their content. */
  knownByContent: number;
  /** Whether the files have the known chapters in another order than the one that was made by hand. */
  isOrderKept: boolean;
};

/** Plans the chapters of a book: which is which, their order, and what becomes of each. Nothing is written. */
export function planChapters(
  book: ImportedBook,
  context: { current: Current; options: ImportOptions; sourceOf: SourceOf },
): ChapterPlan {
  const { current, options } = context;
  const { given, byKey: old, knownByContent } = recogniseChapters(book, context);
  const isPublished = (chapter: ImportedChapter) => old.has(chapter.sourceKey) || chapter.editions.some(hasContent);
  const givenByKey = new Map(given.filter(isPublished).map((chapter) => [chapter.sourceKey, chapter]));
  const givenKeys = [...givenByKey.keys()];
  const ordered = current.byHand.book.has('order') ? inKnownOrder(givenKeys, [...old.keys()]) : givenKeys;
  // The files of a book need not have chapters that came from another one.
  const staying = [...old].filter(([, row]) => !options.prune?.chapters || isKeyOfMoved(row.source_key));
  const keys = mergeOrder(
    [...old.keys()].filter((key) => givenByKey.has(key) || staying.some(([each]) => each === key)),
    ordered,
  );
  const planned = keys.map((key, index): PlannedChapter => {
    const before = old.get(key);
    const found = givenByKey.get(key);
    const isDateKept = before !== undefined && isByHand(current, before.id, 'created_at');
    const handed = (field: string) => isByHand(current, before?.id, field);
    const wanted = {
      season: found?.season === undefined ? (before?.season ?? null) : found.season,
      label: labelOf(found, { number: index + 1, before }),
    };
    const row = {
      id: before?.id ?? options.formerIds?.get(key) ?? randomUUID(),
      place: index + 1,
      source_key: key,
      created_at: isDateKept ? before.created_at : (found?.createdAt ?? before?.created_at ?? options.now),
      has_own_date: found?.createdAt !== undefined || (before?.has_own_date ?? false),
      access: before?.access ?? ('rule' as const),
      free_at: before?.free_at ?? null,
      season: handed('season') ? (before?.season ?? null) : wanted.season,
      label: handed('label') ? (before?.label ?? null) : wanted.label,
    };
    const content = planContent(row.id, found, context);
    const isOtherDate = isDateKept && found?.createdAt !== undefined && +found.createdAt !== +before.created_at;
    const kept = [
      ...(isOtherDate ? ['created_at'] : []),
      ...(row.season === wanted.season ? [] : ['season']),
      ...(row.label === wanted.label ? [] : ['label']),
      ...content.editions.flatMap((edition) => edition.kept),
    ];
    return { row, before, given: found, kept, ...content };
  });
  const isKept = new Set(keys);
  return {
    all: planned,
    gone: [...old].filter(([key]) => !isKept.has(key)).map(([, row]) => row),
    knownByContent,
    isOrderKept: !isDeepStrictEqual(ordered, givenKeys),
  };
}

function labelOf(
  given: ImportedChapter | undefined,
  { number, before }: { number: number; before: ChapterRow | undefined },
): string | null {
  if (given?.label !== undefined) return given.label;
  const printed = given?.printedNumber === String(number) ? undefined : given?.printedNumber;
  return printed ?? before?.label ?? null;
}

function isByHand({ byHand }: Current, chapterId: string | undefined, field: string): boolean {
  return chapterId !== undefined && (byHand.chapters.get(chapterId)?.has(field) ?? false);
}

/** The given keys, with the known ones among them in their known order, which somebody made by hand. */
function inKnownOrder(given: readonly string[], known: readonly string[]): string[] {
  const isGiven = new Set(given);
  const isKnown = new Set(known);
  const inOrder = known.filter((key) => isGiven.has(key));
  return given.map((key) => (isKnown.has(key) ? (inOrder.shift() ?? key) : key));
}

export function hasContent(edition: ImportedChapterEdition): boolean {
  return (edition.pages ?? []).length > 0 || (edition.blocks ?? []).length > 0;
}

function planContent(
  chapterId: string,
  given: ImportedChapter | undefined,
  { current, options, sourceOf }: { current: Current; options: ImportOptions; sourceOf: SourceOf },
): Pick<PlannedChapter, 'editions' | 'staying' | 'goneEditions'> {
  const published = [...current.chapterEditions.values()].filter((row) => row.chapter_id === chapterId);
  if (!given) return { editions: [], staying: published, goneEditions: [] };
  const editions = given.editions.map((found): PlannedEdition => {
    const key = slot(chapterId, found.language);
    const before = current.chapterEditions.get(key);
    const edition = asFarAsRead(found, before);
    const oldPages = current.pages.get(key) ?? [];
    const isPruning = options.prune?.pages ?? false;
    const hands = [`pages.${found.language}`, `text.${found.language}`];
    const byHand = hands.find((field) => isByHand(current, chapterId, field));
    const hand = byHand !== undefined && before ? before : null;
    const wanted = planPages({ chapterId, edition, oldPages, isPruning, sourceOf });
    const pages = hand ? oldPages : wanted;
    const isTitleKept = before !== undefined && isByHand(current, chapterId, `titles.${edition.language}`);
    const isOtherText = edition.blocks !== undefined && !isDeepStrictEqual(edition.blocks, before?.blocks);
    const next: ChapterEditionRow = {
      chapter_id: chapterId,
      language: edition.language,
      title: isTitleKept ? before.title : edition.title,
      cover_image_id: hand ? hand.cover_image_id : (edition.coverImageId ?? before?.cover_image_id ?? null),
      blocks: hand ? hand.blocks : (edition.blocks ?? before?.blocks ?? null),
      has_content: false,
      published_at: before?.published_at ?? null,
      first_published_at: before?.first_published_at ?? null,
      preview_image_id: hand
        ? hand.preview_image_id
        : (edition.previewImageId ?? keptPreview(before, { oldPages, pages })),
      reading_seconds: null,
      is_silent: before?.is_silent ?? false,
    };
    next.has_content = pages.length > 0 || next.blocks !== null;
    next.reading_seconds = next.has_content ? readingSeconds({ blocks: blocksOf(next), pages }) : null;
    const kept = [
      ...(next.title === edition.title ? [] : [`titles.${edition.language}`]),
      ...(hand && byHand !== undefined && (isOtherText || !isDeepStrictEqual(wanted, oldPages)) ? [byHand] : []),
    ];
    return { before, next, oldPages, pages, kept };
  });
  const isGiven = new Set(given.editions.map(({ language }) => language));
  const others = published.filter((row) => !isGiven.has(row.language));
  const isPruned = options.prune?.chapters ?? false;
  return { editions, staying: isPruned ? [] : others, goneEditions: isPruned ? others : [] };
}

/** The preview that was made of the same first page; null: it has to be made anew. */
function keptPreview(
  before: ChapterEditionRow | undefined,
  { oldPages, pages }: { oldPages: readonly PageRow[]; pages: readonly PageRow[] },
): string | null {
  return before && oldPages[0]?.image_id === pages[0]?.image_id ? before.preview_image_id : null;
}

function asFarAsRead(found: ImportedChapterEdition, before: ChapterEditionRow | undefined): ImportedChapterEdition {
  if (before && found.isUnread) return { language: found.language, title: before.title };
  if (!before?.blocks || !found.isPartial) return found;
  const { blocks: _blocks, ...rest } = found;
  return rest;
}

function planPages(facts: {
  chapterId: string;
  edition: ImportedChapterEdition;
  oldPages: PageRow[];
  isPruning: boolean;
  sourceOf: SourceOf;
}): PageRow[] {
  const { chapterId, edition, oldPages } = facts;
  if (!edition.pages) return edition.blocks ? picturesInText(chapterId, edition, edition.blocks) : oldPages;
  const images = new Map(pagesOf(oldPages).map(({ sourceKey, imageIds }) => [sourceKey, imageIds]));
  const staying = stayingPages({ ...facts, pages: edition.pages });
  for (const page of edition.pages) images.set(page.sourceKey, page.imageIds);
  const order = mergeOrder(
    staying,
    edition.pages.map((page) => page.sourceKey),
  );
  const rows = order.flatMap((key, page) => (images.get(key) ?? []).map((imageId) => ({ key, page, imageId })));
  return rows.map(({ key, page, imageId }, position) => ({
    chapter_id: chapterId,
    language: edition.language,
    position,
    page,
    image_id: imageId,
    source_key: key,
  }));
}

/** The former pages that keep their positions, except those whose picture is among the files under another name. */
function stayingPages(facts: {
  edition: ImportedChapterEdition;
  pages: NonNullable<ImportedChapterEdition['pages']>;
  oldPages: PageRow[];
  isPruning: boolean;
  sourceOf: SourceOf;
}): string[] {
  const { edition, pages, sourceOf } = facts;
  const held = new Set(edition.unreadablePages ?? []);
  const isGiven = new Set(pages.map(({ sourceKey }) => sourceKey));
  const times = new Map<string, number>();
  const count = (source: string, by: number) => times.set(source, (times.get(source) ?? 0) + by);
  for (const page of pages) count(sourceOfPage(page, sourceOf), 1);
  const former = pagesOf(facts.oldPages).map((page) => ({ ...page, source: sourceOfPage(page, sourceOf) }));
  for (const { sourceKey, source } of former) if (isGiven.has(sourceKey)) count(source, -1);
  return former.flatMap(({ sourceKey, source }) => {
    if (isGiven.has(sourceKey) || held.has(sourceKey)) return [sourceKey];
    if (facts.isPruning) return [];
    if ((times.get(source) ?? 0) <= 0) return [sourceKey];
    count(source, -1);
    return [];
  });
}

/** A novel's pictures are stored like a comic's, so that the right to see them is checked in the same way. */
function picturesInText(
  chapterId: string,
  { language }: ImportedChapterEdition,
  blocks: readonly StoredBlock[],
): PageRow[] {
  const imageIds = blocks.flatMap((block) => (block.type === 'img' ? [block.imageId] : []));
  return imageIds.map((imageId, position) => ({
    chapter_id: chapterId,
    language,
    position,
    page: position,
    image_id: imageId,
    source_key: '',
  }));
}

/** The rows that differ from the published ones. */
export function rowsToWrite(
  { all }: ChapterPlan,
  current: Current,
): {
  chapters: ChapterRow[];
  /** Chapters whose keys go to other chapters. Two may exchange keys, and no key may exist twice, even for a moment. */
  losingKeys: string[];
  editions: ChapterEditionRow[];
  goneEditions: ChapterEditionRow[];
  repaged: { chapter_id: string; language: Language; pages: PageRow[] }[];
} {
  const editions = all.flatMap((chapter) => chapter.editions);
  const chapters = all.flatMap(({ row, before }) => (isDeepStrictEqual(row, before) ? [] : [row]));
  const holders = new Map(current.chapters.map(({ id, source_key }) => [source_key, id]));
  return {
    chapters,
    losingKeys: chapters.flatMap(({ id, source_key }) => {
      const holder = holders.get(source_key);
      return holder !== undefined && holder !== id ? [holder] : [];
    }),
    editions: editions.flatMap(({ before, next }) =>
      isDeepStrictEqual({ ...next }, before && { ...before }) ? [] : [next],
    ),
    goneEditions: all.flatMap((chapter) => chapter.goneEditions),
    repaged: editions.flatMap(({ next, oldPages, pages }) =>
      isDeepStrictEqual(pages, oldPages) ? [] : [{ chapter_id: next.chapter_id, language: next.language, pages }],
    ),
  };
}
