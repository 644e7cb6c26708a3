import * as z from 'zod/mini';
import { defineCall } from '../../shared/calls.ts';
import { deepestMath, mathAttributes, mathTags, mostMathNodes } from '../../shared/mathml.ts';
import { siteInfo } from '../../shared/site.ts';
import { sellerOnWire } from '../../shared/site-settings.ts';
import { failure, givenUuid, languageCode, pageNumber, picture, textOf, timestamp, uuid } from '../../shared/wire.ts';
import {
  access,
  bookKind,
  bookLayout,
  bookRating,
  numbering,
  readingDirection,
  textLanguage,
} from '../catalog/contract.ts';
import { settingsTable } from './reader-settings.ts';

/** An element of a formula and how deep it lies in it (spec: reading.md#formulas). */
export const mathNode = z.object({
  tag: z.enum(mathTags),
  depth: z.number().check(z.maximum(deepestMath)),
  text: z.optional(z.string()),
  attributes: z.optional(z.partialRecord(z.enum(mathAttributes), z.string())),
});

/**
 * Text of a novel: a run with its marks, a line break, a word with its reading above it, the mark of a note with the
 * note's words (empty where it has none here), or a formula.
 */
export const inline = z.union([
  z.object({ type: z.literal('text'), text: z.string(), em: z.optional(z.boolean()), strong: z.optional(z.boolean()) }),
  z.object({ type: z.literal('br') }),
  z.object({ type: z.literal('ruby'), base: z.string(), text: z.string() }),
  z.object({ type: z.literal('note'), text: z.string(), note: z.string() }),
  z.object({
    type: z.literal('math'),
    text: z.string(),
    nodes: z.array(mathNode).check(z.maxLength(mostMathNodes)),
    isBlock: z.optional(z.boolean()),
  }),
]);

/** A block of a novel's text; rendered as elements, never as markup (spec: reading.md#blocks). */
export const block = z.union([
  z.object({
    type: z.enum(['p', 'h2', 'h3', 'h4', 'blockquote']),
    inlines: z.array(inline),
    /** How many lists the paragraph's own list lies in. */
    indent: z.optional(z.number()),
  }),
  z.object({ type: z.literal('hr') }),
  z.object({ type: z.literal('img'), image: picture, alt: z.string() }),
]);

/** One image of a comic; `page` is the index of the original that a tile was cut from. */
export const comicPage = z.extend(picture, { page: z.number() });

export const chapterContent = z.object({
  chapter_number: z.number(),
  chapter_title: z.string(),
  title: z.string(),
  images: z.array(z.string()),
  prev_chapter_uuid: z.nullable(uuid),
  next_chapter_uuid: z.nullable(uuid),
  already_favor: z.boolean(),
  total_likes: z.number(),
  access,
  kind: bookKind,
  language: languageCode,
  text_language: textLanguage,
  book_uuid: uuid,
  book_title: z.string(),
  layout: bookLayout,
  reading_direction: readingDirection,
  /** Of the chapter's book. */
  rating: z.nullable(bookRating),
  prev_chapter_number: z.nullable(z.number()),
  next_chapter_number: z.nullable(z.number()),
  /** What the prints of this chapter and its neighbours call them; null: nothing but their numbers. */
  season: z.nullable(z.number()),
  label: z.nullable(z.string()),
  prev_season: z.nullable(z.number()),
  prev_label: z.nullable(z.string()),
  next_season: z.nullable(z.number()),
  next_label: z.nullable(z.string()),
  /** The numbering of the chapter's book. */
  numbering: z.optional(numbering),
  pages: z.optional(z.array(comicPage)),
  blocks: z.optional(z.array(block)),
});

/**
 * The facts that the refusal of a chapter may still give (spec: reading.md#access): nothing of its content, nothing
 * else.
 */
export const lockedChapter = z.object({
  book_uuid: uuid,
  book_title: z.string(),
  chapter_number: z.number(),
  title: z.string(),
  prev_chapter_uuid: z.nullable(uuid),
  prev_chapter_number: z.nullable(z.number()),
  next_chapter_uuid: z.nullable(uuid),
  next_chapter_number: z.nullable(z.number()),
  access,
  kind: bookKind,
  language: languageCode,
  text_language: textLanguage,
});

/** The last unbroken period of a membership that has ended; `plan` is the last one paid in that period. */
export const hadMembership = z.object({
  from: timestamp,
  until: timestamp,
  plan: z.nullable(z.string()),
  new_chapters: z.number(),
});

/**
 * The whole answer where the viewer may not read the chapter. `had` is given only with the code `membership_expired`.
 */
export const refusedChapter = z.extend(failure, { chapter: lockedChapter, had: z.optional(hadMembership) });

export const preview = z.union([
  z.object({ kind: z.literal('blur'), src: z.string(), width: z.number(), height: z.number() }),
  z.object({ kind: z.literal('words'), text: z.string() }),
]);

/** How much a month of membership opens in a language. */
const opened = z.object({ chapters: z.number(), hours: z.number() });

/** A locked chapter as everybody may see it, and what a membership opens (spec: reading.md#paywall). */
export const chapterLock = z.object({
  chapter: lockedChapter,
  /** Of the chapter's book. */
  rating: z.nullable(bookRating),
  preview: z.nullable(preview),
  opens: opened,
  plans: siteInfo.shape.plans,
});
export const chapterLockAnswer = z.object({ result: chapterLock });

export const chapterParams = z.object({ chapterUuid: givenUuid, language: languageCode });
export const chapterAnswer = z.object({ result: chapterContent });

export const textSearchParams = z.object({ bookId: givenUuid, language: languageCode });
export const textSearchQuery = z.object({
  q: textOf(100).check(z.refine((text) => [...text].length >= 2, 'must be at least 2 characters')),
  page: z._default(pageNumber, 0),
});
/** A passage of a novel that contains the words; `index` is the block's index. */
export const textHit = z.object({
  chapter_uuid: uuid,
  chapter_number: z.number(),
  season: z.nullable(z.number()),
  label: z.nullable(z.string()),
  title: z.string(),
  index: z.number(),
  excerpt: z.string(),
});
/** `total` is counted up to a limit. A total of one more than the limit means that there are more. */
export const textSearchAnswer = z.object({ result: z.array(textHit), total: z.number() });

export const favorBody = z.object({ book_uuid: givenUuid, chapter_uuid: givenUuid });
export const favorResult = z.object({ already_favor: z.boolean(), total_likes: z.number() });
export const favorAnswer = z.object({ result: favorResult });

export const eventName = z.enum([
  'open_book',
  'start_reading',
  'finished_reading',
  'lock_seen',
  'page_view',
  'page_broken',
]);
/** Events of reading must name their book. A wrong event of another kind is passed over (spec: reading.md#events). */
const ofBooks: readonly string[] = ['open_book', 'start_reading', 'finished_reading'];
export const readingEvent = z
  .object({
    event_id: givenUuid,
    name: eventName,
    /** A time without a zone is in UTC (spec: http.md#input). */
    occurred_at: z.iso.datetime({ offset: true, local: true }),
    book_uuid: z.optional(givenUuid),
    chapter_uuid: z.optional(givenUuid),
    language: languageCode,
    /** In a `page_view` the kind of the page; in a `page_broken` the number of the page, from 1. */
    page: z.optional(z.unknown()),
    referrer_host: z.optional(z.unknown()),
  })
  .check(z.refine((event) => event.book_uuid !== undefined || !ofBooks.includes(event.name), 'must name its book'));
export const eventsBody = z.object({ events: z.array(readingEvent).check(z.maxLength(50)) });

const mostKeys = 40;
const mostSettings = 50;

/** The values that each setting of the reader may have, by its name: `novel.theme`. */
const settingValues: Record<string, z.ZodMiniType> = {
  ...valuesOf('comic', settingsTable.comic),
  ...valuesOf('novel', settingsTable.novel),
  adult: z.boolean(),
  // The reader's own keys: one character for each action.
  keys: z
    .record(
      z.string().check(z.regex(/^[a-z]{1,40}$/i, 'must name what a key does')),
      // No NUL and no half of a surrogate pair: the database stores neither.
      z.string().check(z.regex(/^[^\p{Cc}\p{Cs}]$/u, 'must be one sign')),
    )
    .check(z.refine((keys) => Object.keys(keys).length <= mostKeys, `must be at most ${mostKeys}`)),
};

/** How one comic is shown, by its uuid: `books.<uuid>`. Each book's choice has its own time. */
const bookSettingName = z.string().check(z.regex(/^books\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));
const bookSettingValue = z.object(
  Object.fromEntries(Object.entries(settingsTable.book).map(([name, setting]) => [name, choicesOf(setting)])),
);

function valuesOf(part: string, table: Record<string, unknown>): Record<string, z.ZodMiniType> {
  return Object.fromEntries(Object.entries(table).map(([name, setting]) => [`${part}.${name}`, choicesOf(setting)]));
}

function choicesOf(setting: unknown): z.ZodMiniType {
  if (typeof setting === 'boolean') return z.boolean();
  if (!Array.isArray(setting)) return z.nullable(z.boolean());
  const [usual, min, max] = setting;
  if (typeof min !== 'number') return z.enum(setting);
  const number = z.number().check(z.minimum(min), z.maximum(max));
  return usual === null ? z.nullable(number) : number;
}

/** A setting of the reader; `updated_at` is the time of the choice. */
function settingsUpdatedAt(updatedAt: z.ZodMiniType<string>) {
  const each = Object.entries(settingValues).map(([name, value]) =>
    z.object({ name: z.literal(name), value, updated_at: updatedAt }),
  );
  const ofBook = z.object({ name: bookSettingName, value: bookSettingValue, updated_at: updatedAt });
  return z.union([...each, ofBook]);
}

export const readerSetting = settingsUpdatedAt(timestamp);
/** A setting as a browser sends it. A time without a zone is in UTC (spec: http.md#input). */
const givenSetting = settingsUpdatedAt(z.iso.datetime({ offset: true, local: true }));
export const readerSettingsBody = z.object({ items: z.array(givenSetting).check(z.maxLength(mostSettings)) });
export const readerSettingsAnswer = z.object({ result: z.array(readerSetting) });

export type Inline = z.infer<typeof inline>;
export type Block = z.infer<typeof block>;
export type ComicPage = z.infer<typeof comicPage>;
export type ChapterContent = z.infer<typeof chapterContent>;
export type HadMembership = z.infer<typeof hadMembership>;
export type LockPreview = z.infer<typeof preview>;
export type ChapterLock = z.infer<typeof chapterLock>;
export type PlanOnSale = ChapterLock['plans'][number];
export type LockedChapter = z.infer<typeof lockedChapter>;
export type ChapterAnswer = z.infer<typeof chapterAnswer>;
export type TextHit = z.infer<typeof textHit>;
export type TextSearchAnswer = z.infer<typeof textSearchAnswer>;
export type FavorResult = z.infer<typeof favorResult>;
export type ReadingEvent = z.infer<typeof readingEvent>;
export type EventName = z.infer<typeof eventName>;
export type ReaderSetting = z.infer<typeof readerSetting>;
export type ReaderSettingsBody = z.infer<typeof readerSettingsBody>;
export type ReaderSettingsAnswer = z.infer<typeof readerSettingsAnswer>;

const favor = {
  path: '/comics/chapter/favor',
  who: 'user',
  description: 'Saying it again changes nothing.',
  body: favorBody,
  answer: favorAnswer,
  failures: [404],
  refusal: refusedChapter,
} as const;

export const readingCalls = {
  like: defineCall({ method: 'POST', ...favor, summary: 'Like a chapter' }),
  unlike: defineCall({ method: 'DELETE', ...favor, summary: 'Take a like back' }),
  sendEvents: defineCall({
    method: 'POST',
    path: '/events',
    who: 'anyone',
    scopes: ['sync'],
    counts: 'events',
    summary: 'Reading events of one reader',
    description: 'At most 50 at once; a repeated `event_id` counts once.',
    body: eventsBody,
    status: 202,
  }),
  openChapter: defineCall({
    method: 'GET',
    path: '/comics/chapter_comics/:chapterUuid/:language',
    who: 'anyone',
    scopes: ['read'],
    summary: 'What is read in a chapter',
    description:
      'A chapter that the caller may not read answers 403 `membership_required` or `membership_expired`; the body ' +
      'then also has `chapter`, with its title and neighbours. Addresses of images that are not free are signed for ' +
      'the session and expire.',
    params: chapterParams,
    answer: chapterAnswer,
    failures: [404],
    refusal: refusedChapter,
  }),
  getLock: defineCall({
    method: 'GET',
    path: '/comics/chapter_lock/:chapterUuid/:language',
    who: 'anyone',
    scopes: ['read'],
    summary: 'What a chapter for members shows of itself, and what a membership opens',
    description: '`preview` is null for a chapter that is free. `opens` is at most 10 minutes old.',
    params: chapterParams,
    answer: chapterLockAnswer,
    failures: [404],
  }),
  getOpened: defineCall({
    method: 'GET',
    path: '/comics/membership/:language',
    who: 'anyone',
    scopes: ['read'],
    summary: 'What a membership opens, what is free without one, and who sells it',
    description:
      '`opens` is at most 10 minutes old. `free_chapters` is of the book with the fewest; null: all is free. `trial_days`: ' +
      'what a new account can get without an invitation; null: nothing. `seller`: null where nothing is told of them.',
    params: z.object({ language: languageCode }),
    answer: z.object({
      result: z.object({
        opens: opened,
        free_chapters: z.nullable(z.number()),
        trial_days: z.nullable(z.number()),
        seller: z.nullable(sellerOnWire),
      }),
    }),
  }),
  searchText: defineCall({
    method: 'GET',
    path: '/reader/book/:bookId/:language/text',
    who: 'anyone',
    scopes: ['read'],
    counts: 'text-search',
    summary: 'Search in the text of a novel',
    description:
      'Only chapters that the caller may read are searched. `total` counts up to 500; 501 means that there are more. ' +
      'Case, width, accents and Arabic vowel marks do not matter.',
    params: textSearchParams,
    query: textSearchQuery,
    answer: textSearchAnswer,
    failures: [404],
  }),
  getSettings: defineCall({
    method: 'GET',
    path: '/user/reader_settings',
    who: 'user',
    scopes: ['read', 'sync'],
    summary: "The caller's settings of the reader",
    description: 'Only what was ever chosen: for all else the defaults hold.',
    answer: readerSettingsAnswer,
  }),
  saveSettings: defineCall({
    method: 'PUT',
    path: '/user/reader_settings',
    who: 'user',
    scopes: ['sync'],
    summary: 'Tell how the caller has set the reader',
    description:
      'Some settings, each with the time of its choice (never later than now); those that are not sent stay. Of ' +
      'each the later choice holds, however often and in whatever order choices arrive. Answers all that hold.',
    body: readerSettingsBody,
    answer: readerSettingsAnswer,
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    reading: typeof readingCalls;
  }
}
