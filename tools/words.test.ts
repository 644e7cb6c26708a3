import { describe, expect, it } from 'vitest';
import { readFiles } from './tree.ts';
import { countWords, freeClause, mostWords, sentencesOf } from './words.ts';

/** Landed migrations are never edited. */
const read = /^(src|demo|tools|bench|e2e)\/.*\.(ts|tsx|mjs|css)$|^[A-Z]+\.md$|^docs\/.*\.md$/;
const sentences = readFiles(read).flatMap((file) => sentencesOf(file).map((found) => ({ ...found, path: file.path })));

const faultsOf = (isFault: (sentence: string) => boolean) =>
  sentences.flatMap(({ path, line, sentence }) => (isFault(sentence) ? [`${path}:${line} ${sentence}`] : []));
const isFreeClause = (sentence: string) => freeClause.test(sentence);
const isLong = (sentence: string) => countWords(sentence) > mostWords;

describe('the sentences of this repository', () => {
  it('begin with a subject', () => {
    expect(faultsOf(isFreeClause), 'Name the person or the thing: "A reader who …", "The text that …".').toEqual([]);
  });

  it(`have at most ${mostWords} words`, () => {
    expect(faultsOf(isLong), 'Cut the sentence in two.').toEqual([]);
  });
});

describe('the checker', () => {
  const sentencesIn = (path: string, text: string) => sentencesOf({ path, text }).map(({ sentence }) => sentence);

  it('reads comments, of several lines too', () => {
    expect(sentencesIn('a.ts', '/** One. Two,\n * and more. */\nconst a = 1; // three\n// four\n// goes on\n')).toEqual(
      ['One.', 'Two, and more.', 'three four goes on'],
    );
    expect(sentencesIn('a.css', '/* Why. */ .a { color: red }')).toEqual(['Why.']);
  });

  it('reads paragraphs and points of a page, and neither its code nor its tables', () => {
    const page = '# Title\n\nOne line\nand the next.\n\n- Two.\n- Three.\n\n```\nWho runs.\n```\n\n| Who | What |\n';
    expect(sentencesIn('a.md', page)).toEqual(['One line and the next.', 'Two.', 'Three.']);
  });

  it.each([
    ['Who reads what is theirs never loads it.', true],
    ['Whoever pays is a member.', true],
    ['What was kept.', true],
    ['A reader who pays is a member.', false],
    ['What does it cost?', false],
  ])('%s is a free clause: %s', (sentence, isFault) => {
    expect(isFreeClause(sentence)).toBe(isFault);
  });

  it('counts words', () => {
    expect(countWords('One, two: `three` (4).')).toBe(4);
    expect(isLong('word '.repeat(mostWords + 1))).toBe(true);
  });
});
