import { describe, expect, it } from 'vitest';
import { heightOf, positionAt, rangeBetween } from './strip-layout.ts';

/** Two images, then one of three tiles, then another; a gap of 10 before each original. */
const rooms = [
  { top: 0, height: 100, page: 0 },
  { top: 110, height: 200, page: 1 },
  { top: 320, height: 300, page: 2 },
  { top: 620, height: 300, page: 2 },
  { top: 920, height: 400, page: 2 },
  { top: 1330, height: 70, page: 3 },
];

describe('a height in the strip', () => {
  it.each([
    [-50, { index: 0, fraction: 0 }],
    [0, { index: 0, fraction: 0 }],
    [25, { index: 0, fraction: 0.25 }],
    [105, { index: 0, fraction: 1 }],
    [110, { index: 1, fraction: 0 }],
    [820, { index: 2, fraction: 0.5 }],
    [1400, { index: 3, fraction: 1 }],
    [9000, { index: 3, fraction: 1 }],
  ])('%i is at %o', (y, position) => {
    expect(positionAt(rooms, y)).toEqual(position);
  });

  it.each([
    [{ index: 0, fraction: 0 }, 0],
    [{ index: 2, fraction: 0.5 }, 820],
    [{ index: 3, fraction: 1 }, 1400],
    [{ index: 4, fraction: 0.5 }, 1400],
  ])('%o is at %i', (position, y) => {
    expect(heightOf(rooms, position)).toBe(y);
  });

  it('is the same place at any width, with whatever gap', () => {
    const narrow = rooms.map(({ top, height, page }) => ({ page, height: height * 0.37, top: top * 0.37 + page * 3 }));
    for (const y of [12.5, 220, 333.3, 870, 1350]) {
      const position = positionAt(rooms, y);
      const again = position && positionAt(narrow, heightOf(narrow, position));
      expect(again?.index).toBe(position?.index);
      expect(again?.fraction).toBeCloseTo(position?.fraction ?? Number.NaN, 5);
    }
  });

  it('is nowhere in a strip without images', () => {
    expect(positionAt([], 100)).toBeNull();
    expect(heightOf([], { index: 3, fraction: 0.5 })).toBe(0);
  });
});

describe('what shows', () => {
  it.each([
    [0, 100, { first: 0, last: 0 }],
    [100, 200, { first: 1, last: 1 }],
    [50, 700, { first: 0, last: 3 }],
    [309.4, 920.4, { first: 2, last: 3 }],
    [700, 5000, { first: 3, last: 5 }],
    [5000, 6000, { first: 5, last: 5 }],
    [-900, -100, { first: 0, last: 0 }],
  ])('between %i and %i is %o', (from, to, range) => {
    expect(rangeBetween(rooms, from, to)).toEqual(range);
  });
});
