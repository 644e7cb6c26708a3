import * as z from 'zod/mini';
import { cover, givenUuid, languageQuery, pageNumber, pageSize, timestamp, uuid } from '../../shared/wire.ts';
import { book, bookKind, chapterListItem, numbering } from '../catalog/contract.ts';
import { mostItems, mostMarks } from './limits.ts';

const longestQuote = 80;
/** The largest integer that the database holds; no book comes near. */
const largest = 2_147_483_647;

const index = z.int().check(z.minimum(0), z.maximum(largest));
const fraction = z.number().check(z.minimum(0), z.maximum(1));
/** Lengths count code points. */
const quote = z.string().check(
  z.refine((text) => Array.from(text).length <= longestQuote, 'must be at most 80 characters'),
  // PostgreSQL holds none.
  z.refine((text) => !text.includes('\0'), 'must not hold NUL characters'),
);

/**
 * A place in a chapter: `index` is the image's (`page`) or the block's, `fraction` that of its height or characters.
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
  /** What the number of the furthest chapter is told by. */
  numbering: z.optional(numbering),
});

/** Which numbers are sent: those that chapters have now, or those that they keep (spec: library.md#numbers-that-move). */
const numbers = z._default(z.enum(['present', 'serial']), 'present');

/** The same as a browser sends it. A time without a zone is in UTC (spec: http.md#input). */
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

/** Lists of all that a user keeps come in pages; `has_more` says that there is another. */
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
/** No chapter stands in two of them. */
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

export const followsQuery = z.object({ language: languageQuery, page });
export const followsPage = pageOf(book);
export const followParams = z.object({ book_uuid: givenUuid });

/** A new chapter of a followed book. `language` is its title's, `book_language` the book's title's. */
export const update = z.extend(chapterListItem, {
  book_uuid: uuid,
  book_title: z.string(),
  book_language: chapterListItem.shape.language,
  book_text_language: chapterListItem.shape.text_language,
  kind: bookKind,
  /** The book's. */
  cover: z.nullable(cover),
  /** Whether anybody may read it. */
  is_free: z.boolean(),
});

export const updatesQuery = z.object({
  language: languageQuery,
  page,
  page_size: z._default(pageSize, 20),
});
/** Newest first. */
export const updatesAnswer = pageOf(update);

/** Whether the user's own feed has an address, and since when. */
export const feedTokenAnswer = z.object({ result: z.nullable(z.object({ created_at: timestamp })) });
export const newFeedQuery = z.object({ language: languageQuery });
/** The address is told this once; a new one ends the one before. */
export const newFeedAnswer = z.object({ result: z.object({ url: z.string() }) });

export type Position = z.infer<typeof position>;
export type Furthest = z.infer<typeof furthest>;
export type Progress = z.infer<typeof progress>;
export type GivenProgress = z.infer<typeof givenProgress>;
export type GivenBookMarks = z.infer<typeof givenBookMarks>;
export type ProgressBody = z.input<typeof progressBody>;
export type ProgressAnswer = z.infer<typeof progressAnswer>;
export type Mark = z.infer<typeof mark>;
export type BookMarks = z.infer<typeof bookMarks>;
export type MarksBody = z.input<typeof marksBody>;
export type MarksAnswer = z.infer<typeof marksAnswer>;
export type Update = z.infer<typeof update>;
export type UpdatesAnswer = z.infer<typeof updatesAnswer>;
export type FeedTokenAnswer = z.infer<typeof feedTokenAnswer>;
export type NewFeedAnswer = z.infer<typeof newFeedAnswer>;
