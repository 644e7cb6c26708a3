import type { AnswerOf, CallAt, GivenTo } from '../../../../shared/calls.ts';
import { isLanguage, type Language, languageTags } from '../../../../shared/languages.ts';
import { useText } from '../../../../web/i18n.tsx';
import { useSearch } from '../../../../web/router.tsx';
import type { DayRange, Group } from '../../rules.ts';
import { lastDays, usualGroup } from './ranges.ts';

/** The parameters of the address that choose days, their group and a language. */
export const rangeKeys = ['from', 'to', 'group', 'language'] as const;

/** `data` of a number: its rows, and the days that they are of. */
export type Figures<Row> = Omit<AnswerOf<CallAt<'GET', '/studio/numbers/visits'>>, 'result'> & { result: Row[] };

type RangeQuery = Pick<
  NonNullable<GivenTo<CallAt<'GET', '/studio/numbers/visits'>>['query']>,
  'from' | 'to' | 'language' | 'page_size'
>;

/** A plot wants all rows at once. */
const allRows = 5000;

/** The query of a number for what the address chooses. */
export function useRangeQuery(): {
  group: Group;
  range: RangeQuery;
  /** As `range`, for other days. */
  rangeOf: (days: DayRange) => RangeQuery;
} {
  const search = useSearch();
  const [from, to, language] = [search.get('from'), search.get('to'), search.get('language')];
  const today = dayNow(undefined);
  const asked = search.get('group');
  const group: Group =
    asked === 'day' || asked === 'week' || asked === 'month'
      ? asked
      : usualGroup(from ? { from, to: to ?? today } : lastDays(28, today));
  const common = { page_size: allRows, language: isLanguage(language) ? language : undefined };
  return {
    group,
    range: { ...common, from: from || undefined, to: to || undefined },
    rangeOf: (days) => ({ ...common, from: days.from, to: days.to }),
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
