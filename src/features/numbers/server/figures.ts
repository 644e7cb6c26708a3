import type { Db } from '../../../server/database/db.ts';
import type { Language } from '../../../shared/languages.ts';
import { type DayRange, type Group, periodOf } from '../rules.ts';
import type { FunnelRow, MembersRow, RevenueRow, topBy, VisitsRow } from '../studio-contract.ts';
import { listFunnel, listPaymentLanguages, listVisits, sumBooks, sumChapters, sumFinished } from './figure-queries.ts';
import type { NumberSources, Span } from './sources.ts';

/** The days of a question, and how they are put together; null: all of them are one period. */
export interface Range extends DayRange {
  group: Group | null;
  bounds: readonly ({ day: string } & Span)[];
  /** A day that is not over is among them. */
  partial: boolean;
}

interface Choice {
  bookId: string | null;
  language: string | null;
}

const periodIn = (range: Range, day: string) => (range.group === null ? range.from : periodOf(day, range.group));

/** The periods of a range with their times, in order. */
function periodsOf(range: Range): ({ period: string } & Span)[] {
  const periods = new Map<string, { period: string } & Span>();
  for (const { day, from, to } of range.bounds) {
    const period = periodIn(range, day);
    const known = periods.get(period);
    if (known) known.to = to;
    else periods.set(period, { period, from, to });
  }
  return [...periods.values()];
}

/** Adds up the rows of the same period and key; of a period without a row nothing comes. */
function addUp<Row extends { period: string; key: string | null }>(
  rows: readonly Row[],
  add: (sum: Row, row: Row) => void,
): Row[] {
  const sums = new Map<string, Row>();
  for (const row of rows) {
    const name = JSON.stringify([row.period, row.key]);
    const sum = sums.get(name);
    if (sum) add(sum, row);
    else sums.set(name, { ...row });
  }
  return [...sums.values()].sort(
    (one, other) => compare(one.period, other.period) || compare(one.key ?? '', other.key ?? ''),
  );
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

export async function visitRows(
  db: Db,
  range: Range,
  asked: Choice & { by: 'book' | 'language' | 'source' | null },
): Promise<VisitsRow[]> {
  const days = await listVisits(db, { ...asked, from: range.from, to: range.to });
  const empty = { key: null, views: 0, visits: 0, readers: 0 };
  const none = asked.by === null ? periodsOf(range).map(({ period }) => ({ period, ...empty })) : [];
  const rows = days.map(({ day, ...row }) => ({ period: periodIn(range, day), ...row }));
  return addUp([...none, ...rows], (sum, row) => {
    sum.views += row.views;
    sum.visits += row.visits;
    sum.readers += row.readers;
  });
}

type Chapters = readonly { id: string; number: number; title: string }[];
const presentChapter = ({ id, number, title }: Chapters[number]) => ({ chapter_uuid: id, number, title });

export async function chapterRows(
  db: Db,
  { from, to }: Range,
  asked: { bookId: string; language: string | null; chapters: Chapters },
) {
  const sums = new Map((await sumChapters(db, { ...asked, from, to })).map((row) => [row.chapterId, row]));
  return asked.chapters.map((chapter) => {
    const { opened = 0, started = 0, finished = 0 } = sums.get(chapter.id) ?? {};
    return { ...presentChapter(chapter), opened, started, finished };
  });
}

const stillMs = 14 * 24 * 60 * 60 * 1000;

export async function stopRows(
  db: Db,
  asked: { bookId: string; chapters: Chapters; now: Date } & Pick<NumberSources, 'countStops'>,
) {
  const { bookId, chapters, now, countStops } = asked;
  const stops = await countStops(db, { bookId, before: new Date(now.getTime() - stillMs) });
  const last = chapters.at(-1)?.number;
  const unfinished = stops.filter(({ chapterNumber, isEnd }) => !(isEnd && chapterNumber === last));
  return chapters.map((chapter) => ({
    ...presentChapter(chapter),
    users: unfinished.reduce(
      (sum, { chapterNumber, users }) => sum + (chapterNumber === chapter.number ? users : 0),
      0,
    ),
  }));
}

export async function funnelRows(db: Db, range: Range, asked: Choice & { withPaid: boolean }): Promise<FunnelRow[]> {
  const { withPaid, ...choice } = asked;
  const days = await listFunnel(db, { ...choice, from: range.from, to: range.to });
  return periodsOf(range).map(({ period }) => {
    const own = days.filter(({ day }) => periodIn(range, day) === period);
    const sumOf = (field: 'visitors' | 'lockSeen' | 'registered' | 'registeredNew' | 'paid') =>
      own.reduce((sum, row) => sum + row[field], 0);
    return {
      period,
      visitors: sumOf('visitors'),
      lock_seen: sumOf('lockSeen'),
      registered: sumOf('registered'),
      registered_new: sumOf('registeredNew'),
      ...(withPaid && { paid: sumOf('paid') }),
    };
  });
}

export async function topRows(
  db: Db,
  range: Range,
  asked: Choice & { by: (typeof topBy)[number]; titleLanguage: Language; sources: NumberSources },
) {
  const { by, titleLanguage, sources, ...choice } = asked;
  const values = await valuesOfBooks(db, range, { ...choice, by, sources });
  const found = values
    .filter(({ bookId, value }) => value > 0 && (choice.bookId === null || bookId === choice.bookId))
    .sort((one, other) => other.value - one.value || compare(one.bookId, other.bookId));
  const titles = await sources.listTitles(db, { bookIds: found.map(({ bookId }) => bookId), language: titleLanguage });
  return found.map(({ bookId, value }) => ({ book_uuid: bookId, title: titles.get(bookId) ?? null, value }));
}

async function valuesOfBooks(
  db: Db,
  range: Range,
  asked: Choice & { by: (typeof topBy)[number]; sources: NumberSources },
): Promise<{ bookId: string; value: number }[]> {
  const { by, sources, ...choice } = asked;
  const days = { ...choice, from: range.from, to: range.to };
  const [first, last] = [range.bounds.at(0), range.bounds.at(-1)];
  if (!first || !last) return [];
  const span = { from: first.from, to: last.to };
  switch (by) {
    case 'visits':
      return (await sumBooks(db, days)).map(({ bookId, visits }) => ({ bookId, value: visits }));
    case 'readers':
      return (await sumBooks(db, days)).map(({ bookId, readers }) => ({ bookId, value: readers }));
    case 'finished':
      return sumFinished(db, days);
    case 'follows':
      return sources.countFollows(db, span);
    case 'likes':
      return likesOfBooks(db, span, sources);
  }
}

async function likesOfBooks(db: Db, span: Span, sources: NumberSources): Promise<{ bookId: string; value: number }[]> {
  const likes = await sources.countLikes(db, span);
  const bookOf = await sources.booksOfChapters(
    db,
    likes.map(({ chapterId }) => chapterId),
  );
  const sums = new Map<string, number>();
  for (const { chapterId, value } of likes) {
    const bookId = bookOf.get(chapterId);
    if (bookId !== undefined) sums.set(bookId, (sums.get(bookId) ?? 0) + value);
  }
  return Array.from(sums, ([bookId, value]) => ({ bookId, value }));
}

export async function revenueRows(
  db: Db,
  range: Range,
  asked: { language: string | null; by: 'plan' | 'method' | 'language' | null } & Pick<NumberSources, 'listRevenue'>,
): Promise<RevenueRow[]> {
  const { language, by, listRevenue } = asked;
  const periods = periodsOf(range);
  const eachOrder = by === 'language' || language !== null;
  const rows = await listRevenue(db, { periods, by: by === 'plan' || by === 'method' ? by : 'nothing', eachOrder });
  const languageOf = await listPaymentLanguages(
    db,
    rows.flatMap(({ orderId }) => orderId ?? []),
  );
  const told = rows.flatMap(({ orderId, key, ...row }) => {
    const spoken = languageOf.get(orderId ?? '') ?? 'unknown';
    if (language !== null && spoken !== language) return [];
    return [{ ...row, key: by === null ? null : by === 'language' ? spoken : (key ?? 'unknown') }];
  });
  // Money of two currencies is never added up.
  const currencies = [...new Set(told.map(({ currency }) => currency))].sort();
  const sums = currencies.flatMap((currency) =>
    addUp(
      told.filter((row) => row.currency === currency),
      (sum, row) => {
        sum.gross += row.gross;
        sum.refunds += row.refunds;
        sum.payments += row.payments;
      },
    ),
  );
  return sums.sort((one, other) => compare(one.period, other.period));
}

export async function memberRows(
  db: Db,
  range: Range,
  asked: { now: Date } & Pick<NumberSources, 'countMembers'>,
): Promise<MembersRow[]> {
  const periods = periodsOf(range);
  const figures = await asked.countMembers(db, { periods, now: asked.now });
  return periods.flatMap(({ period }, index) => {
    const figure = figures[index];
    if (!figure) return [];
    const { lapsed, ...known } = figure;
    const decided = known.renewed + lapsed;
    return [{ period, ...known, renewal_rate: decided === 0 ? null : known.renewed / decided }];
  });
}
