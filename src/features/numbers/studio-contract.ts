import * as z from 'zod/mini';
import { cover, givenUuid, languageCode, languageQuery, storable, timestamp, uuid } from '../../shared/wire.ts';
import { csvFields, listOf, oneOf, pageFields } from '../studio/contract.ts';
import { defineStudioCall } from '../studio/rules.ts';
import { attributedBy, groups } from './rules.ts';

const day = z.string().check(z.maxLength(40));
/** A plot wants all rows of a range, or of a long book, at once. */
const rowsOfPlot = z.pipe(
  z.string().check(z.regex(/^([1-9]\d{0,2}|[1-4]\d{3}|5000)$/, 'must be a whole number from 1 to 5000')),
  z.transform(Number),
);
/** The fields of the query of every number (spec: studio.md#numbers). */
const rangeFields = {
  ...pageFields,
  ...csvFields,
  page_size: z._default(rowsOfPlot, 50),
  from: z.optional(day),
  to: z.optional(day),
  group: z.optional(z.enum(groups)),
  book_uuid: z.optional(givenUuid),
  language: z.optional(languageCode),
};
export const numbersQuery = z.object(rangeFields);
export const visitsQuery = z.object({ ...rangeFields, by: z.optional(z.enum(['book', 'language', 'source'])) });
/** `title_language`: of the titles in the answer. */
export const bookQuery = z.object({ ...rangeFields, book_uuid: givenUuid, title_language: languageQuery });
export const topBy = ['visits', 'readers', 'finished', 'likes', 'follows'] as const;
export const topQuery = z.object({
  ...rangeFields,
  by: z._default(z.enum(topBy), 'visits'),
  title_language: languageQuery,
});
export const revenueQuery = z.object({ ...rangeFields, by: z.optional(z.enum(['plan', 'method', 'language'])) });

/** `data` of every number: a page of rows, and what they are about. `partial`: a day that is not over is among them. */
const figuresOf = <T extends z.ZodMiniType>(row: T) =>
  z.object({
    result: z.array(row),
    total: z.number(),
    from: z.string(),
    to: z.string(),
    time_zone: z.string(),
    partial: z.boolean(),
  });

const period = z.string();
const key = z.nullable(z.string());
export const visitsRow = z.object({ period, key, views: z.number(), visits: z.number(), readers: z.number() });
export const visitsAnswer = figuresOf(visitsRow);
const chapter = { chapter_uuid: uuid, number: z.number(), title: z.string() };
export const chaptersRow = z.object({ ...chapter, opened: z.number(), started: z.number(), finished: z.number() });
export const chaptersAnswer = figuresOf(chaptersRow);
export const stopsRow = z.object({ ...chapter, users: z.number() });
export const stopsAnswer = figuresOf(stopsRow);
export const funnelRow = z.object({
  period,
  visitors: z.number(),
  lock_seen: z.number(),
  registered: z.number(),
  registered_new: z.number(),
  /** Only for those who may see revenue. */
  paid: z.optional(z.number()),
});
export const funnelAnswer = figuresOf(funnelRow);
export const topRow = z.object({ book_uuid: uuid, title: z.nullable(z.string()), value: z.number() });
export const topAnswer = figuresOf(topRow);
export const revenueRow = z.object({
  period,
  key,
  currency: z.string(),
  gross: z.number(),
  refunds: z.number(),
  payments: z.number(),
});
export const revenueAnswer = figuresOf(revenueRow);
export const membersRow = z.object({
  period,
  now: z.number(),
  new: z.number(),
  leaving: z.number(),
  left: z.number(),
  renewed: z.number(),
  undecided: z.number(),
  renewal_rate: z.nullable(z.number()),
});
export const membersAnswer = figuresOf(membersRow);

const { group: _group, book_uuid: _book, language: _language, ...daysFields } = rangeFields;
/** `touch`: the first or the last one of somebody; \`by\`: what of it. */
export const attributionQuery = z.object({
  ...daysFields,
  touch: z._default(z.enum(['first', 'last']), 'last'),
  by: z._default(z.enum(attributedBy), 'source'),
});
export const attributionRow = z.object({
  key,
  sign_ups: z.number(),
  first_payments: z.number(),
  revenue: z.array(z.object({ currency: z.string(), amount: z.number() })),
});
export type AttributionRow = z.infer<typeof attributionRow>;
export const cohortsQuery = z.object({
  ...pageFields,
  ...csvFields,
  page_size: z._default(rowsOfPlot, 50),
  plan: z.optional(z.string().check(z.maxLength(32), storable)),
});
/** `months`: of those who paid first in `month`, how many paid again in each month after it; null: it is not over. */
export const cohortRow = z.object({
  month: z.string(),
  plan: z.nullable(z.string()),
  members: z.number(),
  months: z.array(z.object({ month: z.number(), count: z.nullable(z.number()), share: z.nullable(z.number()) })),
});
export type CohortRow = z.infer<typeof cohortRow>;

const sums = { net: z.number(), gross: z.number(), refunded: z.number(), buyers: z.number() };
/** The figures of the studio's first page, each where the role may see it (spec: studio.md#home). */
/** What one does about something that wants attention: the word of its button. */
export const needActions = ['review', 'check', 'open', 'back_up'] as const;
/** The steps of a new site, in their order. */
export const steps = ['name', 'book', 'payment', 'backup', 'contact'] as const;
const namedBook = z.object({ book_uuid: uuid, title: z.string(), cover: z.nullable(cover) });

export const home = z.object({
  sales: z.optional(
    z.object({
      ...sums,
      currency: z.nullable(z.string()),
      by_currency: z.array(z.object({ currency: z.string(), ...sums })),
      previous: z.object(sums),
    }),
  ),
  readers: z.optional(z.object({ today: z.number(), previous: z.number(), days: z.array(z.number()) })),
  members: z.optional(z.object({ now: z.number(), new: z.number(), leaving: z.number() })),
  accounts: z.optional(z.object({ new: z.number() })),
  needs: z.array(z.object({ kind: z.string(), count: z.number(), page: z.string(), action: z.enum(needActions) })),
  /** What comes out within 7 days; a chapter has a row for each moment. */
  coming: z.optional(
    z.array(
      z.object({
        at: timestamp,
        book: namedBook,
        chapter: z.object({
          chapter_uuid: uuid,
          title: z.string(),
          season: z.nullable(z.number()),
          label: z.nullable(z.string()),
        }),
        number: z.number(),
        languages: z.array(languageCode),
      }),
    ),
  ),
  drafts: z.optional(z.array(z.object({ book: namedBook, count: z.number() }))),
  /** Null: all is done, or it was dismissed. */
  checklist: z.optional(z.nullable(z.array(z.object({ step: z.enum(steps), done: z.boolean() })))),
});
/** `language`: of titles and covers. */
export const homeQuery = z.object({ language: languageQuery });
export const homeAnswer = oneOf(home);

export type Home = z.infer<typeof home>;
export type ChaptersRow = z.infer<typeof chaptersRow>;
export type StopsRow = z.infer<typeof stopsRow>;
export type NumbersQuery = z.output<typeof numbersQuery>;
export type VisitsRow = z.infer<typeof visitsRow>;
export type FunnelRow = z.infer<typeof funnelRow>;
export type RevenueRow = z.infer<typeof revenueRow>;
export type MembersRow = z.infer<typeof membersRow>;

const ofDays = "Days of the studio's zone, the last 28 by default; today is partial.";

export const homeCalls = {
  getHome: defineStudioCall({
    method: 'GET',
    path: '/studio/home',
    summary: 'The figures of the first page, as the role may see them',
    description:
      'Sales, members and new accounts of the last 7 days, readers of each of the last 28, today with them; what wants ' +
      'attention, what comes out within 7 days, drafts, and the steps of a new site.',
    right: 'enter',
    query: homeQuery,
    answer: homeAnswer,
  }),
  dismissChecklist: defineStudioCall({
    method: 'DELETE',
    path: '/studio/home/checklist',
    summary: 'Dismiss the steps of a new site, for everybody',
    right: 'settings',
  }),
};

export const numberCalls = {
  visits: defineStudioCall({
    method: 'GET',
    path: '/studio/numbers/visits',
    summary: 'Views, visits and readers',
    description: `Readers of several days are added up. Without \`by\`, a book or a language, views have those of everybody. ${ofDays}`,
    right: 'numbers',
    query: visitsQuery,
    answer: visitsAnswer,
  }),
  chapters: defineStudioCall({
    method: 'GET',
    path: '/studio/numbers/chapters',
    summary: 'How many readers opened, started and finished each chapter of a book',
    description: `${ofDays}`,
    right: 'numbers',
    query: bookQuery,
    answer: chaptersAnswer,
    failures: [404],
  }),
  stops: defineStudioCall({
    method: 'GET',
    path: '/studio/numbers/stops',
    summary: 'Users by the furthest chapter in a book that they have left for 14 days and not finished',
    description: `As it is now: days and language mean nothing here. ${ofDays}`,
    right: 'numbers',
    query: bookQuery,
    answer: stopsAnswer,
    failures: [404],
  }),
  funnel: defineStudioCall({
    method: 'GET',
    path: '/studio/numbers/funnel',
    summary: 'Visitors of books, and what they did after they had seen a lock',
    description: `${ofDays}`,
    right: 'numbers',
    query: numbersQuery,
    answer: funnelAnswer,
  }),
  top: defineStudioCall({
    method: 'GET',
    path: '/studio/numbers/top',
    summary: 'The books with the most visits, readers, finished chapters, likes or follows',
    description: `${ofDays}`,
    right: 'numbers',
    query: topQuery,
    answer: topAnswer,
  }),
  revenue: defineStudioCall({
    method: 'GET',
    path: '/studio/numbers/revenue',
    summary: 'What was paid and refunded, in minor units of each currency',
    description: `\`language\` is that of the page which the buyer saw last, else \`unknown\`. A payment is of no book. ${ofDays}`,
    right: 'revenue',
    query: revenueQuery,
    answer: revenueAnswer,
  }),
  members: defineStudioCall({
    method: 'GET',
    path: '/studio/numbers/members',
    summary: 'Members at the end of each period, and those who came, left and renewed',
    description: `${ofDays}`,
    right: 'revenue',
    query: numbersQuery,
    answer: membersAnswer,
  }),
  attribution: defineStudioCall({
    method: 'GET',
    path: '/studio/numbers/attribution',
    summary: 'Registrations, first payments and revenue by where somebody came from',
    description:
      'By the touch that the browser of the registration or order told; a payment by its own, else by that of the ' +
      `registration. Null: it told nothing of that. Revenue is of all payments, gross, in minor units. ${ofDays}`,
    right: 'revenue',
    query: attributionQuery,
    answer: figuresOf(attributionRow),
  }),
};

export const cohortCalls = {
  cohorts: defineStudioCall({
    method: 'GET',
    path: '/studio/numbers/cohorts',
    summary: 'How many of those who paid first in a month paid again in each of the 12 months after it',
    description: "Months of the studio's zone, the newest first, by the plan of the first payment.",
    right: 'revenue',
    query: cohortsQuery,
    answer: listOf(cohortRow),
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    homeStudio: typeof homeCalls;
    numbers: typeof numberCalls;
    cohorts: typeof cohortCalls;
  }
}
