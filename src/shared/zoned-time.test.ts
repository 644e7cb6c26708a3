import { expect, it } from 'vitest';
import { daysLater, isTimeZone, parseZonedTime } from './zoned-time.ts';

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
  ['9999-12-31T23:00', 'America/New_York', null],
])('%s in %s is %s', (text, zone, expected) => {
  expect(parseZonedTime(text, zone)?.toISOString() ?? null).toBe(expected);
});

it.each([
  ['2027-03-14T17:00:00.000Z', 7, 'Europe/Paris', '2027-03-21T17:00:00.000Z'],
  ['2027-03-14T17:00:00.000Z', 21, 'Europe/Paris', '2027-04-04T16:00:00.000Z'],
  ['2027-03-21T01:30:00.000Z', 7, 'Europe/Paris', '2027-03-28T01:30:00.000Z'], // 02:30 is skipped, and comes as 03:30
  ['2027-10-24T00:30:00.000Z', 7, 'Europe/Paris', '2027-10-31T00:30:00.000Z'], // of 02:30, which comes twice, the first
  ['2027-10-24T16:00:00.000Z', 7, 'Europe/Paris', '2027-10-31T17:00:00.000Z'],
  ['2027-03-07T07:30:00.000Z', 7, 'America/New_York', '2027-03-14T07:30:00.000Z'],
  ['2027-10-31T05:30:00.000Z', 7, 'America/New_York', '2027-11-07T05:30:00.000Z'],
  ['2027-03-14T17:00:00.500Z', 21, 'UTC', '2027-04-04T17:00:00.500Z'],
  ['2011-12-29T22:00:00.000Z', 1, 'Pacific/Apia', '2011-12-30T22:00:00.000Z'], // a day that is left out
  ['2027-10-31T01:30:00.000Z', 0, 'Europe/Paris', '2027-10-31T01:30:00.000Z'], // the second 02:30 of its day
])('%s and %i days in %s is %s', (from, days, timeZone, expected) => {
  expect(daysLater(new Date(from), { days, timeZone }).toISOString()).toBe(expected);
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
