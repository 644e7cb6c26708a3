import { describe, expect, it } from 'vitest';
import { clockIn, dayIn, typedTime } from '../../../studio/web/times.ts';
import { addDays, partOfWeek, weekOf } from './days.ts';
import { firstWeekday, weekdaysOf } from './weekdays.ts';

describe('the days of a calendar', () => {
  it('are counted over months, years and leap days', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  });

  it.each([
    ['2026-11-28', 1, '2026-11-23', '2026-11-29'],
    ['2026-11-28', 7, '2026-11-22', '2026-11-28'],
    ['2026-11-29', 7, '2026-11-29', '2026-12-05'],
    ['2026-11-23', 1, '2026-11-23', '2026-11-29'],
    ['2026-12-31', 6, '2026-12-26', '2027-01-01'],
  ])('are in a week: %s, where weeks begin on day %i', (day, first, begin, end) => {
    const week = weekOf(day, first);
    expect([week[0], week[6], week.length]).toEqual([begin, end, 7]);
  });

  it('begin a week where the language is spoken', () => {
    expect((['en-us', 'ar-sa', 'fr-fr', 'es-es'] as const).map(firstWeekday)).toEqual([7, 7, 1, 1]);
    expect(weekdaysOf('en-us').map(({ short }) => short)).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
    expect(weekdaysOf('fr-fr').map(({ day }) => day)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('are covered in part by a stretch that begins before or ends after their week', () => {
    const week = weekOf('2026-11-25', 1);
    expect(partOfWeek(week, { from: '2026-11-01', to: '2026-11-24' })).toEqual({ first: 0, last: 1 });
    expect(partOfWeek(week, { from: '2026-11-25', to: '2026-11-25' })).toEqual({ first: 2, last: 2 });
    expect(partOfWeek(week, { from: '2026-11-01', to: '2026-12-31' })).toEqual({ first: 0, last: 6 });
    expect(partOfWeek(week, { from: '2026-11-30', to: '2026-12-31' })).toBeNull();
  });

  it('are those of the zone in which a moment is read', () => {
    expect(dayIn('2026-11-23T23:30:00Z', 'Asia/Shanghai')).toBe('2026-11-24');
    expect(dayIn('2026-11-23T03:30:00Z', 'America/New_York')).toBe('2026-11-22');
    expect(clockIn('2026-11-23T23:30:05Z', 'Asia/Shanghai')).toBe('07:30:05');
    expect(clockIn('2026-11-23T16:00:00Z', 'Asia/Shanghai')).toBe('00:00:00');
  });

  it('write a moment so that a field takes it and the browser reads the same', () => {
    const typed = typedTime('2026-11-23T16:00:00.000Z');
    expect(typed).toMatch(/^2026-11-2\dT\d\d:\d\d$/);
    expect(new Date(typed).toISOString()).toBe('2026-11-23T16:00:00.000Z');
    expect(typedTime(null)).toBe('');
  });
});
