import { type Language, languageTags } from '../../../../shared/languages.ts';

/** Days of the week; 1 is Monday. */
export interface Weekday {
  day: number;
  short: string;
  long: string;
}

const mondayMs = Date.UTC(2024, 0, 1);
const dayMs = 24 * 60 * 60 * 1000;

/** The days of a week, from the one on which weeks begin where a language is spoken. */
export function weekdaysOf(language: Language): Weekday[] {
  const first = firstWeekday(language);
  const names = (['short', 'long'] as const).map(
    (weekday) => new Intl.DateTimeFormat(languageTags[language], { weekday, timeZone: 'UTC', calendar: 'gregory' }),
  );
  return Array.from({ length: 7 }, (_, index) => {
    const day = ((first - 1 + index) % 7) + 1;
    const [short = '', long = ''] = names.map((format) => format.format(mondayMs + (day - 1) * dayMs));
    return { day, short, long };
  });
}

interface WeekInfo {
  firstDay: number;
}

/** The day on which weeks begin; 1, Monday, where the browser does not know. */
export function firstWeekday(language: Language): number {
  const locale = new Intl.Locale(languageTags[language]) as Intl.Locale & {
    getWeekInfo?: () => WeekInfo; // newer than the types
    weekInfo?: WeekInfo;
  };
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}
