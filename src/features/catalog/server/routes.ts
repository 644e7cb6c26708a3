import type { Clock } from '../../../server/clock.ts';
import type { Db } from '../../../server/db.ts';
import { notFound } from '../../../server/errors.ts';
import type { PublicApi } from '../../../server/public-api.ts';
import type { Cover } from '../../../shared/wire.ts';
import {
  type Book,
  type BookDetail,
  type ChapterListItem,
  chaptersAnswer,
  chaptersParams,
  type RecommendedBook,
  recommendationAnswer,
  recommendationQuery,
  searchAnswer,
  searchQuery,
  tagsAnswer,
} from '../contract.ts';
import {
  type BookFacts,
  type BookInList,
  type ChapterInList,
  createBookCounter,
  findBookWithChapters,
  listRecommendedBooks,
  listTagsInUse,
  searchBooks,
} from './catalog.ts';

export interface CatalogDeps {
  db: Db;
  clock: Clock;
  /** The covers that exist, by image id. */
  coversOf(imageIds: readonly string[]): Promise<Map<string, Cover>>;
}

/** The catalogue's public calls, product.md section 7. */
export function addCatalogCalls(api: PublicApi, { db, clock, coversOf }: CatalogDeps): void {
  const countOf = createBookCounter(clock);
  const coversFor = (items: readonly { coverImageId: string | null }[]) =>
    coversOf([...new Set(items.flatMap(({ coverImageId }) => coverImageId ?? []))]);

  api.add({
    path: '/comics/book/search',
    summary: 'Books, by tag and words, newest or most popular first',
    description:
      'Every word of `q` must occur in a title, an author, a tag or an introduction, in any of the five languages. ' +
      '`result` is null when the page is empty.',
    query: searchQuery,
    answer: searchAnswer,
    async answerTo({ query }) {
      const { books, total } = await searchBooks(db, countOf, {
        language: query.language,
        tag: query.tag || null,
        q: query.q || null,
        orderBy: query.order_by,
        page: query.page,
        pageSize: query.page_size,
      });
      const covers = await coversFor(books);
      return { result: books.length === 0 ? null : books.map((book) => presentBook(book, covers)), total };
    },
  });

  api.add({
    path: '/reader/book/tags',
    summary: 'The tags in use, most used first',
    answer: tagsAnswer,
    answerTo: async () => ({ result: await listTagsInUse(db) }),
  });

  api.add({
    path: '/comics/book/recommendation/list',
    summary: 'Recommended books, then popular ones',
    query: recommendationQuery,
    answer: recommendationAnswer,
    async answerTo({ query }) {
      const books = await listRecommendedBooks(db, query.language);
      const covers = await coversFor(books);
      return { result: books.map((book) => presentRecommended(book, covers)) };
    },
  });

  api.add({
    path: '/comics/chapters/:bookId/:language/:direction/:page/:pageSize',
    summary: 'A book with one page of its chapters',
    description: '`result` is null past the last page.',
    params: chaptersParams,
    answer: chaptersAnswer,
    failures: [404],
    async answerTo({ params }) {
      const found = await findBookWithChapters(db, params);
      if (!found) throw notFound('book_not_found', 'There is no such book');
      if (found.chapters.length === 0 && params.page > 0) return { result: null };
      const covers = await coversFor([found.book, ...found.chapters]);
      return { result: presentDetail(found.book, found.chapters, covers) };
    },
  });
}

function coverFields({ coverImageId }: { coverImageId: string | null }, covers: Map<string, Cover>) {
  const cover = (coverImageId === null ? undefined : covers.get(coverImageId)) ?? null;
  return { cover, cover_image: cover?.src ?? null };
}

function presentBook(book: BookInList, covers: Map<string, Cover>): Book {
  return {
    book_uuid: book.id,
    book_title: book.title,
    tag1: book.tags[0] ?? '',
    tag2: book.tags[1] ?? '',
    tag3: book.tags[2] ?? '',
    chapter_number: book.chapterCount,
    total_likes: book.totalLikes,
    updated_at: book.updatedAt.toISOString(),
    public_free_chapters: book.publicFreeChapters,
    kind: book.kind,
    language: book.language,
    author: book.author,
    status: book.status,
    ...coverFields(book, covers),
  };
}

function presentRecommended(book: BookInList, covers: Map<string, Cover>): RecommendedBook {
  return {
    book_uuid: book.id,
    book_title: book.title,
    tag1: book.tags[0] ?? '',
    tag2: book.tags[1] ?? '',
    chapterNumber: book.chapterCount,
    public_free_chapters: book.publicFreeChapters,
    kind: book.kind,
    language: book.language,
    author: book.author,
    status: book.status,
    ...coverFields(book, covers),
  };
}

function presentDetail(book: BookFacts, chapters: ChapterInList[], covers: Map<string, Cover>): BookDetail {
  return {
    book_uuid: book.id,
    book_title: book.title,
    book_introduction: book.introduction,
    book_tags: book.tags,
    chapters: chapters.map((chapter) => presentChapter(chapter, covers)),
    public_free_chapters: book.publicFreeChapters,
    total_likes: book.totalLikes,
    total_chapters: book.chapterCount,
    kind: book.kind,
    language: book.language,
    author: book.author,
    status: book.status,
    layout: book.layout,
    reading_direction: book.readingDirection,
    licence: book.licence,
    attribution: book.attribution,
    ...coverFields(book, covers),
  };
}

function presentChapter(chapter: ChapterInList, covers: Map<string, Cover>): ChapterListItem {
  return {
    chapter_uuid: chapter.id,
    chapter_number: chapter.number,
    title: chapter.title,
    created_at: chapter.createdAt.toISOString(),
    language: chapter.language,
    cover_image: coverFields(chapter, covers).cover_image,
  };
}
