import { describe, expect, it } from 'vitest';
import { pagesInSight, rowPx, topOfRow } from './chapter-rows.ts';

describe('the pages of a long list of chapters', () => {
  it.each([
    ['at its top', 0, 600, 5000, [0]],
    ['over the seam of two', topOfRow(51) - 100, 600, 5000, [0, 1]],
    ['deep within', topOfRow(2520), 600, 5000, [50]],
    ['at its end', topOfRow(5000), 600, 5000, [99]],
    ['before anything is known', topOfRow(4987), 0, 4987, [99]],
    ['of one chapter', 0, 600, 1, [0]],
    ['of none', 0, 600, 0, [0]],
    ['pulled over its end', -200, 600, 120, [0]],
  ])('are few %s', (_name, top, height, total, pages) => {
    expect(pagesInSight({ top, height, total })).toEqual(pages);
  });

  it('begin where their rows do', () => {
    expect(topOfRow(1)).toBe(0);
    expect(topOfRow(11)).toBe(10 * rowPx);
  });
});
