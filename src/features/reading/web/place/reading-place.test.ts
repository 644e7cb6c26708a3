import { describe, expect, it } from 'vitest';
import { waitBeforeNote } from './reading-place.ts';

describe('a place', () => {
  it.each([
    ['the first', { now: 9000, notedAt: null }, 1000],
    ['one soon after another', { now: 9000, notedAt: 8000 }, 4000],
    ['one long after another', { now: 90_000, notedAt: 8000 }, 1000],
  ])('is noted after a while: %s, %o → %i ms', (_name, times, waitMs) => {
    expect(waitBeforeNote(times)).toBe(waitMs);
  });
});
