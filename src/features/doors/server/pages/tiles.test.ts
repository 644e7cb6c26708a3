import { expect, it } from 'vitest';
import { pageOfPoint, pointOfPage } from './tiles.ts';

/** An ordinary page, a strip of three tiles of which the last is half as high, and a page. */
const pages = [
  { original: 0, width: 100, height: 150 },
  ...[200, 200, 100].map((height) => ({ original: 1, width: 100, height })),
  { original: 2, width: 100, height: 150 },
];

it.each([
  [0, { index: 0, fraction: 0 }],
  [1, { index: 1, fraction: 0 }],
  [2, { index: 1, fraction: 0.4 }],
  [3, { index: 1, fraction: 0.8 }],
  [4, { index: 2, fraction: 0 }],
  [5, null],
])('the top of page %i is %j, and leads back to it', (page, point) => {
  expect(pointOfPage(pages, page)).toEqual(point);
  if (point) expect(pageOfPoint(pages, point)).toBe(page);
});

it.each([
  [{ index: 0, fraction: 0.9 }, 0],
  [{ index: 1, fraction: 0.39 }, 1],
  [{ index: 1, fraction: 0.79 }, 2],
  [{ index: 1, fraction: 1 }, 3],
  [{ index: 7, fraction: 0 }, 4],
])('the point %j is on page %i', (point, page) => {
  expect(pageOfPoint(pages, point)).toBe(page);
});

it('has no page where there is none', () => {
  expect(pageOfPoint([], { index: 0, fraction: 0 })).toBe(null);
});
