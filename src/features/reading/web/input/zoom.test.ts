import { describe, expect, it } from 'vitest';
import { drawnZoom, panLimits, panToPoint, panWithin } from './zoom.ts';

describe('an enlarged picture', () => {
  it.each([
    ['from the left edge', { start: 0, size: 780 }, { least: -390, most: 0 }],
    ['from the right edge, as in Arabic', { start: -390, size: 780 }, { least: 0, most: 390 }],
    ['over both edges', { start: -195, size: 780 }, { least: -195, most: 195 }],
    ['smaller than the screen', { start: 20, size: 300 }, { least: 0, most: 0 }],
  ])('%s can be moved until its edges show', (_name, span, limits) => {
    expect(panLimits(span, 390)).toEqual(limits);
  });

  it('keeps the tapped point under the finger', () => {
    const before = { start: 0, size: 390 };
    const after = { start: 0, size: 780 };
    expect(panToPoint({ at: 100, before, after })).toBeCloseTo(-100);
    expect(panToPoint({ at: 0, before, after })).toBe(0);
    expect(panToPoint({ at: 390, before, after: { start: -390, size: 780 } })).toBe(0);
  });

  it.each([
    [50, 0],
    [-100, -100],
    [-500, -390],
  ])('moved by %i stands at %i', (pan, expected) => {
    expect(panWithin(pan, { least: -390, most: 0 })).toBe(expected);
  });

  it.each([
    [1, 0, 1],
    [1, 160, 2],
    [1, 80, Math.SQRT2],
    [2, -160, 1],
    [2, -400, 1],
    [1, 900, 3],
  ])('drawn from %d times by %i px is %d times as large', (from, dy, expected) => {
    expect(drawnZoom(from, dy)).toBeCloseTo(expected);
  });
});
