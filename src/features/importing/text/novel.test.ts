import { describe, expect, it } from 'vitest';
import { parseText } from '../formats/text/parse-text.ts';
import { splitAtHeadings } from './novel.ts';

const prose = `<p>${'The rain had not stopped since morning. '.repeat(10)}</p>`;
const chapter = (number: number) => `<h3>Chapter ${number}. Rain</h3>${prose}`;
const split = (body: string) => splitAtHeadings(parseText('a.html', `<body>${body}</body>`)).chapters;

describe('a novel with marked headings', () => {
  it('is cut at its chapters, not at the parts above them', () => {
    const source = `<h1>Rain</h1><h1>Part One</h1>${chapter(1)}${chapter(2)}<h1>Part Two</h1>${chapter(3)}${chapter(4)}`;
    const chapters = split(source);
    expect(chapters.map(({ number }) => number)).toEqual(['1', '2', '3', '4']);
    expect(chapters.map(({ opens }) => opens)).toEqual(['Part One', undefined, 'Part Two', undefined]);
  });

  it('keeps the text below the heading of a part', () => {
    const chapters = split(`<h1>Rain</h1><h1>Part One</h1>${prose}${chapter(1)}${chapter(2)}${chapter(3)}`);
    expect(chapters.map(({ heading }) => heading)[0]).toBe('Part One');
    expect(chapters).toHaveLength(4);
  });

  it('has no chapter of the title of a part alone, nor of the list of contents', () => {
    const part = (name: string) => `<h2>EPOCH THE ${name}.</h2><h3>1715.</h3><h3>Ada.</h3><p>Page 74</p>`;
    const chapters = ['I', 'II'].map((number) => `<h2>CHAPTER ${number}.</h2><h3>Rain</h3>${prose}`).join('');
    const list = `<h2>CONTENTS.</h2>${prose}`;
    const cut = split(`${list}${part('FIRST')}${chapters}${part('SECOND')}${chapters}`);
    expect(cut.map(({ number }) => number)).toEqual(['1', '2', '1', '2']);
    expect(cut.map(({ opens }) => opens)[2]).toBe('EPOCH THE SECOND. · 1715. · Ada.');
  });

  it('keeps headings that stand alone between two chapters with the later one', () => {
    const [first, second] = ['Rain', 'Wind'].map((title) => `<h2>${title}</h2>${prose}`);
    const cut = split(`<h2>By Ada</h2>${first}<h2>Two years later</h2><h3>Paris, 1872</h3>${second}`);
    expect(cut.map(({ heading }) => heading)).toEqual(['Rain', 'Wind']);
    expect(cut.map(({ opens }) => opens)).toEqual([undefined, 'Two years later · Paris, 1872']);
  });

  it('keeps headings that stand alone at its end', () => {
    const cut = split(`<h2>Rain</h2>${prose}<h2>Wind</h2>${prose}<h2>The last word</h2><h3>Paris, 1872</h3>`);
    expect(cut.map(({ heading }) => heading)).toEqual(['Rain', 'Wind', 'The last word']);
  });

  it('is cut at the greatest headings where they are chapters', () => {
    const source = ['Rain', 'Wind'].map((title) => `<h2>${title}</h2>${prose}<h3>A letter</h3>${prose}`).join('');
    expect(split(source)).toHaveLength(2);
  });
});
