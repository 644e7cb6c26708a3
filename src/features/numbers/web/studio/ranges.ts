import { type DayRange, dayOfNumber, type Group, numberOfDay } from '../../rules.ts';

/** The ranges that a press chooses, in days until today. */
export const presets = [7, 28, 90, 365] as const;

export function daysIn({ from, to }: DayRange): number {
  return (numberOfDay(to) ?? 0) - (numberOfDay(from) ?? 0) + 1;
}

/** The range of the same length just before. */
export function rangeBefore(range: DayRange): DayRange {
  const first = numberOfDay(range.from) ?? 0;
  return { from: dayOfNumber(first - daysIn(range)), to: dayOfNumber(first - 1) };
}

/** The days of the last `days`, with `today`. */
export function lastDays(days: number, today: string): DayRange {
  return { from: dayOfNumber((numberOfDay(today) ?? 0) - days + 1), to: today };
}

/** The group that makes a readable plot of a range: at most some hundred points. */
export function usualGroup(range: DayRange): Group {
  const days = daysIn(range);
  if (days <= 100) return 'day';
  return days <= 400 ? 'week' : 'month';
}

/** By how many percent a number has changed, rounded; null where there was nothing before. */
export function changeIn(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / before) * 100);
}

/** A share in whole percents: 2 of 3 are 67. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 100);
}

/** Between which rows the most of those who started are lost; null where nobody is. */
export function steepestLoss(started: readonly number[]): { at: number; lost: number } | null {
  let found: { at: number; lost: number } | null = null;
  for (let at = 1; at < started.length; at += 1) {
    const lost = (started[at - 1] ?? 0) - (started[at] ?? 0);
    if (lost > (found?.lost ?? 0)) found = { at, lost };
  }
  return found;
}
