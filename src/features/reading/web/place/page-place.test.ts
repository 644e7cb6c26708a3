import { describe, expect, it } from 'vitest';
import { pagePlaceOf } from './page-place.ts';

const sight = { index: 0, total: 12, top: 0, height: 9000, screenHeight: 1000 };

describe('the place in a strip', () => {
  it.each([
    ['the first page', sight, { page: 1 }],
    ['the page at the middle of the screen', { ...sight, index: 6 }, { page: 7 }],
    ['the last page, where the chapter has lost some', { ...sight, index: 30 }, { page: 12 }],
    ['the beginning of a single tall one', { ...sight, total: 1 }, { percent: 0 }],
    ['below the bars at its beginning', { ...sight, total: 1, top: 118 }, { percent: 0 }],
    ['half-way through it', { ...sight, total: 1, top: -4000 }, { percent: 50 }],
    ['its end', { ...sight, total: 1, top: -8000 }, { percent: 100 }],
    ['beyond its end', { ...sight, total: 1, top: -8300 }, { percent: 100 }],
    ['all of one that fits the screen', { ...sight, total: 1, height: 700 }, { percent: 100 }],
  ])('is %s', (_name, given, place) => {
    expect(pagePlaceOf(given)).toEqual(place);
  });
});
