import { expect, it } from 'vitest';
import { percentIn } from './coupon-terms.ts';

it('names a discount by what stays of the price in Chinese alone', () => {
  expect([25, 20, 33].map((percent) => percentIn('zh-cn', percent))).toEqual([7.5, 8, 6.7]);
  expect(percentIn('en-us', 25)).toBe(25);
});
