import * as z from 'zod/mini';
import { defineCall } from '../../shared/calls.ts';
import { parseTime } from '../../shared/time.ts';
import { givenUuid, languageQuery, timestamp, uuid } from '../../shared/wire.ts';
import { adultQuery } from '../catalog/contract.ts';

/** ISO 8601; without a zone it is in UTC. */
const givenTime = z.pipe(
  z.string().check(z.refine((text) => parseTime(text) !== null, 'must be a time')),
  z.transform((text) => parseTime(text) ?? new Date(Number.NaN)), // the check before has read it
);

export const calendarQuery = z.object({
  language: languageQuery,
  from: z.optional(givenTime),
  to: z.optional(givenTime),
  book: z.optional(givenUuid),
  adult: adultQuery,
});

/**
 * A chapter that comes out at a moment, told by its number alone, or one for members that opens to all then
 * (spec: catalog.md#calendar).
 */
export const calendarEntry = z.object({
  at: timestamp,
  kind: z.enum(['chapter', 'free']),
  book_uuid: uuid,
  book_title: z.string(),
  chapter_number: z.number(),
  chapter_uuid: z.nullable(uuid),
  season: z.nullable(z.number()),
  label: z.nullable(z.string()),
  title: z.nullable(z.string()),
});
export const calendarAnswer = z.object({ result: z.array(calendarEntry) });

export type CalendarEntry = z.infer<typeof calendarEntry>;

export const releasesCalls = {
  getCalendar: defineCall({
    method: 'GET',
    path: '/comics/calendar',
    who: 'anyone',
    scopes: ['read'],
    summary: 'What comes next: new chapters, and chapters that open to all',
    description:
      'Of books that tell it, at most 500, the nearest first. `from` is now by default, `to` 30 days after it; there are ' +
      'at most 62 days between them. Of a chapter that is not published yet only the number is told.',
    query: calendarQuery,
    answer: calendarAnswer,
    failures: [404],
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    releases: typeof releasesCalls;
  }
}
