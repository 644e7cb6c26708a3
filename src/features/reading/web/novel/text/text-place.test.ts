import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, Inline } from '../../../contract.ts';
import { chunksOf, firstNotPast, isSameText, lengthOf, positionOf, spotOf, textsOf } from './text-place.ts';

const long = 'It was a dark and stormy night; the rain fell in torrents, except at occasional intervals.';
const texts = [
  'Chapter the first',
  long,
  '',
  `${long} ${long}`,
  '他说：「这是一个很长很长的故事。」大家都静静地听着。',
];

const run = (text: string) => ({ type: 'text' as const, text });
const paragraph = (...inlines: Inline[]): Block => ({ type: 'p', inlines });
const picture = (src: string): Block => ({
  type: 'img',
  image: { src, sources: [], width: 1, height: 1, placeholder: '' },
  alt: '',
});

describe('isSameText', () => {
  const chapter = [paragraph(run('a'), { type: 'br' }, { type: 'ruby', base: '漢', text: 'かん' }), picture('/one')];
  it.each<[string, Block[], boolean]>([
    ['a copy', structuredClone(chapter), true],
    ['a picture with a new address', chapter.with(1, picture('/two')), true],
    [
      'other words',
      chapter.with(0, paragraph(run('b'), { type: 'br' }, { type: 'ruby', base: '漢', text: 'かん' })),
      false,
    ],
    ['a break in the place of words', chapter.with(0, paragraph({ type: 'br' }, { type: 'br' })), false],
    ['fewer blocks', chapter.slice(0, 1), false],
    ['a rule in the place of a picture', chapter.with(1, { type: 'hr' }), false],
  ])('of %s is %s', (_, other, same) => {
    expect(isSameText(chapter, other)).toBe(same);
  });
});

describe('textsOf', () => {
  it('gives each block its words, as long as lengthOf says', () => {
    const blocks = [paragraph(run('ab'), { type: 'br' }, { type: 'ruby', base: '漢', text: 'かん' }), picture('/one')];
    const made = textsOf(blocks);
    expect([made.at(0), made.at(1), made.at(2), made.length]).toEqual(['ab\n漢', '', undefined, 2]);
    expect(blocks.map(lengthOf)).toEqual([4, 0]);
  });
});

describe('a place in a text', () => {
  it('is found again in the same text, to the character', () => {
    const filled = texts.flatMap((text, block) => [...text].map((_, offset) => ({ block, offset })));
    for (const spot of filled) expect(spotOf(positionOf(spot, texts), texts)).toEqual(spot);
  });

  it('quotes at most 80 characters, and no half of one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), fc.nat(300), (text, at) => {
        const { quote = '' } = positionOf({ block: 0, offset: Math.min(at, text.length - 1) }, [text]);
        expect(quote.length).toBeLessThanOrEqual(80);
        expect(quote.at(-1) ?? '').not.toMatch(/[\uD800-\uDBFF]$/);
      }),
    );
  });

  it('is where its words are after the text has changed', () => {
    const position = positionOf({ block: 3, offset: 9 }, texts);
    expect(spotOf(position, ['A word before it all', ...texts])).toEqual({ block: 4, offset: 9 });
    const edited = texts.with(3, `New words. ${texts[3]}`);
    expect(spotOf(position, edited)).toEqual({ block: 3, offset: 20 });
  });

  it('is at the same share of the same block where its words are gone, as in another language', () => {
    const position = positionOf({ block: 1, offset: 45 }, texts);
    expect(spotOf(position, ['', '一二三四五六七八九十'])).toEqual({ block: 1, offset: 5 });
  });

  it.each([
    [{ index: 99, fraction: 0.5 }, 'a block that is not there any more'],
    [{ index: -3, fraction: 7 }, 'numbers out of range'],
    [{ index: 2, fraction: 1 }, 'an empty block'],
  ])('stays within the text for %o: %s', (position) => {
    const { block, offset } = spotOf(position, texts);
    expect(block).toBeLessThan(texts.length);
    expect(offset).toBeLessThan(Math.max(1, texts[block]?.length ?? 0));
    expect(spotOf(position, [])).toEqual({ block: 0, offset: 0 });
  });
});

describe('firstNotPast', () => {
  it.each([0, 1, 2, 7, 100])('finds the border among %i', (count) => {
    for (let border = 0; border <= count; border += 1) {
      expect(firstNotPast(count, (index) => index < border)).toBe(border);
    }
  });
});

describe('chunksOf', () => {
  it('keeps every block, in order and whole', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20_000)), (lengths) => {
        const chunks = chunksOf(lengths);
        expect(chunks.flatMap(({ start, count }) => Array.from({ length: count }, (_, at) => start + at))).toEqual(
          lengths.map((_, index) => index),
        );
        for (const { count, characters } of chunks)
          expect(count === 1 || (count <= 40 && characters <= 6000)).toBe(true);
      }),
    );
  });
});
