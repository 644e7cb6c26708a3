import { expect, it } from 'vitest';
import type { Mark } from './contract.ts';
import { hasRead } from './read-chapters.ts';

const marked = (first: number, last: number, isRead = true): Mark => ({
  first,
  last,
  is_read: isRead,
  marked_at: '2026-01-01T00:00:00.000Z',
});

it.each<[string, number, number | null, boolean, Mark[], boolean]>([
  ['nothing', 10, null, false, [], false],
  ['the middle of the third chapter', 10, 3, false, [], false],
  ['all of the third chapter', 10, 3, true, [], true],
  ['the beginning of the fourth', 10, 4, false, [], true],
  ['three marks', 10, null, false, [marked(2, 3), marked(9, 9)], true],
  ['marks beyond the end', 10, null, false, [marked(9, 99)], false],
  ['marks that say not read', 10, null, false, [marked(1, 9, false)], false],
  ['a chapter by place and two by marks', 10, 2, false, [marked(5, 6)], true],
  ['a chapter twice', 10, 3, false, [marked(1, 2)], false],
  ['all of a short book', 2, 2, true, [], true],
  ['half of a short book', 2, 2, false, [], false],
  ['a book without chapters', 0, 5, true, [], false],
])(
  'a reader of a book has three chapters of it, or all: %s',
  (_, chapterCount, furthestChapter, isAtEnd, marks, is) => {
    expect(hasRead({ furthestChapter, marks }, { numbering: null, chapterCount, isAtEnd })).toBe(is);
  },
);

it('counts chapters by the numbers that they have now', () => {
  const numbering = { runs: [[3, 12] as [number, number]], next: 13 }; // the first two are gone
  const book = { numbering, chapterCount: 10, isAtEnd: false };
  expect(hasRead({ furthestChapter: 5, marks: [] }, book)).toBe(false);
  expect(hasRead({ furthestChapter: 6, marks: [] }, book)).toBe(true);
});
