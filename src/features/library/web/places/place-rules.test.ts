import { describe, expect, it } from 'vitest';
import {
  farther,
  markOf,
  placeToOpenAt,
  positionAfterFinish,
  positionOnTheWay,
  shareOf,
  withoutSkipped,
} from './place-rules.ts';

const minute = (number: number) => new Date(Date.UTC(2026, 5, 1, 12, number)).toISOString();
const at = (chapter_number: number, index: number, fraction: number) => ({ chapter_number, index, fraction });

describe('the mark of a chapter', () => {
  const inTwelve = { chapterNumber: 12, position: { index: 3, fraction: 0.5 }, count: 10, furthest: at(12, 3, 0.5) };
  const back = { chapterNumber: 3, position: { index: 0, fraction: 0 }, count: 10, furthest: at(12, 3, 0.5) };
  const finished = { chapterNumber: 12, position: { index: 9, fraction: 1 }, count: 10, furthest: at(13, 0, 0) };
  const elsewhere = { chapterNumber: null, position: { index: 1, fraction: 0 }, furthest: at(5, 1, 0) };

  it.each([
    ['before the furthest', 11, inTwelve, { kind: 'read' }],
    ['where the reader is', 12, inTwelve, { kind: 'begun', share: 0.35 }],
    ['after it', 13, inTwelve, { kind: 'unread' }],
    ['where the reader has gone back to', 3, back, { kind: 'begun', share: 0 }],
    ['that was begun before going back', 12, back, { kind: 'begun', share: null }],
    ['between the two', 7, back, { kind: 'read' }],
    ['that is finished', 12, finished, { kind: 'read' }],
    ['after the finished one, which nobody has opened', 13, finished, { kind: 'unread' }],
    ['that another device is in', 5, elsewhere, { kind: 'begun', share: null }],
  ] as const)('%s', (_, chapter, place, mark) => {
    expect(markOf(chapter, { place: { ...place, updatedAt: minute(1) }, marks: [] })).toEqual(mark);
  });

  it.each([
    ['that was read', 11, false, 2, 'unread'],
    ['that was never opened', 20, true, 0, 'read'],
    ['that its reader was in before', 12, true, 2, 'read'],
    ['that its reader has been in since', 12, true, 0, 'begun'],
  ] as const)('is what its reader says of one %s', (_, chapter, is_read, time, kind) => {
    const marks = [{ first: chapter, last: chapter, is_read, marked_at: minute(time) }];
    expect(markOf(chapter, { place: { ...inTwelve, updatedAt: minute(1) }, marks }).kind).toBe(kind);
  });
});

describe('a finished chapter', () => {
  it.each([
    ['stays one when its reader looks back a little', { index: 8, fraction: 0.2 }, 10, 1],
    ['stays one in its middle', { index: 5, fraction: 0 }, 10, 1],
    ['is being read again in its first half', { index: 4, fraction: 0.9 }, 10, 0.9],
    ['is being read again from its top, of whatever length', { index: 0, fraction: 0.1 }, undefined, 0.1],
  ])('%s', (_, position, count, fraction) => {
    expect(positionAfterFinish(position, count)).toEqual({ ...position, fraction });
  });

  it('is none by scrolling alone', () => {
    const position = positionOnTheWay({ index: 9, fraction: 1, quote: 'The end' });
    expect(position.fraction).toBeLessThan(1);
    expect(position.quote).toBe('The end');
  });
});

describe('how much was read', () => {
  it.each([
    [{ index: 0, fraction: 0 }, 4, 0],
    [{ index: 2, fraction: 0.5 }, 5, 0.5],
    [{ index: 9, fraction: 0.5 }, 4, 1],
    [{ index: 1, fraction: 1 }, 4, 1],
    [{ index: 1, fraction: 0.5 }, undefined, null],
    [{ index: 1, fraction: 0.5 }, 0, null],
  ])('of %o in %s is %s', (position, count, share) => {
    expect(shareOf({ position, count })).toBe(share);
  });
});

const position = { index: 7, fraction: 0.25 };
const place = { chapterUuid: 'one', position, isFinished: false };
const opening = { chapterUuid: 'one', arrival: 'outside', place, left: null } as const;

describe('a chapter opens', () => {
  it.each([
    ['where it was left', opening, position],
    [
      'in its first image, where it was left',
      { ...opening, place: { ...place, position: { index: 0, fraction: 0.5 } } },
      { index: 0, fraction: 0.5 },
    ],
    ['at its top when reached from inside the reader', { ...opening, arrival: 'inside' }, null],
    [
      'where this page left it, when the reader goes back to it',
      { ...opening, arrival: 'return', place: null, left: { index: 3, fraction: 0 } },
      { index: 3, fraction: 0 },
    ],
    ['where it was left, when the reader comes back from another page', { ...opening, arrival: 'return' }, position],
    ['at its top when it was finished', { ...opening, place: { ...place, isFinished: true } }, null],
    ['at its top when another one is being read', { ...opening, chapterUuid: 'two' }, null],
    ['at its top when the book is new', { ...opening, place: null }, null],
    [
      'at its top when it was left there',
      { ...opening, place: { ...place, position: { index: 0, fraction: 0 } } },
      null,
    ],
  ] as const)('%s', (_name, given, expected) => {
    expect(placeToOpenAt(given)).toEqual(expected);
  });
});

describe('the furthest', () => {
  const inFive = { furthest: at(5, 3, 0.5), skipped: [] };
  const throughFive = { furthest: at(6, 0, 0), skipped: [] };

  it.each([
    ['begins where a reader does', null, at(1, 0, 0), false, { furthest: at(1, 0, 0), skipped: [] }],
    ['may begin late', null, at(4, 1, 0), true, { furthest: at(4, 1, 0), skipped: [[1, 3]] }],
    ['is not moved by opening', inFive, at(6, 0, 0.1), false, inFive],
    ['goes on from chapter to chapter', inFive, at(6, 2, 0), true, { furthest: at(6, 2, 0), skipped: [] }],
    ['goes on from a finished one', throughFive, at(6, 2, 0), true, { furthest: at(6, 2, 0), skipped: [] }],
    ['passes chapters over', inFive, at(9, 2, 0), true, { furthest: at(9, 2, 0), skipped: [[6, 8]] }],
    ['passes the next one over', throughFive, at(7, 2, 0), true, { furthest: at(7, 2, 0), skipped: [[6, 6]] }],
    ['never goes back', inFive, at(2, 8, 0), true, inFive],
  ] as const)('%s', (_, before, furthest, isReadInto, after) => {
    expect(farther(before && { ...before }, { furthest, isReadInto })).toEqual(after);
  });

  it.each([
    [
      5,
      [[1, 9]],
      [
        [1, 4],
        [6, 9],
      ],
    ],
    [1, [[1, 9]], [[2, 9]]],
    [
      3,
      [
        [3, 3],
        [7, 8],
      ],
      [[7, 8]],
    ],
    [6, [[1, 3]], [[1, 3]]],
  ] as const)('leaves chapter %i no longer out of %o', (chapter, skipped, left) => {
    expect(withoutSkipped(skipped, chapter)).toEqual(left);
  });
});
