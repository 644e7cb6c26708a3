import { describe, expect, it } from 'vitest';
import { readingSeconds } from './reading-time.ts';

const text = (words: string) => [{ type: 'p', inlines: [{ type: 'text', text: words }] }];

describe('the time that a chapter takes', () => {
  it.each([
    ['the tiles of a page once', { blocks: null, pages: [{ page: 0 }, { page: 0 }, { page: 1 }] }, 20],
    ['240 words a minute', { blocks: text('word '.repeat(240)), pages: [] }, 60],
    ['400 Chinese signs a minute', { blocks: text('字'.repeat(400)), pages: [] }, 60],
    ['both of a mixed text', { blocks: text(`${'字'.repeat(400)} ${"don't ".repeat(240)}`), pages: [] }, 120],
    [
      'the words below readings',
      { blocks: [{ type: 'p', inlines: [{ type: 'ruby', base: '字'.repeat(40), text: 'zi' }] }], pages: [] },
      6,
    ],
    ['nothing for a rule', { blocks: [{ type: 'hr' }], pages: [] }, 0],
  ])('counts %s', (_name, chapter, seconds) => {
    expect(readingSeconds(chapter)).toBe(seconds);
  });
});
