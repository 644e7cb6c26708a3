import { describe, expect, it } from 'vitest';
import { canStartSwipe, decideSwipe, followFinger, turnOfSwipe } from './swipe.ts';

const start = { x: 200, screenWidth: 390, zoom: 1, fingers: 1 };

describe('a swipe', () => {
  it.each([
    ['in the middle', {}, true],
    ['24 px from the left edge', { x: 24 }, true],
    ['nearer to the left edge', { x: 23 }, false],
    ['24 px from the right edge', { x: 366 }, true],
    ['nearer to the right edge', { x: 367 }, false],
    ['while zoomed', { zoom: 1.5 }, false],
    ['with two fingers', { fingers: 2 }, false],
  ])('may start %s: %o → %s', (_name, change, expected) => {
    expect(canStartSwipe({ ...start, ...change })).toBe(expected);
  });

  it.each([
    [{ dx: 61, dy: 0 }, 'right'],
    [{ dx: -61, dy: 60 }, 'left'],
    [{ dx: 60, dy: 0 }, null],
    [{ dx: -60, dy: 0 }, null],
    [{ dx: 80, dy: 80 }, null],
    [{ dx: 80, dy: -81 }, null],
    [{ dx: 0, dy: 300 }, null],
  ] as const)('%o goes %s', (move, side) => {
    expect(decideSwipe(move)).toBe(side);
  });

  it.each([
    ['left', 'ltr', 'next'],
    ['right', 'ltr', 'previous'],
    ['right', 'rtl', 'next'],
    ['left', 'rtl', 'previous'],
  ] as const)('to the %s in %s leads to the %s chapter', (side, dir, turn) => {
    expect(turnOfSwipe(side, dir)).toBe(turn);
  });

  it('is followed by the content, which resists where no chapter comes', () => {
    expect(followFinger({ dx: -80, hasNeighbour: true })).toBe(-80);
    expect(followFinger({ dx: -80, hasNeighbour: false })).toBe(-20);
  });
});
