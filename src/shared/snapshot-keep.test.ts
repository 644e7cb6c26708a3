import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chooseKept, type Keep, parseKeep } from './snapshot-keep.ts';

const at = (text: string) => ({ id: text, createdAt: new Date(text) });
const keptOf = (rule: string, times: string[]) =>
  chooseKept(times.map(at), parseKeep(rule) ?? never()).map(({ id }) => id);
const never = (): Keep => {
  throw new Error('The rule is none');
};

it.each([
  ['last=24,daily=14,weekly=8', { last: 24, hourly: 0, daily: 14, weekly: 8, monthly: 0 }],
  [' monthly=1000 , hourly=0', { last: 0, hourly: 0, daily: 0, weekly: 0, monthly: 1000 }],
])('%s is a rule', (text, keep) => {
  expect(parseKeep(text)).toEqual(keep);
});

it.each([
  '',
  '7',
  'last',
  'last=',
  'last=-1',
  'last=1.5',
  'last=1001',
  'last=1,last=2',
  'yearly=1',
  'last=0',
  'last=0,daily=0',
  'toString=1',
  'last=1;daily=2',
])('"%s" is no rule, or keeps nothing', (text) => {
  expect(parseKeep(text)).toBeNull();
});

it('keeps the newest of each day of UTC', () => {
  const times = ['2026-03-01T00:00:00Z', '2026-02-28T23:59:59Z', '2026-02-28T00:00:00Z', '2026-02-27T12:00:00Z'];
  expect(keptOf('daily=2', times)).toEqual(['2026-03-01T00:00:00Z', '2026-02-28T23:59:59Z']);
});

it('keeps the newest of each ISO week, which begins on a Monday, across the end of a year', () => {
  const times = ['2027-01-04T00:00:00Z', '2027-01-03T23:59:59Z', '2026-12-28T00:00:00Z', '2026-12-27T23:59:59Z'];
  expect(keptOf('weekly=3', times)).toEqual(['2027-01-04T00:00:00Z', '2027-01-03T23:59:59Z', '2026-12-27T23:59:59Z']);
});

it('keeps what any part of the rule keeps', () => {
  const times = ['2026-03-02T10:30:00Z', '2026-03-02T10:00:00Z', '2026-03-02T09:00:00Z', '2026-02-01T00:00:00Z'];
  expect(keptOf('last=1,hourly=2', times)).toEqual(['2026-03-02T10:30:00Z', '2026-03-02T09:00:00Z']);
  expect(keptOf('monthly=2', times)).toEqual(['2026-03-02T10:30:00Z', '2026-02-01T00:00:00Z']);
});

it('counts days with a snapshot, so that a pause removes nothing', () => {
  expect(keptOf('daily=2', ['2026-06-01T00:00:00Z', '2025-01-01T00:00:00Z'])).toHaveLength(2);
});

it('always keeps the newest, never more than asked for, and no more once more was removed', () => {
  const count = fc.integer({ min: 0, max: 4 });
  const rule = fc.record({ last: count, hourly: count, daily: count, weekly: count, monthly: count });
  const times = fc.array(fc.date({ min: new Date('2025-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }), {
    minLength: 1,
    maxLength: 30,
  });
  fc.assert(
    fc.property(rule, times, (keep, dates) => {
      const snapshots = dates.map((createdAt, index) => ({ id: index, createdAt }));
      const kept = chooseKept(snapshots, keep);
      const newest = Math.max(...dates.map((date) => date.getTime()));
      expect(kept[0]?.createdAt.getTime()).toBe(newest);
      expect(kept.length).toBeLessThanOrEqual(
        Math.max(1, keep.last + keep.hourly + keep.daily + keep.weekly + keep.monthly),
      );
      expect(chooseKept(kept, keep)).toEqual(kept);
    }),
  );
});
