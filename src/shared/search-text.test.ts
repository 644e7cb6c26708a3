import { describe, expect, it } from 'vitest';
import { findFolded, foldForSearch, foldPassage, searchWords } from './search-text.ts';

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

  // First the words as a keyboard types them, then the books' print.
  it.each([
    ["didn't", 'He didn’t go, didn‘t he, didnʼt, didn´t', ['didn’t', 'didn‘t', 'didnʼt', 'didn´t']],
    ['didn’t', "He didn't go.", ["didn't"]],
    ['"no," he', '“No,” he said. «No,» he', ['“No,” he', '«No,» he']],
    ['"non"', 'Il dit : « Non », puis « non ».', ['« Non »', '« non »']],
    ['«\u202fnon\u202f»', 'a "non" b', ['"non"']],
    ['quoi?', 'Quoi\u202f? Quoi ? Quoi?', ['Quoi\u202f?', 'Quoi ?', 'Quoi?']],
    ['quoi ?', 'Quoi?', ['Quoi?']],
    ['quoi', 'Quoi ?', ['Quoi']],
    ['sagte "nein" laut', 'Er sagte »Nein« laut.', ['sagte »Nein« laut']],
    ["aujourd'hui", 'Aujourd’hui', ['Aujourd’hui']],
    ["l'été", 'de l’ete', ['l’ete']],
    ['well-known', 'well‑known, well–known, well—known', ['well‑known', 'well–known', 'well—known']],
    ['wait--what', 'wait—what, wait——what, wait---what', ['wait—what', 'wait——what', 'wait---what']],
    ['wait—what', 'wait--what', ['wait--what']],
    ['-¿qué', '—¿Qué?', ['—¿Qué']],
    ['wait...', 'Wait… Wait. . . Wait……', ['Wait…', 'Wait. . .', 'Wait……']],
    ['等……', '等… 等... 等。。。', ['等…', '等...', '等。。。']],
    ['他说:"好!"', '他说：“好！”他說：「好！」', ['他说：“好！”']],
    ['說:"好!"', '他說：「好！」又說：『好！』', ['說：「好！」', '說：『好！』']],
    ['好,走', '好，走；好、走', ['好，走', '好、走']],
    ['走.', '走。', ['走。']],
    ['(完)', '（完）', ['（完）']],
    ['大卫·科', '大卫・科，大卫•科', ['大卫・科', '大卫•科']],
    ['نعم, قال', 'نعم، قال', ['نعم، قال']],
    ['لماذا?', 'لماذا؟', ['لماذا؟']],
    ['لماذا؟', 'لماذا?', ['لماذا?']],
    ['قال;', 'قال؛', ['قال؛']],
    ['"نعم"', '«نعم»', ['«نعم»']],
    ['1001', '١٠٠١ ليلة، ۱۰۰۱', ['١٠٠١', '۱۰۰۱']],
  ])('%j in %j, though it is printed otherwise', (q, text, found) => {
    expect(marked(text, q)).toEqual(found);
  });

  it('folds a text in one piece as it does with its places', () => {
    const signs = [
      ' ',
      '\u00a0',
      '«',
      '»',
      '…',
      '.',
      '。',
      '—',
      '-',
      '?',
      '？',
      'é',
      '😀',
      '“',
      '‼',
      'ﬁ',
      '\u0301',
      '؟',
    ];
    let seed = 7;
    const next = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return signs[seed % signs.length];
    };
    for (let tries = 0; tries < 2000; tries += 1) {
      const text = `a${Array.from({ length: 9 }, next).join('')}z`;
      expect(marked(text, text), JSON.stringify([text, foldPassage(text)])).toEqual([text]);
    }
  });

  it('stops at the wanted number', () => {
    expect(findFolded('a a a a', 'a', 2)).toHaveLength(2);
  });
});
