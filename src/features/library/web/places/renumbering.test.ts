import { describe, expect, it } from 'vitest';
import { markOf } from './place-rules.ts';
import { placeOf } from './places.ts';
import { renumbered } from './renumbering.ts';
import type { StoredPlace } from './stored-places.ts';

/** In the third of four chapters, the second of which was passed over. */
const place: StoredPlace = {
  progress: {
    book_uuid: 'book',
    chapter_uuid: 'c',
    position: { index: 1, fraction: 0.5 },
    furthest: { chapter_number: 3, index: 1, fraction: 0.5 },
    updated_at: '2026-06-01T00:00:00.000Z',
  },
  details: { chapterNumber: 3, count: 10, skipped: [[2, 2]] },
};
const kinds = (kept: StoredPlace, last: number) =>
  Array.from({ length: last }, (_, index) => markOf(index + 1, { place: placeOf(kept), marks: [] }).kind).join(' ');

describe('a place by other numbers', () => {
  it.each([
    [
      'put in before',
      {
        runs: [
          [1, 1],
          [6, 6],
          [2, 4],
        ],
        next: 7,
      },
      4,
      'read unread unread begun unread',
    ],
    [
      'put in at the beginning',
      {
        runs: [
          [6, 6],
          [1, 4],
        ],
        next: 7,
      },
      4,
      'unread read unread begun unread',
    ],
    ['taken away before', { runs: [[2, 4]], next: 5 }, 2, 'unread begun unread'],
    [
      'moved behind',
      {
        runs: [
          [1, 1],
          [3, 4],
          [2, 2],
        ],
        next: 5,
      },
      2,
      'read begun unread unread',
    ],
    ['put in at the end', { runs: [[1, 5]], next: 8 }, 3, 'read unread begun unread unread'],
  ])('with a chapter %s', (_, given, number, marks) => {
    const numbering = {
      next: given.next,
      runs: given.runs.map(([first = 0, last = 0]): [number, number] => [first, last]),
    };
    const moved = renumbered(place, numbering);
    expect(moved.progress.furthest).toEqual({ chapter_number: number, index: 1, fraction: 0.5 });
    expect(moved.details.chapterNumber).toBe(number);
    expect(
      kinds(
        moved,
        given.runs.reduce((sum, [first = 0, last = 0]) => sum + last - first + 1, 0),
      ),
    ).toBe(marks);
    expect(renumbered(moved, numbering)).toBe(moved);
  });

  it('whose chapter is gone stands at the one behind those before it', () => {
    const moved = renumbered(place, {
      runs: [
        [1, 2],
        [4, 4],
      ],
      next: 5,
    });
    expect(moved.progress.furthest).toEqual({ chapter_number: 3, index: 0, fraction: 0 });
    expect(moved.details.chapterNumber).toBeUndefined();
  });
});
