import { type Language, languageTags } from '../shared/languages.ts';

/** When and where a moment is read: `timeZone` is the name of a zone; undefined: that of the browser. */
export interface Beheld {
  now: number;
  timeZone: string | undefined;
}

/** To make a format takes longer than to write a hundred dates; they are kept by language, zone and parts. */
const formats = new Map<string, Intl.DateTimeFormat>();

const dayMs = 24 * 60 * 60 * 1000;
const dayAndMonth = { month: 'long', day: 'numeric' } as const;
const timeOfDay = { hour: 'numeric', minute: '2-digit' } as const;
const mondayMs = Date.UTC(2024, 0, 1);

/** Day and month; with the year if it is not this year, with the time of day if it is within 24 hours of now. */
export function writeMoment(language: Language, iso: string, beheld: Beheld): string {
  const at = Date.parse(iso);
  const time = Math.abs(at - beheld.now) <= dayMs ? timeOfDay : {};
  return write(language, at, { ...yearWhereOther(language, at, beheld), ...dayAndMonth, ...time }, beheld);
}

/** Day of the week, day and month; with the year where it is another one. */
export function writeNamedDay(language: Language, iso: string, beheld: Beheld): string {
  const at = Date.parse(iso);
  return write(language, at, { ...yearWhereOther(language, at, beheld), weekday: 'long', ...dayAndMonth }, beheld);
}

/** The time of day alone. */
export function writeTimeOfDay(language: Language, iso: string, beheld: Beheld): string {
  return write(language, Date.parse(iso), timeOfDay, beheld);
}

/** The name of a day of the week; 1 is Monday. */
export function writeWeekday(language: Language, day: number): string {
  return write(language, mondayMs + (day - 1) * dayMs, { weekday: 'long' }, { timeZone: 'UTC' });
}

function yearWhereOther(language: Language, at: number, beheld: Beheld): Intl.DateTimeFormatOptions {
  const year = (moment: number) => write(language, moment, { year: 'numeric' }, beheld);
  return year(at) === year(beheld.now) ? {} : { year: 'numeric' };
}

/** Gregorian in every language (spec: site.md#dates-and-times): ar-SA would count years from the Hijra. */
function write(
  language: Language,
  at: number,
  options: Intl.DateTimeFormatOptions,
  { timeZone }: Pick<Beheld, 'timeZone'>,
): string {
  const key = `${language} ${timeZone} ${Object.keys(options)}`;
  const zone = timeZone === undefined ? {} : { timeZone };
  const known = formats.get(key);
  const format = known ?? new Intl.DateTimeFormat(languageTags[language], { ...options, ...zone, calendar: 'gregory' });
  if (!known) formats.set(key, format);
  return format.format(at);
}
