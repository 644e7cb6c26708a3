import { withTransaction } from '../../../server/database/db.ts';
import { createTurns } from '../../../server/process/turns.ts';
import {
  type ImportedBook,
  type ImportedChapterEdition,
  ImportRefusedError,
  type ImportResult,
  languagesOfPublished,
  writeImport,
} from '../../catalog/server/imports.ts';
import { describeImages, findStoredImages, sourcesOfImages } from '../../media/server/media.ts';
import type { BookPlan, ChapterPlan, EditionPlan } from '../plan/book-plan.ts';
import type { ChapterContent } from '../plan/folder-items.ts';
import { inKeptEdition } from '../plan/kept-edition.ts';
import { likelyLayout } from '../plan/layout.ts';
import { originOf, type Rule } from '../plan/rules.ts';
import type { Fault } from '../plan/source.ts';
import { storeArchive } from './archives.ts';
import { bookRows, entryPath, type FileRow, type StoredFiles } from './file-table.ts';
import {
  type GivenPicture,
  hashed,
  type ImportDeps,
  type Picture,
  type PlacedFile,
  type Run,
  type StoredContent,
  storePicture,
  storePictures,
} from './pictures.ts';
import { findTextsFault, openOnce, releaseBooks, storePart, storeTexts } from './texts.ts';

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
};

/**
 * Stores every file of a book and then publishes it in one transaction. After an import that dies half-way readers see
 * nothing of it, and the next run finds the stored files.
 */
export async function importBook(plan: BookPlan, deps: ImportDeps): Promise<ReportedBook | { faults: Fault[] }> {
  const run: Run = {
    ...deps,
    chapterLimit: createTurns(deps.media.workers.size + 1),
    pageLimit: createTurns(deps.media.workers.size * 3),
    hashing: new Map(),
    storing: new Map(),
    examining: new Map(),
    foreseen: new Map(),
    pageHashes: new Set(),
    faults: [...plan.faults],
    pages: { converted: 0, reused: 0 },
    books: new Map(),
  };
  try {
    return await storeAndWrite(plan, run);
  } catch (error) {
    if (error instanceof ImportRefusedError) {
      run.faults.push({ path: plan.path, cause: error.message });
      return { faults: run.faults };
    }
    // Data that the database does not accept are the fault of one book, and the other books go on.
    if (!(error instanceof Error && isDataError(error))) throw error;
    run.faults.push({ path: plan.path, cause: `the database does not take it (${error.message})` });
    return { faults: run.faults };
  } finally {
    await releaseBooks(run);
  }
}

async function storeAndWrite(given: BookPlan, run: Run): Promise<ReportedBook | { faults: Fault[] }> {
  const keys = [given.sourceKey, ...given.formerKeys];
  const plan = given.isLanguageGuessed ? inKeptEdition(given, await languagesOfPublished(run.db, keys)) : given;
  const fault = await findTextsFault(textFilesOf(plan));
  if (fault) return { faults: [...run.faults, { path: plan.path, cause: fault }] };
  const chapters = await Promise.all(plan.chapters.map((chapter) => storeChapter(chapter, run)));
  const firstReadable = chapters.find((chapter) => chapter.editions.some((edition) => hasContent(edition.published)));
  if (!firstReadable) {
    if (run.faults.length === 0) run.faults.push({ path: plan.path, cause: 'nothing to read in it' });
    return { faults: run.faults };
  }
  const editions = await Promise.all(plan.editions.map((edition) => storeEdition(edition, firstReadable, run)));
  const book: ImportedBook = {
    ...bookFields(plan),
    ...(await layoutOf(plan, chapters, run)),
    editions,
    coversOfPages: await coversOfPages(run),
    chapters: chapters.map(importedChapter),
  };
  if (run.isPruning && plan.hasUnread)
    run.faults.push({ path: plan.path, cause: 'not all of it could be read, so no chapter was removed' });
  const result = await withTransaction(run.db, async (tx) => {
    const done = await writeImport(tx, storable(book), {
      now: run.now,
      dryRun: run.isDryRun,
      ...(run.isPruning ? { prune: { chapters: plan.isWhole && !plan.hasUnread, pages: true } } : {}),
      asDrafts: run.asDrafts,
      ...(run.batch === null || run.isDryRun ? {} : { batch: run.batch }),
      mayPruneMost: run.mayPruneMost,
      sourcesOf: async (imageIds) => new Map([...(await sourcesOfImages(tx, imageIds)), ...run.foreseen]),
      ...(plan.isWhole ? { checkContent: { isSameBook: run.isSameBook, taken: run.published } } : {}),
    });
    if (!run.isDryRun && done.state !== 'unchanged')
      await run.onWritten?.(tx, { ...done, title: plan.editions[0]?.title ?? '', state: done.state });
    return done;
  });
  run.published.add(result.bookId);
  if (result.refusal) run.faults.push({ path: plan.path, cause: result.refusal.message });
  for (const { chapter, cause } of result.contradictions)
    run.faults.push({ path: plan.path, cause: `chapter ${JSON.stringify(chapter)}: ${cause}` });
  for (const field of result.kept) run.onNote({ path: plan.path, cause: `${field} stays as it was edited by hand` });
  for (const { title, kept } of result.order)
    for (const field of kept) {
      const cause = `chapter ${JSON.stringify(title)}: ${field} stays as it was edited by hand`;
      run.onNote({ path: plan.path, cause });
    }
  if (result.formerTitle !== null) {
    const cause = `its content is that of the book ${JSON.stringify(result.formerTitle)}, which gets this name`;
    run.onNote({ path: plan.path, cause });
  }
  noteFuture(plan, run);
  const title = plan.editions[0]?.title ?? '';
  const languages = plan.editions.map((edition) => edition.language);
  return {
    ...result,
    title,
    kind: plan.kind,
    languages,
    pages: { ...run.pages, removed: result.pagesRemoved },
    faults: run.faults,
    path: plan.path,
    key: plan.sourceKey,
    files: bookRows(plan, filesOf(plan, chapters), result),
    origins: new Map(plan.chapters.map((chapter) => [chapter.key, originsOf(chapter)])),
  };
}

function originsOf({ editions }: BookPlan['chapters'][number]): { path: string; rule: Rule }[] {
  return editions.flatMap(({ content, rule }) => {
    const path = originOf(content);
    return path === null || rule === null ? [] : [{ path, rule }];
  });
}

/** The stored chapters' files, with what made them these chapters. */
function filesOf(plan: BookPlan, stored: readonly StoredChapter[]): StoredFiles {
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

const lookedAtPages = 500;

/** The layout that its pages suggest, where nothing names one; of the many pages of a long book the first tell it. */
async function layoutOf(
  { kind, fields, readingDirection: named, likelyDirection }: BookPlan,
  chapters: readonly StoredChapter[],
  run: Run,
): Promise<Pick<ImportedBook, 'likelyLayout'>> {
  const readingDirection = named ?? likelyDirection;
  if (kind !== 'comic' || fields.layout !== undefined || readingDirection !== 'rtl') return {};
  const editions = chapters.flatMap((chapter) => chapter.editions);
  const pages = editions.flatMap(({ published }) => published.pages ?? []).slice(0, lookedAtPages);
  const images = await describeImages(
    run.db,
    run.media,
    pages.flatMap(({ imageIds }) => imageIds),
  );
  const originals = pages.map(({ imageIds }) => imageIds.flatMap((id) => images.get(id) ?? []));
  return { likelyLayout: likelyLayout({ readingDirection, originals }) };
}

/** Notes a future date. Readers see the date and sort by it, but the book appears at once. */
function noteFuture(plan: BookPlan, run: Run): void {
  for (const { createdAt, editions } of plan.chapters) {
    if (createdAt === null || createdAt <= run.now) continue;
    const title = JSON.stringify(editions[0]?.title ?? '');
    const cause = `created_at of chapter ${title} is in the future (${createdAt.toISOString()}): readers see it at once`;
    run.onNote({ path: plan.path, cause });
  }
}

function textFilesOf(plan: BookPlan): { path: string }[] {
  const contents = plan.chapters.flatMap(({ editions }) => editions.flatMap(({ content }) => content ?? []));
  return contents.flatMap((content) => (content.type === 'texts' ? content.files : []));
}

/** Whether the database refuses a value, by its type or a limit; false when the database is unreachable. */
function isDataError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(?:22|54)\w{3}$/.test(code);
}

/** Text that the database accepts: without NUL and halves of surrogate pairs. */
function storable<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').replace(/\p{Cs}/gu, '\ufffd') as T & string; // still text
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(storable) as T & unknown[]; // an array keeps its element types
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, storable(each)])) as T; // the same keys
}

function bookFields(plan: BookPlan): Omit<ImportedBook, 'editions' | 'chapters'> {
  const {
    title: _title,
    introduction: _introduction,
    id: _id,
    kind: _kind,
    headings: _headings,
    textLanguage: _textLanguage,
    ...fields
  } = plan.fields;
  return {
    ...fields,
    sourceKey: plan.sourceKey,
    formerKeys: plan.formerKeys,
    kind: plan.kind,
    likelyLanguage: plan.likelyLanguage,
    ...(plan.kind === 'comic' ? { likelyDirection: plan.likelyDirection } : {}),
    ...(plan.author === null ? {} : { author: plan.author }),
    ...(plan.tags === null ? {} : { tags: plan.tags }),
    ...(plan.readingDirection === null ? {} : { readingDirection: plan.readingDirection }),
  };
}

type StoredEdition = {
  published: ImportedChapterEdition;
  /** The picture that can serve as the book's cover where it has none. */
  front: Picture | null;
  files: PlacedFile[];
};
type StoredChapter = Pick<ChapterPlan, 'key' | 'createdAt' | 'dates'> & { editions: StoredEdition[] };

function importedChapter(chapter: StoredChapter): ImportedBook['chapters'][number] {
  return {
    sourceKey: chapter.key,
    ...(chapter.createdAt ? { createdAt: chapter.createdAt } : {}),
    ...chapter.dates,
    editions: chapter.editions.map((edition) => edition.published),
  };
}

function hasContent(edition: ImportedChapterEdition): boolean {
  return (edition.pages ?? []).length > 0 || (edition.blocks ?? []).length > 0;
}

async function storeChapter(chapter: BookPlan['chapters'][number], run: Run): Promise<StoredChapter> {
  const editions = await Promise.all(
    chapter.editions.map(({ language, title, content, publishedAt }) =>
      run.chapterLimit(async (): Promise<StoredEdition> => {
        const stored = content && (await storeContent(content, title, run));
        if (content) run.onProgress({ chapters: 1 });
        const published = stored?.published ?? (content ? { isUnread: true as const } : {});
        return {
          published: { language, title, ...(publishedAt ? { publishedAt } : {}), ...published },
          front: stored?.front ?? null,
          files: stored?.files ?? [],
        };
      }),
    ),
  );
  const { key, createdAt, dates } = chapter;
  return { key, createdAt, dates, editions };
}

async function storeContent(content: ChapterContent, title: string, run: Run): Promise<StoredContent | null> {
  if (content.isLeftOut) return null;
  if (content.type === 'part') return await storePart(content, run);
  if (content.type === 'texts') return await storeTexts(content.files, title, run);
  if (content.type === 'images') {
    const pictures = content.images.map((file) => ({ ...file, shownAs: file.path }));
    return await storePictures(pictures, content.comicInfo, run);
  }
  return await storeArchive(content.file, run);
}

async function storeEdition(
  edition: EditionPlan,
  firstChapter: StoredChapter,
  run: Run,
): Promise<ImportedBook['editions'][number]> {
  const { language, title, introduction, textLanguage } = edition;
  const cover = edition.cover ? { ...edition.cover, shownAs: edition.cover.path } : await coverInside(edition, run);
  const published = { language, title, textLanguage, ...(introduction === null ? {} : { introduction }) };
  if (cover) {
    const stored = await storePicture(await hashed(cover, run), 'cover', run);
    if (stored.state === 'stored') return { ...published, ...idOf(stored, 'coverImageId') };
    if (!run.faults.some((fault) => fault.path === cover.shownAs))
      run.faults.push({ path: cover.shownAs, cause: stored.cause });
  }
  const own = firstChapter.editions.find((stored) => stored.published.language === language && stored.front);
  const front = (own ?? firstChapter.editions.find((stored) => stored.front))?.front;
  if (!front) return published;
  // The two can be chosen between only when all of the book's settings are known.
  const [whole, small] = await Promise.all([storePicture(front, 'cover', run), storePicture(front, 'thumb', run)]);
  if (whole.state !== 'stored' || small.state !== 'stored') return published;
  return { ...published, substituteCover: { ...idOf(whole, 'whole'), ...idOf(small, 'small') } };
}

/** The covers that earlier imports, or this one, made from images that are now pages. */
async function coversOfPages(run: Run): Promise<string[]> {
  const stored = await findStoredImages(run.db, [...run.pageHashes].filter(Boolean));
  return [...stored.values()].flatMap((images) => [...(images.cover ?? []), ...(images.thumb ?? [])]);
}

/** The cover within the file that is the whole book. */
async function coverInside({ bookFile }: EditionPlan, run: Run): Promise<GivenPicture | null> {
  const opened = bookFile && (await openOnce(bookFile, run));
  return opened?.state === 'done' ? opened.result.cover : null;
}

function idOf<K extends string>(stored: { imageIds: string[] }, key: K): { [P in K]?: string } {
  const id = stored.imageIds[0];
  return (id ? { [key]: id } : {}) as { [P in K]?: string }; // TypeScript gives a computed key the type string
}
