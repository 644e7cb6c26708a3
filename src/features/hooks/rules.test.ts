import { describe, expect, it } from 'vitest';
import { escapeDiscord, outcomeOf, secondsToNextTry } from './rules.ts';

const hour = 60 * 60;

describe('a delivery that failed', () => {
  it.each([
    ...[[1, 5] as const, [2, 300] as const, [3, 1800] as const, [4, 2 * hour] as const, [5, 5 * hour] as const],
    ...[[6, 10 * hour] as const, [7, 14 * hour] as const, [8, 20 * hour] as const, [9, 24 * hour] as const],
  ])('for the %d. time is tried again after %d s, and up to a tenth more', (tries, seconds) => {
    expect(secondsToNextTry({ tries, chance: 0, retryAfterS: 0 })).toBe(seconds);
    expect(secondsToNextTry({ tries, chance: 1, retryAfterS: 0 })).toBeCloseTo(seconds * 1.1);
  });

  it('ten times has failed, and one whose receiver is busy waits as long as it says, a day at most', () => {
    expect(secondsToNextTry({ tries: 10, chance: 0, retryAfterS: 60 })).toBeNull();
    expect(secondsToNextTry({ tries: 1, chance: 0, retryAfterS: 60 })).toBe(60);
    expect(secondsToNextTry({ tries: 1, chance: 0, retryAfterS: 999_999_999 })).toBe(24 * hour);
  });
});

it.each([
  ...[[200, 'sent'] as const, [299, 'sent'] as const, [410, 'gone'] as const, [null, 'failed'] as const],
  ...[[302, 'failed'] as const, [404, 'failed'] as const, [429, 'failed'] as const, [500, 'failed'] as const],
])('an answer of %s means: %s', (status, outcome) => {
  expect(outcomeOf(status)).toBe(outcome);
});

it('a title is text to Discord', () => {
  expect(escapeDiscord('**b** <@1> [x](y) `c` ~~s~~ ||p|| # h')).toBe(
    '\\*\\*b\\*\\* \\<@1\\> \\[x\\]\\(y\\) \\`c\\` \\~\\~s\\~\\~ \\|\\|p\\|\\| \\# h',
  );
});
