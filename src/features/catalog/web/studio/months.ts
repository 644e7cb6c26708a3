/** Days as YYYY-MM-DD, without a zone: a calendar's cells. */

const dayMs = 24 * 60 * 60 * 1000;
const asUtc = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => dayOf(asUtc(day) + days * dayMs);

/** The first day of the month that lies so many months after that of `day`. */
export function addMonths(day: string, months: number): string {
  const date = new Date(asUtc(day));
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
}

/** The day that a moment falls on in a zone; undefined: the browser's. */
export function dayIn(iso: string | number, timeZone: string | undefined): string {
  const options = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const parts = new Intl.DateTimeFormat('en-u-ca-iso8601', options).formatToParts(new Date(iso));
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year')}-${of('month')}-${of('day')}`;
}

/** The time on the clocks of a zone, as HH:MM:SS. */
export function clockIn(iso: string, timeZone: string | undefined): string {
  const options = { timeZone, hourCycle: 'h23', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  return new Intl.DateTimeFormat('en', options).format(new Date(iso));
}

/** The name of the browser's zone. */
export const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A moment as a field of days and times takes it, by the browser's clocks; empty: none. */
export function typedTime(iso: string | null | undefined): string {
  return iso ? `${dayIn(iso, undefined)}T${clockIn(iso, undefined)}` : '';
}

/** The weeks of a month, each of seven days from Monday on; days of other months fill the first and the last. */
export function weeksOf(month: string): string[][] {
  const first = `${month.slice(0, 7)}-01`;
  const weekday = (new Date(asUtc(first)).getUTCDay() + 6) % 7;
  const begin = addDays(first, -weekday);
  const end = addMonths(first, 1);
  const weeks: string[][] = [];
  for (let monday = begin; monday < end; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, day) => addDays(monday, day)));
  return weeks;
}
