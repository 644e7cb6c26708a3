import { describe, expect, it } from 'vitest';
import type { StoredBlock } from './blocks.ts';
import { createPlaceMover } from './moved-places.ts';

const text = (...words: string[]): StoredBlock[] =>
  words.map((each) => ({ type: 'p', inlines: [{ type: 'text', text: each }] }));

describe('places in a text that was changed', () => {
  it.each<[string, StoredBlock[], StoredBlock[], number, string | null, number | null]>([
    ['stay before the change', text('a', 'b', 'c'), text('a', 'b', 'x'), 1, null, 1],
    ['move with what was put in before them', text('a', 'b', 'c'), text('a', 'new', 'b', 'c'), 1, null, 2],
    ['move with what was taken away', text('a', 'b', 'c'), text('c'), 2, null, 0],
    ['follow their words', text('a', 'b', 'c', 'd'), text('c', 'x', 'b', 'y'), 1, null, 2],
    [
      'follow their quote',
      text('one', 'two words', 'three'),
      text('x', 'one', 'now two words', 'y'),
      1,
      'two words',
      2,
    ],
    ['are near where their quote was', text('a', 'b quoted', 'c'), text('a', 'other', 'c'), 1, 'b quoted', 1],
    ['are left alone where the words were never here', text('a', 'b'), text('x', 'a', 'b'), 1, 'autre', null],
    ['end with the text', text('a', 'b', 'c'), text('a'), 2, null, 0],
    ['behind the end stay at the end', text('a'), text('a', 'b'), 7, null, 1],
  ])('%s', (_name, before, after, index, quote, moved) => {
    expect(createPlaceMover(before, after)({ index, quote })).toBe(moved);
  });
});
