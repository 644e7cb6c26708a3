import type { Db } from '../../../server/database/db.ts';
import type { Language } from '../../../shared/languages.ts';
import { paths } from '../../../shared/paths.ts';
import { foldForSearch, searchWords } from '../../../shared/search-text.ts';
import { displayText } from '../../../shared/text.ts';
import type { Cover } from '../../../shared/wire.ts';
import type { Book, BookDetail, ChapterDirection } from '../contract.ts';
import { type Downloads, mostRecommended } from '../rules.ts';
import {
  type ChapterInList,
  countPagesOf,
  findBlocks,
  findReadableChapter,
  listChapterNames,
  listChapters,
  listChaptersNumbered,
  listComicPages,
  listNewestChapters,
  listNewestOfPlaces,
  listSeasons,
  type NewChapter,
} from './books/chapter-queries.ts';
import {
  type BookTold,
  countNewChapters,
  listBooksOpened,
  listIntroductions,
  listNewBooks,
} from './books/feed-queries.ts';
import {
  countNewForMembers,
  findFewestFree,
  findPreview,
  type PreviewFacts,
  sumChaptersForMembers,
} from './books/lock-queries.ts';
import {
  addLikes,
  type BookFacts,
  type BookInList,
  countAllBooks,
  countParts,
  estimateCatalogue,
  existsBook,
  fetchKeptBooks,
  findBook,
  findPlaceOfChapter,
  findTags,
  findVisibility,
  type ImagePlace,
  isTag,
  type KeptBook,
  listBookAddresses,
  listBookSizes,
  listBooks,
  listBooksById,
  listBooksOfChapters,
  listChapterAddresses,
  listImagePlaces,
  listListedIds,
  listNumberedBooks,
  listRecommended,
  listThings,
  listTitlesOf,
  listWithTags,
  lockBook,
  type NumberedBook,
  openKeptBooks,
  selectDownloads,
  setBookHidden,
  setPopularity,
} from './books/queries.ts';
import { listBooksOfRows } from './books/row-queries.ts';
import {
  type BlockPlace,
  type ChapterWithText,
  listBlocksAt,
  listChaptersWithText,
  listTextsOf,
} from './books/text-queries.ts';
import { listPicturesOfPages } from './broken-page-queries.ts';
import { listOpenedChapters } from './dates/opened-queries.ts';
import type { Dates } from './dates/openings.ts';
import type { StoredBlock } from './imports.ts';
import { coversFor, presentBook } from './present.ts';

export type { ChapterFacts, ChapterInList, NewChapter, PageOfChapter } from './books/chapter-queries.ts';
export type { BookTold } from './books/feed-queries.ts';
export type { BookFacts, BookInList, ChapterAddress, ImagePlace, NumberedBook } from './books/queries.ts';
export type { WantedRow } from './books/row-queries.ts';
export type { ChapterWithText } from './books/text-queries.ts';
export type { ComingRelease, NamedBook } from './home-queries.ts';
export {
  addLikes,
  countAllBooks,
  countNewChapters,
  countNewForMembers,
  estimateCatalogue,
  findFewestFree,
  findReadableChapter,
  findVisibility,
  isTag,
  listBookAddresses,
  listBookSizes,
  listBooksOpened,
  listChapterAddresses,
  listChaptersWithText,
  listComicPages,
  listListedIds,
  listNewBooks,
  listOpenedChapters,
  listPicturesOfPages,
  listThings,
  lockBook,
  setBookHidden,
  setPopularity,
  sumChaptersForMembers,
};

/** The carousel is filled up to so many books with popular ones. */
const recommendedAtLeast = 10;

/** The covers that exist, by image id. */
export type CoversOf = (imageIds: readonly string[]) => Promise<Map<string, Cover>>;

/** Books for lists, in the order of their ids; unknown and hidden ones are left out. */
export async function presentBooks(
  db: Db,
  wanted: { bookIds: readonly string[]; language: Language; coversOf: CoversOf; dates: Dates },
): Promise<Book[]> {
  const books = await listBooksById(db, wanted);
  const covers = await coversFor(wanted.coversOf, books);
  return books.map((book) => presentBook(book, { covers, dates: wanted.dates }));
}

/** The addresses of the covers of those of these books that readers see, by the books' ids. */
export async function readCovers(
  db: Db,
  wanted: { bookIds: readonly string[]; language: Language; coversOf: CoversOf; publicUrl: string },
): Promise<Map<string, string>> {
  const books = await listBooksById(db, wanted);
  const covers = await coversFor(wanted.coversOf, books);
  return new Map(
    books.flatMap(({ id, coverImageId }) => {
      const cover = coverImageId === null ? undefined : covers.get(coverImageId);
      return cover ? [[id, new URL(cover.src, wanted.publicUrl).href] as const] : [];
    }),
  );
}

/** The first books of each row of the home page. */
export async function presentRows(
  db: Db,
  wanted: Parameters<typeof listBooksOfRows>[1] & { coversOf: CoversOf; dates: Dates },
): Promise<Book[][]> {
  const rows = await listBooksOfRows(db, wanted);
  const books = [...new Set(rows.flat())];
  const beside = { covers: await coversFor(wanted.coversOf, books), dates: wanted.dates };
  const shown = new Map(books.map((book) => [book, presentBook(book, beside)]));
  return rows.map((row) => row.flatMap((book) => shown.get(book) ?? []));
}

/** Those of these ids that are books. */
export async function listKnownBooks(db: Db, ids: readonly string[]): Promise<Set<string>> {
  return listThings(db, { bookIds: ids, chapterIds: [] });
}

/** The newest chapters of these books, newest first; at most `limit` after the first `offset`. */
export async function listNewChapters(
  db: Db,
  wanted: { bookIds: readonly string[]; language: Language; limit: number; offset: number },
): Promise<NewChapter[]> {
  return wanted.bookIds.length === 0 ? [] : listNewestChapters(db, wanted);
}

/** The chapters of these numbers that readers can see, newest first; at most `limit` after the first `offset`. */
export async function listChaptersAt(
  db: Db,
  wanted: {
    places: readonly { bookId: string; number: number }[];
    language: Language;
    limit: number;
    offset: number;
  },
): Promise<NewChapter[]> {
  return wanted.places.length === 0 ? [] : listNewestOfPlaces(db, wanted);
}

/** The books of the carousel: recommended ones, then popular ones. */
export function listRecommendedBooks(db: Db, wanted: { language: Language; adult: boolean }): Promise<BookInList[]> {
  return listRecommended(db, { ...wanted, atLeast: recommendedAtLeast, atMost: mostRecommended });
}

/** A book with one page of its chapters; null when the book is unknown or hidden. */
export async function findBookWithChapters(
  db: Db,
  wanted: { bookId: string; language: Language; direction: ChapterDirection; page: number; pageSize: number },
): Promise<{ book: BookFacts; chapters: ChapterInList[]; seasons: BookDetail['seasons'] } | null> {
  const { bookId, language, direction, page, pageSize } = wanted;
  const book = await findBook(db, { bookId, language });
  if (!book) return null;
  const numbers = numbersOfPage({ count: book.chapterCount, direction, page, pageSize });
  const chapters = numbers ? await listChapters(db, { bookId, language, direction, ...numbers }) : [];
  return { book, chapters, seasons: await listSeasons(db, bookId) };
}

const mostFound = 50;

/**
 * The chapters of a book that a few words mean: those with this label or number, then those with all words in the title;
 * null when the book is unknown or hidden.
 */
export async function findChapters(
  db: Db,
  wanted: { bookId: string; language: Language; q: string },
): Promise<ChapterInList[] | null> {
  const { bookId, language } = wanted;
  const { visibleBooks } = await describePlaces(db, { bookIds: [bookId], chapterIds: [] });
  if (!visibleBooks.has(bookId)) return null;
  const [asked, words] = [foldForSearch(wanted.q.trim()), searchWords(wanted.q)];
  const names = await listChapterNames(db, { bookId, language });
  const isNamed = ({ number, label }: (typeof names)[number]) =>
    asked !== '' && (String(number) === asked || (label !== null && foldForSearch(label) === asked));
  const isTitled = ({ title }: { title: string }) => {
    const folded = foldForSearch(displayText(title));
    return words.length > 0 && words.every((word) => folded.includes(word));
  };
  const named = names.filter(isNamed);
  const titled = names.filter((name) => !isNamed(name) && isTitled(name));
  const numbers = [...named, ...titled].slice(0, mostFound).map(({ number }) => number);
  const chapters = await listChaptersNumbered(db, { bookId, language, numbers });
  return chapters.sort((one, other) => numbers.indexOf(one.number) - numbers.indexOf(other.number));
}

/** The chapter numbers on a page; null: none. */
function numbersOfPage(asked: { count: number; direction: ChapterDirection; page: number; pageSize: number }) {
  const { count, direction, page, pageSize } = asked;
  const offset = page * pageSize;
  if (offset >= count) return null;
  const shown = Math.min(pageSize, count - offset);
  return direction === 'asc'
    ? { first: offset + 1, last: offset + shown }
    : { first: count - offset - shown + 1, last: count - offset };
}

/**
 * The ids of the listed books in which the newest chapters are, or those that opened to all last: the `most` that changed
 * last, of all books or of a tag's. All of them where they are fewer.
 */
export async function listBooksInNews(
  db: Db,
  wanted: { tag: string | null; adult: boolean; language: Language; most: number },
): Promise<string[]> {
  const { most, ...list } = wanted;
  const books = await listBooks(db, { ...list, orderBy: 'updated_at', limit: most, offset: 0 });
  return books.map(({ id }) => id);
}

/** These books with their introductions, in the order of their ids; unknown and hidden ones are left out. */
export async function listBooksTold(
  db: Db,
  wanted: { bookIds: readonly string[]; language: Language },
): Promise<BookTold[]> {
  if (wanted.bookIds.length === 0) return [];
  const [books, told] = await Promise.all([listBooksById(db, wanted), listIntroductions(db, wanted)]);
  const of = new Map(told.map((row) => [row.id, row]));
  return books.map((book) => ({ ...book, introduction: '', ...of.get(book.id) }));
}

/** What a locked chapter shows of itself; a text comes whole, and the caller cuts it. */
export type Preview =
  | { kind: 'blur'; imageId: string | null }
  | { kind: 'words'; blocks: StoredBlock[] }
  | { kind: 'none' };

/** The preview of a published chapter in one language, by its book's choice; the cover until a blurred one is made. */
export async function readPreview(db: Db, asked: { chapterId: string; language: Language }): Promise<Preview> {
  const found: PreviewFacts = await findPreview(db, asked);
  switch (found.kind) {
    case 'none':
      return found;
    case 'blur':
      return { kind: 'blur', imageId: found.previewImageId ?? found.coverImageId };
    case 'words':
      // Only `writeImport` writes them, and it accepts no other shape.
      return { kind: 'words', blocks: (found.blocks as StoredBlock[] | null) ?? [] };
  }
}

/** How many images each of these chapters has in its language, by the chapter's id; one without images is absent. */
export async function countPages(
  db: Db,
  chapters: readonly Pick<ChapterInList, 'id' | 'language'>[],
): Promise<Map<string, number>> {
  const editions = chapters.map(({ id, language }) => ({ chapterId: id, language }));
  const counts = editions.length === 0 ? [] : await countPagesOf(db, editions);
  return new Map(counts.map(({ chapterId, count }) => [chapterId, count]));
}

/** A novel's text in one language; empty where there is no text. */
export async function listBlocks(db: Db, wanted: { chapterId: string; language: Language }): Promise<StoredBlock[]> {
  // Only `writeImport` writes them, and it accepts no other shape.
  return ((await findBlocks(db, wanted)) as StoredBlock[] | null) ?? [];
}

/** The texts of these chapters, by block. */
export async function readTexts(
  db: Db,
  chapters: readonly ChapterWithText[],
): Promise<{ chapterId: string; title: string; blocks: StoredBlock[] }[]> {
  const texts = await listTextsOf(db, chapters);
  // Only `writeImport` writes them, and it accepts no other shape.
  return texts.map(({ blocks, ...text }) => ({ ...text, blocks: blocks as StoredBlock[] }));
}

/** Some blocks of novels, in the order asked; null where there is none any more. */
export async function readBlocks(db: Db, places: readonly BlockPlace[]): Promise<(StoredBlock | null)[]> {
  // Only `writeImport` writes them, and it accepts no other shape.
  return (await listBlocksAt(db, places)) as (StoredBlock | null)[];
}

/**
 * All books for the operator, hidden ones too, titled in their original language, the last changed first. They come in
 * parts, in the caller's transaction, so that their number is not limited.
 */
export async function* listBooksForOperator(tx: Db): AsyncGenerator<KeptBook[]> {
  await openKeptBooks(tx);
  for (let books = await fetchKeptBooks(tx); books.length > 0; books = await fetchKeptBooks(tx)) yield books;
}

/** These books, the ones of them that readers can see, and the book of each chapter. */
export async function describePlaces(
  db: Db,
  asked: { bookIds: readonly string[]; chapterIds: readonly string[] },
): Promise<{
  books: Map<string, NumberedBook>;
  visibleBooks: Set<string>;
  bookOfChapter: Map<string, string>;
  numberOfChapter: Map<string, number>;
}> {
  const books = await listNumberedBooks(db, asked.bookIds);
  const chapters = asked.chapterIds.length === 0 ? [] : await listBooksOfChapters(db, asked.chapterIds);
  return {
    books: new Map(books.map((book) => [book.id, book])),
    visibleBooks: new Set(books.filter(({ isVisible }) => isVisible).map(({ id }) => id)),
    bookOfChapter: new Map(chapters.map(({ chapterId, bookId }) => [chapterId, bookId])),
    numberOfChapter: new Map(chapters.map(({ chapterId, number }) => [chapterId, number])),
  };
}

/** How many images or blocks each of these chapters has, in its shortest edition; one without content is absent. */
export async function countPartsOf(db: Db, chapterIds: readonly string[]): Promise<Map<string, number>> {
  const counts = chapterIds.length === 0 ? [] : await countParts(db, chapterIds);
  return new Map(counts.map(({ chapterId, count }) => [chapterId, count]));
}

/** The titles of these books in a language, or in the one that stands for it. */
export async function listTitles(
  db: Db,
  asked: { bookIds: readonly string[]; language: Language },
): Promise<Map<string, string>> {
  return new Map((await listTitlesOf(db, asked)).map(({ bookId, title }) => [bookId, title]));
}

/** The most popular books that share tags with this one, those with most tags first, each with the first of them; null: no such book. */
export async function listSharingTags(
  db: Db,
  wanted: { bookId: string; adult: boolean; limit: number },
): Promise<{ id: string; tag: string }[] | null> {
  const tags = await findTags(db, wanted.bookId);
  return tags && listWithTags(db, { ...wanted, tags });
}

/** Who may take files of these books along; null: as the site has it. */
export async function listDownloads(db: Db, bookIds: readonly string[]): Promise<Map<string, Downloads | null>> {
  return new Map((await selectDownloads(db, bookIds)).map(({ bookId, downloads }) => [bookId, downloads]));
}

/** Whether there are no books at all, not even hidden ones. */
export async function isCatalogEmpty(db: Db): Promise<boolean> {
  return !(await existsBook(db));
}

/** The place where each of these images is shown, for an operator; an image that nothing shows is absent. */
export async function placesOfImages(db: Db, imageIds: readonly string[]): Promise<Map<string, ImagePlace>> {
  const places = await listImagePlaces(db, imageIds);
  return new Map(places.map((place) => [place.imageId, place]));
}

/** The address of a chapter's page; null where readers do not see the chapter. */
export async function findChapterPath(db: Db, chapterId: string): Promise<string | null> {
  const place = await findPlaceOfChapter(db, chapterId);
  return place && paths.chapter(place);
}
