import { describe, expect, it } from 'vitest';
import { cropOfPercent, percentOfCrop } from './crops.ts';

describe('a crop', () => {
  it('is the same in percent of what is shown and in fractions of the whole', () => {
    const crop = { x: 0.1, y: 0.05, width: 0.5, height: 0.2 };
    for (const share of [1, 0.5, 0.25]) {
      const back = cropOfPercent(percentOfCrop(crop, { width: 300, height: 400, share }), share);
      for (const side of ['x', 'y', 'width', 'height'] as const) expect(back[side]).toBeCloseTo(crop[side], 5);
    }
  });

  it('is at first the largest cover in the picture: the middle of a wide one, the top of a tall strip', () => {
    const of = (width: number, height: number, share = 1) =>
      cropOfPercent(percentOfCrop(null, { width, height, share }), share);
    expect(of(600, 800)).toEqual({ x: 0, y: 0, width: 1, height: 1 });
    expect(of(1200, 800)).toEqual({ x: 0.25, y: 0, width: 0.5, height: 1 });
    expect(of(600, 1600)).toEqual({ x: 0, y: 0, width: 1, height: 0.5 });
    expect(of(600, 1600, 0.5)).toEqual({ x: 0, y: 0, width: 1, height: 0.25 });
  });

  it('never leaves the picture', () => {
    const { x, width, y, height } = cropOfPercent({ x: 60.00001, y: 70.00001, width: 40, height: 30 }, 1);
    expect(x + width).toBeLessThanOrEqual(1);
    expect(y + height).toBeLessThanOrEqual(1);
  });
});
