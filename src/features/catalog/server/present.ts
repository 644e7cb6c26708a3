import { type Language, originalFirst } from '../../../shared/languages.ts';
import { tagName } from '../../../shared/tags.ts';
import { wordsIn } from '../../../shared/text-language.ts';
import type { Cover } from '../../../shared/wire.ts';
import type { Book, BookDetail, ChapterListItem, RecommendedBook, Suggestion } from '../contract.ts';
import type { ChapterInList } from './books/chapter-queries.ts';
import type { BookFacts, BookInList } from './books/queries.ts';
import { accessOf, type Dates, presentAccess, presentOpenings } from './dates/openings.ts';
import { presentRhythm, type Rhythm } from './dates/rhythm.ts';
import type { Suggested } from './search/suggest.ts';

interface WithCover {
  coverImageId: string | null;
}

/** The covers of the listed books, by image id; each cover is looked up once. */
export function coversFor(
  coversOf: (imageIds: readonly string[]) => Promise<Map<string, Cover>>,
  items: readonly WithCover[],
): Promise<Map<string, Cover>> {
  return coversOf([...new Set(items.flatMap(({ coverImageId }) => coverImageId ?? []))]);
}

function coverFields({ coverImageId }: WithCover, covers: Map<string, Cover>) {
  const cover = (coverImageId === null ? undefined : covers.get(coverImageId)) ?? null;
  return { cover, cover_image: cover?.src ?? null };
}

/** The pictures of books, and the dates of their chapters: they are shown beside a book's own facts. */
export interface Beside {
  covers: Map<string, Cover>;
  dates: Dates;
}

/** What any list says of a book. */
function presentListed(book: BookInList, { covers, dates }: Beside) {
  return {
    book_uuid: book.id,
    book_title: book.title,
    tag1: book.tags[0] ?? '',
    tag2: book.tags[1] ?? '',
    public_free_chapters: book.publicFreeChapters,
    kind: book.kind,
    language: book.language,
    ...wordsIn(book.textLanguage),
    author: book.author,
    status: book.status,
    ...presentOpenings(dates, book),
    ...coverFields(book, covers),
  };
}

export function presentBook(book: BookInList, beside: Beside): Book {
  return {
    ...presentListed(book, beside),
    tag3: book.tags[2] ?? '',
    chapter_number: book.chapterCount,
    total_likes: book.totalLikes,
    updated_at: book.updatedAt.toISOString(),
    rating: book.rating,
  };
}

export const presentRecommended = (book: BookInList, beside: Beside): RecommendedBook => ({
  ...presentListed(book, beside),
  chapterNumber: book.chapterCount,
});

export function presentSuggested(
  { books, authors, tags }: Suggested,
  { language, covers }: { language: Language; covers: Map<string, Cover> },
): Suggestion[] {
  return [
    ...books.map((book) => ({
      kind: 'book' as const,
      text: book.title,
      book_uuid: book.id,
      author: book.author,
      cover: coverFields(book, covers).cover,
    })),
    ...authors.map((author) => ({ kind: 'author' as const, text: author })),
    ...tags.map((tag) => ({ kind: 'tag' as const, text: tagName(tag, language), tag })),
  ];
}

export function presentDetail(
  {
    book,
    chapters,
    seasons,
    rhythm,
  }: {
    book: BookFacts;
    chapters: ChapterInList[];
    seasons: BookDetail['seasons'];
    rhythm: Rhythm;
  },
  beside: Beside,
): BookDetail {
  const opened = presentOpenings(beside.dates, book);
  return {
    book_uuid: book.id,
    book_title: book.title,
    book_introduction: book.introduction,
    book_tags: book.tags,
    aliases: book.aliases,
    chapters: chapters.map((chapter) => presentChapter({ ...chapter, bookId: book.id }, beside)),
    public_free_chapters: book.publicFreeChapters,
    total_likes: book.totalLikes,
    total_chapters: book.chapterCount,
    seasons,
    ...(book.numbering && { numbering: book.numbering }),
    kind: book.kind,
    language: book.language,
    ...wordsIn(book.textLanguage),
    author: book.author,
    status: book.status,
    rating: book.rating,
    languages: originalFirst(book.language).filter((language) => book.readIn.includes(language)),
    layout: book.layout,
    reading_direction: book.readingDirection,
    licence: book.licence,
    attribution: book.attribution,
    ...opened,
    for_members: book.isLocked || (book.windowOpens && opened.free_until === null),
    ...presentRhythm(rhythm),
    ...coverFields(book, beside.covers),
  };
}

export function presentChapter(
  chapter: ChapterInList & { bookId: string },
  { covers, dates }: Beside,
): ChapterListItem {
  return {
    chapter_uuid: chapter.id,
    chapter_number: chapter.number,
    title: chapter.title,
    created_at: chapter.createdAt.toISOString(),
    published_at: chapter.publishedAt.toISOString(),
    access: presentAccess(accessOf(dates, chapter)),
    language: chapter.language,
    ...wordsIn(chapter.textLanguage),
    cover_image: coverFields(chapter, covers).cover_image,
    season: chapter.season,
    label: chapter.label,
  };
}
