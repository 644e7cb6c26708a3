/** Days as YYYY-MM-DD, without a zone: a calendar's cells. */

const dayMs = 24 * 60 * 60 * 1000;
const asUtc = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => dayOf(asUtc(day) + days * dayMs);

/** The week of a day: seven days, of which the first is that weekday; 1 is Monday. */
export function weekOf(day: string, firstWeekday: number): string[] {
  const weekday = ((new Date(asUtc(day)).getUTCDay() + 6) % 7) + 1;
  const first = addDays(day, -((weekday - firstWeekday + 7) % 7));
  return Array.from({ length: 7 }, (_, index) => addDays(first, index));
}

/** The part of a week that a stretch of days covers, as places from 0 to 6; null where it covers none. */
export function partOfWeek(week: readonly string[], { from, to }: { from: string; to: string }) {
  const days = week.flatMap((day, place) => (day >= from && day <= to ? place : []));
  const [first] = days;
  const last = days.at(-1);
  return first === undefined || last === undefined ? null : { first, last };
}
