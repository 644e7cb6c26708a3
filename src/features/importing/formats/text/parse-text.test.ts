import { describe, expect, it } from 'vitest';
import { eachOf } from '../../../../server/testing/depth.ts';
import { decodeText as decode, decodeTextFile } from '../../text/server/encoding.ts';
import { parseText, textFault } from './parse-text.ts';

const text = (value: string, marks: object = {}) => ({ type: 'text', text: value, ...marks });
const p = (...inlines: object[]) => ({ type: 'p', inlines });

const encodedTexts: readonly [encoding: string, hex: string, text: string][] = [
  [
    'shift_jis',
    '96e982c982c882e982c6894a82cd82e282f182c5814192ac82cc96be82a982e882aa82d082c682c282b882c28fc182a682c482a282c182bd8142834a8347838b82cc90ba82be82af82aa95b782b182a682e98142',
    '夜になると雨はやんで、町の明かりがひとつずつ消えていった。カエルの声だけが聞こえる。',
  ],
  [
    'euc-jp',
    'cceba4cba4caa4eba4c8b1aba4cfa4e4a4f3a4c7a1a2c4aea4ceccc0a4aba4eaa4aca4d2a4c8a4c4a4baa4c4bec3a4a8a4c6a4a4a4c3a4bfa1a3a5aba5a8a5eba4cec0bca4c0a4b1a4accab9a4b3a4a8a4eba1a3',
    '夜になると雨はやんで、町の明かりがひとつずつ消えていった。カエルの声だけが聞こえる。',
  ],
  [
    'iso-2022-jp',
    '1b24424c6b244b244a246b2448312b244f2464247324472122442e244e4c40242b246a242c245224482444243a24443e432428244624242443243f21231b28420a',
    '夜になると雨はやんで、町の明かりがひとつずつ消えていった。\n',
  ],
  [
    'big5',
    'a8baa440a95dab42a455b16fabdca46aa141bdd6a45da853a6b3bba1b8dca141a575c5a5a8a3abcec3b2a455aabaa4f4c16ea440b07dbaf2a6fca440b07da143a54cadccb3a3a662b5a5a4d1ab47a143',
    '那一夜雨下得很大，誰也沒有說話，只聽見屋簷下的水聲一陣緊似一陣。他們都在等天亮。',
  ],
  [
    'euc-kr',
    'b9e3c0cc20b5c7c0da20baf1b0a120b1d7c4a1b0ed20b8b6c0bbc0c720bad2bafbc0cc20c7cfb3aabebf20b2a8c1b3b4d92e20b0b3b1b8b8ae20bcd2b8aeb8b820b5e9b7c1bfd4b4d92e',
    '밤이 되자 비가 그치고 마을의 불빛이 하나씩 꺼졌다. 개구리 소리만 들려왔다.',
  ],
  [
    'windows-1251',
    'cdeef7fcfe20e4eee6e4fc20efe5f0e5f1f2e0eb2c20e820eee3ede820e220e4e5f0e5e2ede520e3e0f1ebe820eee4e8ed20e7e020e4f0f3e3e8ec2e20cde8eaf2ee20ede520f1eae0e7e0eb20ede820f1ebeee2e02e20',
    'Ночью дождь перестал, и огни в деревне гасли один за другим. Никто не сказал ни слова. ',
  ],
  [
    'koi8-r',
    'eecfded8c020c4cfd6c4d820d0c5d2c5d3d4c1cc2c20c920cfc7cec920d720c4c5d2c5d7cec520c7c1d3ccc920cfc4c9ce20dac120c4d2d5c7c9cd2e20eec9cbd4cf20cec520d3cbc1dac1cc20cec920d3cccfd7c12e20',
    'Ночью дождь перестал, и огни в деревне гасли один за другим. Никто не сказал ни слова. ',
  ],
  [
    'windows-1253',
    'd4e720edfdf7f4e120e720e2f1eff7de20f3f4e1ecdcf4e7f3e520eae1e920f4e120f6fef4e120f4eff520f7f9f1e9effd20ddf3e2e7ede1ed20ddede120ddede12e20cae1ede5dff220e4e5ed20ecdfebe7f3e52e20',
    'Τη νύχτα η βροχή σταμάτησε και τα φώτα του χωριού έσβηναν ένα ένα. Κανείς δεν μίλησε. ',
  ],
  [
    'windows-1255',
    'e1ece9ece420f4f1f720e4e2f9ed2c20e5e0e5f8e5fa20e4ebf4f820ebe1e520e1e6e420e0e7f820e6e42e20e0e9f920ece020e0eef820eee9ece420f2e320e4e1e5f7f82e20',
    'בלילה פסק הגשם, ואורות הכפר כבו בזה אחר זה. איש לא אמר מילה עד הבוקר. ',
  ],
  [
    'windows-1254',
    '47656365207961f06d75722064696e64692c206bf679fc6e20fdfefd6b6c6172fd2062697265722062697265722073f66e64fc2e204b696d736520736162616861206b616461722074656b2073f67a2073f6796c656d6564692c20fe656869722073757374752e20',
    'Gece yağmur dindi, köyün ışıkları birer birer söndü. Kimse sabaha kadar tek söz söylemedi, şehir sustu. ',
  ],
  [
    'iso-8859-2',
    '4e6f63206279b3612063696368612c206465737a637a2075737461b32c206120b677696174b3612077652077736920676173b379206a65646e6f20706f2064727567696d2e204e696b74207369ea206e6965206f64657a7761b32061bf20646f20b6776974752c2063686fe62077737a7973637920637a7577616c692c20bf656279207573b379737a65e620bc72f364b36f2e20',
    'Noc była cicha, deszcz ustał, a światła we wsi gasły jedno po drugim. Nikt się nie odezwał aż do świtu, choć wszyscy czuwali, żeby usłyszeć źródło. ',
  ],
];

function decodeText(bytes: Uint8Array, encoding?: string): { text: string; encoding: string } {
  const decoded = decode(bytes, encoding);
  return 'fault' in decoded ? { text: decoded.fault, encoding: 'none' } : decoded;
}

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

  // The letters of each text in its encoding, made by another program, so that nothing of ours encodes them.
  it.each(encodedTexts)('is told: %s', (encoding, hex, expected) => {
    const bytes = Buffer.concat(Array.from({ length: 12 }, () => Buffer.from(hex, 'hex')));
    expect(decodeText(bytes)).toEqual({ encoding, text: expected.repeat(12) });
  });

  it.each(encodedTexts)('may be named: %s', (encoding, hex, expected) => {
    expect(decodeText(Buffer.from(hex, 'hex'), encoding.toUpperCase())).toEqual({ encoding, text: expected });
  });

  it('is not guessed where its Han would be rare ones at random', () => {
    const bytes = Buffer.from(
      Array.from({ length: 6000 }, (_, at) => (at % 2 === 0 ? 0xd8 + (at % 31) : 0xa1 + (at % 89))),
    );
    expect(decode(bytes)).toEqual({ fault: expect.stringContaining('--encoding') });
  });

  it.each([
    ['no-such', /no encoding called 'no-such'/],
    ['utf-8', /it is not in utf-8/],
  ])('that is named and wrong is a fault: %s', (encoding, message) => {
    expect(decode(Buffer.from(encodedTexts[0]?.[1] ?? '', 'hex'), encoding)).toEqual({
      fault: expect.stringMatching(message),
    });
  });

  it('is GB18030 or ISO-8859-1 where it is not UTF-8', () => {
    expect(decodeText(Buffer.from([0xb5, 0xda, 0xd2, 0xbb, 0xd5, 0xc2])).text).toBe('第一章');
    expect(decodeText(Buffer.from('été d\u00e9j\u00e0 ', 'latin1'))).toMatchObject({ encoding: 'iso-8859-1' });
  });
});

it('an HTML file’s encoding is the one it declares', () => {
  const source = Buffer.concat([Buffer.from('<meta charset="windows-1251"><p>'), Buffer.from([0xcc, 0xe8, 0xf0])]);
  expect(decodeTextFile({ name: 'a.html' }, source)).toMatchObject({ text: expect.stringMatching(/Мир$/) });
  expect(decodeTextFile({ name: 'a.txt' }, source)).not.toMatchObject({ text: expect.stringMatching(/Мир$/) });
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

eachOf(
  [
    ['a.md', '# a\n'.repeat(100_100)],
    ['a.html', '<p>a'.repeat(100_100)],
    ['a.html', `<p>${'<b>a</b>b'.repeat(250_000)}`],
    ['a.txt', 'a\n\n'.repeat(100_100)],
  ],
  1,
)('%s of more than anybody reads is taken up to a limit, and that is said', (name, source) => {
  const { blocks, faults } = parseText(name, source);
  expect(blocks.length).toBeLessThanOrEqual(100_000);
  expect(faults).toEqual([{ name: 'the end', cause: expect.stringMatching(/too long/) }]);
});

it('a text of over a million lines is not looked at', () => {
  expect(textFault('a\n'.repeat(1_000_001))).toMatch(/over a million lines/);
  expect(textFault('a\r\n'.repeat(1000))).toBeNull();
});
