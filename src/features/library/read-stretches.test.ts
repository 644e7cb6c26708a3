import { expect, it } from 'vitest';
import type { Mark } from './contract.ts';
import { stretchesOf } from './read-stretches.ts';

const time = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const place = (number: number | null, fraction: number, furthest: number, minute = 10) => ({
  number,
  position: { index: 0, fraction },
  furthest: { chapter_number: furthest, index: 0, fraction: furthest === number ? fraction : 0 },
  updated_at: time(minute),
});
const mark = (first: number, last: number, is_read: boolean, minute: number): Mark => ({
  ...{ first, last, is_read, marked_at: time(minute) },
});

it.each([
  ['nothing', { place: null, marks: [] }, [], []],
  ['a place on the way', { place: place(3, 0.5, 3), marks: [] }, [[1, 2]], [3]],
  ['a place at a chapter’s end', { place: place(3, 1, 4), marks: [] }, [[1, 3]], []],
  [
    'a place before the furthest',
    { place: place(2, 0.5, 5), marks: [] },
    [
      [1, 1],
      [3, 4],
    ],
    [2],
  ],
  ['a place in a chapter that is gone', { place: place(null, 0.5, 3), marks: [] }, [[1, 2]], []],
  ['marks alone', { place: null, marks: [mark(2, 3, true, 1), mark(5, 5, false, 1)] }, [[2, 3]], []],
  [
    'a later mark on the chapter of the place',
    { place: place(3, 0.5, 3), marks: [mark(3, 3, true, 11)] },
    [
      [1, 2],
      [3, 3],
    ],
    [],
  ],
  [
    'an earlier mark on the chapter of the place',
    { place: place(3, 0.5, 3), marks: [mark(3, 3, true, 9)] },
    [[1, 2]],
    [3],
  ],
  [
    'a “not read” before the furthest',
    { place: place(4, 0.5, 4), marks: [mark(2, 2, false, 1)] },
    [
      [1, 1],
      [3, 3],
    ],
    [4],
  ],
  ['“not read” on all', { place: place(3, 0.5, 3), marks: [mark(1, 9, false, 11)] }, [], []],
])('%s', (_, reading, read, begun) => {
  const found = stretchesOf(reading);
  expect(found.read.map(({ first, last }) => [first, last])).toEqual(read);
  expect(found.begun.map(({ number }) => number)).toEqual(begun);
});
