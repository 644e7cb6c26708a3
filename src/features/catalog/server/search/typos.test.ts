import { describe, expect, it } from 'vitest';
import { isCorrected, isOneTypo, mayBeMistyped, variantsOf } from './typos.ts';

describe('a typo', () => {
  it.each([
    ['strom', 'storm', true],
    ['stom', 'storm', true],
    ['storrm', 'storm', true],
    ['stonm', 'storm', true],
    ['storms', 'storm', true],
    ['stor', 'storm', true],
    ['qtorm', 'storm', false],
    ['tsorm', 'storm', false],
    ['storm', 'storm', false],
    ['sotmr', 'storm', false],
    ['stroms', 'storm', false],
    ['مدينه', 'مدنيه', true],
    ['journy', 'journey', true],
  ])('is one letter, or two neighbours, after the first: %s for %s %s', (typed, meant, is) => {
    expect(isOneTypo(typed, meant)).toBe(is);
    if (is) expect(variantsOf(typed).some((variant) => variantsOf(meant).includes(variant))).toBe(true);
  });

  it('is looked for in words of five letters or more, of any script but Han', () => {
    expect(['story', 'город', 'مدينه'].map(mayBeMistyped)).toEqual([true, true, true]);
    expect(['stor', '12345', 'abc12', '西游记西游记'].map(mayBeMistyped)).toEqual([false, false, false, false]);
    expect(['stor', 'sto'].map(isCorrected)).toEqual([true, false]);
  });
});
