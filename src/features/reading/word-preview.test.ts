import { describe, expect, it } from 'vitest';
import { wordPreview } from './word-preview.ts';

const blocksOf = (...texts: string[]) =>
  texts.map((text) => ({ type: 'p' as const, inlines: [{ type: 'text' as const, text }] }));
const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index + 1}`);

describe('the words that a locked text shows', () => {
  it.each([
    ['a long text', blocksOf(words(300).join(' ')), 'en-US', words(80).join(' ')],
    ['paragraphs, with their signs', blocksOf('One, two.', 'Three four five six.'), 'en-US', 'One, two.\nThree'],
    ['a text of one word', blocksOf('Alone'), 'en-US', ''],
    ['no text', [{ type: 'hr' as const }], 'en-US', ''],
    ['Chinese text, by its signs', blocksOf('字'.repeat(500)), 'zh-CN', '字'.repeat(160)],
    ['a short Chinese text', blocksOf('灯塔亮着'), 'zh-CN', '灯塔'],
    ['Arabic text', blocksOf('كان المنار مضيئا دائما'), 'ar-SA', 'كان المنار'],
  ])('of %s', (_name, blocks, tag, shown) => {
    expect(wordPreview(blocks, tag)).toBe(shown);
  });
});
