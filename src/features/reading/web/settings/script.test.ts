import { expect, it } from 'vitest';
import { fontsFor } from './script.ts';

it.each([
  ['latin', ['serif', 'sans', 'dyslexic']],
  ['chinese', ['serif', 'sans']],
  ['arabic', ['serif', 'sans']],
] as const)('offers %s the faces that have its letters', (script, faces) => {
  expect(fontsFor(script)).toEqual(faces);
});
