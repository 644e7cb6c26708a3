import { expect, it } from 'vitest';
import arabic from '../../messages/ar-sa.json';
import english from '../../messages/en-us.json';
import { createText } from '../web/create-text.ts';
import { printedName } from './printed-name.ts';

it.each([
  [{ season: null, label: null, number: 7 }, 'Chapter 7', 'الفصل ٧'],
  [{ season: null, label: '10.5', number: 7 }, 'Chapter 10.5', 'الفصل ١٠٫٥'],
  [{ season: 2, label: '½', number: 7 }, 'Season 2 · Chapter ½', 'الموسم ٢، الفصل ½'],
  [{ season: 2, label: null, number: 7 }, 'Season 2 · Chapter 7', 'الموسم ٢، الفصل ٧'],
  [{ season: null, label: '10.50', number: 7 }, 'Chapter 10.50', 'الفصل 10.50'],
])('names %j %s, in Arabic %s', (printed, inEnglish, inArabic) => {
  expect(printedName(createText('en-us', english), printed)).toBe(inEnglish);
  expect(printedName(createText('ar-sa', arabic), printed)).toBe(inArabic);
});
