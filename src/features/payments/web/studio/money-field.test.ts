import { describe, expect, it } from 'vitest';
import { readAmount, typedAmount } from './money-field.ts';

describe('an amount in a form', () => {
  it('is typed with a point or a comma, in the digits of its currency', () => {
    expect(readAmount('10.50', 'CNY')).toBe(1050);
    expect(readAmount('10,5', 'CNY')).toBe(1050);
    expect(readAmount(' 27 ', 'CNY')).toBe(2700);
    expect(readAmount('1000', 'JPY')).toBe(1000);
  });

  it('is none with letters, a sign, or less than a minor unit', () => {
    for (const text of ['', 'x', '-1', '1.005', '1e3', '1.2.3']) expect(readAmount(text, 'CNY')).toBeNaN();
    expect(readAmount('10.5', 'JPY')).toBeNaN();
  });

  it('is shown as it is typed', () => {
    expect(typedAmount(1050, 'CNY')).toBe('10.50');
    expect(typedAmount(1000, 'JPY')).toBe('1000');
  });
});
