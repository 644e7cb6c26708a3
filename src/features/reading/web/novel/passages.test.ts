import { describe, expect, it } from 'vitest';
import { mostPassages, passagesIn } from './passages.ts';

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
