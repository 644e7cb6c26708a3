import { describe, expect, it } from 'vitest';
import { decideChapterAccess, isTimely, popularityOf } from './rules.ts';

const now = new Date('2026-06-15T12:00:00Z');
const ends = (text: string) => ({ expireAt: new Date(text) });

describe('who may read a chapter', () => {
  it.each([
    { state: 'free', membership: null, kind: 'free' },
    { state: 'members', membership: null, kind: 'membership_required' },
    { state: 'members', membership: ends('2026-06-15T12:00:00.001Z'), kind: 'member' },
    { state: 'members', membership: ends('2026-06-15T12:00:00Z'), kind: 'membership_expired' },
    { state: 'members', membership: ends('2020-01-01T00:00:00Z'), kind: 'membership_expired' },
    { state: 'free', membership: ends('2020-01-01T00:00:00Z'), kind: 'free' },
  ] as const)('a chapter that is $state for visitors, membership $membership: $kind', ({ state, membership, kind }) => {
    const access = { state, reason: 'rule', freeAt: null, until: null } as const;
    expect(decideChapterAccess({ access, membership, now })).toEqual({ kind });
  });
});

describe('popularity', () => {
  const score = (...days: [day: string, readings: number, likes?: number][]) =>
    popularityOf(days.map(([day, readings, likes = 0]) => ({ day, readings, likes })));

  it('is nothing without readings', () => {
    expect(score()).toBe(0);
    expect(score(['2026-06-01', 0])).toBe(0);
  });

  it('grows with readings, on one day or on several', () => {
    expect(score(['2026-06-01', 2])).toBeGreaterThan(score(['2026-06-01', 1]));
    expect(score(['2026-06-01', 1], ['2026-06-02', 1])).toBeGreaterThan(score(['2026-06-02', 1]));
  });

  it('counts a like as three readings, and a like that was taken back as nothing', () => {
    expect(score(['2026-06-01', 0, 1])).toBe(score(['2026-06-01', 3]));
    expect(score(['2026-06-01', 2, 1])).toBe(score(['2026-06-01', 5]));
    expect(score(['2026-06-01', 0, 0])).toBe(0);
  });

  it('halves the worth of a reading in 14 days', () => {
    expect(score(['2026-06-01', 2])).toBeCloseTo(score(['2026-06-15', 1]), 10);
    expect(score(['2026-06-01', 3])).toBeGreaterThan(score(['2026-06-15', 1]));
    expect(score(['2026-06-01', 1])).toBeLessThan(score(['2026-06-15', 1]));
  });

  it('orders two books the same way whenever they are scored, since old scores stay comparable', () => {
    const early = score(['2021-01-01', 100_000]);
    const late = score(['2030-01-01', 1], ['2021-01-01', 5]);
    expect(Number.isFinite(early) && Number.isFinite(late)).toBe(true);
    expect(late).toBeGreaterThan(early);
  });
});

describe('an event is believed', () => {
  it.each([
    ['2026-06-15T12:00:00Z', true],
    ['2026-06-15T12:05:00Z', true],
    ['2026-06-15T12:05:01Z', false],
    ['2026-06-08T12:00:00Z', true],
    ['2026-06-08T11:59:59Z', false],
  ])('when it occurred at %s: %s', (occurredAt, expected) => {
    expect(isTimely(new Date(occurredAt), now)).toBe(expected);
  });
});
