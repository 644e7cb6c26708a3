import { describe, expect, it } from 'vitest';
import { foldForSearch, searchWords } from './search-text.ts';

describe('folded for the search', () => {
  it.each([
    ['Été à Málaga', 'ete a malaga'],
    ['ＦＵＬＬ　ｗｉｄｔｈ', 'full width'],
    ['فُلفُل و جَزَر', 'فلفل و جزر'],
    ['أحمد إلى آخر مدرسة', 'احمد الي اخر مدرسه'],
    ['  two   spaces ', 'two spaces'],
    ['STRASSE', 'strasse'],
    ['Straße', 'strasse'],
    ['CŒUR et cœur', 'coeur et coeur'],
  ])('%s', (text, folded) => {
    expect(foldForSearch(text)).toBe(folded);
  });
});

describe('the words of a search', () => {
  it.each([
    ['Pepper & Carrot', ['pepper', 'carrot']],
    ['小辣椒comic第2话', ['小辣椒', 'comic', '第', '2', '话']],
    ['l’été', ['l', 'ete']],
    ['the the', ['the']],
    ['100%_\\', ['100']],
    ['!?', ['!?']],
    ['', []],
    ['   ', []],
  ])('%s', (q, words) => {
    expect(searchWords(q)).toEqual(words);
  });
});
