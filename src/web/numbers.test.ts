import { describe, expect, it } from 'vitest';
import { languages, languageTags } from '../shared/languages.ts';
import { pluralOf, writeNumber } from './numbers.ts';

const asked = [
  ...Array.from({ length: 12_000 }, (_, count) => count),
  ...[99_999, 100_000, 123_456, 999_999, 1_000_000, 1_000_001, 12_345_678, 7_000_000, 1_000_000_003, 2 ** 53 - 1],
  ...[-1, -1234, 0.5, 1.5, 4.25, 0.001, 1234.5, 12345.678, 99.9999, 1e-7, 1e15, 2 ** 60, 1e21],
];

describe.each(languages)('in %s', (language) => {
  const tag = languageTags[language];

  it('numbers are written as Intl writes them', () => {
    const format = new Intl.NumberFormat(tag);
    expect(asked.map((value) => writeNumber(language, value))).toEqual(asked.map((value) => format.format(value)));
  });

  it('plural forms are those that Intl chooses', () => {
    const rules = new Intl.PluralRules(tag);
    expect(asked.map((count) => pluralOf(language, count))).toEqual(asked.map((count) => rules.select(count)));
  });
});
