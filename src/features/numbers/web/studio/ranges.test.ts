import { describe, expect, it } from 'vitest';
import { changeIn, daysIn, lastDays, percentOf, rangeBefore, steepestLoss, usualGroup } from './ranges.ts';

describe('a range of days', () => {
  it('has both its ends, and the one before ends the day before', () => {
    const range = lastDays(28, '2026-03-01');
    expect(range).toEqual({ from: '2026-02-02', to: '2026-03-01' });
    expect(daysIn(range)).toBe(28);
    expect(rangeBefore(range)).toEqual({ from: '2026-01-05', to: '2026-02-01' });
  });

  it.each([
    [28, 'day'],
    [100, 'day'],
    [365, 'week'],
    [1100, 'month'],
  ])('of %i days is drawn by %s', (days, group) => {
    expect(usualGroup(lastDays(days, '2026-03-01'))).toBe(group);
  });
});

it('compares with the time before, where there was something', () => {
  expect([changeIn(12, 10), changeIn(5, 10), changeIn(5, 0)]).toEqual([20, -50, null]);
  expect([percentOf(2, 3), percentOf(0, 0)]).toEqual([67, 0]);
});

it('finds where the most readers are lost', () => {
  expect(steepestLoss([100, 90, 40, 30])).toEqual({ at: 2, lost: 50 });
  expect(steepestLoss([5, 5, 6])).toBeNull();
  expect(steepestLoss([])).toBeNull();
});
