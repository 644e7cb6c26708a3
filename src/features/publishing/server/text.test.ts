import { describe, expect, it } from 'vitest';
import { decodeTextFile } from './markup-text.ts';
import { decodeText, parseText, picturesIn } from './text.ts';

const text = (value: string, marks: object = {}) => ({ type: 'text', text: value, ...marks });
const p = (...inlines: object[]) => ({ type: 'p', inlines });

describe('a text’s encoding', () => {
  it.each([
    ['utf-8', Buffer.from('第一章 été')],
    ['utf-8', Buffer.from('\ufeff第一章 été')],
    ['utf-16le', Buffer.from('\ufeff第一章 été', 'utf16le')],
    ['utf-16be', Buffer.from('\ufeff第一章 été', 'utf16le').swap16()],
  ])('is told: %s', (encoding, bytes) => {
    expect(decodeText(bytes)).toEqual({ encoding, text: '第一章 été' });
  });

  const gb = Buffer.from([0xb5, 0xda, 0xd2, 0xbb, 0xd5, 0xc2, 0x0d, 0x0a]); // 第一章
  const arabic = Buffer.from('c7e1e3e3e1e6df20c7e1d4c7d1cf20dfcac8e520ccd1cced20d2edcfc7e4', 'hex'); // المملوك الشارد كتبه جرجي زيدان

  it.each([
    [
      'UTF-16 without its mark',
      Buffer.from('The rain\nand the storm', 'utf16le'),
      'utf-16le',
      'The rain\nand the storm',
    ],
    ['Latin letters that would decode as Chinese', Buffer.from('ch\u00e2teau\n', 'latin1'), 'iso-8859-1', 'château\n'],
    ['curly quotes of Windows', Buffer.from([0x93, 0x61, 0x94]), 'iso-8859-1', '“a”'],
    ['Arabic of Windows', arabic, 'windows-1256', 'المملوك الشارد كتبه جرجي زيدان'],
    ['a cut character at its end', Buffer.concat([gb, Buffer.from([0xb5])]), 'gb18030', '第一章\r\n'],
    ['UTF-8 cut at its end', Buffer.from('第一章').subarray(0, 8), 'utf-8', '第一'],
    ['nothing', Buffer.alloc(0), 'utf-8', ''],
  ])('is told where it has %s', (_name, bytes, encoding, expected) => {
    expect(decodeText(bytes)).toEqual({ encoding, text: expected });
  });

  it.each([
    ['utf-8', Buffer.from('第一章 雨\n'.repeat(500))],
    ['gb18030', Buffer.concat(Array.from({ length: 500 }, () => gb))],
  ])('is not told anew by one damaged byte: %s', (encoding, bytes) => {
    const damaged = Buffer.concat([bytes, Buffer.from([0xff, 0x0a]), bytes]);
    expect(decodeText(damaged).encoding).toBe(encoding);
    expect(decodeText(damaged).text.startsWith('第一章')).toBe(true);
  });

  it('is GB18030 or ISO-8859-1 where it is not UTF-8', () => {
    expect(decodeText(Buffer.from([0xb5, 0xda, 0xd2, 0xbb, 0xd5, 0xc2])).text).toBe('第一章');
    expect(decodeText(Buffer.from('été d\u00e9j\u00e0 ', 'latin1'))).toMatchObject({ encoding: 'iso-8859-1' });
  });
});

it('an HTML file’s encoding is the one it declares', () => {
  const source = Buffer.concat([Buffer.from('<meta charset="windows-1251"><p>'), Buffer.from([0xcc, 0xe8, 0xf0])]);
  expect(decodeTextFile('a.html', source)).toMatch(/Мир$/);
  expect(decodeTextFile('a.txt', source)).not.toMatch(/Мир$/);
});

describe('Markdown', () => {
  const blocks = (source: string) => parseText('a.md', source).blocks;

  it('becomes typed blocks', () => {
    expect(blocks('# One\n\nwrapped\nlines\n\n> said\n\n***\n\n### Three\nright below')).toEqual([
      { type: 'h2', inlines: [text('One')] },
      p(text('wrapped lines')),
      { type: 'blockquote', inlines: [text('said')] },
      { type: 'hr' },
      { type: 'h3', inlines: [text('Three')] },
      p(text('right below')),
    ]);
  });

  it('has emphasis, strong text and line breaks', () => {
    expect(blocks('a *b* **c** ***d***  \ne _f_ <br> g')).toEqual([
      p(
        text('a '),
        text('b', { em: true }),
        text(' '),
        text('c', { strong: true }),
        text(' '),
        text('d', { em: true, strong: true }),
        { type: 'br' },
        text('e '),
        text('f', { em: true }),
        text(' '),
        { type: 'br' },
        text(' g'),
      ),
    ]);
  });

  it.each([
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['snake_case_name', 'snake_case_name'],
    ['a \\*b\\*', 'a *b*'],
    ['**open', '**open'],
    ['[words](http://x) here', 'words here'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ])('%j stays the text %j', (source, expected) => {
    expect(blocks(source)).toEqual([p(text(expected))]);
  });

  it('joins wrapped Chinese lines without a space, and keeps indented lines apart', () => {
    expect(blocks('第一行\n第二行')).toEqual([p(text('第一行第二行'))]);
    expect(blocks('　　甲\n　　乙')).toEqual([p(text('甲')), p(text('乙'))]);
  });

  it.each([
    ['a heading of spaces', `# ${' '.repeat(1_000_000)}x`],
    ['a heading of marks', `# ${'# '.repeat(500_000)}x`],
    ['a line of stars', `a${'*'.repeat(200_000)}`],
    ['brackets', '!['.repeat(100_000)],
    ['underlines', `${'='.repeat(500_000)}${' '.repeat(500_000)}x`],
  ])('of %s is read in time', (_name, source) => {
    expect(blocks(source)).toHaveLength(1);
  });

  it.each([
    ['## Two ##', 'Two'],
    ['# C#', 'C#'],
    ['#   spaced  #  ', 'spaced'],
  ])('%j is a heading', (source, words) => {
    expect(blocks(source)).toEqual([{ type: 'h2', inlines: [text(words)] }]);
  });

  it('leaves out a front matter', () => {
    expect(blocks('---\ntitle: x\n---\n\nwords')).toEqual([p(text('words'))]);
  });

  it('tells the heading it opens with', () => {
    expect(parseText('a.md', '# The *storm*\n\nwords').heading).toBe('The storm');
    expect(parseText('a.md', 'words').heading).toBeNull();
  });
});

it.each([
  ['a.md', 'words ![a](x/1.png "t") and [a link](y) ![](<2.png>) ![b](x/1.png)', ['x/1.png', '2.png']],
  ['a.html', '<p>words<img src="1.png" alt="x"></p>', ['1.png']],
  ['a.txt', '![a](1.png)', []],
])('the pictures of %s are told, so that they can be named', (name, source, pictures) => {
  expect(picturesIn(name, source)).toEqual(pictures);
});

it('a Markdown text calls itself by its front matter, else by its heading', () => {
  expect(parseText('1.md', '---\ntitle: "The storm"\ndate: x\n---\n\nwords').title).toBe('The storm');
  expect(parseText('1.md', '# The calm\n\nwords').title).toBe('The calm');
  expect(parseText('1.md', 'title: no front matter').title).toBeNull();
});

it('a plain text tells the heading it opens with', () => {
  expect(parseText('1.txt', '第一章 雨\n\n　　那一夜。').heading).toBe('第一章 雨');
  expect(parseText('1.txt', 'The rain fell.').heading).toBeNull();
});

it('plain text keeps its signs', () => {
  expect(parseText('a.txt', '# not *a* heading\n\n* * *\n\nend').blocks).toEqual([
    p(text('# not *a* heading')),
    { type: 'hr' },
    p(text('end')),
  ]);
});

describe('HTML', () => {
  const blocks = (source: string) => parseText('a.html', source).blocks;

  it('becomes typed blocks', () => {
    expect(
      blocks('<body><h1>One</h1><p>a <b>b</b> &amp; <i>c</i><br/>d<blockquote><p>q</p></blockquote><hr><div>e</div>'),
    ).toEqual([
      { type: 'h2', inlines: [text('One')] },
      p(text('a '), text('b', { strong: true }), text(' & '), text('c', { em: true }), { type: 'br' }, text('d')),
      { type: 'blockquote', inlines: [text('q')] },
      { type: 'hr' },
      p(text('e')),
    ]);
  });

  it.each([
    ['a script', '<p>a<script>alert("<p>x</p>")</script>b</p>'],
    ['a style', '<p>a<style>p{}</style>b</p>'],
    ['a frame', '<p>a<iframe srcdoc="<script>x</script>"></iframe>b</p>'],
    ['an SVG', '<p>a<svg><script>x</script></svg>b</p>'],
    ['a comment', '<p>a<!-- <p>x</p> -->b</p>'],
    ['handlers', '<p onclick="x > y">a<img src=x onerror=alert(1)>b</p>'],
  ])('with %s keeps only the words', (_name, source) => {
    expect(blocks(source)).toEqual([p(text('ab'))]);
  });

  it('has words with their reading', () => {
    expect(blocks('<p>a <ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby><ruby>x</ruby> b</p>')).toEqual([
      p(text('a '), { type: 'ruby', base: '漢', text: 'かん' }, text('x b')),
    ]);
  });

  it('has written-out tags as text', () => {
    expect(blocks('<p>&lt;script&gt; 1 < 2 &#x41;&#0;</p>')).toEqual([p(text('<script> 1 < 2 A�'))]);
  });
});
