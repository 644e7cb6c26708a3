import { describe, expect, it } from 'vitest';
import { isReadInto, isToBeAsked, isWellAhead, type Spot } from './spots.ts';

const spot = (chapterNumber: number | null, index: number, fraction = 0): Spot => ({
  chapterUuid: `chapter ${chapterNumber}`,
  chapterNumber,
  position: { index, fraction },
  count: 40,
});

describe('a place of another device', () => {
  it.each([
    ['some images on', spot(3, 12), spot(3, 8), true],
    ['a little on', spot(3, 9), spot(3, 8), false],
    ['back', spot(3, 2), spot(3, 8), false],
    ['in a later chapter', spot(4, 0), spot(3, 39), true],
    ['in an earlier chapter', spot(2, 39), spot(3, 0), false],
    ['in a chapter that nobody has looked up', spot(null, 2), spot(3, 8), true],
    ['at the end of the chapter', spot(3, 30, 1), spot(3, 32), true],
  ])('%s: is well ahead: %s', (_, there, here, isAhead) => {
    expect(isWellAhead(there, here)).toBe(isAhead);
  });

  it.each([
    ['before its reader has moved', spot(3, 8), true],
    ['after a look around', spot(3, 12), true],
    ['after looking back', spot(2, 30), true],
    ['after truly reading on', spot(3, 17), false],
    ['after going on with the next chapter', spot(4, 0), false],
  ])('is asked about %s: %s', (_, here, isAsked) => {
    expect(isToBeAsked({ there: spot(9, 5), here, from: spot(3, 8) })).toBe(isAsked);
  });
});

it.each([
  [{ index: 0, fraction: 0 }, 40, false],
  [{ index: 0, fraction: 0.9 }, 40, false],
  [{ index: 2, fraction: 0 }, 40, true],
  [{ index: 0, fraction: 0.3 }, 4, true],
  [{ index: 1, fraction: 0 }, undefined, true],
])('a chapter left at %o of %s is read into: %s', (position, count, isRead) => {
  expect(isReadInto(position, { count })).toBe(isRead);
});
