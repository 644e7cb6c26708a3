import { expect, it } from 'vitest';
import { fittingAccent, tintOfAccent } from './accent.ts';

it.each(['#0b5c8a', '#000000', '#b3261e', '#5b2a86', '#1f6f3a'])(
  '%s is legible by day, and its tint by night',
  (color) => {
    expect(fittingAccent(color)).toBe(color);
    const tint = tintOfAccent(color);
    // By day the tint would be too light: so it is bright.
    expect(fittingAccent(tint)).not.toBe(tint);
    expect(tint).toMatch(/^#[0-9a-f]{6}$/);
  },
);
