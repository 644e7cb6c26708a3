import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breathsOf, sentenceAt, sentencesOf } from './sentences.ts';

describe('sentencesOf', () => {
  it.each([
    ['en-US', 'He came. "Who?" she asked.', ['He came.', '"Who?"', 'she asked.']],
    ['zh-CN', '他来了。“谁？”她问。', ['他来了。', '“谁？”', '她问。']],
    ['ar-SA', 'جاء الرجل. من هو؟ لا أحد يعرف.', ['جاء الرجل.', 'من هو؟', 'لا أحد يعرف.']],
    ['en-US', '* * *', []],
    ['en-US', '', []],
  ])('cuts %s as it is read: %j', (tag, text, sentences) => {
    expect(sentencesOf([text], tag).map((sentence) => sentence.text)).toEqual(sentences);
  });

  it('says where each one stands', () => {
    const texts = ['One here. Two there. ', '', '  Three.'];
    for (const { block, start, end, text } of sentencesOf(texts, 'en-US')) {
      expect(texts[block]?.slice(start, end)).toBe(text);
    }
    expect(sentencesOf(texts, 'en-US').map(({ block }) => block)).toEqual([0, 0, 2]);
  });
});

describe('sentenceAt', () => {
  const sentences = sentencesOf(['One here. Two there.', '', 'Three.'], 'en-US');
  it.each([
    [{ block: 0, offset: 0 }, 0],
    [{ block: 0, offset: 8 }, 0],
    [{ block: 0, offset: 12 }, 1],
    [{ block: 1, offset: 0 }, 2],
    [{ block: 2, offset: 99 }, 2],
    [{ block: 9, offset: 0 }, 2],
  ])('%o is in %i', (spot, index) => {
    expect(sentenceAt(sentences, spot)).toBe(index);
  });

  it('is the first of none', () => {
    expect(sentenceAt([], { block: 0, offset: 0 })).toBe(0);
  });
});

describe('breathsOf', () => {
  it('leaves a short sentence whole', () => {
    expect(breathsOf('He came.')).toEqual(['He came.']);
  });

  it('cuts a long one at its pauses', () => {
    expect(breathsOf('one two three, four five six seven eight', 20)).toEqual([
      'one two three,',
      'four five six seven',
      'eight',
    ]);
    expect(breathsOf('一二三四五，六七八九十一二三四五', 8)).toEqual(['一二三四五，', '六七八九十一二三', '四五']);
  });

  it('loses nothing that is said, and ends', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), fc.integer({ min: 2, max: 60 }), (text, most) => {
        const spoken = breathsOf(text, most).join('').replace(/\s/g, '');
        expect(spoken).toBe(text.replace(/\s/g, ''));
      }),
    );
  });
});
