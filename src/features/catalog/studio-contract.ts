import * as z from 'zod/mini';
import { failure, givenUuid, languageCode, timestamp, uuid } from '../../shared/wire.ts';
import { isTimeZone } from '../../shared/zoned-time.ts';
import { listOf, oneOf, pageFields } from '../studio/contract.ts';

const override = z.enum(['rule', 'free', 'members']);
const publicationState = z.enum(['draft', 'scheduled', 'published']);

/** A time as the studio takes it: with an offset, or on the clocks of `time_zone`. */
const givenTime = z.string().check(z.maxLength(60));
const timeZone = z.optional(z.string().check(z.refine(isTimeZone, 'must be the name of a time zone')));

export const conflict = z.object({
  chapter_uuid: uuid,
  place: z.number(),
  title: z.string(),
  published_at: z.nullable(timestamp),
});

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

export const publishingQuery = z.object({
  ...pageFields,
  from: z.optional(givenTime),
  to: z.optional(givenTime),
  time_zone: timeZone,
  book: z.optional(givenUuid),
  state: z.optional(publicationState),
  language: z.optional(languageCode),
});
export const publishingAnswer = listOf(publishingRow);

export const chapterUuid = z.object({ uuid: givenUuid });
export const publicationBody = z.object({
  published_at: z.nullable(givenTime),
  time_zone: timeZone,
  languages: z.optional(z.array(languageCode).check(z.minLength(1))),
  with_later: z.optional(z.boolean()),
});
/** The refusal of a change that other chapters stand in the way of. */
export const outOfOrderRefusal = z.extend(failure, { conflicts: z.optional(z.array(conflict)) });

export const studioChapter = z.object({
  chapter_uuid: uuid,
  book_uuid: uuid,
  place: z.number(),
  number: z.nullable(z.number()),
  title: z.string(),
  access: override,
  free_at: z.nullable(timestamp),
  editions: z.array(z.object({ language: languageCode, state: publicationState, published_at: z.nullable(timestamp) })),
});
export const chapterAnswer = oneOf(studioChapter);
export const chapterBody = z.object({
  access: z.optional(override),
  free_at: z.optional(z.nullable(givenTime)),
  time_zone: timeZone,
});

export const studioBook = z.object({
  book_uuid: uuid,
  public_free_chapters: z.nullable(z.number()),
  early_access_days: z.nullable(z.number()),
  show_schedule: z.boolean(),
  preview: z.enum(['none', 'blur', 'words']),
});
export const bookAnswer = oneOf(studioBook);
const wholeTo = (most: number) => z.nullable(z.int().check(z.minimum(0), z.maximum(most)));
export const bookBody = z.object({
  public_free_chapters: z.optional(wholeTo(999_999)),
  early_access_days: z.optional(wholeTo(3650)),
  show_schedule: z.optional(z.boolean()),
  preview: z.optional(z.enum(['none', 'blur', 'words'])),
});

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
