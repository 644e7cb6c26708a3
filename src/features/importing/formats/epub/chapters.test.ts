import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../text/block-words.ts';
import type { HtmlBlock } from '../../text/block-writer.ts';
import { readHtml } from '../../text/html.ts';
import { resolvePlace } from '../../text/paths.ts';
import { cutChapters } from './chapters.ts';
import type { TocEntry } from './contents.ts';
import type { SpineText } from './spine.ts';
import { withoutTitle } from './titles.ts';

const blocksOf = (source: string): HtmlBlock[] => readHtml(source, { isXml: true, hasPictures: true }).blocks;
const words = (blocks: readonly HtmlBlock[]) => blocks.map(wordsOf).join('|');

describe('a chapter’s title', () => {
  it.each([
    ['Chapter 1: The Storm', '<h1>Chapter 1</h1><h2>The Storm</h2><p>a</p>', 'a'],
    ['Chapter 1', '<h1>Chapter 1</h1><p>a</p>', 'a'],
    ['The Storm', '<h1>Chapter 1</h1><h2>The Storm</h2><p>a</p>', 'Chapter 1|a'],
    ['Chapter 1. The Storm', '<h1>Chapter 1</h1><p>a</p>', 'a'],
    ['1 The Storm', '<h1>The Storm</h1><p>a</p>', 'a'],
    ['I. The Storm', '<h1>1. The storm</h1><p>a</p>', 'a'],
    ['I: Introduction', '<h2>I</h2><p>Introduction</p><p>a</p>', 'a'],
    ['第一回 灵根育孕源流出', '<h1>第一回　灵根育孕源流出</h1><p>a</p>', 'a'],
    ['الفصل الأول', '<h1>الفصل الأوّل</h1><p>a</p>', 'a'],
    ['The Storm', '<img src="x"/><h1>THE STORM</h1><p>a</p>', '|a'],
    ['The Storm', '<p>The Storm</p><p>a</p>', 'a'],
    ['The Storm', '<p>The storm came at night.</p>', 'The storm came at night.'],
    ['One', '<h2>Another</h2><p>One</p>', 'Another|One'],
    ['The Storm', '<p>The Storm</p>', 'The Storm'],
    ['', '<h2>A</h2>', 'A'],
    ['CHAPTER I.THE STORM', '<h2>CHAPTER I.<br/>THE STORM</h2><p>a</p>', 'a'],
    ['第一章风暴', '<h1>第一章　风 暴</h1><p>a</p>', 'a'],
    ['The Storm', '<h1>T H E&#160;S T O R M</h1><p>a</p>', 'a'],
  ])('%s is not shown again over %s', (title, source, expected) => {
    expect(words(withoutTitle(blocksOf(source), title))).toBe(expected);
  });
});

const text = (path: string, source: string, more: Partial<SpineText> = {}): SpineText => {
  const { links, ...html } = readHtml(source, { isXml: true, hasPictures: true });
  const places = links.flatMap(({ href, at }) => {
    const place = resolvePlace(path, href);
    return place ? [{ place, at }] : [];
  });
  return { ...html, links: places, path, isLinear: true, ...more };
};
const entry = (label: string, href: string | null, children: TocEntry[] = []): TocEntry => ({
  label,
  place: href === null ? null : resolvePlace('', href),
  children,
});
const cut = (texts: SpineText[], toc: TocEntry[]) =>
  cutChapters(texts, toc, []).chapters.map(({ title, volume, blocks }) => [title, volume, words(blocks)]);

describe('chapters', () => {
  const two = [text('a', '<h1>A</h1><p>a</p>'), text('b', '<h1>B</h1><p>b</p>')];

  it('stand in volumes where entries have others below them, at whatever depth', () => {
    const toc = [entry('Book', null, [entry('A', 'a'), entry('Part', null, [entry('B', 'b')])])];
    expect(cut(two, toc)).toEqual([
      ['A', 'Book', 'a'],
      ['B', 'Book', 'b'],
    ]);
  });

  it('are one for several entries at one place, called by the last', () => {
    expect(cut(two, [entry('Part I', 'a'), entry('A', 'a'), entry('B', 'b')])).toEqual([
      ['A', null, 'a'],
      ['B', null, 'b'],
    ]);
  });

  it('take in documents that the table does not name', () => {
    expect(cut(two, [entry('A', 'a')])).toEqual([['A', null, 'a|B|b']]);
  });

  it('begin before the first entry only where more than a dedication stands there', () => {
    const toc = [entry('B', 'b')];
    expect(cut([text('a', '<p>For Ada</p>'), ...two.slice(1)], toc)).toEqual([['B', null, 'b']]);
    const [foreword] = cut([text('a', `<h1>Foreword</h1><p>${'word '.repeat(400)}</p>`), ...two.slice(1)], toc);
    expect(foreword?.[0]).toBe('Foreword');
  });

  it('begin with what stands above their place in a file: a dedication, a poem’s title, its motto', () => {
    const poem = (name: string) =>
      `<h1>${name}</h1><blockquote>Motto</blockquote><h2 id="i">I</h2><p>a</p><h2 id="ii">II</h2><p>b</p>`;
    const toc = [entry('I', 'x#i'), entry('II', 'x#ii'), entry('I', 'y#i'), entry('II', 'y#ii')];
    expect(cut([text('x', `<p>For Ada</p>${poem('')}`), text('y', poem('Night'))], toc)).toEqual([
      ['I', null, 'For Ada|Motto|a'],
      ['II', null, 'b'],
      ['Night · I', 'Night', 'Night|Motto|a'],
      ['Night · II', 'Night', 'b'],
    ]);
  });

  it('begin with a dedication in a file that says what it is', () => {
    const dedication = text('a', '<body epub:type="dedication"><p>For Ada</p></body>');
    expect(cut([dedication, ...two.slice(1)], [entry('B', 'b')])).toEqual([['B', null, 'For Ada|b']]);
  });

  it('carry the title of their volume or poem where a number is all they have, and others have it too', () => {
    const parts = [1, 2].map((n) => text(`v${n}`, '<h2 id="i">I</h2><p>a</p><h2 id="ii">Night</h2><p>b</p>'));
    const toc = [1, 2].map((n) => entry(`Book ${n}`, null, [entry('I', `v${n}#i`), entry('Night', `v${n}#ii`)]));
    expect(cut(parts, toc).map(([title]) => title)).toEqual(['Book 1 · I', 'Night', 'Book 2 · I', 'Night']);
  });

  it('are made of a list too, where the table of contents names it and it is no part’s own list', () => {
    const list =
      '<ul><li><a href="a">one of the works that are meant</a></li><li><a href="b">another one of them, longer</a></li></ul>';
    expect(cut([...two, text('c', list)], [entry('A', 'a'), entry('Works', 'c')]).map(([title]) => title)).toEqual([
      'A',
      'Works',
    ]);
    const part = [entry('Part', 'c', [entry('A', 'a'), entry('B', 'b')])];
    expect(cut([text('c', list), ...two], part).map(([title]) => title)).toEqual(['A', 'B']);
  });

  it('have what is not linear where they link to it, or at the end of the book', () => {
    const linear = [text('a', '<h1>A</h1><p>a <a href="n">*</a></p>'), text('b', '<h1>B</h1><p>b</p>')];
    const aside = (path: string, source: string) => text(path, source, { isLinear: false });
    const asides = [
      aside('cover', '<img src="c"/>'),
      aside('n', '<p>Note</p>'),
      aside('m', '<h2>Map</h2><p>of it</p>'),
      aside('k', '<p>Key</p>'),
      aside('i', '<body epub:type="imprint"><p>Printed</p></body>'),
    ];
    const [cover, ...others] = asides;
    const toc = [entry('A', 'a'), entry('B', 'b'), entry('Key to it', 'k')];
    expect(cut([...(cover ? [cover] : []), ...linear, ...others], toc)).toEqual([
      ['A', null, 'a *||Note'],
      ['B', null, 'b'],
      ['Map', null, 'of it'],
      ['Key to it', null, 'Key'],
    ]);
  });

  it('are called by their heading, the document’s title or their place where an entry has no words', () => {
    expect(cut(two, [entry('', 'a'), entry('B', 'b')])[0]?.[0]).toBe('A');
    const bare = [text('a', '<title>T1</title><p>a</p>'), text('b', '<title>T2</title><p>b</p>')];
    expect(cut(bare, []).map(([title]) => title)).toEqual(['T1', 'T2']);
    const alike = [text('a', '<title>T</title><p>a</p>'), text('b', '<title>T</title><p>b</p>')];
    expect(cut(alike, []).map(([title]) => title)).toEqual(['1', '2']);
  });

  it('are made of a book that calls itself a cover from beginning to end', () => {
    expect(cut([text('a', '<body epub:type="cover"><p>a</p></body>')], []).map(([, , words]) => words)).toEqual(['a']);
    const long = `<body epub:type="titlepage"><p>${'word '.repeat(5000)}</p></body>`;
    expect(cut([text('x', long), ...two], [entry('Long', 'x'), entry('A', 'a')])).toHaveLength(2);
  });
});

describe('a table of contents that does not cover its book', () => {
  const prose = `<p>${'word '.repeat(100)}</p>`;
  const documents = (...headings: string[]) =>
    headings.map((heading, index) => text(`d${index}`, `${heading && `<h2>${heading}</h2>`}${prose}`));
  const titles = (texts: SpineText[], toc: TocEntry[]) =>
    cutChapters(texts, toc, []).chapters.map(({ title, volume }) => (volume ? `${volume} / ${title}` : title));
  const numbered = (word: string, count: number, from = 1) =>
    Array.from({ length: count }, (_, index) => word.replace('#', String(index + from)));

  it.each<[string, SpineText[], TocEntry[], string[]]>([
    ['one entry', documents(...numbered('Chapter #', 4)), [entry('Start', 'd0')], numbered('Chapter #', 4)],
    [
      'one entry, in Chinese',
      documents(...numbered('第#章 夜雨', 4)),
      [entry('开始', 'd0')],
      numbered('第#章 夜雨', 4),
    ],
    ['one entry, in Arabic', documents(...numbered('الفصل #', 4)), [entry('البداية', 'd0')], numbered('الفصل #', 4)],
    ['one entry over names', documents('Rain', 'Storm', 'Sun'), [entry('Start', 'd0')], ['Rain', 'Storm', 'Sun']],
    [
      'one entry, the book’s title, before its title page',
      [text('t', '<h1>A Book</h1><p>by Somebody</p>'), ...documents('Rain', 'Storm', 'Sun')],
      [entry('A Book', 't')],
      ['A Book', 'Rain', 'Storm', 'Sun'],
    ],
    [
      'the first chapters alone',
      documents(...numbered('Capítulo #', 8)),
      [entry('Capítulo 1', 'd0'), entry('Capítulo 2', 'd1')],
      numbered('Capítulo #', 8),
    ],
    [
      'the first chapters alone, by names',
      documents('Rain', 'Storm', 'Sun', 'Snow', 'Fog', 'Hail'),
      [entry('Rain', 'd0'), entry('Storm', 'd1'), entry('Sun', 'd2')],
      ['Rain', 'Storm', 'Sun', 'Snow', 'Fog', 'Hail'],
    ],
    [
      'parts that begin with their first chapter',
      documents(...numbered('Chapitre #', 3), ...numbered('Chapitre #', 3, 4)),
      [entry('Première partie', 'd0'), entry('Deuxième partie', 'd3')],
      [...numbered('Première partie / Chapitre #', 3), ...numbered('Deuxième partie / Chapitre #', 3, 4)],
    ],
    [
      'parts with a page of their own',
      [
        text('p', '<h1>Part One</h1>'),
        ...documents('Rain', 'Storm', 'Sun'),
        text('q', '<h1>Part Two</h1>'),
        ...['x', 'y'].map((path) => text(path, `<h2>The ${path}</h2>${prose}`)),
      ],
      [entry('Part One', 'p'), entry('Part Two', 'q')],
      ['Part One / Rain', 'Part One / Storm', 'Part One / Sun', 'Part Two / The x', 'Part Two / The y'],
    ],
    [
      'volumes in Chinese',
      documents(...numbered('第#回 风起', 4)),
      [entry('上卷', 'd0'), entry('下卷', 'd2')],
      [...numbered('上卷 / 第#回 风起', 2), ...numbered('下卷 / 第#回 风起', 2, 3)],
    ],
    [
      'entries to files that are not there',
      documents(...numbered('Kapitel #', 4)),
      [entry('Kapitel 1', 'd0'), ...numbered('Kapitel #', 3, 2).map((label) => entry(label, `old/${label}.html`))],
      numbered('Kapitel #', 4),
    ],
    [
      'one entry over lines that are no headings by their markup',
      numbered('第#章 夜雨', 3).map((line, index) => text(`d${index}`, `<p>${line}</p>${prose}`)),
      [entry('正文', 'd0')],
      numbered('第#章 夜雨', 3),
    ],
    [
      'one entry over titles of documents',
      numbered('Chapter #', 3).map((title, index) => text(`d${index}`, `<title>${title}</title>${prose}`)),
      [entry('Text', 'd0')],
      numbered('Chapter #', 3),
    ],
    [
      'one entry to one document with all chapters',
      [
        text(
          'd',
          numbered('Chapter #', 4)
            .map((heading) => `<h2>${heading}</h2>${prose}`)
            .join(''),
        ),
      ],
      [entry('Start', 'd')],
      numbered('Chapter #', 4),
    ],
    [
      'documents of several chapters each',
      ['a', 'b'].map((path, at) =>
        text(
          path,
          numbered('Chapter #', 3, at * 3 + 1)
            .map((heading) => `<h2>${heading}</h2>${prose}`)
            .join(''),
        ),
      ),
      [entry('Volume 1', 'a'), entry('Volume 2', 'b')],
      [...numbered('Volume 1 / Chapter #', 3), ...numbered('Volume 2 / Chapter #', 3, 4)],
    ],
  ])('that has %s', (_name, texts, toc, expected) => {
    const { chapters, notes } = cutChapters(texts, toc, []);
    expect(titles(texts, toc)).toEqual(expected);
    expect(chapters.every(({ blocks }) => blocks.some((block) => block.type === 'p'))).toBe(true);
    expect(notes.join()).toContain("begun at the documents' own headings: ");
  });

  it.each<[string, SpineText[], TocEntry[], string[]]>([
    [
      'sections in files of their own',
      documents('Chapter 1', 'The rain', 'The storm', 'Chapter 2', 'The sun', 'The snow'),
      [entry('Chapter 1', 'd0'), entry('Chapter 2', 'd3')],
      ['Chapter 1', 'Chapter 2'],
    ],
    [
      'files that go on',
      documents('Rain', '', '', 'Storm', '', ''),
      [entry('Rain', 'd0'), entry('Storm', 'd3')],
      ['Rain', 'Storm'],
    ],
    [
      'acts with scenes',
      ['a', 'b'].map((path) =>
        text(
          path,
          numbered('Scene #', 4)
            .map((each) => `<h3>${each}</h3>${prose}`)
            .join(''),
        ),
      ),
      [entry('Act I', 'a'), entry('Act II', 'b')],
      ['Act I', 'Act II'],
    ],
    [
      'one note behind its chapters',
      documents('Rain', 'Storm', 'Sun', 'A note on the type'),
      [entry('Rain', 'd0'), entry('Storm', 'd1'), entry('Sun', 'd2')],
      ['Rain', 'Storm', 'Sun'],
    ],
  ])('is no list of %s', (_name, texts, toc, expected) => {
    expect(titles(texts, toc)).toEqual(expected);
  });
});

describe('an address in a book', () => {
  it.each<[string, string, string | null]>([
    ['OEBPS/text/a.xhtml', '../img/x%20y.png', 'OEBPS/img/x y.png#'],
    ['OEBPS/a.xhtml', '#n%C3%A9', 'OEBPS/a.xhtml#né'],
    ['OEBPS/a.xhtml', 'b.xhtml?x=1#f', 'OEBPS/b.xhtml#f'],
    ['OEBPS/a.xhtml', '/c.xhtml', 'c.xhtml#'],
    ['OEBPS/a.xhtml', '.\\d.xhtml', 'OEBPS/d.xhtml#'],
    ['OEBPS/a.xhtml', '100%.xhtml', 'OEBPS/100%.xhtml#'],
    ['OEBPS/a.xhtml', '../../etc/passwd', null],
    ['OEBPS/a.xhtml', '%2e%2e/%2e%2e/x', null],
    ['OEBPS/a.xhtml', 'https://example.org/', null],
    ['OEBPS/a.xhtml', '//example.org/', null],
    ['OEBPS/a.xhtml', 'javascript:x', null],
  ])('from %s to %s is %s', (from, href, expected) => {
    const place = resolvePlace(from, href);
    expect(place && `${place.path}#${place.fragment}`).toBe(expected);
  });
});
