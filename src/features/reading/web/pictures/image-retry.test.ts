import { describe, expect, it } from 'vitest';
import { addressOfAttempt, pauseAfter, sourcesOfAttempt } from './image-retry.ts';

describe('a broken image', () => {
  it.each([
    [0, 1000],
    [1, 3000],
    [2, 9000],
    [3, null],
    [4, null],
  ])('pauses after try %i: %o ms', (attempt, expected) => {
    expect(pauseAfter(attempt)).toBe(expected);
  });

  it.each([
    ['/media/a/800.webp', 0, '/media/a/800.webp'],
    ['/media/a/800.webp', 2, '/media/a/800.webp?retry=2'],
    ['/media/a/800.webp?sig=x', 1, '/media/a/800.webp?sig=x&retry=1'],
  ])('%s on try %i is asked for as %s', (address, attempt, expected) => {
    expect(addressOfAttempt(address, attempt)).toBe(expected);
  });

  const sources = [{ type: 'image/avif' as const, srcset: '/m/a/480.avif 480w, /m/a/800.avif 800w' }];

  it.each([
    [{ attempt: 0, tries: 0 }, sources],
    [{ attempt: 1, tries: 1 }, renewed(1)],
    [{ attempt: 1, tries: 2 }, renewed(2)],
    [{ attempt: 3, tries: 3 }, []],
  ])('its sources on %o are %o', (state, expected) => {
    expect(sourcesOfAttempt(sources, state)).toEqual(expected);
  });
});

function renewed(tries: number) {
  const srcset = `/m/a/480.avif?retry=${tries} 480w, /m/a/800.avif?retry=${tries} 800w`;
  return [{ type: 'image/avif', srcset }];
}
