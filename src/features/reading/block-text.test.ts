import { describe, expect, it } from 'vitest';
import { textOf } from './block-text.ts';
import type { Block } from './contract.ts';

describe('textOf', () => {
  it.each<[string, Block, string]>([
    [
      'runs in a row',
      {
        type: 'p',
        inlines: [
          { type: 'text', text: 'a ' },
          { type: 'text', text: 'b', em: true },
        ],
      },
      'a b',
    ],
    ['a break as one character', { type: 'p', inlines: [{ type: 'text', text: 'a' }, { type: 'br' }] }, 'a\n'],
    ['a word without its reading', { type: 'p', inlines: [{ type: 'ruby', base: '漢', text: 'かん' }] }, '漢'],
    ['a rule as nothing', { type: 'hr' }, ''],
  ])('gives %s', (_, block, text) => {
    expect(textOf(block)).toBe(text);
  });
});
