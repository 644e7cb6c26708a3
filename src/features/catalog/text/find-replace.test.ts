import { describe, expect, it } from 'vitest';
import type { Language } from '../../../shared/languages.ts';
import type { StoredBlock, TextInline } from './blocks.ts';
import { createReplacer, type Wanted } from './find-replace.ts';

const p = (...inlines: (TextInline | string)[]): StoredBlock => ({
  type: 'p',
  inlines: inlines.map((inline) => (typeof inline === 'string' ? { type: 'text', text: inline } : inline)),
});
const wanted = (find: string, replace: string, more: Partial<Wanted> = {}): Wanted => {
  return { find, replace, wholeWords: false, matchCase: true, ...more };
};
/** The outcome, and how often it stopped on its way. */
function replacedIn(blocks: StoredBlock[], given: Wanted, language: Language = 'en-us') {
  const steps = createReplacer(given, { language, most: 10_000 })(blocks);
  for (let stops = 0; ; stops += 1) {
    const { done, value } = steps.next();
    if (done) return { replaced: value, stops };
  }
}
const replaced = (given: Wanted, ...blocks: StoredBlock[]) => replacedIn(blocks, given).replaced;
const blocksOf = (outcome: ReturnType<typeof replaced>) => (outcome === 'too_long' ? outcome : outcome?.blocks);

describe('find and replace', () => {
  it('shows each hit with what stands around it', () => {
    expect(replaced(wanted('teh', 'the'), p('Say teh word, teh one'))).toEqual({
      blocks: [p('Say the word, the one')],
      hits: [
        { before: 'Say ', match: 'teh', after: ' word, teh one', replaced: 'the' },
        { before: 'Say teh word, ', match: 'teh', after: ' one', replaced: 'the' },
      ],
      total: 2,
    });
    expect(replaced(wanted('nothing', 'x'), p('Say'))).toBeNull();
  });

  it.each<[string, Wanted, StoredBlock, StoredBlock]>([
    ['plain text, never a pattern', wanted('a.c*', '$&\\'), p('abc a.c*'), p('abc $&\\')],
    ['case only if it matters', wanted('ÉCOLE', 'x', { matchCase: false }), p('école École'), p('x x')],
    ['whole words', wanted('cat', 'dog', { wholeWords: true }), p('cat concat cats «cat»'), p('dog concat cats «dog»')],
    ['whole words of Chinese', wanted('世界', '天下', { wholeWords: true }), p('你好，世界。'), p('你好，天下。')],
    ['Arabic', wanted('كتاب', 'دفتر', { wholeWords: true }), p('هذا كتاب، كتابي'), p('هذا دفتر، كتابي')],
    [
      'over emphasis, in that of its beginning',
      wanted('word one', 'W'),
      p('a ', { type: 'text', text: 'word', em: true }, ' one b'),
      p('a ', { type: 'text', text: 'W', em: true }, ' b'),
    ],
    [
      'over three parts, and again right behind',
      wanted('abc', '-'),
      p('a', { type: 'text', text: 'b', em: true }, { type: 'text', text: 'cab', strong: true }, 'c'),
      p('-', { type: 'text', text: '-', strong: true }),
    ],
    [
      'in a word with a reading, not in the reading',
      wanted('漢', '汉'),
      p({ type: 'ruby', base: '漢字', text: '漢' }),
      p({ type: 'ruby', base: '汉字', text: '漢' }),
    ],
    [
      'nothing over a note',
      wanted('ab', 'x'),
      p('a', { type: 'note', text: '1', note: 'ab' }, 'b ab'),
      p('a', { type: 'note', text: '1', note: 'ab' }, 'b x'),
    ],
    ['with nothing', wanted('very ', ''), p('very very good'), p('good')],
  ])('replaces %s', (_name, given, before, after) => {
    expect(blocksOf(replacedIn([before], given, 'zh-cn').replaced)).toEqual([after]);
  });

  it('stops again and again in a long block, replaces all, and tells of the first 1,000', () => {
    for (const wholeWords of [true, false]) {
      const { replaced: outcome, stops } = replacedIn([p('cat '.repeat(5000))], wanted('cat', 'dog', { wholeWords }));
      expect(outcome).toMatchObject({ blocks: [p('dog '.repeat(5000).trimEnd())], total: 5000 });
      expect(outcome).toHaveProperty('hits.length', 1000);
      expect(stops).toBeGreaterThan(50);
    }
  });

  it('makes nothing of a text that would grow beyond all bounds', () => {
    expect(replaced(wanted('a', 'b'.repeat(500)), p('a'.repeat(41)))).toBe('too_long');
  });

  it('leaves no empty block', () => {
    expect(blocksOf(replaced(wanted('x', ''), p('x'), p('y')))).toEqual([p('y')]);
  });
});
