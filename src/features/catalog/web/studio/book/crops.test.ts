import { describe, expect, it } from 'vitest';
import { cropOfPercent, percentOfCrop } from './crops.ts';

describe('a crop', () => {
  it('is the same in percent of what is shown and in fractions of the whole', () => {
    const crop = { x: 0.1, y: 0.05, width: 0.5, height: 0.2 };
    for (const share of [1, 0.5, 0.25]) {
      const back = cropOfPercent(percentOfCrop(crop, share), share);
      for (const side of ['x', 'y', 'width', 'height'] as const) expect(back[side]).toBeCloseTo(crop[side], 5);
    }
  });

  it('is all that is shown at first', () => {
    expect(cropOfPercent(percentOfCrop(null, 0.5), 0.5)).toEqual({ x: 0, y: 0, width: 1, height: 0.5 });
  });

  it('never leaves the picture', () => {
    const { x, width, y, height } = cropOfPercent({ x: 60.00001, y: 70.00001, width: 40, height: 30 }, 1);
    expect(x + width).toBeLessThanOrEqual(1);
    expect(y + height).toBeLessThanOrEqual(1);
  });
});
