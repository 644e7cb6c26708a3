import { expect, it } from 'vitest';
import { bytesOf, writeSize } from './sizes.ts';

it.each([
  [0, 'en-us', '0 kB'],
  [149, 'en-us', '1 kB'],
  [45_300, 'en-us', '45 kB'],
  [3_240_000, 'en-us', '3.2 MB'],
  [3_240_000, 'fr-fr', '3,2 Mo'],
  [45_300_000, 'zh-cn', '45 MB'],
  [1_500_000_000, 'en-us', '1.5 GB'],
] as const)('%i bytes are in %s %s', (bytes, language, size) => {
  expect(writeSize(bytes, language).replace(/\s/g, ' ')).toBe(size.replace(/\s/g, ' '));
});

it('counts the bytes of a text, not its letters', () => {
  expect([bytesOf('Once'), bytesOf('从前有座山')]).toEqual([4, 15]);
});
