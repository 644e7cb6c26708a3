import { expect, it } from 'vitest';
import type { Mark } from './contract.ts';
import { hasRead } from './read-chapters.ts';

const marked = (first: number, last: number, isRead = true): Mark => ({
  first,
  last,
  is_read: isRead,
  marked_at: '2026-01-01T00:00:00.000Z',
});

it.each<[string, number, number | null, number, Mark[], boolean]>([
  ['nothing', 10, null, 0, [], false],
  ['the middle of the third chapter', 10, 3, 0.5, [], false],
  ['nearly all of the third chapter', 10, 3, 0.97, [], true],
  ['the beginning of the fourth', 10, 4, 0, [], true],
  ['three marks', 10, null, 0, [marked(2, 3), marked(9, 9)], true],
  ['marks beyond the end', 10, null, 0, [marked(9, 99)], false],
  ['marks that say not read', 10, null, 0, [marked(1, 9, false)], false],
  ['a chapter by place and two by marks', 10, 2, 0, [marked(5, 6)], true],
  ['a chapter twice', 10, 3, 0, [marked(1, 2)], false],
  ['all of a short book', 2, 2, 1, [], true],
  ['half of a short book', 2, 2, 0.5, [], false],
  ['a book without chapters', 0, 5, 1, [], false],
])(
  'a reader of a book has three chapters of it, or all: %s',
  (_, chapterCount, furthestChapter, fraction, marks, is) => {
    const reading = { furthestChapter, furthestFraction: fraction, marks };
    expect(hasRead(reading, { numbering: null, chapterCount })).toBe(is);
  },
);

it('counts chapters by the numbers that they have now', () => {
  const numbering = { runs: [[3, 12] as [number, number]], next: 13 }; // the first two are gone
  const reading = { furthestChapter: 5, furthestFraction: 0, marks: [] };
  expect(hasRead(reading, { numbering, chapterCount: 10 })).toBe(false);
  expect(hasRead({ ...reading, furthestChapter: 6 }, { numbering, chapterCount: 10 })).toBe(true);
});
