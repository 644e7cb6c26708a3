import { expect, it } from 'vitest';
import { ConfigError, parseSettings } from './config.ts';

const studioOf = (settings: Record<string, string>) => parseSettings(settings).studio;

it('has the longest times, when nothing else is set', () => {
  expect(studioOf({})).toEqual({ confirmEveryMs: 43_200_000, confirmSensitiveMs: 900_000 });
});

it.each([
  ['12h', 43_200_000],
  ['90m', 5_400_000],
  ['1s', 1_000],
])('takes %s for everyday calls', (text, ms) => {
  expect(studioOf({ STUDIO_CONFIRM_EVERY: text }).confirmEveryMs).toBe(ms);
});

it.each([
  ['STUDIO_CONFIRM_EVERY', '13h'],
  ['STUDIO_CONFIRM_EVERY', '1d'],
  ['STUDIO_CONFIRM_EVERY', '0s'],
  ['STUDIO_CONFIRM_EVERY', '60'],
  ['STUDIO_CONFIRM_SENSITIVE', '16m'],
  ['STUDIO_CONFIRM_SENSITIVE', '1.5m'],
  ['STUDIO_CONFIRM_SENSITIVE', '-5m'],
])('names %s where it is %s', (name, value) => {
  expect(() => studioOf({ [name]: value })).toThrow(ConfigError);
  expect(() => studioOf({ [name]: value })).toThrow(`${name}: got "${value}"`);
});
