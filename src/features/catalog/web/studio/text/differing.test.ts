import { describe, expect, it } from 'vitest';
import { compareTexts } from './differing.ts';

const told = (before: string, after: string) =>
  compareTexts(before, after).map(({ side, text }) => `${{ both: ' ', old: '-', new: '+' }[side]}${text}`);

describe('two versions of a text', () => {
  it('show the paragraphs that went and those that came', () => {
    expect(told('a\n\nb\n\nc\n\nd', 'a\n\nx\n\nc\n\nd\n\ne')).toEqual([' a', '-b', '+x', ' c', ' d', '+e']);
    expect(told('a', 'a')).toEqual([' a']);
    expect(told('', 'a')).toEqual(['+a']);
  });

  it('are compared at once, however long they are', () => {
    const long = (sign: string) => Array.from({ length: 30_000 }, (_, at) => `${sign}${at}`).join('\n\n');
    expect(compareTexts(long('a'), long('b'))).toHaveLength(60_000);
  });
});
