import { stat } from 'node:fs/promises';
import { type Language, languageTags } from '../../../shared/languages.ts';
import {
  type ImportedBook,
  type ImportedChapterEdition,
  listPublishedLanguages,
} from '../../catalog/server/imports.ts';
import { describeImages, findStoredImages } from '../../media/server/media.ts';
import { maxTextBytes } from '../formats/text/parse-text.ts';
import type { BookPlan, ChapterPlan, EditionPlan } from '../plan/book-plan.ts';
import type { ChapterContent } from '../plan/folder-items.ts';
import { likelyLayout } from '../plan/layout.ts';
import { storeArchive } from './archives.ts';
import { asGivenHere } from './given-here.ts';
import {
  type GivenPicture,
  hashed,
  type Picture,
  type PlacedFile,
  type Run,
  type StoredContent,
  storePicture,
  storePictures,
} from './pictures.ts';
import { openOnce, storePart, storeTexts } from './texts.ts';

/** A book with all of its files stored. */
export interface ReadBook {
  /** In the edition that the book is published in. */
  plan: BookPlan;
  book: ImportedBook;
  chapters: StoredChapter[];
}

/** Reads and stores every file of a book; null where nothing of it can be taken, which `run.faults` then says. */
export async function readBook(given: BookPlan, run: Run): Promise<ReadBook | null> {
  const known = await asGivenHere(given, run);
  const keys = [known.sourceKey, ...known.formerKeys];
  const plan = known.isLanguageGuessed ? inKeptEdition(known, await listPublishedLanguages(run.db, keys)) : known;
  const fault = await findTextsFault(plan, run);
  if (fault) {
    run.faults.push({ path: plan.path, cause: fault });
    return null;
  }
  const chapters = await Promise.all(plan.chapters.map((chapter) => storeChapter(chapter, run)));
  const firstReadable = chapters.find((chapter) => chapter.editions.some((edition) => hasContent(edition.imported)));
  if (!firstReadable) {
    if (run.faults.length === 0) run.faults.push({ path: plan.path, cause: 'nothing to read in it' });
    return null;
  }
  const editions = await Promise.all(plan.editions.map((edition) => storeEdition(edition, firstReadable, run)));
  const book: ImportedBook = {
    ...bookFields(plan),
    ...(await layoutOf(plan, chapters, run)),
    editions,
    coversOfPages: await coversOfPages(run),
    chapters: chapters.map(importedChapter),
  };
  return { plan, book, chapters };
}

type StoredEdition = {
  imported: ImportedChapterEdition;
  /** The picture that can serve as the book's cover where it has none. */
  front: Picture | null;
  files: PlacedFile[];
};
export type StoredChapter = Pick<ChapterPlan, 'key' | 'createdAt' | 'dates' | 'printed'> & {
  editions: StoredEdition[];
};

/**
 * The plan, with the edition in which the book is already published. If only the letters or words of a text told its
 * language, the book stays in that edition: in a second one its readers would find it twice. The tag of the text says
 * what it is.
 */
function inKeptEdition(plan: BookPlan, published: readonly Language[]): BookPlan {
  const [edition, ...others] = plan.editions;
  const [kept, ...more] = published;
  const isMeant = plan.isLanguageGuessed && edition !== undefined && others.length === 0;
  if (!isMeant || !kept || more.length > 0 || kept === edition.language) return plan;
  const own = edition.textLanguage ?? new Intl.Locale(languageTags[edition.language]).language;
  const moved = <T extends { language: Language }>(each: T): T =>
    each.language === edition.language ? { ...each, language: kept } : each;
  return {
    ...plan,
    likelyLanguage: kept,
    editions: [{ ...edition, language: kept, textLanguage: own }],
    chapters: plan.chapters.map((chapter) => ({
      ...chapter,
      editions: chapter.editions.filter(({ language }) => language !== kept).map(moved),
    })),
  };
}

/** For one book: it is published in one step, so all of it is in memory. */
const maxBookBytes = 256 * 1024 * 1024;

/** The reason why a book's text files are refused before they are read, or null. */
async function findTextsFault(plan: BookPlan, run: Run): Promise<string | null> {
  if (run.reading?.hashes) return null; // they fitted when they were read
  const contents = plan.chapters.flatMap(({ editions }) => editions.flatMap(({ content }) => content ?? []));
  const files = contents.flatMap((content) => (content.type === 'texts' ? content.files : []));
  let bytes = 0;
  for (const { path } of files)
    bytes += await stat(path).then(
      ({ size }) => Math.min(size, maxTextBytes),
      () => 0,
    );
  return bytes > maxBookBytes ? 'its texts are too large for one book (at most 256 MiB together)' : null;
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
        const imported = stored?.imported ?? (content ? { isUnread: true as const } : {});
        return {
          imported: { language, title, ...(publishedAt ? { publishedAt } : {}), ...imported },
          front: stored?.front ?? null,
          files: stored?.files ?? [],
        };
      }),
    ),
  );
  const { key, createdAt, dates, printed } = chapter;
  return { key, createdAt, dates, printed, editions };
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
  const imported = {
    ...{ language, title },
    ...(textLanguage !== undefined && { textLanguage }),
    ...(introduction !== null && { introduction }),
  };
  const chosen = edition.coverEntry === undefined ? undefined : run.entryCovers.get(edition.coverEntry);
  if (chosen?.state === 'stored') return { ...imported, ...idOf(chosen, 'coverImageId') };
  if (cover) {
    const stored = await storePicture(await hashed(cover, run), 'cover', run);
    if (stored.state === 'stored') return { ...imported, ...idOf(stored, 'coverImageId') };
    if (!run.faults.some((fault) => fault.path === cover.shownAs))
      run.faults.push({ path: cover.shownAs, cause: stored.cause });
  }
  const own = firstChapter.editions.find((stored) => stored.imported.language === language && stored.front);
  const front = (own ?? firstChapter.editions.find((stored) => stored.front))?.front;
  if (!front) return imported;
  // Both are stored: which one may be shown depends on all settings of the book, which are not known here.
  const [whole, small] = await Promise.all([storePicture(front, 'cover', run), storePicture(front, 'thumb', run)]);
  if (whole.state !== 'stored' || small.state !== 'stored') return imported;
  return { ...imported, substituteCover: { ...idOf(whole, 'whole'), ...idOf(small, 'small') } };
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

function bookFields(plan: BookPlan): Omit<ImportedBook, 'editions' | 'chapters'> {
  const {
    title: _title,
    introduction: _introduction,
    id: _id,
    kind: _kind,
    headings: _headings,
    textLanguage: _textLanguage,
    rating,
    ...fields
  } = plan.fields;
  return {
    ...fields,
    // Some chapters of a book do not make it one for younger readers.
    ...(rating !== undefined && (plan.isWhole ? { rating } : { leastRating: rating })),
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
  const pages = editions.flatMap(({ imported }) => imported.pages ?? []).slice(0, lookedAtPages);
  const images = await describeImages(
    run.db,
    run.media,
    pages.flatMap(({ imageIds }) => imageIds),
  );
  const originals = pages.map(({ imageIds }) => imageIds.flatMap((id) => images.get(id) ?? []));
  return { likelyLayout: likelyLayout({ readingDirection, originals }) };
}

/** The covers that earlier imports, or this one, made from images that are now pages. */
async function coversOfPages(run: Run): Promise<string[]> {
  const stored = await findStoredImages(run.db, [...run.pageHashes].filter(Boolean));
  return [...stored.values()].flatMap((images) => [...(images.cover ?? []), ...(images.thumb ?? [])]);
}

function importedChapter(chapter: StoredChapter): ImportedBook['chapters'][number] {
  return {
    sourceKey: chapter.key,
    ...(chapter.createdAt ? { createdAt: chapter.createdAt } : {}),
    ...chapter.dates,
    ...chapter.printed,
    editions: chapter.editions.map((edition) => edition.imported),
  };
}
