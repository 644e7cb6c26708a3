import type * as z from 'zod/mini';
import type { Clock } from '../../../server/clock.ts';
import type { DbPool } from '../../../server/db.ts';
import { notFound, wrongFields } from '../../../server/errors.ts';
import type { Log } from '../../../server/log.ts';
import type { Language } from '../../../shared/languages.ts';
import type { Right } from '../../studio/rules.ts';
import type { AskedInStudio, StudioApi } from '../../studio/server/studio-api.ts';
import { readRange } from '../rules.ts';
import {
  bookQuery,
  chaptersAnswer,
  chaptersRow,
  funnelAnswer,
  funnelRow,
  homeAnswer,
  membersAnswer,
  membersRow,
  type NumbersQuery,
  numbersQuery,
  revenueAnswer,
  revenueQuery,
  revenueRow,
  stopsAnswer,
  stopsRow,
  topAnswer,
  topQuery,
  topRow,
  visitsAnswer,
  visitsQuery,
  visitsRow,
} from '../studio-contract.ts';
import { listBounds } from './day-queries.ts';
import {
  chapterRows,
  funnelRows,
  memberRows,
  type Range,
  revenueRows,
  stopRows,
  topRows,
  visitRows,
} from './figures.ts';
import { readHome } from './home.ts';
import { createFreshener } from './roll-up.ts';
import type { NumberSources } from './sources.ts';

export interface NumbersDeps {
  studio: StudioApi;
  db: DbPool;
  clock: Clock;
  timeZone: string;
  sources: NumberSources;
  log: Log;
}

type NumberCalls = NumbersDeps & { freshen: ReturnType<typeof createFreshener> };

/** The studio's numbers (spec: studio.md#numbers). */
export function mountNumbers(given: NumbersDeps): void {
  const { db, clock, sources } = given;
  const deps: NumberCalls = { ...given, freshen: createFreshener(given) };
  given.studio.add({
    method: 'GET',
    path: '/studio/home',
    summary: 'The figures of the first page, as the role may see them',
    description: 'Sales and new accounts of the last 7 days, readers of each of the last 28, today with them.',
    right: 'enter',
    answer: homeAnswer,
    async answerTo({ staff }) {
      const { today } = await deps.freshen(clock());
      return { result: await readHome(db, { role: staff.role, today, timeZone: given.timeZone, sources }) };
    },
  });
  addNumber(deps, {
    name: 'visits',
    summary: 'Views, visits and readers',
    description:
      'Readers of several days are added up. Without `by`, a book or a language, views have those of everybody.',
    right: 'numbers',
    query: visitsQuery,
    answer: visitsAnswer,
    row: visitsRow,
    rows: (range, { query }) => visitRows(db, range, { ...choiceOf(query), by: query.by ?? null }),
  });
  addNumber(deps, {
    name: 'chapters',
    summary: 'How many readers opened, started and finished each chapter of a book',
    right: 'numbers',
    query: bookQuery,
    answer: chaptersAnswer,
    row: chaptersRow,
    failures: [404],
    rows: async (range, { query }) =>
      chapterRows(db, range, { ...choiceOf(query), bookId: query.book_uuid, chapters: await requireChapters(query) }),
  });
  addNumber(deps, {
    name: 'stops',
    summary: 'Users by the furthest chapter in a book that they have left for 14 days and not finished',
    description: 'As it is now: days and language mean nothing here.',
    right: 'numbers',
    query: bookQuery,
    answer: stopsAnswer,
    row: stopsRow,
    failures: [404],
    rows: async (_range, { query }) => {
      const chapters = await requireChapters(query);
      return stopRows(db, { bookId: query.book_uuid, chapters, now: clock(), countStops: sources.countStops });
    },
  });
  addNumber(deps, {
    name: 'funnel',
    summary: 'Visitors of books, and what they did after they had seen a lock',
    right: 'numbers',
    query: numbersQuery,
    answer: funnelAnswer,
    row: funnelRow,
    ofOwners: ['paid'],
    rows: (range, { query, mayRevenue }) => funnelRows(db, range, { ...choiceOf(query), withPaid: mayRevenue }),
  });
  addNumber(deps, {
    name: 'top',
    summary: 'The books with the most visits, readers, finished chapters, likes or follows',
    right: 'numbers',
    query: topQuery,
    answer: topAnswer,
    row: topRow,
    rows: (range, { query }) =>
      topRows(db, range, { ...choiceOf(query), by: query.by, titleLanguage: query.title_language, sources }),
  });
  addNumber(deps, {
    name: 'revenue',
    summary: 'What was paid and refunded, in minor units of each currency',
    description: '`language` is that of the page which the buyer saw last, else `unknown`. A payment is of no book.',
    right: 'revenue',
    query: revenueQuery,
    answer: revenueAnswer,
    row: revenueRow,
    rows: (range, { query }) =>
      revenueRows(db, range, {
        language: query.language ?? null,
        by: query.by ?? null,
        listRevenue: sources.listRevenue,
      }),
  });
  addNumber(deps, {
    name: 'members',
    summary: 'Members at the end of each period, and those who came, left and renewed',
    right: 'revenue',
    query: numbersQuery,
    answer: membersAnswer,
    row: membersRow,
    rows: (range) => memberRows(db, range, { now: clock(), countMembers: sources.countMembers }),
  });

  async function requireChapters(query: { book_uuid: string; title_language: Language }) {
    const chapters = await sources.listChapters(db, { bookId: query.book_uuid, language: query.title_language });
    if (!chapters) throw notFound('book_not_found', 'There is no such book');
    return chapters;
  }
}

function choiceOf(query: Pick<NumbersQuery, 'book_uuid' | 'language'>) {
  return { bookId: query.book_uuid ?? null, language: query.language ?? null };
}

const rowsAtOnce = 500;

/** Adds a call that answers rows of a range of days, as a page and as a file. */
function addNumber<Query extends z.ZodMiniType<NumbersQuery>, Row extends z.ZodMiniObject>(
  deps: NumberCalls,
  call: {
    name: string;
    summary: string;
    description?: string;
    right: Right;
    query: Query;
    row: Row;
    // biome-ignore lint/suspicious/noExplicitAny: its rows are those of `row`; the type of the whole is too deep to say
    answer: any;
    failures?: number[];
    /** The fields that only owners get. */
    ofOwners?: readonly string[];
    rows(range: Range, asked: { query: z.output<Query>; mayRevenue: boolean }): Promise<z.output<Row>[]>;
  },
): void {
  const { studio, db, clock, timeZone } = deps;
  type Asked = AskedInStudio<z.ZodMiniVoid, Query, z.ZodMiniVoid>;
  const read = async ({ query, staff }: Pick<Asked, 'query' | 'staff'>) => {
    const range = await rangeOf(query);
    return { range, rows: await call.rows(range, { query, mayRevenue: staff.role === 'owner' }) };
  };
  async function rangeOf(query: NumbersQuery): Promise<Range> {
    const { today } = await deps.freshen(clock());
    const days = readRange(query, today);
    if (typeof days === 'string') throw wrongFields([{ path: 'from', code: 'invalid', message: days }]);
    const bounds = await listBounds(db, { ...days, timeZone });
    return { ...days, group: query.group ?? null, bounds, partial: days.from <= today && today <= days.to };
  }
  studio.add({
    method: 'GET',
    path: `/studio/numbers/${call.name}`,
    summary: call.summary,
    description:
      `${call.description ?? ''} Days of the studio's zone, the last 28 by default; today is partial.`.trim(),
    right: call.right,
    query: call.query,
    answer: call.answer,
    ...(call.failures && { failures: call.failures }),
    async answerTo(asked: Pick<Asked, 'query' | 'staff'>) {
      const { range, rows } = await read(asked);
      const { page, page_size: pageSize } = asked.query;
      const { from, to, partial } = range;
      const result = rows.slice(page * pageSize, (page + 1) * pageSize);
      return { result, total: rows.length, from, to, time_zone: timeZone, partial };
    },
    csv: {
      name: call.name,
      columns: ({ staff }: Pick<Asked, 'staff'>) =>
        Object.keys(call.row.shape).filter((name) => staff.role === 'owner' || !call.ofOwners?.includes(name)),
      async *rows(asked: Pick<Asked, 'query' | 'staff'>) {
        const { rows } = await read(asked);
        for (let at = 0; at < rows.length; at += rowsAtOnce) yield rows.slice(at, at + rowsAtOnce);
      },
    },
  });
}
