import * as z from 'zod/mini';
import { cover, givenUuid, languageCode, timestamp, uuid } from '../../shared/wire.ts';
import {
  chapterUuid,
  conflict,
  givenTime,
  outOfOrderRefusal,
  override,
  publicationState,
  timeZone,
} from '../catalog/studio-contract.ts';
import { listOf, oneOf, pageFields } from '../studio/contract.ts';
import { defineStudioCall } from '../studio/rules.ts';

/** A chapter in a language, drafts too (spec: studio.md#publishing). */
export const publishingRow = z.object({
  book_uuid: uuid,
  book_title: z.string(),
  chapter_uuid: uuid,
  place: z.number(),
  number: z.nullable(z.number()),
  language: languageCode,
  title: z.string(),
  state: publicationState,
  published_at: z.nullable(timestamp),
  access: override,
  free_at: z.nullable(timestamp),
  etag: z.string(),
  conflicts: z.array(conflict),
});

/** A chapter with its editions, drafts too. */
export const publishingChapter = z.object({
  book_uuid: uuid,
  book_title: z.string(),
  /** Null: the same as `book_title`. */
  book_original_title: z.nullable(z.string()),
  chapter_uuid: uuid,
  place: z.number(),
  /** The one that it has, or will have once it is published. */
  number: z.number(),
  title: z.string(),
  cover: z.nullable(cover),
  published_at: z.nullable(timestamp),
  access: override,
  free_at: z.nullable(timestamp),
  etag: z.string(),
  editions: z.array(z.object({ language: languageCode, state: publicationState, published_at: z.nullable(timestamp) })),
});

export const publishingQuery = z.object({
  ...pageFields,
  from: z.optional(givenTime),
  to: z.optional(givenTime),
  time_zone: timeZone,
  book: z.optional(givenUuid),
  state: z.optional(publicationState),
  language: z.optional(languageCode),
  by: z.optional(z.literal('chapter')),
  edition: z.optional(languageCode),
  direction: z._default(z.enum(['asc', 'desc']), 'asc'),
});
export const publishingAnswer = listOf(publishingRow);
/** By language, or by chapter. */
export const publishingListAnswer = z.object({
  result: z.union([z.array(publishingRow), z.array(publishingChapter)]),
  total: z.number(),
});

export const publicationBody = z.object({
  published_at: z.nullable(givenTime),
  time_zone: timeZone,
  languages: z.optional(z.array(languageCode).check(z.minLength(1))),
  with_later: z.optional(z.boolean()),
  silent: z.optional(z.boolean()),
});

const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time from 00:00 to 23:59'));
const wholeOf = (most: number) => z.int().check(z.minimum(1), z.maximum(most));
/** How often a sequence goes on, on the clocks of its zone; weekdays count from Monday, which is 1. */
const every = z.union([
  z.strictObject({
    weeks: wholeOf(8),
    weekdays: z.array(wholeOf(7)).check(z.minLength(1), z.maxLength(7)),
    at: clockTime,
  }),
  z.strictObject({ days: wholeOf(60), at: clockTime }),
]);
export const sequenceBody = z
  .object({
    chapters: z.optional(z.array(givenUuid).check(z.minLength(1), z.maxLength(1000))),
    book_uuid: z.optional(givenUuid),
    start: givenTime,
    every,
    time_zone: timeZone,
    languages: z.optional(z.array(languageCode).check(z.minLength(1))),
    all: z.optional(z.boolean()),
    per: z._default(wholeOf(20), 1),
    silent: z._default(z.boolean(), false),
    dry_run: z._default(z.boolean(), false),
  })
  .check(
    z.refine(({ chapters, book_uuid: book }) => (chapters === undefined) !== (book === undefined), {
      error: 'needs either chapters or book_uuid',
      path: ['chapters'],
    }),
    z.refine(({ languages, all }) => all === undefined || all === (languages === undefined), {
      error: 'goes without languages, or they without it',
      path: ['all'],
    }),
  );
export const sequenceRow = z.object({
  chapter_uuid: uuid,
  place: z.number(),
  /** The one that it has once it is published. */
  number: z.number(),
  languages: z.array(languageCode),
  published_at: timestamp,
  /** Some of these languages were published before: they go until then. */
  is_published: z.boolean(),
});
export const sequenceAnswer = listOf(sequenceRow);

/** A whole number in a query, or a word that stands for null. */
const wholeOr = (word: string, most: number) =>
  z.optional(
    z.pipe(
      z
        .string()
        .check(
          z.refine(
            (text) => text === word || (/^\d{1,6}$/.test(text) && Number(text) <= most),
            `must be a whole number up to ${most}, or ${word}`,
          ),
        ),
      z.transform((text) => (text === word ? null : Number(text))),
    ),
  );
export const whatIfQuery = z.object({
  free_chapters: wholeOr('default', 999_999),
  early_access_days: wholeOr('never', 3650),
});
/** A book's visits of the last 30 days, decided anew (spec: studio.md#publishing). */
export const whatIfResult = z.object({
  from: timestamp,
  to: timestamp,
  visits: z.number(),
  locked_now: z.number(),
  locked_proposed: z.number(),
  members: z.number(),
});
export const whatIfAnswer = oneOf(whatIfResult);

export const windowRow = z.object({
  window_id: uuid,
  book_uuid: z.nullable(uuid),
  from: timestamp,
  to: timestamp,
});
export const windowsQuery = z.object({ ...pageFields, book_uuid: z.optional(givenUuid) });
export const windowsAnswer = listOf(windowRow);
export const windowBody = z.object({
  book_uuid: z.nullable(givenUuid),
  from: givenTime,
  to: givenTime,
  time_zone: timeZone,
});
export const windowAnswer = oneOf(windowRow);

export const releasesStudioCalls = {
  listPublications: defineStudioCall({
    method: 'GET',
    path: '/studio/publishing',
    summary: 'When chapters are published, in each language',
    description:
      'By their date, drafts last; `from` is in and `to` is out, and drafts have no date. `conflicts` are the chapters ' +
      'that stand in the way of a row today. With `by=chapter` a row is a chapter, by its first date or that of ' +
      '`edition`; `language` is then that of titles and covers.',
    right: 'books',
    scopes: ['publish'],
    query: publishingQuery,
    answer: publishingListAnswer,
    failures: [404],
  }),
  setPublication: defineStudioCall({
    method: 'PUT',
    path: '/studio/chapters/:uuid/publication',
    summary: 'Publish a chapter at a time, at once, or take it back',
    description:
      '`published_at`: a time, `now`, or null. `with_later` moves the later scheduled chapters by the same span, or makes ' +
      'them drafts. Answers the rows of the chapter, then of those that moved with it.',
    right: 'books',
    scopes: ['publish'],
    params: chapterUuid,
    body: publicationBody,
    answer: publishingAnswer,
    failures: [404, 409, 412, 428],
    refusal: outOfOrderRefusal,
  }),
  scheduleSequence: defineStudioCall({
    method: 'POST',
    path: '/studio/publishing/series',
    summary: 'Publish chapters of a book one after another',
    description:
      '`chapters` of one book, or all drafts of `book_uuid`, in their order, `per` at a time. The first moment is the first ' +
      'that fits `every` at or after `start`. In `languages`, or in `all` that have content. With `dry_run` nothing is ' +
      'changed: the answer has the dates, or the refusal.',
    right: 'books',
    scopes: ['publish'],
    body: sequenceBody,
    answer: sequenceAnswer,
    failures: [404, 409],
    refusal: outOfOrderRefusal,
  }),
  getWhatIf: defineStudioCall({
    method: 'GET',
    path: '/studio/books/:uuid/what_if',
    summary: 'How many visits would have met a lock by other rules',
    description:
      'The visits of the last 30 days by readers who were no members, each decided anew at its hour: by the rules of the ' +
      'book, and with `free_chapters` (or `default`) and `early_access_days` (or `never`) in their place.',
    right: 'prices',
    params: chapterUuid,
    query: whatIfQuery,
    answer: whatIfAnswer,
    failures: [404],
  }),
  listWindows: defineStudioCall({
    method: 'GET',
    path: '/studio/windows',
    summary: 'The windows in which books are open to all, the newest beginning first',
    right: 'books',
    scopes: ['publish'],
    query: windowsQuery,
    answer: windowsAnswer,
    failures: [404],
  }),
  createWindow: defineStudioCall({
    method: 'POST',
    path: '/studio/windows',
    summary: 'Open a book, or all, to everybody for a time',
    description: '`book_uuid` null: the whole site. `from` may lie back, `to` lies ahead; at most 366 days.',
    right: 'books',
    scopes: ['publish'],
    body: windowBody,
    answer: windowAnswer,
    status: 201,
    failures: [404],
  }),
  endWindow: defineStudioCall({
    method: 'DELETE',
    path: '/studio/windows/:uuid',
    summary: 'Remove a window that lies ahead, or end one that runs',
    right: 'books',
    scopes: ['publish'],
    params: chapterUuid,
    failures: [404, 409],
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    releasesStudio: typeof releasesStudioCalls;
  }
}
