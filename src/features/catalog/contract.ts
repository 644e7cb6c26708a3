import * as z from 'zod/mini';
import { defineCall } from '../../shared/calls.ts';
import {
  cover,
  flagQuery,
  givenUuid,
  languageCode,
  languageQuery,
  pageNumber,
  pageSize,
  textOf,
  timestamp,
  uuid,
} from '../../shared/wire.ts';
import { bookRatings } from './rules.ts';

export const bookKind = z.enum(['comic', 'novel']);
export const bookStatus = z.enum(['ongoing', 'finished', 'hiatus']);
export const bookLayout = z.enum(['strip', 'pages']);
export const readingDirection = z.enum(['ltr', 'rtl']);
/** For whom a book is, where somebody has said it (spec: catalog.md#age). */
export const bookRating = z.enum(bookRatings);
export const orderBy = z.enum(['updated_at', 'popularity', 'chapters']);
export const sortBy = z.enum(['relevance', 'updated', 'popular', 'newest', 'chapters', 'rating']);
export const chapterDirection = z.enum(['asc', 'desc']);

/** The tag of an edition's words (BCP 47), only where they are not in `language` (spec: catalog.md#editions). */
export const textLanguage = z.optional(z.string());

/** The access to a chapter, and for how long it holds (spec: reading.md#access). */
export const access = z.object({
  state: z.enum(['free', 'members']),
  free_at: z.nullable(timestamp),
  until: z.nullable(timestamp),
  reason: z.enum(['override', 'first_free', 'early_access', 'window', 'rule', 'member']),
});

/** When the next chapter opens to all, and when a window that opens chapters ends. */
const openings = { next_free_at: z.nullable(timestamp), free_until: z.nullable(timestamp) };

/** What any list says of a book. */
const listed = {
  book_uuid: uuid,
  book_title: z.string(),
  cover_image: z.nullable(z.string()),
  tag1: z.string(),
  tag2: z.string(),
  public_free_chapters: z.nullable(z.number()),
  kind: bookKind,
  language: languageCode,
  text_language: textLanguage,
  author: z.string(),
  status: bookStatus,
  cover: z.nullable(cover),
  ...openings,
};

/** A book in lists (spec: catalog.md#books). */
export const book = z.object({
  ...listed,
  tag3: z.string(),
  chapter_number: z.number(),
  total_likes: z.number(),
  updated_at: timestamp,
  rating: z.nullable(bookRating),
});

export const recommendedBook = z.object({ ...listed, chapterNumber: z.number() });

/** What a chapter's print calls it; null: nothing but its number. */
const printed = { season: z.nullable(z.number()), label: z.nullable(z.string()) };

export const chapterListItem = z.object({
  chapter_uuid: uuid,
  chapter_number: z.number(),
  title: z.string(),
  cover_image: z.nullable(z.string()),
  created_at: timestamp,
  published_at: timestamp,
  access,
  language: languageCode,
  text_language: textLanguage,
  ...printed,
});

/** A chapter that will be published, with the number that it will have. */
export const comingChapter = z.object({ chapter_number: z.number(), published_at: timestamp });

/** How often new chapters come; `weekday` is 1 (Monday) to 7 where it is always the same (spec: catalog.md#cadence). */
export const cadence = z.object({ days: z.number(), weekday: z.nullable(z.number()) });

/**
 * The serials of a book's chapters in reading order, as runs of neighbours; `next` is the first serial that was never
 * given. A book without a numbering has its chapters' numbers as serials (spec: library.md#numbers-that-move).
 */
export const numbering = z.object({ runs: z.array(z.tuple([z.int(), z.int()])), next: z.int() });

export const bookDetail = z.object({
  book_uuid: uuid,
  book_title: z.string(),
  book_introduction: z.string(),
  book_tags: z.array(z.string()),
  /** Its other names, those in the language of the answer first. */
  aliases: z.array(z.string()),
  chapters: z.array(chapterListItem),
  cover_image: z.nullable(z.string()),
  cover: z.nullable(cover),
  public_free_chapters: z.nullable(z.number()),
  total_likes: z.number(),
  total_chapters: z.number(),
  /** The chapters from the first to the last of each season, by their numbers. */
  seasons: z.array(z.object({ season: z.number(), from: z.number(), to: z.number() })),
  numbering: z.optional(numbering),
  kind: bookKind,
  language: languageCode,
  text_language: textLanguage,
  author: z.string(),
  status: bookStatus,
  rating: z.nullable(bookRating),
  /** Those in which some chapter has pages or text: that of the answer first, then in the site's order. */
  languages: z.array(languageCode),
  layout: bookLayout,
  reading_direction: readingDirection,
  licence: z.string(),
  attribution: z.string(),
  ...openings,
  /** Whether a published chapter is for members now. */
  for_members: z.boolean(),
  /** Null where the book does not tell what comes (spec: catalog.md#schedule). */
  schedule: z.nullable(z.array(comingChapter)),
  cadence: z.nullable(cadence),
});

/** `true`: books for adults too, where a list leaves them out (spec: catalog.md#age). */
export const adultQuery = flagQuery;

const words = textOf(100);

/** A parameter that may be repeated: each of its values once. */
const listQuery = <Schema extends z.ZodMiniType<string>>(value: Schema) =>
  z._default(
    z.pipe(
      z.union([value, z.array(value)]),
      // The union has no other members, which its type no longer knows.
      z.transform((given) => [...new Set([given].flat())] as z.output<Schema>[]),
    ),
    [],
  );

const mostTags = 10;
const tagList = listQuery(words).check(z.refine((tags) => tags.length <= mostTags, `must be at most ${mostTags}`));

export const searchQuery = z
  .object({
    language: languageQuery,
    page: z._default(pageNumber, 0),
    page_size: z._default(pageSize, 10),
    order_by: z._default(orderBy, 'updated_at'),
    tag: z.optional(words),
    q: z.optional(words),
    adult: adultQuery,
    tags: tagList,
    without: tagList,
    status: listQuery(bookStatus),
    kind: z.optional(bookKind),
    in_language: z.optional(languageCode),
    free: flagQuery,
    sort: z.optional(sortBy),
    facets: flagQuery,
  })
  .check(
    z.refine(({ tag, tags }) => new Set(tag ? [...tags, tag] : tags).size <= mostTags, {
      path: ['tags'],
      message: `must be at most ${mostTags}, with tag`,
    }),
  );

/** How many books have each value of a group, under the filters of the other groups. */
const facet = <Schema extends z.ZodMiniType>(value: Schema) => z.array(z.object({ value, count: z.number() }));
export const facets = z.object({
  tags: facet(z.string()),
  status: facet(bookStatus),
  kind: facet(bookKind),
  language: facet(languageCode),
  free: z.number(),
});

export const searchAnswer = z.object({
  result: z.nullable(z.array(book)),
  total: z.number(),
  /** Only where `q` was given: whether more books match than a search reaches. */
  total_capped: z.optional(z.boolean()),
  facets: z.optional(facets),
});

/** Spaces around the words do not count. */
const trimmedWords = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.trim()),
  ),
  words,
);
export const suggestQuery = z.object({
  q: z._default(trimmedWords, ''),
  language: languageQuery,
  adult: adultQuery,
});
/** What a reader may mean: a book by its title, an author, or a tag by its name in the answer's language. */
export const suggestion = z.object({
  kind: z.enum(['book', 'author', 'tag']),
  text: z.string(),
  book_uuid: z.optional(uuid),
  author: z.optional(z.string()),
  cover: z.optional(z.nullable(cover)),
  /** The tag as it is stored. */
  tag: z.optional(z.string()),
});
export const suggestAnswer = z.object({ result: z.array(suggestion) });
export const tagsQuery = z.object({ adult: adultQuery });
export const tagsAnswer = z.object({ result: z.array(z.string()) });
export const recommendationQuery = z.object({ language: languageQuery, adult: adultQuery });
export const recommendationAnswer = z.object({ result: z.array(recommendedBook) });
export const chaptersParams = z.object({
  bookId: givenUuid,
  language: languageCode,
  direction: chapterDirection,
  page: pageNumber,
  pageSize,
});
export const findChaptersParams = z.object({ bookId: givenUuid, language: languageCode });
export const findChaptersQuery = z.object({ q: trimmedWords.check(z.minLength(1)) });
export const findChaptersAnswer = z.object({ result: z.array(chapterListItem) });
export const chaptersAnswer = z.object({ result: z.nullable(bookDetail) });

export type AccessOnWire = z.infer<typeof access>;
export type Book = z.infer<typeof book>;
export type Openings = Pick<Book, 'next_free_at' | 'free_until'>;
export type RecommendedBook = z.infer<typeof recommendedBook>;
export type ChapterListItem = z.infer<typeof chapterListItem>;
export type Numbering = z.infer<typeof numbering>;
export type BookDetail = z.infer<typeof bookDetail>;
export type OrderBy = z.infer<typeof orderBy>;
export type ChapterDirection = z.infer<typeof chapterDirection>;
export type SearchQuery = z.output<typeof searchQuery>;
export type SortBy = z.infer<typeof sortBy>;
export type Facets = z.infer<typeof facets>;
export type Suggestion = z.infer<typeof suggestion>;
export type SuggestAnswer = z.infer<typeof suggestAnswer>;
export type SearchAnswer = z.infer<typeof searchAnswer>;
export type TagsAnswer = z.infer<typeof tagsAnswer>;
export type ChaptersAnswer = z.infer<typeof chaptersAnswer>;
export type CadenceOnWire = z.infer<typeof cadence>;

export const catalogCalls = {
  searchBooks: defineCall({
    method: 'GET',
    path: '/comics/book/search',
    who: 'anyone',
    scopes: ['read'],
    summary: 'Books, by tag and words, in an order: the newest first, or the highest first',
    description:
      'Every word of `q` must occur in a title, an author, a tag or an introduction, in any of the five languages. ' +
      '`result` is null when the page is empty. A search with `q` reaches 10,000 books: where there are more, ' +
      '`total_capped` is true.',
    query: searchQuery,
    answer: searchAnswer,
  }),
  suggest: defineCall({
    method: 'GET',
    path: '/comics/book/suggest',
    who: 'anyone',
    scopes: ['read'],
    summary: 'What a reader may mean who has typed this: books first, then authors and tags, at most 8',
    query: suggestQuery,
    answer: suggestAnswer,
  }),
  listTags: defineCall({
    method: 'GET',
    path: '/reader/book/tags',
    who: 'anyone',
    scopes: ['read'],
    summary: 'The tags in use, most used first',
    query: tagsQuery,
    answer: tagsAnswer,
  }),
  listRecommended: defineCall({
    method: 'GET',
    path: '/comics/book/recommendation/list',
    who: 'anyone',
    scopes: ['read'],
    summary: 'Recommended books, then popular ones',
    query: recommendationQuery,
    answer: recommendationAnswer,
  }),
  listChapters: defineCall({
    method: 'GET',
    path: '/comics/chapters/:bookId/:language/:direction/:page/:pageSize',
    who: 'anyone',
    scopes: ['read'],
    summary: 'A book with one page of its chapters',
    description: '`result` is null past the last page.',
    params: chaptersParams,
    answer: chaptersAnswer,
    failures: [404],
  }),
  findChapters: defineCall({
    method: 'GET',
    path: '/comics/chapters/find/:bookId/:language',
    who: 'anyone',
    scopes: ['read'],
    summary: 'The chapters of a book with these words in the title, or with this label or number',
    description: 'In the order of the book, at most 50.',
    params: findChaptersParams,
    query: findChaptersQuery,
    answer: findChaptersAnswer,
    failures: [404],
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    catalog: typeof catalogCalls;
  }
}
