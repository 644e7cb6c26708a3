import { describe, expect, it } from 'vitest';
import { inLong } from '../../../../server/testing/depth.ts';
import { createHeadingFinder } from './declared-headings.ts';
import { splitNovel } from './txt.ts';

describe('the headings that a book.yaml tells', () => {
  it.each([
    ['Chapter {number}. {title}', 'CHAPTER  IV.  The Rain', { number: '4', title: 'The Rain', isPart: false }],
    ['Chapter {number}. {title}', 'Chapter Twenty-One', { number: '21', title: '', isPart: false }],
    ['Chapter {number}. {title}', 'Chapter and verse. No', null],
    ['第{number}章 {title}', '第十二章 夜雨', { number: '12', title: '夜雨', isPart: false }],
    ['BOOK {part}', 'Book II', { number: '2', title: '', isPart: true }],
    ['{title} [{number}]', 'The Rain [3]', { number: '3', title: 'The Rain', isPart: false }],
    ['PREFACE', 'Preface.', { number: null, title: 'Preface.', isPart: false }],
    ['PREFACE', 'The preface', null],
  ])('%j fits %j as %j', (pattern, line, expected) => {
    expect(createHeadingFinder([pattern])(line)).toEqual(expected);
  });

  it('come before all other signs', () => {
    const source = 'Chapter 1\n\nOne.\n\n* RAIN *\n\nTwo.\n\n* WIND *\n\nThree.\n';
    expect(splitNovel(source, createHeadingFinder(['* {title} *'])).chapters.map(({ heading }) => heading)).toEqual([
      '* RAIN *',
      '* WIND *',
    ]);
  });

  inLong('take no more time than the text is long', () => {
    const findDeclared = createHeadingFinder(
      Array.from({ length: 5000 }, (_, at) => `heading ${at}`).concat('{title}{title}{number}{title}x'),
    );
    const started = performance.now();
    for (let at = 0; at < 25_000; at += 1) findDeclared(`${'a '.repeat(200)}${at}`);
    expect(performance.now() - started).toBeLessThan(8_000);
  });
});
