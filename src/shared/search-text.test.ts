import { describe, expect, it } from 'vitest';
import { findFolded, foldForSearch, searchWords } from './search-text.ts';

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

describe('found in a text', () => {
  const marked = (text: string, q: string) => findFolded(text, q).map(({ start, end }) => text.slice(start, end));

  it.each([
    ['Ein Été à Málaga, un ete', 'été', ['Été', 'ete']],
    ['قال فُلفُل و جَزَر', 'فلفل', ['فُلفُل']],
    ['他说：「小辣椒」，小辣椒', '小辣椒', ['小辣椒', '小辣椒']],
    ['two   spaces\nand a line', 'spaces and', ['spaces\nand']],
    ['two   spaces', 'two spaces', ['two   spaces']],
    ['un CŒUR', 'coeur', ['CŒUR']],
    ['aaaa', 'aa', ['aa', 'aa']],
    ['😀 after a pair', 'after', ['after']],
    ['nothing here', 'elsewhere', []],
    ['', 'a', []],
    ['a', '  ', []],
  ])('%j: %j', (text, q, found) => {
    expect(marked(text, q)).toEqual(found);
  });

  it('stops at the wanted number', () => {
    expect(findFolded('a a a a', 'a', 2)).toHaveLength(2);
  });
});
