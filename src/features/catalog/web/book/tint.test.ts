import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrastRatio, readableTint, tintInk } from './tint.ts';

describe('contrastRatio', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
    ['#ff0000', '#ffffff', 4],
  ])('%s on %s is %d', (one, other, ratio) => {
    expect(contrastRatio(one, other)).toBeCloseTo(ratio, 1);
    expect(contrastRatio(other, one)).toBe(contrastRatio(one, other));
  });
});

describe('readableTint', () => {
  it('keeps a deep colour as it is', () => {
    expect(readableTint('#203040')).toBe('#203040');
  });

  it.each([null, undefined, '', 'red', '#fff', '#12345g'])('wears the neutral tint for %s', (color) => {
    expect(readableTint(color)).toBe('#2a2521');
  });

  it('carries its text whatever the colour of the cover', () => {
    const part = fc.integer({ min: 0, max: 255 });
    return fc.assert(
      fc.property(part, part, part, (...rgb) => {
        const color = `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
        expect(contrastRatio(readableTint(color), tintInk)).toBeGreaterThanOrEqual(9);
      }),
    );
  });
});
