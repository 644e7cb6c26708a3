import { describe, expect, it } from 'vitest';
import { noLimit, reachOf, readingAfter } from './reading-on.ts';

const timer = { minutes: 15, stopAt: 900_000 } as const;

describe('readingAfter', () => {
  it.each([
    ['to the end of the book', { timer, left: null }, true, { timer, left: null }],
    ['not at all where one chapter is wanted', { timer, left: null }, false, null],
    ['so many chapters as were chosen', { timer, left: 3 }, false, { timer, left: 2 }],
    ['into the last of them', { timer: null, left: 1 }, true, { timer: null, left: 0 }],
    ['no further than that', { timer: null, left: 0 }, true, null],
  ])('goes on %s', (_, on, readsOn, after) => {
    expect(readingAfter(on, { readsOn })).toEqual(after);
  });
});

describe('reachOf', () => {
  it.each([
    [noLimit, true, 'book'],
    [noLimit, false, 'chapter'],
    [{ timer: null, left: 5 }, false, '5'],
    [{ timer: null, left: 0 }, true, 'chapter'],
  ])('of %o where the habit is %s is %s', (on, readsOn, reach) => {
    expect(reachOf(on, { readsOn })).toBe(reach);
  });
});
