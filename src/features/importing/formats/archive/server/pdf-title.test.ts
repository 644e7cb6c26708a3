import { expect, it } from 'vitest';
import { titleOfPdf } from './pdf-title.ts';

const pdf = (title: string) =>
  `%PDF-1.4\n1 0 obj\n<< /Title (A bookmark) >>\nendobj\n7 0 obj\n<< /Producer (x) /Title ${title} >>\nendobj\ntrailer\n<< /Root 2 0 R /Info 7 0 R >>`;

it.each([
  ['(River Song)', 'River Song'],
  ['(Le \\311t\\351 \\(1\\))', 'Le Été (1)'],
  ['<FEFF6E568FB9>', '湖边'],
  ['<feff06270644>', 'ال'],
  ['(untitled)', null],
  ['(Microsoft Word - x.doc)', null],
  ['(scan0001.pdf)', null],
  ['()', null],
])('a PDF with the title %s is called %j', (given, title) => {
  expect(titleOfPdf(Buffer.from(pdf(given), 'latin1'))).toBe(title);
});

it('a PDF may have its title in XMP alone, or none', () => {
  const xmp = '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Salt &amp; 湖</rdf:li></rdf:Alt></dc:title>';
  expect(titleOfPdf(Buffer.from(`%PDF-1.7\n${xmp}`))).toBe('Salt & 湖');
  expect(titleOfPdf(Buffer.from('%PDF-1.7\n1 0 obj << /Title (A bookmark) >> endobj'))).toBe(null);
});
