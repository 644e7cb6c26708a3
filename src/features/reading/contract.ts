import * as z from 'zod/mini';
import { givenUuid, languageCode, pageNumber, picture, uuid } from '../../shared/wire.ts';
import { bookKind, bookLayout, readingDirection } from '../catalog/contract.ts';

/** Text of a novel: a run with its marks, a line break, or a word with its reading above it. */
export const inline = z.union([
  z.object({ type: z.literal('text'), text: z.string(), em: z.optional(z.boolean()), strong: z.optional(z.boolean()) }),
  z.object({ type: z.literal('br') }),
  z.object({ type: z.literal('ruby'), base: z.string(), text: z.string() }),
]);

/** A block of a novel's text; rendered as elements, never as markup (contract.md section 2). */
export const block = z.union([
  z.object({ type: z.enum(['p', 'h2', 'h3', 'h4', 'blockquote']), inlines: z.array(inline) }),
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
  kind: bookKind,
  language: languageCode,
  book_uuid: uuid,
  book_title: z.string(),
  layout: bookLayout,
  reading_direction: readingDirection,
  prev_chapter_number: z.nullable(z.number()),
  next_chapter_number: z.nullable(z.number()),
  pages: z.optional(z.array(comicPage)),
  blocks: z.optional(z.array(block)),
});

/** What a refused chapter may still say, and nothing more (contract.md section 1). */
export const lockedChapter = z.object({
  book_uuid: uuid,
  book_title: z.string(),
  chapter_number: z.number(),
  title: z.string(),
  prev_chapter_uuid: z.nullable(uuid),
  prev_chapter_number: z.nullable(z.number()),
  next_chapter_uuid: z.nullable(uuid),
  next_chapter_number: z.nullable(z.number()),
});

export const chapterParams = z.object({ chapterUuid: givenUuid, language: languageCode });
export const chapterAnswer = z.object({ result: chapterContent });

export const textSearchParams = z.object({ bookId: givenUuid, language: languageCode });
/** PostgreSQL holds no NUL, so nothing stored could match. */
export const textSearchQuery = z.object({
  q: z.string().check(
    z.minLength(2),
    z.maxLength(100),
    z.refine((text) => !text.includes('\0'), 'must not hold NUL characters'),
  ),
  page: z._default(pageNumber, 0),
});
/** A passage of a novel in which the words stand; `index` is the block's. */
export const textHit = z.object({
  chapter_uuid: uuid,
  chapter_number: z.number(),
  title: z.string(),
  index: z.number(),
  excerpt: z.string(),
});
/** `total` is counted up to a limit: what is one more than it means that there are more. */
export const textSearchAnswer = z.object({ result: z.array(textHit), total: z.number() });

export const favorBody = z.object({ book_uuid: givenUuid, chapter_uuid: givenUuid });
export const favorResult = z.object({ already_favor: z.boolean(), total_likes: z.number() });
export const favorAnswer = z.object({ result: favorResult });

export const eventName = z.enum(['open_book', 'start_reading', 'finished_reading']);
export const readingEvent = z.object({
  event_id: givenUuid,
  name: eventName,
  /** A time without a zone is in UTC (product.md section 5). */
  occurred_at: z.iso.datetime({ offset: true, local: true }),
  book_uuid: givenUuid,
  chapter_uuid: z.optional(givenUuid),
  language: languageCode,
});
export const eventsBody = z.object({ events: z.array(readingEvent).check(z.maxLength(50)) });

export type Inline = z.infer<typeof inline>;
export type Block = z.infer<typeof block>;
export type ComicPage = z.infer<typeof comicPage>;
export type ChapterContent = z.infer<typeof chapterContent>;
export type LockedChapter = z.infer<typeof lockedChapter>;
export type ChapterAnswer = z.infer<typeof chapterAnswer>;
export type TextHit = z.infer<typeof textHit>;
export type TextSearchAnswer = z.infer<typeof textSearchAnswer>;
export type FavorResult = z.infer<typeof favorResult>;
export type FavorAnswer = z.infer<typeof favorAnswer>;
export type ReadingEvent = z.infer<typeof readingEvent>;
export type EventName = z.infer<typeof eventName>;
