import { describe, expect, it } from 'vitest';
import { autoScrollAfter, changedSpeed, isAutoScrollOver } from './auto-scroll.ts';

describe('auto-scroll', () => {
  it.each([
    ['a frame', 16, 60, 100.96],
    ['a second of frames is its speed', 100, 60, 106],
    ['a tab that slept', 60_000, 60, 106],
    ['a clock that went back', -5, 60, 100],
  ])('after %s', (_name, elapsed, speed, top) => {
    expect(autoScrollAfter({ top: 100, at: 1000 }, { now: 1000 + elapsed, speed }).top).toBeCloseTo(top);
  });

  it('loses no part of a pixel over slow frames', () => {
    let state = { top: 0, at: 0 };
    for (let frame = 1; frame <= 120; frame += 1)
      state = autoScrollAfter(state, { now: (frame * 1000) / 120, speed: 10 });
    expect(state.top).toBeCloseTo(10);
  });

  it.each([
    [60, 'faster', 80],
    [60, 'slower', 40],
    [10, 'slower', 10],
    [10, 'faster', 20],
    [390, 'faster', 400],
  ] as const)('from %i %s is %i', (speed, change, expected) => {
    expect(changedSpeed(speed, change)).toBe(expected);
  });

  it.each([
    [null, false],
    [801, false],
    [401, false],
    [400, true],
    [-10, true],
  ])('with the end at %s is over: %s', (endTop, expected) => {
    expect(isAutoScrollOver({ endTop, screenHeight: 800 })).toBe(expected);
  });
});
