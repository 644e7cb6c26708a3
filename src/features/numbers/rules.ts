import type { Touch } from '../../shared/touch.ts';

export const groups = ['day', 'week', 'month'] as const;
export type Group = (typeof groups)[number];

const dayMs = 24 * 60 * 60 * 1000;
/** The first day of the database. */
const firstDay = Date.parse('0001-01-01T00:00:00Z') / dayMs;
/** A range has at most so many days, and so many by default. */
export const mostDays = 1100;
const usualDays = 28;

/** A day, YYYY-MM-DD, as a whole number of days since 1970; null for what is no day. */
export function numberOfDay(text: string): number | null {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(ms) || dayOfNumber(ms / dayMs) !== text ? null : ms / dayMs;
}

export function dayOfNumber(number: number): string {
  return new Date(number * dayMs).toISOString().slice(0, 10);
}

/** The first day of the week (a Monday) or month in which a day lies. */
export function periodOf(day: string, group: Group): string {
  if (group === 'month') return `${day.slice(0, 7)}-01`;
  const number = numberOfDay(day);
  if (group === 'day' || number === null) return day;
  return dayOfNumber(number - ((((number + 3) % 7) + 7) % 7));
}

export interface DayRange {
  from: string;
  to: string;
}

/** The days that are asked for, both inside: the last 28 by default. A text says what is wrong with them. */
export function readRange(
  asked: { from?: string | undefined; to?: string | undefined },
  today: string,
): DayRange | string {
  const given = [asked.from, asked.to].map((text) => (text === undefined ? undefined : numberOfDay(text)));
  if (given.includes(null)) return 'must be a day, such as 2026-01-31';
  const [from, to] = given;
  const last = to ?? Math.max(numberOfDay(today) ?? 0, from ?? 0);
  const first = from ?? last - usualDays + 1;
  if (first < firstDay) return 'must lie in the year 1 or later';
  if (first > last) return 'must not be after `to`';
  if (last - first >= mostDays) return `must be at most ${mostDays} days before \`to\``;
  return { from: dayOfNumber(first), to: dayOfNumber(last) };
}

/** What the numbers of where members come from are told by. */
export const attributedBy = ['source', 'campaign', 'book'] as const;
export type AttributedBy = (typeof attributedBy)[number];

/** The key under which a touch counts; null: it tells nothing of that. */
export function keyOfTouch(touch: Touch | null, by: AttributedBy): string | null {
  if (!touch) return null;
  switch (by) {
    case 'source':
      return touch.utm_source ?? touch.referrer_class;
    case 'campaign':
      return touch.utm_campaign;
    case 'book':
      return touch.book_uuid;
  }
}

/** The periods of the public ranking, each with its number of closed days. */
export const rankingPeriods = ['day', 'week', 'month'] as const;
export type RankingPeriod = (typeof rankingPeriods)[number];
export const rankingDays: Readonly<Record<RankingPeriod, number>> = { day: 1, week: 7, month: 30 };
