import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createText } from '../../../web/create-text.ts';
import { bytesOf, writeSize } from './sizes.ts';

it.each([
  [0, 'en-us', '0 kB'],
  [149, 'en-us', '1 kB'],
  [45_300, 'en-us', '45 kB'],
  [3_240_000, 'en-us', '3.2 MB'],
  [3_240_000, 'fr-fr', '3,2 Mo'],
  [45_300_000, 'zh-cn', '45 MB'],
  [9_970_000, 'en-us', '10 MB'],
  [999_999_999, 'es-es', '1000 MB'],
  [1_500_000_000, 'en-us', '1.5 GB'],
  [3_240_000, 'ar-sa', '٣٫٢ ميغابايت'],
] as const)('%i bytes are in %s %s', (bytes, language, size) => {
  const messages = readFileSync(new URL(`../../../../messages/${language}.json`, import.meta.url), 'utf8');
  expect(writeSize(bytes, createText(language, JSON.parse(messages))).replace(/\s/g, ' ')).toBe(size);
});

it('counts the bytes of a text, not its letters', () => {
  expect([bytesOf('Once'), bytesOf('从前有座山')]).toEqual([4, 15]);
});
