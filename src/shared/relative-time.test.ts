import { describe, expect, it } from 'vitest';
import { elapsedSince, parseUtc } from './relative-time.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 10, 21, 12);

describe('elapsedSince', () => {
  it.each([
    [0, 'now', 0],
    [10 * minute - 1, 'now', 0],
    [-5 * minute, 'now', 0],
    [10 * minute, 'minutes', 10],
    [hour - 1, 'minutes', 59],
    [hour, 'hours', 1],
    [2 * hour - 1, 'hours', 1],
    [day - 1, 'hours', 23],
    [day, 'days', 1],
    [7 * day - 1, 'days', 6],
    [7 * day, 'weeks', 1],
    [30 * day - 1, 'weeks', 4],
    [30 * day, 'months', 1],
    [60 * day - 1, 'months', 1],
    [365 * day - 1, 'months', 12],
    [365 * day, 'years', 1],
    [730 * day - 1, 'years', 1],
    [730 * day, 'years', 2],
  ])('after %d ms is %s %d', (elapsed, unit, count) => {
    expect(elapsedSince(new Date(now - elapsed).toISOString(), now)).toEqual({ unit, count });
  });

  it('shows a malformed time as the present', () => {
    expect(elapsedSince('yesterday', now)).toEqual({ unit: 'now', count: 0 });
  });
});

describe('parseUtc', () => {
  it.each([
    ['2026-11-21T12:00:00', now],
    ['2026-11-21 12:00:00', now],
    ['2026-11-21T12:00:00Z', now],
    ['2026-11-21T13:00:00+01:00', now],
    ['2026-11-21T13:00:00.000+0100', now],
    ['2026-11-21', Date.UTC(2026, 10, 21)],
  ])('reads %s', (written, time) => {
    expect(parseUtc(written)).toBe(time);
  });
});
