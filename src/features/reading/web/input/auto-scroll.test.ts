import { describe, expect, it } from 'vitest';
import { autoScrollAfter, changedSpeed, isAutoScrollOver, signOf } from './auto-scroll.ts';

describe('auto-scroll', () => {
  it.each([
    ['a frame', 16, 60, 100.96],
    ['a second of frames is its speed', 100, 60, 106],
    ['a tab that slept', 60_000, 60, 106],
    ['a clock that went back', -5, 60, 100],
  ])('after %s', (_name, elapsed, speed, top) => {
    const frame = { now: 1000 + elapsed, speed, stands: 100 };
    expect(autoScrollAfter({ top: 100, at: 1000 }, frame).top).toBeCloseTo(top);
  });

  it('loses no part of a pixel over slow frames', () => {
    let state = { top: 0, at: 0 };
    for (let frame = 1; frame <= 120; frame += 1)
      state = autoScrollAfter(state, { now: (frame * 1000) / 120, speed: 10, stands: Math.round(state.top) });
    expect(state.top).toBeCloseTo(10);
  });

  it('goes on from where a turned screen, or what grew above, has put the page', () => {
    const frame = { now: 1100, speed: 60, stands: 900 };
    expect(autoScrollAfter({ top: 100.4, at: 1000 }, frame).top).toBeCloseTo(906);
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

  const plain = { code: '', ctrlKey: false, altKey: false, metaKey: false, repeat: false };
  const onPage = { isTyping: false, isPressing: false };
  it.each([
    ['Space', { ...plain, key: ' ' }, onPage, 'toggle'],
    ['A', { ...plain, key: 'A' }, onPage, 'toggle'],
    ['the key of A on an Arabic keyboard', { ...plain, key: 'ش', code: 'KeyA' }, onPage, 'toggle'],
    ['Space held down', { ...plain, key: ' ', repeat: true }, onPage, null],
    ['Space on a button', { ...plain, key: ' ' }, { ...onPage, isPressing: true }, 'pause'],
    ['A on a button', { ...plain, key: 'a' }, { ...onPage, isPressing: true }, 'toggle'],
    ['A in a field', { ...plain, key: 'a' }, { ...onPage, isTyping: true }, 'pause'],
    ['an arrow', { ...plain, key: 'ArrowDown' }, onPage, 'pause'],
    ['a command of the browser', { ...plain, key: 'a', ctrlKey: true }, onPage, 'pause'],
    ['a key held for another', { ...plain, key: 'Shift' }, onPage, null],
    ['Esc, which closes', { ...plain, key: 'Escape' }, onPage, null],
  ] as const)('by %s: %o, %o → %s', (_name, press, where, sign) => {
    expect(signOf(press, where)).toBe(sign);
  });
});
