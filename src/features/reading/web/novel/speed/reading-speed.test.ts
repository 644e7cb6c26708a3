import { describe, expect, it } from 'vitest';
import { lessonOf, minutesLeft, noStint, paceOf, type Stint, speedFor, stintAfter } from './reading-speed.ts';

const pace = 'latin';
/** Reading at a steady pace, seen every ten seconds. */
function read({ charactersPerMinute, seconds }: { charactersPerMinute: number; seconds: number }): Stint {
  let stint = noStint;
  for (let second = 0; second <= seconds; second += 10) {
    stint = stintAfter(stint, { pace, at: (charactersPerMinute / 60) * second, timeMs: second * 1000 });
  }
  return stint;
}

describe('minutesLeft', () => {
  it.each([
    [{ characters: 12_500, share: 0, charactersPerMinute: 1250 }, 10],
    [{ characters: 12_500, share: 0.55, charactersPerMinute: 1250 }, 5],
    [{ characters: 12_500, share: 0.95, charactersPerMinute: 1250 }, 0],
    [{ characters: 12_500, share: 7, charactersPerMinute: 1250 }, 0],
    [{ characters: 0, share: 0, charactersPerMinute: 420 }, 0],
  ])('of %o are %i', (given, minutes) => {
    expect(minutesLeft(given)).toBe(minutes);
  });
});

it.each([
  [{ language: 'zh-cn' }, 'chinese'],
  [{ language: 'zh-cn', text_language: 'ja-JP' }, 'ja'],
  [{ language: 'zh-cn', text_language: 'yue' }, 'chinese'],
  [{ language: 'ar-sa', text_language: 'fa' }, 'arabic'],
  [{ language: 'ar-sa', text_language: 'he' }, 'he'],
  [{ language: 'en-us', text_language: 'el' }, 'other'],
  [{ language: 'en-us', text_language: 'cs' }, 'latin'],
] as const)('%o is read as fast as %s', (words, expected) => {
  expect(paceOf(words)).toBe(expected);
});

describe('a reader’s own pace', () => {
  it('is the script’s usual one until something was learned', () => {
    expect(speedFor('chinese', {})).toBeLessThan(speedFor('latin', {}));
    expect(speedFor('latin', { latin: 900 })).toBe(900);
  });

  it('is learned little by little', () => {
    const stint = read({ charactersPerMinute: 900, seconds: 60 });
    expect(lessonOf(stint, { pace, known: 1250 })).toBe(Math.round(1250 * 0.7 + 900 * 0.3));
  });

  it.each([
    ['too short a time', read({ charactersPerMinute: 900, seconds: 20 })],
    ['hardly anything read', read({ charactersPerMinute: 100, seconds: 60 })],
  ])('is not learned from %s', (_, stint) => {
    expect(lessonOf(stint, { pace, known: 1250 })).toBeNull();
  });

  it('does not count a pause of more than a minute', () => {
    const before = read({ charactersPerMinute: 1000, seconds: 30 });
    const after = stintAfter(before, { pace, at: 600, timeMs: 30_000 + 3_600_000 });
    expect(after.activeMs).toBe(before.activeMs + 60_000);
  });

  it.each([
    ['going back', { at: 100, timeMs: 61_000 }],
    ['leafing on', { at: 90_000, timeMs: 61_000 }],
    ['a clock that was set back', { at: 1100, timeMs: 10_000 }],
  ])('begins anew after %s', (_, seen) => {
    const stint = stintAfter(read({ charactersPerMinute: 1000, seconds: 60 }), { pace, ...seen });
    expect(stint).toEqual({ ...noStint, ...seen });
  });

  it('stays within what people can read', () => {
    const fast: Stint = { at: 0, timeMs: 0, readCharacters: 900_000, activeMs: 60_000 };
    expect(lessonOf(fast, { pace, known: 1250 })).toBe(Math.round(1250 * 0.7 + 5000 * 0.3));
  });
});
