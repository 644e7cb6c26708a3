import { describe, expect, it } from 'vitest';
import { imageToGoTo, isNearEnd, shareRead } from './places.ts';

describe('the next and the previous image', () => {
  it.each([
    ['next', [0, 600, 1200], 1],
    ['next', [117, 717, 1317], 1],
    ['next', [117], null],
    ['next', [-300, 300, 900], 1],
    ['next', [-8, 5, 9], 2],
    ['next', [-1200, -600, 0], null],
    ['previous', [-1200, -600, 0], 1],
    ['previous', [-900, -300, 300], 1],
    ['previous', [0, 600, 1200], null],
  ] as const)('%s of %o is %s', (turn, tops, index) => {
    expect(imageToGoTo(tops, turn)).toBe(index);
  });
});

const extent = { top: 0, height: 30_000, screenHeight: 800, images: 30 };

describe('what has been read', () => {
  it.each([
    [{ ...extent, top: 100, height: 7000 }, 0.1],
    [{ ...extent, top: 900 }, 0],
    [{ ...extent, top: -40_000 }, 1],
    [{ ...extent, height: 0 }, 0],
  ])('of %o is %d', (seen, share) => {
    expect(shareRead(seen)).toBe(share);
  });

  it.each([
    ['six images before the end', { ...extent, top: 800 - 24_000 }, false],
    ['five images before the end', { ...extent, top: 800 - 25_000 }, true],
    ['two screens before the end of a text', { ...extent, images: 0, top: 800 - 28_400 }, true],
    ['at the beginning of a short chapter', { ...extent, images: 4, height: 4000 }, false],
  ])('is nearly all %s: %o → %s', (_name, seen, expected) => {
    expect(isNearEnd(seen)).toBe(expected);
  });
});
