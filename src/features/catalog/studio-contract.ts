import * as z from 'zod/mini';
import { languages } from '../../shared/languages.ts';
import {
  cover,
  failure,
  flagQuery,
  givenUuid,
  languageCode,
  languageQuery,
  pageNumber,
  picture,
  storable,
  timestamp,
  uuid,
} from '../../shared/wire.ts';
import { isTimeZone } from '../../shared/zoned-time.ts';
import { listOf, oneOf, pageFields } from '../studio/contract.ts';
import { defineStudioCall } from '../studio/rules.ts';
import { bookKind, bookRating, bookStatus } from './contract.ts';
import { downloads, mostChaptersAtOnce, mostRecommended } from './rules.ts';

export const override = z.enum(['rule', 'free', 'members']);
export const publicationState = z.enum(['draft', 'scheduled', 'published']);

/** A time as the studio takes it: with an offset, or on the clocks of `time_zone`. */
export const givenTime = z.string().check(z.maxLength(60));
export const timeZone = z.optional(z.string().check(z.refine(isTimeZone, 'must be the name of a time zone')));

export const conflict = z.object({
  chapter_uuid: uuid,
  place: z.number(),
  title: z.string(),
  published_at: z.nullable(timestamp),
});

export const chapterUuid = z.object({ uuid: givenUuid });
/** The refusal of a change that other chapters stand in the way of. */
export const outOfOrderRefusal = z.extend(failure, { conflicts: z.optional(z.array(conflict)) });

/** A text that the database can store, trimmed; `least` and `most` count code points. */
const givenText = (least: number, most: number) =>
  z
    .pipe(
      z.string(),
      z.transform((text) => text.trim()),
    )
    .check(
      z.refine((text) => {
        const length = [...text].length;
        return length >= least && length <= most;
      }, `must have ${least} to ${most} characters`),
      storable,
    );
/** Values by language; null takes one away. */
const byLanguage = <T extends z.ZodMiniType>(value: T) => z.optional(z.partialRecord(languageCode, z.nullable(value)));
export const givenTitle = givenText(1, 500);
/** The fields that imports shall set again. */
const followed = (field: RegExp) =>
  z.optional(z.array(z.string().check(z.maxLength(60), z.regex(field, 'names no field'))).check(z.maxLength(200)));

export const studioChapter = z.object({
  chapter_uuid: uuid,
  book_uuid: uuid,
  place: z.number(),
  number: z.nullable(z.number()),
  title: z.string(),
  titles: z.partialRecord(languageCode, z.string()),
  created_at: timestamp,
  season: z.nullable(z.number()),
  label: z.nullable(z.string()),
  access: override,
  free_at: z.nullable(timestamp),
  editions: z.array(z.object({ language: languageCode, state: publicationState, published_at: z.nullable(timestamp) })),
  edited: z.array(z.string()),
});
export const chapterAnswer = oneOf(studioChapter);
export const chapterBody = z.object({
  titles: byLanguage(givenTitle),
  created_at: z.optional(givenTime),
  season: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(999)))),
  label: z.optional(z.nullable(givenText(1, 20))),
  access: z.optional(override),
  free_at: z.optional(z.nullable(givenTime)),
  time_zone: timeZone,
  follow: followed(/^(?:(?:titles|pages|text)\.[a-z]{2}-[a-z]{2}|created_at|season|label)$/),
});

/** Draft: readers have seen none of it; hidden: an operator has hidden it. */
export const bookState = z.enum(['draft', 'shown', 'hidden']);

export const bookRow = z.object({
  book_uuid: uuid,
  title: z.string(),
  /** Null: the same as `title`. */
  original_title: z.nullable(z.string()),
  cover: z.nullable(cover),
  kind: bookKind,
  original_language: languageCode,
  languages: z.array(languageCode),
  /** How many chapters the original has and each other language lacks; languages that lack none are left out. */
  missing: z.partialRecord(languageCode, z.number()),
  chapters: z.number(),
  /** Of a draft nothing is published or scheduled. */
  counts: z.object({ published: z.number(), scheduled: z.number(), drafts: z.number() }),
  /** When something of the book is published next. */
  next_release: z.nullable(timestamp),
  readers_28d: z.number(),
  /** By how many per cent that is more than in the 28 days before; null: there were none. */
  readers_trend: z.nullable(z.number()),
  state: bookState,
  updated_at: timestamp,
});

/** A book as lists of other things name it, in the trash too. */
export const namedBook = z.pick(bookRow, { book_uuid: true, title: true, original_title: true, cover: true });
export const namedBooksQuery = z.object({
  ids: z.pipe(
    z.pipe(
      z.string().check(z.maxLength(4000)),
      z.transform((text) => text.split(',')),
    ),
    z.array(givenUuid).check(z.maxLength(100)),
  ),
  /** The language of the titles and covers in the answer. */
  language: languageQuery,
});
export const namedBooksAnswer = z.object({ result: z.array(namedBook) });

/** What the list of books is sorted by. */
export const bookOrders = [
  'updated_at',
  'title',
  'popularity',
  'published',
  'scheduled',
  'drafts',
  'missing',
  'readers_28d',
  'readers_trend',
  'next_release',
] as const;
export type BookOrder = (typeof bookOrders)[number];
export const booksQuery = z.object({
  ...pageFields,
  q: z.optional(z.string().check(z.maxLength(200), storable)),
  kind: z.optional(bookKind),
  state: z.optional(bookState),
  /** The language of the titles and covers in the answer. */
  language: languageQuery,
  edition: z.optional(languageCode),
  missing: z.optional(languageCode),
  order_by: z._default(z.enum(bookOrders), 'updated_at'),
  /** Absent: the most first, but by title and next release the least. */
  direction: z.optional(z.enum(['asc', 'desc'])),
});
export const booksAnswer = listOf(bookRow);
export const newBookBody = z.object({
  kind: bookKind,
  /** By default as the site's settings say. */
  original_language: z.optional(languageCode),
  titles: z.partialRecord(languageCode, givenTitle),
});

const share = z.number().check(z.minimum(0), z.maximum(1));
/** A part of a picture, in fractions of its width and height from its upper left corner. */
const crop = z.object({ x: share, y: share, width: share, height: share }).check(
  z.refine(({ x, width }) => width > 0 && x + width <= 1.000_001, { error: 'leaves the picture', path: ['width'] }),
  z.refine(({ y, height }) => height > 0 && y + height <= 1.000_001, { error: 'leaves the picture', path: ['height'] }),
);
export type Crop = z.infer<typeof crop>;

const warning = z.object({ field: z.string(), code: z.string(), message: z.string() });
const downloadsWord = z.nullable(z.enum(downloads));
export const studioBook = z.object({
  book_uuid: uuid,
  kind: bookKind,
  original_language: languageCode,
  titles: z.partialRecord(languageCode, z.string()),
  introductions: z.partialRecord(languageCode, z.string()),
  /** The covers of its languages; `crop`: which part of its picture, where it was made by hand. */
  covers: z.partialRecord(languageCode, z.object({ image_uuid: uuid, crop: z.nullable(crop) })),
  aliases: z.array(z.string()),
  author: z.string(),
  tags: z.array(z.string()),
  layout: z.enum(['strip', 'pages']),
  reading_direction: z.enum(['ltr', 'rtl']),
  status: bookStatus,
  rating: z.nullable(bookRating),
  licence: z.string(),
  attribution: z.string(),
  hidden: z.boolean(),
  state: bookState,
  public_free_chapters: z.nullable(z.number()),
  /** The site's number, which holds where the book says none. */
  default_free_chapters: z.number(),
  early_access_days: z.nullable(z.number()),
  show_schedule: z.boolean(),
  preview: z.enum(['none', 'blur', 'words']),
  /** Who may take files of it along; null: as the site has it. */
  downloads: downloadsWord,
  /** The fields that were edited by hand, by the names of PATCH; those of a language as `titles.fr-fr`. */
  edited: z.array(z.string()),
  warnings: z.array(warning),
});
export const bookAnswer = oneOf(studioBook);
const wholeTo = (most: number) => z.nullable(z.int().check(z.minimum(0), z.maximum(most)));
/** The fields of a book that belong to none of its languages. */
export const plainFields = [
  'kind',
  'original_language',
  'author',
  'status',
  'rating',
  'layout',
  'reading_direction',
  'licence',
  'attribution',
  'tags',
  'aliases',
  'public_free_chapters',
  'early_access_days',
  'show_schedule',
  'preview',
  'downloads',
] as const;
const ownFields = [...plainFields, 'order', 'recommended'].join('|');
const fieldOfBook = new RegExp(`^(?:${ownFields}|(?:titles|introductions|covers)\\.(?:${languages.join('|')}))$`);
const mostAliases = 20;
export const mostTags = 20;
export const bookBody = z.object({
  titles: byLanguage(givenTitle),
  introductions: byLanguage(givenText(0, 20_000)),
  aliases: z.optional(z.array(givenTitle).check(z.maxLength(mostAliases))),
  author: z.optional(givenText(0, 500)),
  tags: z.optional(z.array(givenText(1, 40)).check(z.maxLength(mostTags))),
  kind: z.optional(bookKind),
  original_language: z.optional(languageCode),
  layout: z.optional(z.enum(['strip', 'pages'])),
  reading_direction: z.optional(z.enum(['ltr', 'rtl'])),
  status: z.optional(bookStatus),
  rating: z.optional(z.nullable(bookRating)),
  licence: z.optional(givenText(0, 500)),
  attribution: z.optional(givenText(0, 2000)),
  hidden: z.optional(z.boolean()),
  public_free_chapters: z.optional(wholeTo(999_999)),
  early_access_days: z.optional(wholeTo(3650)),
  show_schedule: z.optional(z.boolean()),
  preview: z.optional(z.enum(['none', 'blur', 'words'])),
  downloads: z.optional(downloadsWord),
  follow: followed(fieldOfBook),
});

/** What a change of many things at once did to one of them: `code`, `error` and `conflicts` say why it was refused. */
const bulkOutcome = {
  ok: z.boolean(),
  code: z.nullable(z.string()),
  error: z.nullable(z.string()),
  conflicts: z.optional(z.array(conflict)),
};
const nothing = z.optional(z.null());
const bulkLanguages = z.optional(z.array(languageCode).check(z.minLength(1)));
/** Followers are told nothing of what comes out; taken beside the value and in it. */
const silent = { silent: z.optional(z.boolean()) };
const bulkDate = z.object({ published_at: givenTime, time_zone: timeZone, languages: bulkLanguages, ...silent });
const bulkBooks = { books: z.array(givenUuid).check(z.minLength(1), z.maxLength(200)) };
/** Any number: whether a book then has too many is told in its row. */
const bulkTags = z.array(givenText(1, 40)).check(z.minLength(1));
const toBooks = <Action extends string, Value extends z.ZodMiniType>(action: Action, value: Value) =>
  z.object({ ...bulkBooks, ...silent, action: z.literal(action), value });
export const bulkBooksBody = z.discriminatedUnion('action', [
  toBooks('publish', z.optional(z.nullable(z.object(silent)))),
  toBooks('schedule', bulkDate),
  toBooks('free_chapters', wholeTo(999_999)),
  toBooks('tags_add', bulkTags),
  toBooks('tags_remove', bulkTags),
  toBooks('hide', nothing),
  toBooks('show', nothing),
  toBooks('trash', nothing),
]);
export type BulkBooks = z.infer<typeof bulkBooksBody>;
export const bulkBookRow = z.object({ book_uuid: uuid, ...bulkOutcome });
export const bulkBooksAnswer = listOf(bulkBookRow);

const bulkChapters = { chapters: z.array(givenUuid).check(z.minLength(1), z.maxLength(mostChaptersAtOnce)) };
const bulkAccess = z
  .object({
    access: z.optional(override),
    free_at: z.optional(z.nullable(givenTime)),
    time_zone: timeZone,
  })
  .check(
    z.refine(({ access, free_at: freeAt }) => access !== undefined || freeAt !== undefined, {
      error: 'must say who may read',
      path: ['access'],
    }),
  );
const toChapters = <Action extends string, Value extends z.ZodMiniType>(action: Action, value: Value) =>
  z.object({ ...bulkChapters, ...silent, action: z.literal(action), value });
export const bulkChaptersBody = z.discriminatedUnion('action', [
  toChapters('publish', z.optional(z.nullable(z.object({ languages: bulkLanguages, ...silent })))),
  toChapters('schedule', bulkDate),
  toChapters('unpublish', nothing),
  toChapters('access', bulkAccess),
  toChapters('move', z.object({ before: z.nullable(givenUuid) })),
  toChapters('trash', nothing),
]);
export type BulkChapters = z.infer<typeof bulkChaptersBody>;
export const bulkChapterRow = z.object({ chapter_uuid: uuid, ...bulkOutcome });
export const bulkChaptersAnswer = listOf(bulkChapterRow);
export type BulkChaptersAnswer = z.infer<typeof bulkChaptersAnswer>;

export const moveToBody = z.object({
  ...bulkChapters,
  book_uuid: givenUuid,
  before: z.optional(z.nullable(givenUuid)),
});
export const movedRow = z.object({
  chapter_uuid: uuid,
  book_uuid: uuid,
  place: z.number(),
  number: z.nullable(z.number()),
});
export const movedAnswer = listOf(movedRow);

/** A chapter in its book's order. */
const chapterRow = z.object({
  ...studioChapter.shape,
  etag: z.string(),
  thumbnail: z.nullable(z.object({ src: z.string(), width: z.number(), height: z.number() })),
  /** When the first of its editions is published, or was; null: all are drafts. */
  published_at: z.nullable(timestamp),
  /** How often it was begun in the last 28 days. */
  readings_28d: z.number(),
  likes: z.number(),
});
/** The language of titles and thumbnails in the answer. */
export const titlesQuery = z.object({ language: languageQuery });
export const chaptersAnswer = listOf(chapterRow);
/** Without `page` all rows are meant. */
export const chaptersQuery = z.object({ ...pageFields, ...titlesQuery.shape, page: z.optional(pageNumber) });
/** What a list has to know of each of thousands of chapters. */
const chapterInOrder = z.object({
  chapter_uuid: uuid,
  place: z.number(),
  number: z.nullable(z.number()),
  title: z.string(),
  access: override,
  /** That of the edition that is published first; null: no language has content. */
  state: z.nullable(publicationState),
  /** Only where they are asked for: when it opens by hand, and the first and the last date of its editions, ahead too. */
  dates: z.optional(
    z.object({
      free_at: z.nullable(timestamp),
      published_at: z.nullable(timestamp),
      last_at: z.nullable(timestamp),
    }),
  ),
});
/** `dates`: with them. */
const orderQuery = z.object({ ...titlesQuery.shape, dates: flagQuery });

/** A chapter that a search of all books has found. */
const foundChapter = z.object({
  chapter_uuid: uuid,
  book_uuid: uuid,
  book_title: z.string(),
  place: z.number(),
  title: z.string(),
  cover: z.nullable(cover),
});
export const findChaptersQuery = z.object({
  q: z.string().check(z.maxLength(200), storable),
  language: languageQuery,
});

/** Refuses a move of things before one of themselves. */
const beforeAnother = <Body extends { before: unknown }>(movedOf: (body: Body) => readonly unknown[]) =>
  z.refine<Body>((body) => !movedOf(body).includes(body.before), {
    error: 'must not be one of those that move',
    path: ['before'],
  });

export const moveBody = z
  .object({
    chapters: z.array(givenUuid).check(z.minLength(1), z.maxLength(10_000)),
    before: z.nullable(givenUuid),
  })
  .check(beforeAnother(({ chapters }) => chapters));

/** Something in the trash; `id` is that of the book or chapter. */
export const trashRow = z.object({
  id: uuid,
  kind: z.enum(['book', 'chapter']),
  name: z.string(),
  book_uuid: uuid,
  chapter_uuid: z.nullable(uuid),
  deleted_at: timestamp,
  deleted_by: z.nullable(z.string()),
  gone_at: timestamp,
});
export const trashQuery = z.object(pageFields);
export const trashAnswer = listOf(trashRow);
export const restoredAnswer = oneOf(trashRow);
export const forEverBody = z.object({ name: z.string().check(z.maxLength(1000)) });

/** A book among the recommended: in which languages, from when and until when; null: no limit. */
const recommendedFields = { book_uuid: uuid, languages: z.nullable(z.array(languageCode)) };
export const recommendedRow = z.object({
  ...recommendedFields,
  from: z.nullable(timestamp),
  until: z.nullable(timestamp),
  title: z.string(),
  /** Null: the same as `title`. */
  original_title: z.nullable(z.string()),
  cover: z.nullable(cover),
});
/** The language of titles and covers. */
export const recommendedQuery = z.object({ language: z._default(languageCode, 'en-us') });
export const recommendedAnswer = listOf(recommendedRow);
const limit = z.optional(z.nullable(givenTime));
const recommendedItem = z.object({
  book_uuid: givenUuid,
  languages: z.optional(z.nullable(z.array(languageCode).check(z.minLength(1), z.maxLength(5)))),
  from: limit,
  until: limit,
});
export const recommendedBody = z.object({
  items: z.array(recommendedItem).check(z.maxLength(mostRecommended)),
  time_zone: timeZone,
});

export type RecommendedRow = z.infer<typeof recommendedRow>;
export type BookRow = z.infer<typeof bookRow>;
export type NamedBook = z.infer<typeof namedBook>;
export type ChapterRow = z.infer<typeof chapterRow>;
export type ChapterInOrder = z.infer<typeof chapterInOrder>;
export type TrashRow = z.infer<typeof trashRow>;
export type StudioBook = z.infer<typeof studioBook>;
export type StudioChapter = z.infer<typeof studioChapter>;
export type BookPatch = z.infer<typeof bookBody>;

const uploadId = z.string().check(z.maxLength(100), storable);
export const coverParams = z.object({ uuid: givenUuid, language: languageCode });
/** The picture of a cover: a file that was sent, a page, or, with `crop` alone, the one that it has. */
export const coverBody = z
  .object({
    upload: z.optional(uploadId),
    page: z.optional(z.object({ chapter_uuid: givenUuid, language: languageCode, page: z.int().check(z.minimum(1)) })),
    crop: z.optional(crop),
    /** The covers of the other languages of the book too. */
    all_languages: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ upload, page }) => upload === undefined || page === undefined, {
      error: 'a cover has one picture',
      path: ['page'],
    }),
    z.refine(({ upload, page, crop }) => upload !== undefined || page !== undefined || crop !== undefined, {
      error: 'must name a file or a page',
      path: ['upload'],
    }),
  );
/** A language's cover, and the whole picture that it is a part of where it was made by hand. */
export const coverRow = z.object({
  language: languageCode,
  cover: z.nullable(picture),
  whole: z.nullable(picture),
  /** The share of the picture's height that `whole` shows: of a tall strip only the top. */
  whole_share: z.number(),
  crop: z.nullable(crop),
});
export const coversAnswer = listOf(coverRow);
export type CoverRow = z.infer<typeof coverRow>;

/** A page that a cover may be made of, with the beginning of its picture. */
export const coverPage = z.object({
  chapter_uuid: uuid,
  language: languageCode,
  page: z.number(),
  width: z.number(),
  height: z.number(),
  thumbnail: picture,
});
export const coverPagesAnswer = listOf(coverPage);
export type CoverPage = z.infer<typeof coverPage>;

export const pagesParams = z.object({ uuid: givenUuid, language: languageCode });
export const pageParams = z.object({
  uuid: givenUuid,
  language: languageCode,
  page: z.pipe(
    z.string().check(z.regex(/^\d{1,6}$/, 'must be the number of a page')),
    z.transform((text) => Number(text)),
  ),
});
export const pageBody = z.object({ upload: uploadId });
const pageOfChapter = z.int().check(z.minimum(1), z.maximum(999_999));
export const movePagesBody = z
  .object({
    pages: z.array(pageOfChapter).check(z.minLength(1), z.maxLength(10_000)),
    before: z.nullable(pageOfChapter),
  })
  .check(beforeAnother(({ pages }) => pages));
/** A page: its number, which counts from 1, and the tiles of its picture from top to bottom. */
export const pageRow = z.object({
  page: z.number(),
  width: z.number(),
  height: z.number(),
  pictures: z.array(picture),
});
export const pagesAnswer = listOf(pageRow);
export type PageRow = z.infer<typeof pageRow>;

/** Somebody who has a book open. */
export const presenceRow = z.object({ uuid, username: z.string(), since: timestamp });
export const presenceAnswer = listOf(presenceRow);

/** The failures of a change that names the version which its caller has seen. */
const failures = [404, 412, 428] as const;

export const catalogStudioCalls = {
  listBooks: defineStudioCall({
    method: 'GET',
    path: '/studio/books',
    summary: 'All books, drafts and hidden ones too',
    description:
      '`q` is looked for in titles, aliases, authors, tags and introductions; `missing`: a language that is incomplete.',
    right: 'books',
    scopes: ['publish'],
    query: booksQuery,
    answer: booksAnswer,
  }),
  nameBooks: defineStudioCall({
    method: 'GET',
    path: '/studio/named_books',
    summary: 'The titles and covers of books, those in the trash too',
    description: '`ids`: at most 100, with commas between them. Unknown ones are left out.',
    right: 'books',
    query: namedBooksQuery,
    answer: namedBooksAnswer,
  }),
  createBook: defineStudioCall({
    method: 'POST',
    path: '/studio/books',
    summary: 'Make an empty draft',
    right: 'books',
    body: newBookBody,
    answer: bookAnswer,
    status: 201,
  }),
  changeBooks: defineStudioCall({
    method: 'POST',
    path: '/studio/books/bulk',
    summary: 'Change many books at once',
    description:
      'Each book by itself: its row says whether it was changed, and why not. `publish` and `schedule` are about all drafts ' +
      'of a book, `value` says when, how many chapters are free, or which tags. `trash` wants the password.',
    right: 'books',
    body: bulkBooksBody,
    answer: bulkBooksAnswer,
  }),
  changeChapters: defineStudioCall({
    method: 'POST',
    path: '/studio/chapters/bulk',
    summary: 'Change many chapters at once',
    description:
      'In the order of their book, whatever order was asked: the row of each says whether it was changed, and why not. ' +
      '`move` puts chapters of one book before another one of it, or at the end with null.',
    right: 'books',
    body: bulkChaptersBody,
    answer: bulkChaptersAnswer,
    failures: [404],
  }),
  moveToBook: defineStudioCall({
    method: 'POST',
    path: '/studio/chapters/move_to',
    summary: 'Move chapters to another book, before one of its chapters or at the end',
    description:
      'All or none. Likes, places, marks, texts and dates stay with them, their addresses lead on, and no import brings them ' +
      'into the book that they left. They keep their order.',
    right: 'books',
    body: moveToBody,
    answer: movedAnswer,
    failures: [404, 409],
    refusal: outOfOrderRefusal,
  }),
  getBook: defineStudioCall({
    method: 'GET',
    path: '/studio/books/:uuid',
    summary: 'A book with its words, facts and rules',
    right: 'books',
    scopes: ['publish'],
    params: chapterUuid,
    answer: bookAnswer,
    failures: [404],
  }),
  changeBook: defineStudioCall({
    method: 'PATCH',
    path: '/studio/books/:uuid',
    summary: 'Change a book by hand',
    description:
      'Fields that are absent stay; null removes a title or an introduction. What is changed is named in `edited` and ' +
      'stays, whatever imports bring, until `follow` gives it back to them.',
    right: 'books',
    scopes: ['publish'],
    params: chapterUuid,
    body: bookBody,
    answer: bookAnswer,
    failures: [404, 409, 412, 428],
  }),
  trashBook: defineStudioCall({
    method: 'DELETE',
    path: '/studio/books/:uuid',
    summary: 'Put a book into the trash',
    right: 'books',
    wants: 'sensitive',
    params: chapterUuid,
    failures: [404, 412, 428],
  }),
  listChapters: defineStudioCall({
    method: 'GET',
    path: '/studio/books/:uuid/chapters',
    summary: "A book's chapters in their order, drafts too",
    description: 'Without `page` all of them.',
    right: 'books',
    scopes: ['publish'],
    params: chapterUuid,
    query: chaptersQuery,
    answer: chaptersAnswer,
    failures: [404],
  }),
  getOrder: defineStudioCall({
    method: 'GET',
    path: '/studio/books/:uuid/order',
    summary: "All of a book's chapters in their order, in few words",
    right: 'books',
    scopes: ['publish'],
    params: chapterUuid,
    query: orderQuery,
    answer: listOf(chapterInOrder),
    failures: [404],
  }),
  findChapters: defineStudioCall({
    method: 'GET',
    path: '/studio/chapters',
    summary: 'Chapters by their book and their number or a word of their title, at most 20',
    description: '`q` names the book first, as in “Mochi 12” or “西游记 53”.',
    right: 'books',
    scopes: ['publish'],
    query: findChaptersQuery,
    answer: listOf(foundChapter),
  }),
  moveChapter: defineStudioCall({
    method: 'POST',
    path: '/studio/books/:uuid/chapters/move',
    summary: 'Put chapters before another one, or at the end with null',
    right: 'books',
    description: 'The answer is the list, or with `page` a part of it.',
    params: chapterUuid,
    query: chaptersQuery,
    body: moveBody,
    answer: chaptersAnswer,
    failures: [404, 409, 412, 428],
    refusal: outOfOrderRefusal,
  }),
  getChapter: defineStudioCall({
    method: 'GET',
    path: '/studio/chapters/:uuid',
    summary: 'A chapter, published or not',
    right: 'books',
    scopes: ['publish'],
    params: chapterUuid,
    query: titlesQuery,
    answer: chapterAnswer,
    failures: [404],
  }),
  changeChapter: defineStudioCall({
    method: 'PATCH',
    path: '/studio/chapters/:uuid',
    summary: 'Change a chapter by hand, and say who may read it',
    description:
      '`access` and `free_at` hold whatever its book says; `free_at` is when it opens to all: null clears it, and so ' +
      'does `free`. What is changed stays, whatever imports bring, until `follow` gives it back.',
    right: 'books',
    scopes: ['publish'],
    params: chapterUuid,
    query: titlesQuery,
    body: chapterBody,
    answer: chapterAnswer,
    failures: [404, 412, 428],
  }),
  trashChapter: defineStudioCall({
    method: 'DELETE',
    path: '/studio/chapters/:uuid',
    summary: 'Put a chapter into the trash',
    right: 'books',
    params: chapterUuid,
    failures: [404, 412, 428],
  }),
  listTrash: defineStudioCall({
    method: 'GET',
    path: '/studio/trash',
    summary: 'Books and chapters that were deleted, the newest first',
    right: 'books',
    query: trashQuery,
    answer: trashAnswer,
  }),
  restore: defineStudioCall({
    method: 'POST',
    path: '/studio/trash/:uuid/restore',
    summary: 'Take something out of the trash',
    right: 'books',
    params: chapterUuid,
    answer: restoredAnswer,
    failures: [404, 409],
  }),
  purge: defineStudioCall({
    method: 'DELETE',
    path: '/studio/trash/:uuid',
    summary: 'Remove something from the trash for ever',
    description: '`name` must be its title.',
    right: 'delete_for_ever',
    wants: 'sensitive',
    params: chapterUuid,
    body: forEverBody,
    failures: [404],
  }),
  listCovers: defineStudioCall({
    method: 'GET',
    path: '/studio/books/:uuid/covers',
    summary: "A book's covers, and the pictures that they are parts of",
    right: 'books',
    params: chapterUuid,
    answer: coversAnswer,
    failures: [404],
  }),
  listCoverPages: defineStudioCall({
    method: 'GET',
    path: '/studio/books/:uuid/cover_pages',
    summary: 'The first pages of a book, to make a cover of',
    description: 'At most 60 of its first three chapters, in `language` where they have it, else in the original.',
    right: 'books',
    params: chapterUuid,
    query: titlesQuery,
    answer: coverPagesAnswer,
    failures: [404],
  }),
  setCover: defineStudioCall({
    method: 'PUT',
    path: '/studio/books/:uuid/covers/:language',
    summary: 'Make a cover of a file or a page, or of another part of its picture',
    description:
      '`crop` has fractions of the picture, at least 240 × 320 px; by itself it takes another part of the same picture. ' +
      '`all_languages` makes it the cover of all five languages; one without a title takes it with its title.',
    right: 'books',
    params: coverParams,
    body: coverBody,
    answer: bookAnswer,
    failures,
  }),
  removeCover: defineStudioCall({
    method: 'DELETE',
    path: '/studio/books/:uuid/covers/:language',
    summary: 'Take a cover away',
    right: 'books',
    params: coverParams,
    answer: bookAnswer,
    failures,
  }),
  listPages: defineStudioCall({
    method: 'GET',
    path: '/studio/chapters/:uuid/pages/:language',
    summary: 'The pages of a chapter in a language',
    right: 'books',
    params: pagesParams,
    answer: pagesAnswer,
    failures: [404],
  }),
  addPages: defineStudioCall({
    method: 'PUT',
    path: '/studio/chapters/:uuid/pages/:language',
    summary: 'Add a page at the end',
    description: 'The first pages of a language make a draft of it.',
    right: 'books',
    params: pagesParams,
    body: pageBody,
    answer: pagesAnswer,
    failures,
  }),
  replacePage: defineStudioCall({
    method: 'PUT',
    path: '/studio/chapters/:uuid/pages/:language/:page',
    summary: 'Replace a page',
    right: 'books',
    params: pageParams,
    body: pageBody,
    answer: pagesAnswer,
    failures,
  }),
  removePage: defineStudioCall({
    method: 'DELETE',
    path: '/studio/chapters/:uuid/pages/:language/:page',
    summary: 'Remove a page',
    right: 'books',
    params: pageParams,
    answer: pagesAnswer,
    failures,
  }),
  movePage: defineStudioCall({
    method: 'POST',
    path: '/studio/chapters/:uuid/pages/:language/move',
    summary: 'Put pages before another one, or at the end with null',
    right: 'books',
    params: pagesParams,
    body: movePagesBody,
    answer: pagesAnswer,
    failures,
  }),
  listPresence: defineStudioCall({
    method: 'GET',
    path: '/studio/books/:uuid/presence',
    summary: 'Who has the book open',
    right: 'books',
    params: chapterUuid,
    answer: presenceAnswer,
    failures: [404],
  }),
  enter: defineStudioCall({
    method: 'PUT',
    path: '/studio/books/:uuid/presence',
    summary: 'Say that one has the book open; it holds for 40 seconds',
    right: 'books',
    params: chapterUuid,
    answer: presenceAnswer,
    failures: [404],
  }),
  leave: defineStudioCall({
    method: 'DELETE',
    path: '/studio/books/:uuid/presence',
    summary: 'Say that one has closed the book, also one that is in the trash',
    right: 'books',
    params: chapterUuid,
  }),
  listRecommended: defineStudioCall({
    method: 'GET',
    path: '/studio/recommended',
    summary: 'The recommended books in their order',
    right: 'books',
    query: recommendedQuery,
    answer: recommendedAnswer,
  }),
  setRecommended: defineStudioCall({
    method: 'PUT',
    path: '/studio/recommended',
    summary: 'Choose the recommended books and their order',
    description:
      'Readers get those that fit their language and the moment, in this order. Without `languages`, `from` or `until`, ' +
      'or with null, there is no limit. Imports leave the list as it is.',
    right: 'books',
    query: recommendedQuery,
    body: recommendedBody,
    answer: recommendedAnswer,
    failures: [412, 428],
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    catalogStudio: typeof catalogStudioCalls;
  }
}
