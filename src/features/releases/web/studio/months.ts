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
