import { describe, expect, it } from 'vitest';
import { clockIn, dayIn, typedTime } from '../../../studio/web/times.ts';
import { addDays, addMonths, weeksOf } from './months.ts';

describe('the days of a calendar', () => {
  it('are counted over months, years and leap days', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-01');
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-01');
  });

  it('fill whole weeks from Monday on', () => {
    const weeks = weeksOf('2026-11-23');
    expect(weeks[0]).toEqual([
      '2026-10-26',
      '2026-10-27',
      '2026-10-28',
      '2026-10-29',
      '2026-10-30',
      '2026-10-31',
      '2026-11-01',
    ]);
    expect(weeks.at(-1)?.[6]).toBe('2026-12-06');
    expect(weeksOf('2027-02-10')).toHaveLength(4);
  });

  it('are those of the zone in which a moment is read', () => {
    expect(dayIn('2026-11-23T23:30:00Z', 'Asia/Shanghai')).toBe('2026-11-24');
    expect(dayIn('2026-11-23T03:30:00Z', 'America/New_York')).toBe('2026-11-22');
    expect(clockIn('2026-11-23T23:30:05Z', 'Asia/Shanghai')).toBe('07:30:05');
    expect(clockIn('2026-11-23T16:00:00Z', 'Asia/Shanghai')).toBe('00:00:00');
  });

  it('write a moment so that a field takes it and the browser reads the same', () => {
    const typed = typedTime('2026-11-23T16:00:00.000Z');
    expect(typed).toMatch(/^2026-11-2\dT\d\d:\d\d:00$/);
    expect(new Date(typed).toISOString()).toBe('2026-11-23T16:00:00.000Z');
    expect(typedTime(null)).toBe('');
  });
});
