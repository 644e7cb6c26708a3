import { describe, expect, it } from 'vitest';
import { imagesHad, isComicFinished, isNovelFinished } from './finished.ts';

const reading = { settled: true, scrolled: true, fitsScreen: false };
const end = { lastVisible: 0.3, endReached: false, loaded: 15, images: 30 };

describe('a comic', () => {
  it.each([
    ['with 30 % of the last image and half the images', end, reading, true],
    ['with less of the last image', { ...end, lastVisible: 0.29 }, reading, false],
    ['with the end of a very tall last image', { ...end, lastVisible: 0.1, endReached: true }, reading, true],
    ['with fewer than half the images', { ...end, loaded: 14 }, reading, false],
    ['with half of an odd number', { ...end, loaded: 2, images: 3 }, reading, true],
    ['with less than half of an odd number', { ...end, loaded: 1, images: 3 }, reading, false],
    ['before the layout has settled', end, { ...reading, settled: false }, false],
    ['before the first scroll', end, { ...reading, scrolled: false }, false],
    ['unscrolled, shorter than the screen', end, { settled: true, scrolled: false, fitsScreen: true }, true],
    ['without images', { lastVisible: 1, endReached: true, loaded: 0, images: 0 }, reading, false],
  ])('%s is finished: %o %o → %s', (_name, sight, state, expected) => {
    expect(isComicFinished(sight, state)).toBe(expected);
  });
});

describe('the images that a reader has had', () => {
  const tiles = [0, 1, 1, 1, 2, 3].map((page) => ({ page }));
  it.each([
    ['of a chapter read from its top', [0, 1], null, 2],
    ['of a chapter read on from its third original', [4], { index: 2 }, 5],
    ['of which some have come again', [2, 3, 4], { index: 2 }, 5],
    ['of a chapter read on within its first', [0], { index: 0 }, 1],
  ])('%s: %o from %o → %i', (_name, loaded, openedAt, count) => {
    expect(imagesHad(tiles, { loaded: new Set(loaded), openedAt })).toBe(count);
  });
});

describe('a novel', () => {
  it.each([
    ['at 97 %', { read: 0.97, endReached: false }, reading, true],
    ['before', { read: 0.96, endReached: false }, reading, false],
    ['when its end shows', { read: 0.5, endReached: true }, reading, true],
    ['before the first scroll', { read: 1, endReached: true }, { ...reading, scrolled: false }, false],
    [
      'unscrolled, shorter than the screen',
      { read: 1, endReached: true },
      { settled: true, scrolled: false, fitsScreen: true },
      true,
    ],
  ])('%s is finished: %o %o → %s', (_name, sight, state, expected) => {
    expect(isNovelFinished(sight, state)).toBe(expected);
  });
});
