import { expect, it } from 'vitest';
import { blockAt, isDocument, readPageNumber, readPointer, readPushed } from './sync.ts';

it.each([
  ['0123456789abcdef0123456789abcdef', true],
  ['any name.epub', true],
  ['x'.repeat(255), true],
  ['x'.repeat(256), false],
  ['😀'.repeat(255), true],
  ['😀'.repeat(256), false],
  ['', false],
  ['a\nb', false],
  ['a\0', false],
  [7, false],
  [null, false],
])('%j may be the name of a document: %j', (given, isOne) => {
  expect(isDocument(given)).toBe(isOne);
});

const told = { progress: '3', percentage: 0.5, device: 'd', device_id: 'i' };
it.each([
  [told, { progress: '3', percentage: 0.5, device: 'd', deviceId: 'i' }],
  [
    { ...told, progress: 3 },
    { progress: '3', percentage: 0.5, device: 'd', deviceId: 'i' },
  ],
  [
    { progress: '3', percentage: 0 },
    { progress: '3', percentage: 0, device: '', deviceId: '' },
  ],
  [
    { ...told, device: ['x'] },
    { progress: '3', percentage: 0.5, device: '', deviceId: 'i' },
  ],
  [
    { ...told, progress: '😀'.repeat(2000), device: `x${'😀'.repeat(255)}` },
    { progress: '😀'.repeat(2000), percentage: 0.5, device: `x${'😀'.repeat(254)}`, deviceId: 'i' },
  ],
  [{ ...told, progress: '' }, null],
  [{ ...told, progress: null }, null],
  [{ ...told, progress: 'a\0' }, null],
  [{ ...told, progress: 'x'.repeat(2001) }, null],
  [{ ...told, percentage: 1.01 }, null],
  [{ ...told, percentage: -0.1 }, null],
  [{ ...told, percentage: '0.5' }, null],
  [{ progress: '3' }, null],
])('%j is read as %j', (body, pushed) => {
  expect(readPushed(body)).toEqual(pushed);
});

it.each([
  ['1', 1],
  ['300', 300],
  ['0', null],
  ['1.5', null],
  ['/body/DocFragment[1].0', null],
])('%j is the page %s', (progress, page) => {
  expect(readPageNumber(progress)).toBe(page);
});

it.each([
  ['/body/DocFragment[12].0', { document: 12, element: null }],
  ['/body/DocFragment.0', { document: 1, element: null }],
  ['/body/DocFragment[2]/body/p[3]/text().5', { document: 2, element: { name: 'p', nth: 3 } }],
  ['/body/DocFragment[2]/body/h2/text().0', { document: 2, element: { name: 'h2', nth: 1 } }],
  ['#_doc_fragment_4_', { document: 5, element: null }],
  ['#_doc_fragment_4_ c1', { document: 5, element: null }],
  ['/body/DocFragment[x]', null],
  ['17', null],
  ['', null],
])('%j points to %j', (progress, pointer) => {
  expect(readPointer(progress)).toEqual(pointer);
});

it('an element of a document is the block that it shows', () => {
  const inlines: never[] = [];
  const blocks = [
    { type: 'p' as const, inlines },
    { type: 'img' as const, imageId: 'x', alt: '' },
    { type: 'p' as const, inlines },
    { type: 'h2' as const, inlines },
  ];
  const at = (name: string, nth: number) => blockAt(blocks, { name, nth });
  expect([at('p', 1), at('p', 2), at('figure', 1), at('h2', 1), at('p', 9), blockAt(blocks, null)]).toEqual([
    0, 2, 1, 3, 0, 0,
  ]);
});
