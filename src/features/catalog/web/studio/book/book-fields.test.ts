import { describe, expect, it } from 'vitest';
import { bodyOfChanges, bodyOfChapter } from './book-fields.ts';

describe('the body of a change', () => {
  it('has words by language, lists by line, and null for what was emptied', () => {
    expect(
      bodyOfChanges({
        'titles.en-us': ' Haven ',
        'titles.fr-fr': '',
        'introductions.en-us': 'Ships.',
        tags: 'sea\n\n ships \nsea',
        public_free_chapters: '',
        early_access_days: '7',
        hidden: false,
        author: '',
      }),
    ).toEqual({
      titles: { 'en-us': 'Haven', 'fr-fr': null },
      introductions: { 'en-us': 'Ships.' },
      tags: ['sea', 'ships'],
      public_free_chapters: null,
      early_access_days: 7,
      hidden: false,
      author: '',
    });
  });

  it.each([
    ['5', 5],
    [' ٥٠ ', 50],
    ['５', 5],
    ['۷', 7],
    // The server refuses these, beside the field.
    ['3a', -1],
    ['0x10', -1],
    [' ', null],
  ])('reads the number %j as %j', (typed, number) => {
    expect(bodyOfChanges({ public_free_chapters: typed })).toEqual({ public_free_chapters: number });
    expect(bodyOfChapter({ season: typed })).toEqual({ season: number });
  });

  it('of a chapter has only what was changed', () => {
    expect(bodyOfChapter({ season: '', label: '½', 'titles.en-us': 'One' })).toEqual({
      season: null,
      label: '½',
      titles: { 'en-us': 'One' },
    });
    expect(bodyOfChapter({})).toEqual({});
  });
});
