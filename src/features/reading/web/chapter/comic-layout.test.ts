import { describe, expect, it } from 'vitest';
import { settingsOf } from '../../reader-settings.ts';
import type { ReadableChapter } from './chapter.ts';
import { asChosen } from './comic-layout.ts';

const pagesOf = (...numbers: number[]) => numbers.map((page) => ({ page }) as NonNullable<ReadableChapter['pages']>[0]);
const chapter = (given: Partial<ReadableChapter>) =>
  ({
    kind: 'comic',
    book_uuid: 'this',
    layout: 'strip',
    reading_direction: 'ltr',
    pages: pagesOf(0, 1, 2),
    ...given,
  }) as ReadableChapter;

const shown = (given: Partial<ReadableChapter>, kept: object) => {
  const { layout, reading_direction } = asChosen(chapter(given), settingsOf(kept));
  return [layout, reading_direction];
};

describe('a comic is laid out', () => {
  it.each([
    [
      'as its book has it, where nothing was chosen',
      { layout: 'pages', reading_direction: 'rtl' },
      {},
      ['pages', 'rtl'],
    ],
    ['as was chosen for it', {}, { books: { this: { layout: 'pages', direction: 'rtl' } } }, ['pages', 'rtl']],
    ['not as was chosen for another', {}, { books: { other: { layout: 'pages' } } }, ['strip', 'ltr']],
    ['as all comics are', {}, { comic: { layout: 'pages', direction: 'rtl' } }, ['pages', 'rtl']],
    [
      'as its book has it, where that was chosen against all others',
      {},
      { comic: { layout: 'pages' }, books: { this: { layout: 'book' } } },
      ['strip', 'ltr'],
    ],
    [
      'as its book has it, where the choice is none',
      {},
      { books: { this: { layout: 'heap', direction: 7 } } },
      ['strip', 'ltr'],
    ],
    [
      'in a strip where an image is too tall for a page',
      { pages: pagesOf(0, 1, 1, 1) },
      { comic: { layout: 'pages' } },
      ['strip', 'ltr'],
    ],
    [
      'in a strip where that was chosen, however tall',
      { layout: 'pages', pages: pagesOf(0, 0) },
      { comic: { layout: 'strip' } },
      ['strip', 'ltr'],
    ],
  ] as const)('%s', (_name, given, kept, expected) => {
    expect(shown(given as Partial<ReadableChapter>, kept)).toEqual(expected);
  });

  it('and a novel never', () => {
    const novel = chapter({ kind: 'novel' });
    expect(asChosen(novel, settingsOf({ comic: { layout: 'pages' } }))).toBe(novel);
  });
});
