import { type Language, languageTags } from '../../../../shared/languages.ts';
import { useText } from '../../../../web/i18n.tsx';
import { useSearch } from '../../../../web/router.tsx';
import type { DayRange, Group } from '../../rules.ts';
import { lastDays, usualGroup } from './ranges.ts';

/** The parameters of the address that choose days, their group and a language. */
export const rangeKeys = ['from', 'to', 'group', 'language'] as const;

/** `data` of a number: its rows, and the days that they are of. */
export interface Figures<Row> {
  result: Row[];
  total: number;
  from: string;
  to: string;
  time_zone: string;
  partial: boolean;
}

/** A plot wants all rows at once. */
const allRows = '5000';

/** The query of a number for what the address chooses; more parameters come with it. */
export function useRangeQuery(): {
  group: Group;
  query: (more?: Readonly<Record<string, string>>) => URLSearchParams;
  /** As `query`, for other days. */
  queryOf: (range: DayRange, more?: Readonly<Record<string, string>>) => URLSearchParams;
} {
  const search = useSearch();
  const [from, to, language] = [search.get('from'), search.get('to'), search.get('language')];
  const today = dayNow(undefined);
  const asked = search.get('group');
  const group: Group =
    asked === 'day' || asked === 'week' || asked === 'month'
      ? asked
      : usualGroup(from ? { from, to: to ?? today } : lastDays(28, today));
  const common = { page_size: allRows, ...(language && { language }) };
  return {
    group,
    query: (more = {}) => new URLSearchParams({ ...common, ...(from && { from }), ...(to && { to }), ...more }),
    queryOf: (range, more = {}) => new URLSearchParams({ ...common, from: range.from, to: range.to, ...more }),
  };
}

/** Today in a time zone, YYYY-MM-DD; without one in the browser's. */
export function dayNow(timeZone: string | undefined): string {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const parts = new Intl.DateTimeFormat('en', { ...options, timeZone }).formatToParts(Date.now());
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** Names a period by its first day: short enough for an axis. */
export function usePeriodName(group: Group): (period: string) => string {
  const { language } = useText();
  const format = formatOf(language, group);
  return (period) => format.format(new Date(`${period}T00:00:00Z`));
}

function formatOf(language: Language, group: Group): Intl.DateTimeFormat {
  const parts = group === 'month' ? ({ month: 'short', year: 'numeric' } as const) : monthAndDay;
  return new Intl.DateTimeFormat(languageTags[language], { ...parts, calendar: 'gregory', timeZone: 'UTC' });
}

const monthAndDay = { month: 'short', day: 'numeric' } as const;
