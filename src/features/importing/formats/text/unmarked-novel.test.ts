import { describe, expect, it } from 'vitest';
import { parseText } from './parse-text.ts';
import { cutUnmarked } from './unmarked-novel.ts';

const prose = 'The rain had not stopped since morning, and nobody spoke of it any more.\n\n'.repeat(30);
const cut = (name: string, source: string) => cutUnmarked(parseText(name, source).blocks);
const book = (headings: readonly string[]) => headings.map((each) => `${each}\n\n${prose}`).join('');

describe('a novel in Markdown or HTML whose headings have no mark', () => {
  it.each([
    ['Chapter 1', 'Chapter 2', 'Chapter 3'],
    ['CHAPTER I. Rain', 'CHAPTER II. Wind', 'CHAPTER III. Snow'],
    ['**Capítulo 1**', '**Capítulo 2**', '**Capítulo 3**'],
    ['*Chapitre 1er*', '*Chapitre 2*', '*Chapitre 3*'],
    ['第一章 夜渡', '第二章 茶馆', '第三章 来信'],
    ['I', 'II', 'III'],
  ])('is cut at their numbers: %s, %s, %s', (...headings) => {
    expect(cut('a.md', book(headings))?.chapters.map(({ number }) => number)).toEqual(['1', '2', '3']);
  });

  it('is cut in HTML, below its parts and without its list of contents', () => {
    const text = prose
      .trim()
      .split('\n\n')
      .map((each) => `<p>${each}</p>`)
      .join('');
    const chapters = ['Chapter 1', 'Chapter 2', 'Chapter 3'].map((each) => `<p>${each}</p>${text}`).join('');
    const list = '<p>Contents</p><p>BOOK I</p><p>Chapter 1</p><p>Chapter 2</p><p>Chapter 3</p>';
    const found = cut('a.html', `<body>${list}<p>BOOK I</p>${chapters}</body>`);
    expect(found?.chapters.map(({ heading, opens }) => [heading, opens])).toEqual([
      ['Chapter 1', 'BOOK I'],
      ['Chapter 2', undefined],
      ['Chapter 3', undefined],
    ]);
  });

  it('keeps what stands before the first heading', () => {
    const found = cut('a.md', `${prose}${book(['Chapter 1', 'Chapter 2', 'Chapter 3'])}`);
    expect(found?.chapters.map(({ heading }) => heading)).toEqual(['', 'Chapter 1', 'Chapter 2', 'Chapter 3']);
  });

  it('stays whole where no numbers run', () => {
    expect(cut('a.md', `The Rain\n\n${prose}The Wind\n\n${prose}The Snow\n\n${prose}`)).toBeNull();
    expect(cut('a.md', `${prose}Chapter 7 was the best of all.\n\n${prose}`)).toBeNull();
  });
});
