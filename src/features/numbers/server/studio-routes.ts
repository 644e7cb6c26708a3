import type * as z from 'zod/mini';
import { notFound, wrongFields } from '../../../server/http/errors.ts';
import type { Understood } from '../../../shared/calls.ts';
import type { Language } from '../../../shared/languages.ts';
import { type CsvColumn, moneyColumns } from '../../studio/server/csv.ts';
import type { AskedInStudio, StudioPlatform } from '../../studio/server/studio-api.ts';
import { readRange } from '../rules.ts';
import {
  attributionRow,
  type CohortRow,
  chaptersRow,
  cohortCalls,
  funnelRow,
  membersRow,
  type NumbersQuery,
  numberCalls,
  revenueRow,
  stopsRow,
  topRow,
  visitsRow,
} from '../studio-contract.ts';
import { attributionRows, rowsByCurrency } from './attribution.ts';
import { cohortRows, countedMonths } from './cohorts.ts';
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
import type { createFreshener } from './roll-up.ts';
import type { NumberSources } from './sources.ts';

export interface NumbersDeps extends StudioPlatform {
  sources: NumberSources;
  freshen: ReturnType<typeof createFreshener>;
}

/** The studio's numbers (spec: studio.md#numbers). */
export function mountNumbers(deps: NumbersDeps): void {
  const { db, clock, sources } = deps;
  addNumber(deps, numberCalls.visits, {
    row: visitsRow,
    rows: (range, { query }) => visitRows(db, range, { ...choiceOf(query), by: query.by ?? null }),
  });
  addNumber(deps, numberCalls.chapters, {
    row: chaptersRow,
    rows: async (range, { query }) =>
      chapterRows(db, range, { ...choiceOf(query), bookId: query.book_uuid, chapters: await requireChapters(query) }),
  });
  addNumber(deps, numberCalls.stops, {
    row: stopsRow,
    rows: async (_range, { query }) => {
      const chapters = await requireChapters(query);
      return stopRows(db, { bookId: query.book_uuid, chapters, now: clock(), countStops: sources.countStops });
    },
  });
  addNumber(deps, numberCalls.funnel, {
    row: funnelRow,
    ofOwners: ['paid'],
    rows: (range, { query, mayRevenue }) => funnelRows(db, range, { ...choiceOf(query), withPaid: mayRevenue }),
  });
  addNumber(deps, numberCalls.top, {
    row: topRow,
    rows: (range, { query }) =>
      topRows(db, range, { ...choiceOf(query), by: query.by, titleLanguage: query.title_language, sources }),
  });
  addNumber(deps, numberCalls.revenue, {
    row: revenueRow,
    columns: [
      'period',
      'key',
      ...moneyColumns('Amount', ({ gross, refunds, currency }) => ({
        amount: Number(gross) - Number(refunds),
        currency,
      })),
      ...moneyColumns('Gross', ({ gross: amount, currency }) => ({ amount, currency })),
      ...moneyColumns('Refunds', ({ refunds: amount, currency }) => ({ amount, currency })),
      'currency',
      'payments',
    ],
    rows: (range, { query }) =>
      revenueRows(db, range, {
        language: query.language ?? null,
        by: query.by ?? null,
        listRevenue: sources.listRevenue,
      }),
  });
  addNumber(deps, numberCalls.members, {
    row: membersRow,
    rows: (range) => memberRows(db, range, { now: clock(), countMembers: sources.countMembers }),
  });

  addNumber(deps, numberCalls.attribution, {
    row: attributionRow,
    columns: [
      ...['key', 'sign_ups', 'first_payments'],
      ...moneyColumns('Amount', ({ amount, currency }) => ({ amount, currency })),
      'currency',
    ],
    fileRows: (rows) => rows.flatMap(rowsByCurrency),
    async rows({ bounds }, { query: { touch, by } }) {
      const [first, last] = [bounds.at(0), bounds.at(-1)];
      if (!first || !last) return [];
      return attributionRows(db, { from: first.from, to: last.to }, { touch, by, ...sources });
    },
  });
  addCohorts(deps);

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

type NumbersCall = (typeof numberCalls)[keyof typeof numberCalls];

/** Adds a call that answers rows of a range of days, as a page and as a file. */
function addNumber<C extends NumbersCall, Row extends z.ZodMiniObject>(
  deps: NumbersDeps,
  call: C,
  given: {
    row: Row;
    /** The columns of its file, where these are not the fields of a row. */
    columns?: readonly CsvColumn[];
    /** The fields that only owners get. */
    ofOwners?: readonly string[];
    /** The rows of its file, where these are not those of the answer. */
    fileRows?(rows: z.output<Row>[]): object[];
    rows(range: Range, asked: { query: Understood<C, 'query'>; mayRevenue: boolean }): Promise<z.output<Row>[]>;
  },
): void {
  const { studio, db, clock, setting } = deps;
  type Asked = Pick<AskedInStudio<C>, 'query' | 'staff'>;
  const read = async ({ query, staff }: Asked) => {
    const range = await rangeOf(query);
    return { range, rows: await given.rows(range, { query, mayRevenue: staff.role === 'owner' }) };
  };
  async function rangeOf(query: NumbersQuery): Promise<Range> {
    const { today } = await deps.freshen(clock());
    const days = readRange(query, today);
    if (typeof days === 'string') throw wrongFields([{ path: 'from', code: 'invalid', message: days }]);
    const bounds = await listBounds(db, { ...days, timeZone: setting('time_zone') });
    return { ...days, group: query.group ?? null, bounds, partial: days.from <= today && today <= days.to };
  }
  const answerTo = async (asked: Asked) => {
    const { range, rows } = await read(asked);
    const { page, page_size: pageSize } = asked.query;
    const { from, to, partial } = range;
    const result = rows.slice(page * pageSize, (page + 1) * pageSize);
    return { result, total: rows.length, from, to, time_zone: setting('time_zone'), partial };
  };
  // The rows are those of `row`; the type of the whole is too deep to say.
  studio.add<NumbersCall>(call, answerTo as never, {
    csv: {
      name: call.path.replace(/^.*\//, ''),
      columns: ({ staff }) =>
        given.columns ??
        Object.keys(given.row.shape).filter((name) => staff.role === 'owner' || !given.ofOwners?.includes(name)),
      async *rows(asked) {
        const found = await read(asked as unknown as Asked); // of this call, as above
        const rows = given.fileRows?.(found.rows) ?? found.rows;
        for (let at = 0; at < rows.length; at += rowsAtOnce) yield rows.slice(at, at + rowsAtOnce);
      },
    },
  });
}

/** The cohorts of buyers: of all time, whatever the days. */
function addCohorts({ studio, db, clock, setting, sources, freshen }: NumbersDeps): void {
  const read = async (plan: string | null) => {
    const { today } = await freshen(clock());
    return cohortRows(db, { today, timeZone: setting('time_zone'), plan, listCohorts: sources.listCohorts });
  };
  studio.add(
    cohortCalls.cohorts,
    async ({ query: { plan = null, page, page_size: pageSize } }) => {
      const rows = await read(plan);
      return { result: rows.slice(page * pageSize, (page + 1) * pageSize), total: rows.length };
    },
    {
      csv: {
        name: 'cohorts',
        columns: [
          'month',
          'plan',
          'members',
          ...Array.from({ length: countedMonths }, (_, at) => columnsOfMonth(at)),
        ].flat(),
        async *rows({ query: { plan = null } }) {
          yield await read(plan);
        },
      },
    },
  );
}

/** The columns of a month of cohorts, counted from 0: how many paid again, and their share. */
function columnsOfMonth(at: number): CsvColumn[] {
  const monthOf = (row: Readonly<Record<string, unknown>>) => (row as CohortRow).months[at]; // a row of this call
  return [
    { head: `Month ${at + 1}`, read: (row) => monthOf(row)?.count },
    { head: `Month ${at + 1} (share)`, read: (row) => monthOf(row)?.share },
  ];
}
