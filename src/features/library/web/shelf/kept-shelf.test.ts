import { describe, expect, it } from 'vitest';
import type { SetBooks } from '../set-books.ts';
import { inOrder, type KeptEntry, shelved } from './kept-shelf.ts';
import { shelfPath, shelfSortIn } from './shelves.ts';

const day = (number: number) => `2026-01-0${number}T00:00:00.000Z`;
const read = (bookUuid: string, number: number): KeptEntry => ({
  bookUuid,
  state: 'reading',
  date: day(number),
  setAt: null,
});

describe("a visitor's shelf", () => {
  const set: ReturnType<SetBooks['read']> = {
    early: { state: 'reading', setAt: day(1) },
    late: { state: 'reading', setAt: day(5) },
    off: { state: null, setAt: day(2) },
  };
  const entries = shelved([read('early', 8), read('late', 3), read('off', 4), read('begun', 2)], set);
  const titles = { early: 'Book 10', late: 'Book 9', off: 'a book' };
  const ordered = (sort: 'recent' | 'added' | 'title') =>
    inOrder(entries, { sort, titles, language: 'en-us' }).map(({ bookUuid }) => bookUuid);

  it('has the last read or set first', () => expect(ordered('recent')).toEqual(['early', 'late', 'off', 'begun']));

  it('has the last added first, a book read since by when it was put there, one taken off by when it was read', () =>
    expect(ordered('added')).toEqual(['late', 'off', 'begun', 'early']));

  it('sorts titles as its language does, and what has none last', () =>
    expect(ordered('title')).toEqual(['off', 'late', 'early', 'begun']));
});

describe('the address of a shelf', () => {
  it('holds what is unusual alone, and takes an unknown order as the usual one', () => {
    expect(shelfPath('reading', 'recent')).toBe('/library');
    expect(shelfPath('reading', 'title')).toBe('/library?sort=title');
    expect(shelfPath('finished', 'added')).toBe('/library?shelf=finished&sort=added');
    expect(shelfSortIn(new URLSearchParams('sort=size'))).toBe('recent');
  });
});
