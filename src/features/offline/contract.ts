import * as z from 'zod/mini';
import { defineCall } from '../../shared/calls.ts';
import { givenUuid, languageCode, uuid } from '../../shared/wire.ts';

export const sizeParams = z.object({ chapterUuid: givenUuid, language: languageCode });
/** The form that a device would keep of each picture. */
export const sizeQuery = z.object({
  type: z.enum(['image/avif', 'image/webp']),
  width: z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,4}$/, 'must be a whole number from 1 to 99999')),
    z.transform(Number),
  ),
});
/**
 * A chapter's approximate size in bytes, the number of its images or blocks, and the next chapter; null where the
 * caller may not read it.
 */
export const sizeAnswer = z.object({
  result: z.nullable(
    z.object({
      bytes: z.number(),
      count: z.number(),
      next_chapter_uuid: z.nullable(uuid),
      next_chapter_number: z.nullable(z.number()),
    }),
  ),
});

export type SizeAnswer = z.infer<typeof sizeAnswer>;

export const offlineCalls = {
  getChapterSize: defineCall({
    method: 'GET',
    path: '/comics/chapter_size/:chapterUuid/:language',
    who: 'anyone',
    scopes: ['read'],
    summary: 'How long a chapter is, and about how much of a device it takes',
    description:
      '`count` images or blocks, and in bytes, with the form of each picture that a device would keep: of the `type` where there is one, the least ' +
      'that is wide enough. `null` for a chapter that the caller may not read.',
    params: sizeParams,
    query: sizeQuery,
    answer: sizeAnswer,
    failures: [404],
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    offline: typeof offlineCalls;
  }
}
