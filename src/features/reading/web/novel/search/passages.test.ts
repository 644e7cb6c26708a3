import { describe, expect, it } from 'vitest';
import { excerptFrom, excerptOf, mostPassages, passagesIn } from './passages.ts';

describe('passagesIn', () => {
  it('finds the words in every block, however they are spelled', () => {
    expect(passagesIn(['A whale.', 'No fish', 'WHALE, whale'], 'whale')).toEqual({
      found: [
        { block: 0, start: 2, end: 7 },
        { block: 2, start: 0, end: 5 },
        { block: 2, start: 7, end: 12 },
      ],
      isAll: true,
    });
  });

  it.each([
    [mostPassages - 1, mostPassages - 1, true],
    [mostPassages, mostPassages, true],
    [mostPassages + 1, mostPassages, false],
    [mostPassages * 3, mostPassages, false],
  ])('of %i gives %i, and says whether these are all', (count, given, isAll) => {
    const passages = passagesIn(
      Array.from({ length: count }, () => 'whale'),
      'whale',
    );
    expect({ given: passages.found.length, isAll: passages.isAll }).toEqual({ given, isAll });
  });
});

describe('excerptOf', () => {
  const long =
    'So far as I could tell, nobody in the room had seen it. Had Filby shown the model and explained the matter in the Time';
  const cut = (text: string, word: string) => {
    const start = text.indexOf(word);
    const { before, found, after } = excerptOf(text, { start, end: start + word.length });
    expect(text).toContain(before.replace('…', '') + found + after.replace('…', ''));
    return [before, found, after];
  };

  it('cuts between words, and begins with no sign that closes others', () => {
    expect(cut(`${long}, and went on for another page or two of the same book.`, 'explained')).toEqual([
      '…in the room had seen it. Had Filby shown the model and ',
      'explained',
      ' the matter in the Time, and went on for another page or…',
    ]);
    const words = '. Had she read the letter to all of us, so late and so very ';
    expect(cut(`nobody knew${words}loudly`, 'loudly')[0]).toBe(`…${words.slice(2)}`);
  });

  it('leaves alone what is short, and what has no spaces', () => {
    expect(cut('The whale.', 'whale')).toEqual(['The ', 'whale', '.']);
    const chinese = `${'猴'.repeat(80)}王${'山'.repeat(80)}`;
    expect(cut(chinese, '王')).toEqual([`…${'猴'.repeat(60)}`, '王', `${'山'.repeat(60)}…`]);
  });

  it('halves no character', () => {
    const [before = '', , after = ''] = cut(`x${'😀'.repeat(40)}王${'😀'.repeat(40)}x`, '王');
    for (const part of [before, after]) expect(() => encodeURIComponent(part)).not.toThrow();
    const [odd = '', , end = ''] = cut(`${'😀'.repeat(40)}ab王cd${'e'}${'😀'.repeat(40)}`, '王');
    for (const part of [odd, end]) expect(() => encodeURIComponent(part)).not.toThrow();
  });
});

it("marks the words in an excerpt of the server's", () => {
  expect(excerptFrom('…the Café by', 'cafe')).toEqual({ before: '…the ', found: 'Café', after: ' by' });
  expect(excerptFrom('…the tea by', 'cafe')).toEqual({ before: '…the tea by', found: '', after: '' });
});
