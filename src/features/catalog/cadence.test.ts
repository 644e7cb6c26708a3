import { describe, expect, it } from 'vitest';
import { cadenceOf } from './cadence.ts';

/** The day of a date, counted from 1970-01-01. */
const day = (date: string) => Date.parse(`${date}T00:00Z`) / 86_400_000;
const tuesday = day('2026-11-03');
const from = (first: number, ...gaps: number[]) => {
  const days = [first];
  for (const gap of gaps) days.push((days.at(-1) ?? first) + gap);
  return days;
};

describe('the cadence of a book', () => {
  it.each<[string, number[], number, ReturnType<typeof cadenceOf>]>([
    ['needs four days', from(tuesday, 7, 7), 0, null],
    ['names the day of the week where all agree', from(tuesday, 7, 7, 7), 0, { days: 7, weekday: 2 }],
    ['names a Sunday as 7', from(day('2026-11-01'), 7, 7, 7), 0, { days: 7, weekday: 7 }],
    ['names a Monday as 1', from(day('2026-11-02'), 7, 7, 7), 0, { days: 7, weekday: 1 }],
    ['is of seven days where one differs', from(tuesday, 7, 7, 8, 7, 6), 0, { days: 7, weekday: null }],
    ['is of a day', from(tuesday, 1, 1, 1, 1), 0, { days: 1, weekday: null }],
    ['takes gaps that are a day off as regular', from(tuesday, 3, 4, 2, 3), 0, { days: 3, weekday: null }],
    ['takes gaps that are a fifth off as regular', from(tuesday, 30, 24, 36, 30), 0, { days: 30, weekday: null }],
    ['takes no gap that is more than a fifth off', from(tuesday, 30, 23, 37, 30), 0, null],
    ['allows one gap in five', from(tuesday, 7, 7, 14, 7, 7), 0, { days: 7, weekday: 2 }],
    ['allows not one gap in four', from(tuesday, 7, 7, 14, 7), 0, null],
    ['rounds half a day up', from(tuesday, 2, 3, 2, 3), 0, { days: 3, weekday: null }],
    ['looks at the last ten days', from(tuesday, 90, 2, 2, 2, 2, 2, 2, 2, 2, 2), 0, { days: 2, weekday: null }],
    ['holds for twice its length', from(tuesday, 7, 7, 7), 14, { days: 7, weekday: 2 }],
    ['ends a day later', from(tuesday, 7, 7, 7), 15, null],
  ])('%s', (_name, days, later, expected) => {
    const today = (days.at(-1) ?? 0) + later;
    expect(cadenceOf(days, today)).toEqual(expected);
    expect(cadenceOf([...days].reverse(), today)).toEqual(expected);
  });
});
