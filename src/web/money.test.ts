import { describe, expect, it } from 'vitest';
import type { Language } from '../shared/languages.ts';
import { writeMoney } from './money.ts';

describe('an amount of minor units', () => {
  it.each<[amount: number, currency: string, language: Language, written: string]>([
    [1000, 'CNY', 'zh-cn', '¥10.00'],
    [2700, 'CNY', 'en-us', 'CN¥27.00'],
    [499, 'USD', 'en-us', '$4.99'],
    [499, 'usd', 'en-us', '$4.99'],
    [1000, 'JPY', 'en-us', '¥1,000'],
    [1500, 'KWD', 'en-us', 'KWD 1.500'],
    [25_000, 'KRW', 'en-us', '₩25,000'],
    [500_000, 'IDR', 'en-us', 'IDR 5,000.00'],
    [499, 'EUR', 'fr-fr', '4,99 €'],
    [499, 'USD', 'ar-sa', '\u200f٤٫٩٩ \u2068US$\u2069'],
    [1000, 'CNY', 'ar-sa', '\u200f١٠٫٠٠ \u2068CN¥\u2069'],
  ])('%i of %s is written in %s as %s', (amount, currency, language, written) => {
    expect(writeMoney(amount, currency, language).replace(/\s/g, ' ')).toBe(written);
  });
});
