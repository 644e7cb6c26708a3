import { describe, expect, it } from 'vitest';
import { isInForce, lowerPrice } from './plans.ts';

describe('a discount', () => {
  it.each([
    { of: 'nothing', full: 1000, discount: null, left: 1000 },
    { of: 'a tenth', full: 1000, discount: { percent: 10, plan: null }, left: 900 },
    { of: 'a share that is no whole fen, rounded up', full: 999, discount: { percent: 33, plan: null }, left: 670 },
    { of: 'the largest share', full: 2700, discount: { percent: 90, plan: null }, left: 270 },
    { of: 'a share of one fen', full: 1, discount: { percent: 90, plan: null }, left: 1 },
    { of: 'a sum', full: 2700, discount: { amountMinor: 700, plan: 'season' }, left: 2000 },
    { of: 'the whole price, but a fen', full: 1000, discount: { amountMinor: 1000, plan: null }, left: 1 },
    { of: 'more than the price', full: 1000, discount: { amountMinor: 5000, plan: null }, left: 1 },
  ])('of $of leaves $left of $full fen', ({ full, discount, left }) => {
    expect(lowerPrice(full, discount)).toBe(left);
  });

  it('takes every share of every price exactly, as whole numbers count it', () => {
    for (let percent = 1; percent <= 90; percent += 1)
      for (const full of [1, 7, 99, 101, 1000, 2700, 999_999, 1_000_000]) {
        const exact = (BigInt(full) * BigInt(100 - percent) + 99n) / 100n;
        expect([percent, full, lowerPrice(full, { percent, plan: null })]).toEqual([percent, full, Number(exact) || 1]);
      }
  });
});

describe('the price of a payment link', () => {
  const at = (time: string) => new Date(`2026-11-${time}Z`);
  const since = at('10T12:00:00.400');
  const until = at('20T12:00:00.400');

  it.each([
    { made: 'the second before it begins', at: at('10T11:59:59'), fits: false },
    { made: 'the second in which it begins', at: at('10T12:00:00'), fits: true },
    { made: 'while it holds', at: at('15T00:00:00'), fits: true },
    { made: 'a day less a second after its end', at: at('21T12:00:00'), fits: true },
    { made: 'over a day after its end', at: at('21T12:00:01'), fits: false },
  ])('fits a checkout made $made: $fits', ({ at: madeAt, fits }) => {
    expect(isInForce({ since, until }, madeAt)).toBe(fits);
  });

  it('without a beginning and an end always fits', () => {
    expect(isInForce({ since: null, until: null }, at('01T00:00:00'))).toBe(true);
  });
});
