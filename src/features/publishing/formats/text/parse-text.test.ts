import { describe, expect, it } from 'vitest';
import { decodeText, decodeTextFile } from '../../text/server/encoding.ts';
import { parseText, textFault } from './parse-text.ts';

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
        text('g'),
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

  it.each([
    ['* one\n* two\n  more\n\n1. first\n2) second', ['• one', '• two more', '1. first', '2) second']],
    ['- Who is there?\n- Nobody.', ['– Who is there?', '– Nobody.']],
    ['It was in\n1914. Nobody knew.', ['It was in 1914. Nobody knew.']],
    ['```\nlet x = *1*;\n  y();\n```\nwords', ['let x = *1*;/\u00a0\u00a0y();', 'words']],
    ['| a | *b* |\n|---|:-:|\n| c | d |\n\nwords', ['a | b', 'c | d', 'words']],
    ['Pepper&amp;Carrot &#x41;&eacute; AT&T', ['Pepper&Carrot Aé AT&T']],
    ['see [the *storm*][s], [s] and [x]\n\n[s]: http://x "t"', ['see the storm, s and [x]']],
    ['a note[^1]\n\n[^1]: Of course.', ['a note[1]', '[1]: Of course.']],
    ['`*code*` and ``a`b`` and `open', ['*code* and a`b and `open']],
    ['2 < 3 and <i>in</i> <b>bold</b> <u>u</u>', ['2 < 3 and in bold u']],
    ['第一行\n\n[1]说', ['第一行', '[1]说']],
  ])('reads %j', (source, expected) => {
    const words = blocks(source).map((block) =>
      'inlines' in block ? block.inlines.map((inline) => ('text' in inline ? inline.text : '/')).join('') : block.type,
    );
    expect(words).toEqual(expected);
  });

  it('keeps paragraphs, and quotes, within a quote', () => {
    expect(blocks('> # One\n>\n> first\n>\n> second\n> > inner\n\nafter')).toEqual([
      { type: 'h2', inlines: [text('One')] },
      { type: 'blockquote', inlines: [text('first')] },
      { type: 'blockquote', inlines: [text('second')] },
      { type: 'blockquote', inlines: [text('inner')] },
      p(text('after')),
    ]);
  });

  it.each([
    ['quotes in quotes', `${'>'.repeat(300_000)} words`],
    ['links', '[a]('.repeat(60_000)],
    ['backticks', Array.from({ length: 600 }, (_, count) => '`'.repeat(count + 1)).join(' ')],
    ['tags', '<a '.repeat(60_000)],
    ['items', '- '.repeat(100_000)],
  ])('of hostile %s is read in time', (_name, source) => {
    expect(blocks(source).length).toBeLessThan(3);
  });

  it('joins wrapped Chinese lines without a space, and keeps indented lines apart', () => {
    expect(blocks('第一行\n第二行')).toEqual([p(text('第一行第二行'))]);
    expect(blocks('　　甲\n　　乙')).toEqual([p(text('甲')), p(text('乙'))]);
  });

  it.each([
    ['a heading of spaces', `# ${' '.repeat(1_000_000)}x`],
    ['a heading of marks', `# ${'# '.repeat(500_000)}x`],
    ['a line of stars', `a${'*'.repeat(200_000)}`],
    ['brackets', '!['.repeat(90_000)],
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
  [
    'a.md',
    'words ![a](x/1.png "t") and [a link](y) ![](<2 3.png>) ![b][one]\n\n[one]: x/4.png',
    ['x/1.png', '2 3.png', 'x/4.png'],
  ],
  ['a.md', '[![a](1_(2).png)](y) <img alt="x" src="3.png">', ['1_(2).png', '3.png']],
  ['a.html', '<p>words<img src="1.png" alt="x"></p>', ['1.png']],
  ['a.txt', '![a](1.png)', []],
])('the pictures of %s stand where it shows them', (name, source, addresses) => {
  const { blocks } = parseText(name, source);
  expect(blocks.flatMap((block) => (block.type === 'img' ? [block.src] : []))).toEqual(addresses);
});

it.each([
  ['a.md', '![a](https://example.org/1.png) ![b](data:image/png;base64,AA)'],
  ['a.html', '<p><img src="//example.org/1.png"><img src="data:image/png;base64,AA"></p>'],
])('the pictures of %s that lie elsewhere, or in the text itself, are named', (name, source) => {
  const { blocks, faults } = parseText(name, `${source}\n\nwords`);
  expect(blocks.map(({ type }) => type)).toEqual(['p']);
  expect(faults.map(({ cause }) => cause)).toEqual([
    'a picture from another place; nothing is fetched',
    'a picture written into the text',
  ]);
});

it.each([
  [
    'a.md',
    '# The Project\n\nThe terms.\n\n\\*\\*\\* START OF THE PROJECT GUTENBERG EBOOK X \\*\\*\\*\n\nIt rained.\n\n\\*\\*\\* END OF THE PROJECT GUTENBERG EBOOK X \\*\\*\\*\n\nMore terms.',
  ],
  [
    'a.html',
    '<p>The terms.<div>*** START OF THE PROJECT GUTENBERG EBOOK X ***</div><p>It rained.<div>*** END OF THE PROJECT GUTENBERG EBOOK X ***</div><p>More terms.',
  ],
])('header and footer of Project Gutenberg are cut from %s', (name, source) => {
  expect(parseText(name, source).blocks).toEqual([p(text('It rained.'))]);
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
    ['handlers', '<p onclick="x > y">a<b onclick=alert(1)></b>b</p>'],
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

it.each([
  ['a.html', '<p>a'.repeat(100_100)],
  ['a.html', `<p>${'<b>a</b>b'.repeat(250_000)}`],
  ['a.md', '# a\n'.repeat(100_100)],
  ['a.txt', 'a\n\n'.repeat(100_100)],
])('%s of more than anybody reads is taken up to a limit, and that is said', (name, source) => {
  const { blocks, faults } = parseText(name, source);
  expect(blocks.length).toBeLessThanOrEqual(100_000);
  expect(faults).toEqual([{ name: 'the end', cause: expect.stringMatching(/too long/) }]);
});

it('a text of over a million lines is not looked at', () => {
  expect(textFault('a\n'.repeat(1_000_001))).toMatch(/over a million lines/);
  expect(textFault('a\r\n'.repeat(1000))).toBeNull();
});
