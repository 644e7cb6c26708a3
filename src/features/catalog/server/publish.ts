import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../../server/db.ts';
import type { Language } from '../../../shared/languages.ts';
import type { Formula } from '../../../shared/mathml.ts';
import { foldForSearch } from '../../../shared/search-text.ts';
import { tagNames } from '../../../shared/tags.ts';
import { inBatches } from './batches.ts';
import { findKnownKeys } from './known-keys.ts';
import { mergeOrder } from './merge-order.ts';
import {
  type BookRow,
  type ChapterEditionRow,
  type ChapterRow,
  deleteChapterEditions,
  deleteChapters,
  deleteEditions,
  type EditionRow,
  findBookBySourceKeys,
  findSearchText,
  listChapterEditions,
  listChapters,
  listEditions,
  listPages,
  lockSourceKey,
  type PageRow,
  replacePages,
  updateSearchText,
  upsertBook,
  upsertChapterEditions,
  upsertChapters,
  upsertEditions,
} from './publish-queries.ts';
import { searchKeys } from './search-keys.ts';

type StoredInline =
  | { type: 'text'; text: string; em?: boolean; strong?: boolean }
  | { type: 'br' }
  | { type: 'ruby'; base: string; text: string }
  | { type: 'note'; text: string; note: string }
  | Formula;

/** A stored block of a novel's text; an image in it is named by its id. */
export type StoredBlock =
  | { type: 'p' | 'h2' | 'h3' | 'h4' | 'blockquote'; inlines: StoredInline[]; indent?: number }
  | { type: 'hr' }
  | { type: 'img'; imageId: string; alt: string };

export type PublishedChapterEdition = {
  language: Language;
  title: string;
  /** Absent: stays as it was. */
  coverImageId?: string;
  /** A comic's pages in reading order, each with the images of its tiles. */
  pages?: { sourceKey: string; imageIds: string[] }[];
  /** Pages that the source has but that could not be read this time: their published images stay. */
  unreadablePages?: string[];
  blocks?: StoredBlock[];
  /** The edition exists and could not be read this time: its published content and title stay. */
  isUnread?: true;
  /** Part of the text could not be read: a published text stays; without one, this text is used. */
  isPartial?: true;
};

export type PublishedChapter = {
  /** A path of volumes and the chapter; each step is a number with a name, or a name; see known-keys.ts. */
  sourceKey: string;
  /** Absent: stays as it was; for a new chapter the moment of publishing. */
  createdAt?: Date;
  editions: PublishedChapterEdition[];
};

/** The content of a book that is published in one step. An absent property stays as it was. */
export type PublishedBook = {
  sourceKey: string;
  /** Keys that an earlier publication may have used for the same book. */
  formerKeys?: string[];
  kind: 'comic' | 'novel';
  originalLanguage?: Language;
  /** For a new book that names no original language. */
  likelyLanguage: Language;
  author?: string;
  status?: 'ongoing' | 'finished';
  layout?: 'strip' | 'pages';
  readingDirection?: 'ltr' | 'rtl';
  licence?: string;
  attribution?: string;
  publicFreeChapters?: number | null;
  recommended?: boolean;
  tags?: string[];
  editions: {
    language: Language;
    title: string;
    introduction?: string;
    coverImageId?: string;
    /** Made from a page, for an edition without a cover: whole, or small where the page is for members only. */
    substituteCover?: { whole?: string; small?: string };
  }[];
  /** Covers made from pages: if the book shows one, today's substitute replaces it. */
  coversOfPages?: string[];
  /** A new chapter without content in any language is left out. */
  chapters: PublishedChapter[];
};

export type PublishOptions = {
  now: Date;
  /** Nothing is written; the result says what would be. */
  dryRun?: boolean;
  /** Removes what the publication does not contain: chapters and editions of the book, pages of its chapters. */
  prune?: { chapters: boolean; pages: boolean };
};

export type PublishResult = {
  bookId: string;
  state: 'created' | 'updated' | 'unchanged';
  chapters: { added: number; changed: number; removed: number; total: number };
  /** Pages that were removed from chapters that stay. */
  pagesRemoved: number;
  /**
   * All chapters in the readers' order, titled in the original language, else in the first language that has a title.
   */
  order: PublishedPlace[];
};

export type PublishedPlace = {
  number: number;
  title: string;
  languages: Language[];
  state: 'added' | 'changed' | 'unchanged';
};

type Current = {
  book: BookRow | null;
  searchText: string | null;
  editions: EditionRow[];
  chapters: ChapterRow[];
  chapterEditions: Map<string, ChapterEditionRow>;
  pages: Map<string, PageRow[]>;
};

const slot = (chapterId: string, language: Language) => `${chapterId} ${language}`;

/**
 * Brings a book to the given state, in the caller's transaction, so that readers see all of it or nothing. The same
 * publication again changes nothing.
 */
export async function publishBook(tx: Db, given: PublishedBook, asked: PublishOptions): Promise<PublishResult> {
  await lockSourceKey(tx, given.sourceKey);
  const current = await readCurrent(tx, given);
  // The importer leaves out chapters of the other kind; that does not mean that they must be removed.
  const { prune, ...others } = asked;
  const isSameKind = !current.book || current.book.kind === given.kind;
  const options: PublishOptions = prune && isSameKind ? { ...others, prune } : others;
  const chapters = planChapters(given, current, options);
  const editions = planEditions(given, current, options);
  const book = planBook(given, { current, editions: editions.all, chapters: chapters.all, now: options.now });
  const isBookChanged = !isDeepStrictEqual(book, current.book);
  const searchText = searchTextOf({ ...book, editions: editions.all });
  const isFoundOtherwise = searchText !== current.searchText || !isDeepStrictEqual(book.tags, current.book?.tags);
  const isChanged =
    isBookChanged || isFoundOtherwise || editions.changed.length + editions.gone.length > 0 || chapters.isChanged;
  if (isChanged && !options.dryRun) {
    if (isBookChanged) await upsertBook(tx, book);
    if (isFoundOtherwise) await writeSearch(tx, book, searchText);
    await writeEditions(tx, book.id, editions);
    await writeChapters(tx, book.id, chapters);
  }
  return {
    bookId: book.id,
    state: !current.book ? 'created' : isChanged ? 'updated' : 'unchanged',
    chapters: { ...chapters.counts, total: chapters.all.length },
    pagesRemoved: countRemovedPages(chapters, current),
    order: orderOf(chapters, { given, current, original: book.original_language }),
  };
}

function countRemovedPages(plan: ChapterPlan, current: Current): number {
  return plan.repaged.reduce((sum, { chapter_id, language, pages }) => {
    const kept = new Set(pages.map((page) => page.source_key));
    const before = new Set((current.pages.get(slot(chapter_id, language)) ?? []).map((page) => page.source_key));
    return sum + [...before].filter((key) => !kept.has(key)).length;
  }, 0);
}

function orderOf(
  plan: ChapterPlan,
  facts: { given: PublishedBook; current: Current; original: Language },
): PublishedPlace[] {
  const givenTitles = new Map(
    facts.given.chapters.map(({ sourceKey, editions }) => [
      sourceKey,
      editions.filter((edition) => !edition.isUnread).map(({ language, title }) => [language, title] as const),
    ]),
  );
  const keptTitles = new Map<string, [Language, string][]>();
  for (const row of facts.current.chapterEditions.values())
    keptTitles.set(row.chapter_id, [...(keptTitles.get(row.chapter_id) ?? []), [row.language, row.title]]);
  return plan.all.map(({ id, number, source_key }) => {
    const titles = new Map([...(keptTitles.get(id) ?? []), ...(givenTitles.get(source_key) ?? [])]);
    const state = plan.addedIds.has(id) ? 'added' : plan.touchedIds.has(id) ? 'changed' : 'unchanged';
    const title = titles.get(facts.original) ?? [...titles.values()][0] ?? '';
    return { number, title, languages: [...titles.keys()], state };
  });
}

async function readCurrent(tx: Db, given: PublishedBook): Promise<Current> {
  const book = await findBookBySourceKeys(tx, [given.sourceKey, ...(given.formerKeys ?? [])]);
  if (!book)
    return { book, searchText: null, editions: [], chapters: [], chapterEditions: new Map(), pages: new Map() };
  const pages = new Map<string, PageRow[]>();
  for (const page of await listPages(tx, book.id)) {
    const key = slot(page.chapter_id, page.language);
    pages.set(key, [...(pages.get(key) ?? []), page]);
  }
  const chapterEditions = await listChapterEditions(tx, book.id);
  return {
    book,
    searchText: await findSearchText(tx, book.id),
    editions: await listEditions(tx, book.id),
    chapters: await listChapters(tx, book.id),
    chapterEditions: new Map(chapterEditions.map((row) => [slot(row.chapter_id, row.language), row])),
    pages,
  };
}

type EditionPlan = { all: EditionRow[]; changed: EditionRow[]; gone: Language[] };

function planEditions(given: PublishedBook, current: Current, options: PublishOptions): EditionPlan {
  const old = new Map(current.editions.map((edition) => [edition.language, edition]));
  const isMadeOfPage = new Set(given.coversOfPages ?? []);
  const free = given.publicFreeChapters === undefined ? current.book?.public_free_chapters : given.publicFreeChapters;
  const next = given.editions.map((edition): EditionRow => {
    const before = old.get(edition.language);
    // A page that only members may see must not be, or stay, public as a cover.
    const substitute = free === 0 ? edition.substituteCover?.small : edition.substituteCover?.whole;
    const kept = before?.cover_image_id ?? null;
    return {
      language: edition.language,
      title: edition.title,
      introduction: edition.introduction ?? before?.introduction ?? '',
      cover_image_id: edition.coverImageId ?? (kept && !isMadeOfPage.has(kept) ? kept : (substitute ?? kept)),
    };
  });
  const isGiven = new Set(next.map((edition) => edition.language));
  const others = current.editions.filter((edition) => !isGiven.has(edition.language));
  const gone = options.prune?.chapters ? others.map((edition) => edition.language) : [];
  return {
    all: [...next, ...others.filter((edition) => !gone.includes(edition.language))],
    changed: next.filter((edition) => !isDeepStrictEqual(edition, old.get(edition.language))),
    gone,
  };
}

async function writeEditions(tx: Db, bookId: string, plan: EditionPlan): Promise<void> {
  if (plan.changed.length > 0) await upsertEditions(tx, bookId, plan.changed);
  if (plan.gone.length > 0) await deleteEditions(tx, bookId, plan.gone);
}

function planBook(
  given: PublishedBook,
  facts: { current: Current; editions: EditionRow[]; chapters: ChapterRow[]; now: Date },
): BookRow {
  const old = facts.current.book;
  const newest = Math.max(...facts.chapters.map((chapter) => chapter.created_at.getTime()));
  const author = given.author ?? old?.author ?? '';
  const tags = given.tags ?? old?.tags ?? [];
  return {
    id: old?.id ?? randomUUID(),
    source_key: given.sourceKey,
    kind: given.kind,
    original_language: given.originalLanguage ?? old?.original_language ?? given.likelyLanguage,
    author,
    status: given.status ?? old?.status ?? 'ongoing',
    layout: given.layout ?? old?.layout ?? 'strip',
    reading_direction: given.readingDirection ?? old?.reading_direction ?? 'ltr',
    licence: given.licence ?? old?.licence ?? '',
    attribution: given.attribution ?? old?.attribution ?? '',
    public_free_chapters:
      given.publicFreeChapters !== undefined ? given.publicFreeChapters : (old?.public_free_chapters ?? null),
    recommended: given.recommended ?? old?.recommended ?? false,
    tags,
    chapter_count: facts.chapters.length,
    updated_at: Number.isFinite(newest) ? new Date(newest) : (old?.updated_at ?? facts.now),
  };
}

async function writeSearch(tx: Db, { id, tags }: BookRow, text: string): Promise<void> {
  await updateSearchText(tx, { bookId: id, text, keys: searchKeys({ text, tags }) });
}

/** The search text of a book: titles, author, tags and introductions, in the form in which the search compares text. */
export function searchTextOf(book: {
  author: string;
  tags: readonly string[];
  editions: readonly Pick<EditionRow, 'language' | 'title' | 'introduction'>[];
}): string {
  const editions = [...book.editions].sort((a, b) => (a.language < b.language ? -1 : 1));
  return foldForSearch(
    [
      ...editions.map((edition) => edition.title),
      book.author,
      ...book.tags.flatMap((tag) => [tag, ...Object.values(tagNames[tag] ?? {})]),
      ...editions.map((edition) => edition.introduction),
    ].join('\n'),
  );
}

type ChapterPlan = {
  all: ChapterRow[];
  isChanged: boolean;
  counts: { added: number; changed: number; removed: number };
  addedIds: Set<string>;
  touchedIds: Set<string>;
  changedRows: ChapterRow[];
  goneIds: string[];
  changedEditions: ChapterEditionRow[];
  goneEditions: { chapter_id: string; language: Language }[];
  repaged: { chapter_id: string; language: Language; pages: PageRow[] }[];
};

/** The given chapters' rows by their present keys: an earlier publication may have used another name. */
function underTheirKeys(chapters: readonly PublishedChapter[], current: Current): Map<string, ChapterRow> {
  // Readable chapters are matched first, so that a damaged copy beside one never takes its row.
  const isUnread = (chapter: PublishedChapter) => chapter.editions.every((edition) => edition.isUnread);
  const byReadable = [...chapters].sort((a, b) => Number(isUnread(a)) - Number(isUnread(b)));
  const known = findKnownKeys(
    byReadable.map((chapter) => chapter.sourceKey),
    current.chapters.map((chapter) => chapter.source_key),
  );
  const keyNow = new Map([...known].map(([given, before]) => [before, given]));
  return new Map(current.chapters.map((chapter) => [keyNow.get(chapter.source_key) ?? chapter.source_key, chapter]));
}

function planChapters(given: PublishedBook, current: Current, options: PublishOptions): ChapterPlan {
  const old = underTheirKeys(given.chapters, current);
  const isPublished = (chapter: PublishedChapter) => old.has(chapter.sourceKey) || chapter.editions.some(hasContent);
  const givenByKey = new Map(given.chapters.filter(isPublished).map((chapter) => [chapter.sourceKey, chapter]));
  const givenKeys = [...givenByKey.keys()];
  const keys = options.prune?.chapters ? givenKeys : mergeOrder([...old.keys()], givenKeys);
  const all = keys.map((key, index): ChapterRow => {
    const before = old.get(key);
    return {
      id: before?.id ?? randomUUID(),
      number: index + 1,
      source_key: key,
      created_at: givenByKey.get(key)?.createdAt ?? before?.created_at ?? options.now,
    };
  });
  const isKept = new Set(keys);
  const goneIds = [...old].filter(([key]) => !isKept.has(key)).map(([, { id }]) => id);
  const changedRows = all.filter((chapter) => !isDeepStrictEqual(chapter, old.get(chapter.source_key)));
  const contents = all.flatMap((chapter) => {
    const content = givenByKey.get(chapter.source_key);
    return content ? [planChapterContent(chapter.id, content, current, options)] : [];
  });
  const isTouched = contents.filter(
    (content) => content.changedEditions.length + content.goneEditions.length + content.repaged.length > 0,
  );
  const addedIds = new Set(all.filter((chapter) => !old.has(chapter.source_key)).map((chapter) => chapter.id));
  return {
    all,
    isChanged: changedRows.length + goneIds.length + isTouched.length > 0,
    counts: {
      added: addedIds.size,
      changed: isTouched.filter((content) => !addedIds.has(content.chapterId)).length,
      removed: goneIds.length,
    },
    addedIds,
    touchedIds: new Set(isTouched.map(({ chapterId }) => chapterId)),
    changedRows,
    goneIds,
    changedEditions: contents.flatMap((content) => content.changedEditions),
    goneEditions: contents.flatMap((content) => content.goneEditions),
    repaged: contents.flatMap((content) => content.repaged),
  };
}

function hasContent(edition: PublishedChapterEdition): boolean {
  return (edition.pages ?? []).length > 0 || (edition.blocks ?? []).length > 0;
}

type ContentPlan = Pick<ChapterPlan, 'changedEditions' | 'goneEditions' | 'repaged'> & { chapterId: string };

function planChapterContent(
  chapterId: string,
  given: PublishedChapter,
  current: Current,
  options: PublishOptions,
): ContentPlan {
  const plan: ContentPlan = { chapterId, changedEditions: [], goneEditions: [], repaged: [] };
  for (const found of given.editions) {
    const key = slot(chapterId, found.language);
    const before = current.chapterEditions.get(key);
    const edition = asFarAsRead(found, before);
    const oldPages = current.pages.get(key) ?? [];
    const pages = planPages({ chapterId, edition, oldPages, prune: options.prune?.pages ?? false });
    const next: ChapterEditionRow = {
      chapter_id: chapterId,
      language: edition.language,
      title: edition.title,
      cover_image_id: edition.coverImageId ?? before?.cover_image_id ?? null,
      blocks: edition.blocks ?? before?.blocks ?? null,
      has_content: false,
    };
    next.has_content = pages.length > 0 || next.blocks !== null;
    if (!isDeepStrictEqual({ ...next }, before && { ...before })) plan.changedEditions.push(next);
    if (!isDeepStrictEqual(pages, oldPages))
      plan.repaged.push({ chapter_id: chapterId, language: edition.language, pages });
  }
  if (options.prune?.chapters) {
    const isGiven = new Set(given.editions.map((edition) => slot(chapterId, edition.language)));
    for (const [key, row] of current.chapterEditions)
      if (row.chapter_id === chapterId && !isGiven.has(key))
        plan.goneEditions.push({ chapter_id: chapterId, language: row.language });
  }
  return plan;
}

function asFarAsRead(found: PublishedChapterEdition, before: ChapterEditionRow | undefined): PublishedChapterEdition {
  if (before && found.isUnread) return { language: found.language, title: before.title };
  if (!before?.blocks || !found.isPartial) return found;
  const { blocks: _blocks, ...rest } = found;
  return rest;
}

function planPages(facts: {
  chapterId: string;
  edition: PublishedChapterEdition;
  oldPages: PageRow[];
  prune: boolean;
}): PageRow[] {
  const { chapterId, edition, oldPages, prune } = facts;
  if (!edition.pages) return edition.blocks ? picturesInText(chapterId, edition, edition.blocks) : oldPages;
  const images = new Map<string, string[]>();
  for (const page of oldPages) images.set(page.source_key, [...(images.get(page.source_key) ?? []), page.image_id]);
  const oldKeys = [...images.keys()];
  const held = new Set(edition.unreadablePages ?? []);
  const staying = prune ? oldKeys.filter((key) => held.has(key)) : oldKeys;
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

/** A novel's pictures are stored like a comic's, so that the right to see them is checked in the same way. */
function picturesInText(
  chapterId: string,
  { language }: PublishedChapterEdition,
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

/** In characters of JSON: one parameter cannot hold a whole library of texts. */
const mostTextAtOnce = 8 * 1024 * 1024;

function textSize({ blocks }: ChapterEditionRow): number {
  return blocks === null ? 1 : JSON.stringify(blocks).length;
}

async function writeChapters(tx: Db, bookId: string, plan: ChapterPlan): Promise<void> {
  if (plan.goneIds.length > 0) await deleteChapters(tx, bookId, plan.goneIds);
  if (plan.changedRows.length > 0) await upsertChapters(tx, bookId, plan.changedRows);
  if (plan.goneEditions.length > 0) await deleteChapterEditions(tx, plan.goneEditions);
  for (const editions of inBatches(plan.changedEditions, { sizeOf: textSize, limit: mostTextAtOnce }))
    await upsertChapterEditions(tx, editions);
  if (plan.repaged.length > 0)
    await replacePages(
      tx,
      plan.repaged.map(({ chapter_id, language }) => ({ chapter_id, language })),
      plan.repaged.flatMap(({ pages }) => pages),
    );
}
