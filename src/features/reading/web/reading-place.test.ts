import { describe, expect, it } from 'vitest';
import { placeToOpenAt, waitBeforeNote } from './reading-place.ts';

describe('a place', () => {
  it.each([
    ['the first', { now: 9000, notedAt: null }, 1000],
    ['one soon after another', { now: 9000, notedAt: 8000 }, 4000],
    ['one long after another', { now: 90_000, notedAt: 8000 }, 1000],
  ])('is noted after a while: %s, %o → %i ms', (_name, times, waitMs) => {
    expect(waitBeforeNote(times)).toBe(waitMs);
  });
});

const position = { index: 7, fraction: 0.25 };
const place = { chapterUuid: 'one', position, isFinished: false };
const opening = { chapterUuid: 'one', isFromInside: false, place };

describe('a chapter opens', () => {
  it.each([
    ['where it was left', opening, position],
    [
      'in its first image, where it was left',
      { ...opening, place: { ...place, position: { index: 0, fraction: 0.5 } } },
      { index: 0, fraction: 0.5 },
    ],
    ['at its top when reached from inside the reader', { ...opening, isFromInside: true }, null],
    ['at its top when it was finished', { ...opening, place: { ...place, isFinished: true } }, null],
    ['at its top when another one is being read', { ...opening, chapterUuid: 'two' }, null],
    ['at its top when the book is new', { ...opening, place: null }, null],
    [
      'at its top when it was left there',
      { ...opening, place: { ...place, position: { index: 0, fraction: 0 } } },
      null,
    ],
  ])('%s', (_name, given, expected) => {
    expect(placeToOpenAt(given)).toEqual(expected);
  });
});
