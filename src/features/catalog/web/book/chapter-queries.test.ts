import { describe, expect, it } from 'vitest';
import { chapterSelectionAddress, chapterSelectionOf } from './chapter-queries.ts';

describe('chapterSelectionOf', () => {
  it.each([
    ['', { direction: 'asc', startPage: 0 }],
    ['order=desc&page=3', { direction: 'desc', startPage: 2 }],
    ['order=sideways&page=0', { direction: 'asc', startPage: 0 }],
    ['page=-1', { direction: 'asc', startPage: 0 }],
    ['page=1e3', { direction: 'asc', startPage: 0 }],
    ['page=9999999999', { direction: 'asc', startPage: 0 }],
  ] as const)('reads %j', (search, selection) => {
    expect(chapterSelectionOf(new URLSearchParams(search))).toEqual(selection);
  });
});

describe('chapterSelectionAddress', () => {
  it.each([
    [{ direction: 'asc', startPage: 0 }, '/book'],
    [{ direction: 'desc', startPage: 0 }, '/book?order=desc'],
    [{ direction: 'asc', startPage: 499 }, '/book?page=500'],
  ] as const)('writes %j', (selection, address) => {
    expect(chapterSelectionAddress('/book', selection)).toBe(address);
    expect(chapterSelectionOf(new URLSearchParams(address.split('?')[1]))).toEqual(selection);
  });
});
