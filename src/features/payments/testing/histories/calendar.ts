// A second calendar, which counts days: tests compare the product's sums with it.

const dayMs = 86_400_000;
const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function lengthOf(year: number, month: number): number {
  return month === 1 && isLeap(year) ? 29 : (lengths[month] ?? 0);
}

/** The year, the month from 0 and the day from 0 of a moment in UTC. */
function dateOf(ms: number): { year: number; month: number; day: number } {
  let day = Math.floor(ms / dayMs);
  let year = 1970;
  while (day >= (isLeap(year) ? 366 : 365)) {
    day -= isLeap(year) ? 366 : 365;
    year += 1;
  }
  let month = 0;
  while (day >= lengthOf(year, month)) {
    day -= lengthOf(year, month);
    month += 1;
  }
  return { year, month, day };
}

function daysBefore({ year, month, day }: { year: number; month: number; day: number }): number {
  let days = day;
  for (let earlier = 1970; earlier < year; earlier += 1) days += isLeap(earlier) ? 366 : 365;
  for (let earlier = 0; earlier < month; earlier += 1) days += lengthOf(year, earlier);
  return days;
}

/** The moment so many months later at the same time of day; the month's last day where it has no such day. */
export function plusMonths(ms: number, months: number): number {
  const { year, month, day } = dateOf(ms);
  const later = { year: year + Math.floor((month + months) / 12), month: (month + months) % 12 };
  const clamped = Math.min(day, lengthOf(later.year, later.month) - 1);
  return daysBefore({ ...later, day: clamped }) * dayMs + (ms % dayMs);
}

export function plusDays(ms: number, days: number): number {
  return ms + days * dayMs;
}

/** The next last second of a month, or of a 28 or 29 February in a leap year. */
export function nextMonthEnd(ms: number): number {
  const { year, month } = dateOf(ms);
  const end = daysBefore({ year, month, day: lengthOf(year, month) }) * dayMs - 1500;
  return end > ms ? end : nextMonthEnd(end + 3000);
}

export function nextLeapDay(ms: number): number {
  let { year } = dateOf(ms);
  for (;;) {
    const noon = (daysBefore({ year, month: 1, day: 28 }) + 0.5) * dayMs;
    if (isLeap(year) && noon > ms) return noon;
    year += 1;
  }
}
