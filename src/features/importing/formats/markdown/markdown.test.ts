import { describe, expect, it } from 'vitest';
import { eachOf } from '../../../../server/testing/depth.ts';
import { parseMarkdown } from './markdown.ts';

describe('Markdown', () => {
  it('keeps the lines of a fence, and goes on behind it', () => {
    const { blocks } = parseMarkdown('before\n\n```\none\n  two\n```\nafter\n\n~~~\nnever closed');
    const words = blocks.map((block) =>
      'inlines' in block ? block.inlines.map((inline) => ('text' in inline ? inline.text : '|')).join('') : block.type,
    );
    expect(words).toEqual(['before', 'one|\u00a0\u00a0two', 'after', 'never closed']);
  });

  // Processor time, which would be minutes if it grew with the square of the length.
  eachOf(
    [
      ['fences', '```\n```\n'],
      ['fences that stay open', '```\n~~~\n'],
      ['quotes', '> '.repeat(7)],
      ['brackets', '['],
      ['emphasis', '*a _b '],
      ['tables', 'a|b\n-|-\n'],
    ],
    1,
  )('of %s without end is read in time', (_name, piece) => {
    const before = process.cpuUsage();
    parseMarkdown(piece.repeat(1_600_000 / piece.length));
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(20_000);
  });
});
