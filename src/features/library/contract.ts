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
  timestamp,
  uuid,
} from '../../shared/wire.ts';
import { adultQuery, book, bookKind, chapterListItem, numbering } from '../catalog/contract.ts';
import { mostItems, mostMarks, rowsOfPage } from './limits.ts';

const longestQuote = 80;
/** The largest integer that the database holds; no book comes near. */
const largest = 2_147_483_647;

const index = z.int().check(z.minimum(0), z.maximum(largest));
const fraction = z.number().check(z.minimum(0), z.maximum(1));
/** Lengths count code points. */
const quote = z.string().check(
  z.refine((text) => Array.from(text).length <= longestQuote, 'must be at most 80 characters'),
  // PostgreSQL cannot store a NUL character.
  z.refine((text) => !text.includes('\0'), 'must not hold NUL characters'),
);

/**
 * A position in a chapter: `index` counts images (`page`) or blocks; `fraction` is a share of that one's height or
 * characters.
 */
export const position = z.object({ index, fraction, quote: z.optional(quote) });

/** The furthest that a reader ever came in a book. */
export const furthest = z.object({
  chapter_number: z.int().check(z.minimum(1), z.maximum(largest)),
  index,
  fraction,
});

/** Where a reader is in a book (spec: library.md#places); one per book. */
export const progress = z.object({
  book_uuid: uuid,
  chapter_uuid: uuid,
  position,
  furthest,
  updated_at: timestamp,
  /** The numbering that `furthest.chapter_number` belongs to. */
  numbering: z.optional(numbering),
});

/** Which numbers are sent: those that chapters have now, or those that they keep (spec: library.md#numbers-that-move). */
const numbers = z._default(z.enum(['present', 'serial']), 'present');

/** A place as a browser sends it. A time without a zone is in UTC (spec: http.md#input). */
export const givenProgress = z.object({
  book_uuid: givenUuid,
  chapter_uuid: givenUuid,
  position,
  furthest,
  updated_at: z.iso.datetime({ offset: true, local: true }),
  numbers,
});

export const progressBody = z.object({ items: z.array(givenProgress).check(z.maxLength(mostItems)) });
export const progressAnswer = z.object({ result: z.array(progress) });

/** The lists of everything that a user keeps come in pages; `has_more` says that another page follows. */
const page = z._default(pageNumber, 0);
const pageOf = <T extends z.ZodMiniType>(row: T) => z.object({ result: z.array(row), has_more: z.boolean() });
export const pageQuery = z.object({ page });
export const progressPage = pageOf(progress);

const chapterNumber = z.int().check(z.minimum(1), z.maximum(largest));

/**
 * The word of a reader, given by hand, on the chapters from the first to the last: that they are read, or that they are
 * not.
 */
export const mark = z.object({ first: chapterNumber, last: chapterNumber, is_read: z.boolean(), marked_at: timestamp });
/** A chapter is in at most one of a book's marks. */
export const bookMarks = z.object({ book_uuid: uuid, marks: z.array(mark), numbering: z.optional(numbering) });

const givenMark = z
  .object({ ...mark.shape, marked_at: z.iso.datetime({ offset: true, local: true }) })
  .check(z.refine(({ first, last }) => first <= last, 'must not end before it begins'));
export const givenBookMarks = z.object({
  book_uuid: givenUuid,
  marks: z.array(givenMark).check(z.maxLength(mostMarks)),
  numbers,
});
export const marksBody = z.object({ items: z.array(givenBookMarks).check(z.maxLength(mostItems)) });
export const marksAnswer = z.object({ result: z.array(bookMarks) });
export const marksPage = pageOf(bookMarks);

export const shelfState = z.enum(['reading', 'to_read', 'finished']);
export const shelfQuery = z.object({
  state: z.optional(shelfState),
  /** This book alone. */
  book_uuid: z.optional(givenUuid),
  language: languageQuery,
  page: z._default(pageNumber, 0),
  page_size: z._default(pageSize, 10),
  sort: z._default(z.enum(['recent', 'added', 'title']), 'recent'),
});
const moment = z.nullable(timestamp);
export const shelfEntry = z.object({
  book,
  state: shelfState,
  /** Chapters that the caller has not read. */
  unread: z.number(),
  followed: z.boolean(),
  added_at: timestamp,
  started_at: moment,
  finished_at: moment,
});
export const shelfAnswer = z.object({
  result: z.array(shelfEntry),
  total: z.number(),
  /** How many books are in each state, whatever was asked for. */
  counts: z.object({ reading: z.number(), to_read: z.number(), finished: z.number() }),
});
const givenTime = z.iso.datetime({ offset: true, local: true });
export const shelfBody = z.object({
  state: shelfState,
  started_at: z.optional(z.nullable(givenTime)),
  finished_at: z.optional(z.nullable(givenTime)),
  /** When it was set, by a browser that kept it meanwhile: what is newer stays. */
  set_at: z.optional(givenTime),
});
export const clearShelfQuery = z.object({ set_at: shelfBody.shape.set_at });
/** Null: what is newer is that the book was taken off. */
export const shelfEntryAnswer = z.object({ result: z.nullable(shelfEntry) });

/** A followed book, and whether its reader wants to be told of new chapters. */
export const followed = z.extend(book, { notify: z.boolean() });
export const followBody = z.nullish(z.object({ notify: z.optional(z.boolean()) }));
export const followsQuery = z.object({ language: languageQuery, page });
export const followsPage = pageOf(followed);
export const followParams = z.object({ book_uuid: givenUuid });

/** A new chapter of a followed book. `language` is its title's, `book_language` the book's title's. */
export const update = z.extend(chapterListItem, {
  book_uuid: uuid,
  book_title: z.string(),
  book_language: chapterListItem.shape.language,
  book_text_language: chapterListItem.shape.text_language,
  kind: bookKind,
  /** The language of the book's title. */
  cover: z.nullable(cover),
  /** Whether anybody may read it. */
  is_free: z.boolean(),
});

export const updatesQuery = z.object({
  language: languageQuery,
  page,
  page_size: z._default(pageSize, 20),
  /** `true`: of each book the newest chapter that its reader has neither read nor begun. */
  per_book: flagQuery,
});
/** Newest first. */
export const updatesAnswer = pageOf(update);

/** Whether the user's own feed has an address, and since when. */
export const feedTokenAnswer = z.object({ result: z.nullable(z.object({ created_at: timestamp })) });
export const newFeedQuery = z.object({ language: languageQuery });
/** Only this answer tells the address; a new address ends the one before. */
export const newFeedAnswer = z.object({ result: z.object({ url: z.string() }) });

export type Position = z.infer<typeof position>;
export type Furthest = z.infer<typeof furthest>;
export type Progress = z.infer<typeof progress>;
export type GivenProgress = z.infer<typeof givenProgress>;
export type GivenBookMarks = z.infer<typeof givenBookMarks>;
export type ProgressAnswer = z.infer<typeof progressAnswer>;
export type Mark = z.infer<typeof mark>;
export type BookMarks = z.infer<typeof bookMarks>;
export type MarksBody = z.input<typeof marksBody>;
export type MarksAnswer = z.infer<typeof marksAnswer>;
export type ShelfRow = z.infer<typeof shelfEntry>;
export type GivenShelf = z.infer<typeof shelfBody>;
export type Followed = z.infer<typeof followed>;
export type Update = z.infer<typeof update>;

const pages = `In pages of ${rowsOfPage} books, without those that readers do not see; \`has_more\` says that there is another.`;

/** A book like another one, and why: its readers have read it too, or it has a tag of it. */
export const similarBook = z.extend(book, {
  reason: z.union([z.object({ kind: z.literal('readers') }), z.object({ kind: z.literal('tags'), tag: z.string() })]),
});
export type SimilarBook = z.infer<typeof similarBook>;

export const libraryCalls = {
  listSimilar: defineCall({
    method: 'GET',
    path: '/comics/book/similar/:bookId/:language',
    who: 'anyone',
    scopes: ['read'],
    summary: 'Books like this one: what its readers have read too, then what shares its tags, at most 12',
    params: z.object({ bookId: givenUuid, language: languageCode }),
    query: z.object({ adult: adultQuery }),
    answer: z.object({ result: z.array(similarBook) }),
    failures: [404],
  }),
  listProgress: defineCall({
    method: 'GET',
    path: '/user/progress',
    who: 'user',
    scopes: ['read', 'sync'],
    summary: 'Where the caller is in each book, the last read first',
    description: pages,
    query: pageQuery,
    answer: progressPage,
  }),
  saveProgress: defineCall({
    method: 'POST',
    path: '/user/progress',
    who: 'user',
    scopes: ['sync'],
    summary: 'Tell where the caller is in some books',
    description:
      'At most 100 at once, in any order and as often as one likes: the later `updated_at` (never later than now) ' +
      'gives the position, the furthest never goes back. Answers what came of the books sent; a chapter that its ' +
      'book does not have is passed over. With `numbers: serial` the furthest chapter is named by its serial.',
    body: progressBody,
    answer: progressAnswer,
  }),
  forgetAll: defineCall({
    method: 'DELETE',
    path: '/user/progress',
    who: 'user',
    scopes: ['sync'],
    summary: 'Forget where the caller is, in every book, and what they have marked there',
  }),
  forgetBook: defineCall({
    method: 'DELETE',
    path: '/user/progress/:book_uuid',
    who: 'user',
    scopes: ['sync'],
    summary: 'Forget where the caller is in a book',
    description: 'Until it is told anew. Saying it again changes nothing.',
    params: followParams,
  }),
  listMarks: defineCall({
    method: 'GET',
    path: '/user/marks',
    who: 'user',
    scopes: ['read', 'sync'],
    summary: 'Which chapters the caller has marked by hand',
    description: pages,
    query: pageQuery,
    answer: marksPage,
  }),
  saveMarks: defineCall({
    method: 'POST',
    path: '/user/marks',
    who: 'user',
    scopes: ['sync'],
    summary: 'Mark chapters of some books as read, or as not read',
    description:
      'From `first` to `last`, by their numbers. At most 100 books at once, in any order and as often as one likes: ' +
      'for each chapter the later `marked_at` (never later than now) counts. Answers what came of the books sent. ' +
      'With `numbers: serial` chapters are named by their serials.',
    body: marksBody,
    answer: marksAnswer,
  }),
  listFollows: defineCall({
    method: 'GET',
    path: '/user/follows',
    who: 'user',
    scopes: ['read', 'sync'],
    summary: 'The books that the caller follows, the last followed first',
    description: pages,
    query: followsQuery,
    answer: followsPage,
  }),
  followBook: defineCall({
    method: 'PUT',
    path: '/user/follows/:book_uuid',
    who: 'user',
    scopes: ['sync'],
    summary: 'Follow a book',
    description:
      'Saying it again changes nothing but what `notify` says: whether the caller wants to be told of new chapters, at ' +
      'first true. At most 5,000 books: then 409 `limit_reached`.',
    params: followParams,
    body: followBody,
    failures: [404, 409],
  }),
  unfollowBook: defineCall({
    method: 'DELETE',
    path: '/user/follows/:book_uuid',
    who: 'user',
    scopes: ['sync'],
    summary: 'Follow a book no longer',
    description: 'Saying it again changes nothing.',
    params: followParams,
  }),
  listShelf: defineCall({
    method: 'GET',
    path: '/user/shelf',
    who: 'user',
    scopes: ['read', 'sync'],
    summary: "The books on the caller's shelves",
    description: 'By default the last read or set first. Books that readers do not see are left out.',
    query: shelfQuery,
    answer: shelfAnswer,
  }),
  setShelf: defineCall({
    method: 'PUT',
    path: '/user/shelf/:book_uuid',
    who: 'user',
    scopes: ['sync'],
    summary: 'Put a book on a shelf',
    description:
      'It stays there until it is read on. A time to come counts as now, null as unknown. With `set_at` a book that was ' +
      'set or read since stays where it is; the answer tells what holds.',
    params: followParams,
    body: shelfBody,
    answer: shelfEntryAnswer,
    failures: [404, 409],
  }),
  clearShelf: defineCall({
    method: 'DELETE',
    path: '/user/shelf/:book_uuid',
    who: 'user',
    scopes: ['sync'],
    summary: 'Take a book off the shelves',
    description:
      'Until it is read on. Where the caller is in it stays. Saying it again changes nothing. With `set_at` a book that was ' +
      'set or read since stays where it is.',
    params: followParams,
    query: clearShelfQuery,
  }),
  listUpdates: defineCall({
    method: 'GET',
    path: '/user/updates',
    who: 'user',
    scopes: ['read', 'sync'],
    summary: 'New chapters of the books that the caller follows, newest first',
    description: 'The newest 1,000 at most.',
    query: updatesQuery,
    answer: updatesAnswer,
  }),
  getFeedToken: defineCall({
    method: 'GET',
    path: '/user/feed_token',
    who: 'user',
    summary: "Whether the caller's own feed has an address, and since when",
    answer: feedTokenAnswer,
  }),
  createFeedToken: defineCall({
    method: 'POST',
    path: '/user/feed_token',
    who: 'user',
    summary: "A new address for the caller's own feed",
    description: 'An Atom feed of the new chapters of all followed books. The address before ends.',
    query: newFeedQuery,
    answer: newFeedAnswer,
  }),
  endFeed: defineCall({
    method: 'DELETE',
    path: '/user/feed_token',
    who: 'user',
    summary: "End the caller's own feed",
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    library: typeof libraryCalls;
  }
}
