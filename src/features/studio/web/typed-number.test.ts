import { describe, expect, it } from 'vitest';
import { readAmount, readNumber } from './typed-number.ts';

describe('a number in a form', () => {
  it.each([
    ['7.5', 7.5],
    ['١٢٫٥', 12.5],
    ['１２', 12],
    ['1,000', -1],
    ['x', -1],
  ])('%s is %d', (typed, number) => expect(readNumber(typed)).toBe(number));
});

describe('an amount in a form', () => {
  it('is typed with a point or a comma, in the digits of its currency', () => {
    expect(readAmount('10.50', 'CNY')).toBe(1050);
    expect(readAmount('10,5', 'CNY')).toBe(1050);
    expect(readAmount(' 27 ', 'CNY')).toBe(2700);
    expect(readAmount('1000', 'JPY')).toBe(1000);
  });

  it('is typed in Arabic digits and those of full width', () => {
    expect(readAmount('١٠٫٥', 'CNY')).toBe(1050);
    expect(readAmount('１０．５', 'CNY')).toBe(1050);
  });

  it('is refused with letters, a sign, or less than a minor unit', () => {
    for (const text of ['', 'x', '-1', '1.005', '1e3', '1.2.3']) expect(readAmount(text, 'CNY')).toBe(-1);
    expect(readAmount('10.5', 'JPY')).toBe(-1);
  });
});
