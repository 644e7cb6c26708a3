import { clocksOf } from '../../shared/zoned-time.ts';

/** How often a sequence goes on: on days of every so many weeks (1 is Monday), or every so many days; `at` is HH:MM. */
export type Every = { weeks: number; weekdays: readonly number[]; at: string } | { days: number; at: string };

const dayMs = 24 * 60 * 60 * 1000;
/** Days are counted from 1970-01-01, which was a Thursday. */
const weekdayOf = (day: number) => ((day + 3) % 7) + 1;

/**
 * The next moments of a sequence, on the clocks of a zone. The first is the first one that fits at or after `from`;
 * weeks are counted from the Monday of its week.
 */
export function listMoments({
  from,
  every,
  timeZone,
  count,
}: {
  from: Date;
  every: Every;
  timeZone: string;
  count: number;
}): Date[] {
  const clocks = clocksOf(timeZone);
  const [hours = 0, minutes = 0] = every.at.split(':').map(Number);
  const momentOn = (day: number) => clocks.momentOf(day * dayMs + (hours * 60 + minutes) * 60_000);
  let first = Math.floor(clocks.shownAt(from.getTime()) / dayMs) - 1;
  while (!isDayOf(every, first) || momentOn(first) < from) first += 1;
  return daysFrom(first, every, count).map(momentOn);
}

const isDayOf = (every: Every, day: number) => 'days' in every || every.weekdays.includes(weekdayOf(day));

function daysFrom(first: number, every: Every, count: number): number[] {
  const steps = Array.from({ length: count }, (_, step) => step);
  if ('days' in every) return steps.map((step) => first + step * every.days);
  const monday = first - (weekdayOf(first) - 1);
  const ofWeek = [...new Set(every.weekdays)].sort((a, b) => a - b);
  const passed = ofWeek.indexOf(weekdayOf(first));
  return steps.map((step) => {
    const turn = passed + step;
    const week = Math.floor(turn / ofWeek.length) * every.weeks;
    return monday + week * 7 + (ofWeek[turn % ofWeek.length] ?? 1) - 1;
  });
}
