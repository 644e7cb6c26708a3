import { describe, expect, it } from 'vitest';
import { stretchesOf } from './virtual-rows.ts';

const of = (given: Partial<Parameters<typeof stretchesOf>[0]>) =>
  stretchesOf({ from: 0, to: 20, count: 5000, height: 50, keep: [], ...given });

describe('the rows near the window', () => {
  it('are as high as all rows together with the gaps around them', () => {
    for (const given of [{}, { from: 2000, to: 2030 }, { from: 4990, to: 5030 }, { from: 6000, to: 6030 }]) {
      const heights = of({ ...given, keep: [3, 2500, 4999] }).map((stretch) =>
        stretch.kind === 'gap' ? stretch.height : (stretch.to - stretch.from) * 50,
      );
      expect(heights.reduce((sum, each) => sum + each, 0)).toBe(5000 * 50);
    }
  });

  it('keep the row with the focus where it is, once', () => {
    expect(of({ from: 100, to: 130, keep: [10, 10, 110] })).toEqual([
      { kind: 'gap', from: 0, height: 500 },
      { kind: 'rows', from: 10, to: 11 },
      { kind: 'gap', from: 11, height: 89 * 50 },
      { kind: 'rows', from: 100, to: 130 },
      { kind: 'gap', from: 130, height: 4870 * 50 },
    ]);
  });
});
