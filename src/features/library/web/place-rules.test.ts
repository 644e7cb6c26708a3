import { describe, expect, it } from 'vitest';
import { markOf, positionAfterFinish, positionOnTheWay, shareOf } from './place-rules.ts';

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
    expect(markOf(chapter, place)).toEqual(mark);
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
