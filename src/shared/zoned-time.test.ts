import { expect, it } from 'vitest';
import { isTimeZone, parseZonedTime } from './zoned-time.ts';

it.each([
  ['2026-07-01T12:00', 'Europe/Berlin', '2026-07-01T10:00:00.000Z'],
  ['2026-01-01', 'Asia/Shanghai', '2025-12-31T16:00:00.000Z'],
  ['2026-07-01T12:00:00.250', 'UTC', '2026-07-01T12:00:00.250Z'],
  ['2026-07-01T12:00+02:00', 'Asia/Tokyo', '2026-07-01T10:00:00.000Z'],
  ['2026-07-01T12:00Z', 'Asia/Tokyo', '2026-07-01T12:00:00.000Z'],
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ['2026-03-29T02:30', 'Europe/Berlin', null],
  ['2011-12-30T12:00', 'Pacific/Apia', null],
  ['tomorrow', 'UTC', null],
])('%s in %s is %s', (text, zone, expected) => {
  expect(parseZonedTime(text, zone)?.toISOString() ?? null).toBe(expected);
});

it.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['', false],
  ['+02:00', false],
])('%s is a time zone: %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});
