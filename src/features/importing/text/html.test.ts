import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draws, inLong } from '../../../server/testing/depth.ts';
import type { HtmlBlock } from './block-writer.ts';
import { readHtml } from './html.ts';

const read = (source: string) => readHtml(source, { isXml: true, hasPictures: true });

/** Blocks as one line each, inlines with their marks. */
function lines(source: string): string[] {
  return read(source).blocks.map((block) => `${block.type}: ${wordsOf(block)}`);
}

function wordsOf(block: HtmlBlock): string {
  if (block.type === 'img') return `${block.src} ${block.alt}`.trim();
  if (block.type === 'hr') return '';
  return block.inlines
    .map((inline) => {
      if (inline.type === 'br') return '/';
      if (inline.type === 'ruby') return `${inline.base}(${inline.text})`;
      if (inline.type !== 'text') return `{${inline.text}}`;
      return `${inline.strong ? '**' : ''}${inline.em ? '_' : ''}${inline.text}${inline.em ? '_' : ''}${inline.strong ? '**' : ''}`;
    })
    .join('');
}

describe("a book's markup", () => {
  it.each<[string, string, string[]]>([
    [
      'headings and emphasis',
      '<h1>A</h1><h3>B</h3><h5>C</h5><p>a <em>b</em> <b>c</b></p>',
      ['h2: A', 'h3: B', 'h4: C', 'p: a _b_ **c**'],
    ],
    ['verses', '<p>one<br/>two<br/>three</p>', ['p: one/two/three']],
    ['preformatted lines', '<pre>one\n  two</pre>', ['p: one/\u00a0\u00a0two']],
    ['quotes', '<blockquote><p>a</p><p>b</p></blockquote><p>c</p>', ['blockquote: a', 'blockquote: b', 'p: c']],
    [
      'lists',
      '<ul><li>a</li><li><p>b</p></li></ul><ol start="3"><li>c</li><li>d</li></ol>',
      ['p: • a', 'p: • b', 'p: 3. c', 'p: 4. d'],
    ],
    [
      'a table',
      '<table><tr><th>a</th><th>b</th></tr><tr><td><p>c</p><p>d</p></td><td/><td>e</td></tr></table>',
      ['p: a | b', 'p: c/d | e'],
    ],
    [
      'notes',
      '<p>a<a epub:type="noteref" href="#n">1</a> b<sup><a href="#m">*</a></sup> c<a href="#k">[2]</a></p>',
      ['p: a[1] b[*] c[2]'],
    ],
    ['drawn notes', '<p>a<sup><a class="duokan-footnote" href="#n"><img src="n.png"/></a></sup>b</p>', ['p: a[*]b']],
    ['raised letters', '<p>M<sup>me</sup> 10<sup>23</sup></p>', ['p: Mme 10²³']],
    ['the way back from a note', '<p>a <a epub:type="backlink" href="#x">↩</a></p>', ['p: a']],
    [
      'printed page numbers',
      '<p>a<span epub:type="pagebreak" id="p1">17</span>b</p><div role="doc-pagebreak">18</div><p>c</p>',
      ['p: ab', 'p: c'],
    ],
    ['a page number that is never closed', '<p>a<span epub:type="pagebreak">17</p><p>b</p>', ['p: a', 'p: b']],
    ['readings', '<p><ruby>漢<rp>(</rp><rt>hàn</rt><rp>)</rp>字<rt>zì</rt></ruby></p>', ['p: 漢(hàn)字(zì)']],
    ['readings in pairs', '<p><ruby><rb>漢</rb><rt>hàn</rt><rb>字</rb><rt>zì</rt></ruby></p>', ['p: 漢(hàn)字(zì)']],
    ['formulas', '<p>a <math alttext="x+1"><mi>x</mi></math> b</p>', ['p: a {x+1} b']],
    ['a formula that is never closed', '<p>a <math><mi>x</mi> b</p><p>c</p>', ['p: a {xb}', 'p: c']],
    [
      'EPUB 3.0’s alternatives',
      '<epub:switch><epub:case required-namespace="http://www.w3.org/1998/Math/MathML"><p><math><mi>x</mi></math></p></epub:case><epub:default><p>y</p></epub:default></epub:switch><epub:switch><epub:case required-namespace="x"><p>z</p></epub:case><epub:default><p>q</p></epub:default></epub:switch>',
      ['p: {x}', 'p: q'],
    ],
    [
      'objects and what stands for them',
      '<object data="a.svg" type="image/svg+xml"><p>x</p></object><object data="b.bin" type="application/x"><p>y</p></object><embed src="c.png"/>',
      ['img: a.svg', 'p: y', 'img: c.png'],
    ],
    ['wrapped Chinese lines', '<p>\u3000\u3000天地\n   玄黄，\n宇宙 A\nB</p>', ['p: 天地玄黄，宇宙 A B']],
    [
      'pictures',
      '<p>a<img src="x.png" alt=" A\n map "/>b</p><svg><image xlink:href="y.png"/><text>z</text></svg>',
      ['p: ab', 'img: x.png A map', 'img: y.png'],
    ],
    ['empty elements', '<title/><p/><i/><a id="x"/><script/>a<hr/>', ['p: a', 'hr: ']],
    [
      'unclosed and crossing tags',
      '<p>a <b>b <i>c</b> d</i> <p>e</div></p>f',
      ['p: a **b ****_c_**_ d_', 'p: e', 'p: f'],
    ],
    [
      'entities by any name that HTML has, and unknown ones as they are written',
      '<p>&CounterClockwiseContourIntegral; &NotEqualTilde; &apos; &#128; &#x1F600; &none; AT&amp;T &copy 1&2</p>',
      ["p: ∳ ≂̸ ' € 😀 &none; AT&T &copy 1&2"],
    ],
    [
      'what a document type declares',
      '<!DOCTYPE html [<!ENTITY a "x"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">\n]><p>&b;&f;</p>',
      ['p: &b;&f;'],
    ],
    ['entities and CDATA', '<p>&lt;b&gt; &amp;amp; &#x27; <![CDATA[<i>&amp;]]></p>', ["p: <b> &amp; ' <i>&amp;"]],
  ])('becomes readable: %s', (_name, source, expected) => {
    expect(lines(source)).toEqual(expected);
  });

  it('tells where each id stands, also behind a paragraph, in one, and in a heading', () => {
    const source =
      '<body id="a"><p>one<a id="b"/></p><h2><a name="c"></a>two</h2><p>three <i id="d">four</i></p><hr id="e"/><p id="f">five</p></body>';
    const { anchors, blocks } = read(source);
    expect(Object.fromEntries(anchors)).toEqual({ a: 0, b: 1, c: 1, d: 2, e: 3, f: 4 });
    expect(blocks.map((block) => block.type)).toEqual(['p', 'h2', 'p', 'hr', 'p']);
  });

  it('says what the document is, as far as its first word', () => {
    expect(
      read('<body epub:type="frontmatter"><section role="doc-cover"><p>x</p></section><div epub:type="toc">y</div>')
        .types,
    ).toEqual(['frontmatter', 'cover']);
  });

  it('tells a list of contents by its links', () => {
    expect(read('<p><a href="x">one</a> <a href="y">two</a></p>').linkedShare).toBe(1);
    expect(read('<p><a href="x">one</a> and a lot of other words</p>').linkedShare).toBeLessThan(0.2);
  });

  it.each([
    ['<'],
    ['<a id="x"/>'],
    ['<td>a'],
    ['<p title="'],
    ['<![x'],
    ['<sup>'],
    ['<!doctype ['],
    ['<!doctype [>'],
    ['</b>'],
    ['<b '],
    ['&'],
    ['&#'],
    ['<svg>'],
    ['<math>'],
    ['<math><mrow>'],
    ['<svg><g>'],
    ['<svg></g>'],
    ['<svg><p>'],
    ['<ul><li>'],
    ['<epub:case>'],
    ['<object>'],
  ])('takes time that grows with its length only: %s without end', (piece) => {
    const before = process.cpuUsage();
    read(piece.repeat(300_000 / piece.length));
    // Processor time; it was over a minute when it grew with the square of the length.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(3000);
  });

  inLong('with references of millions of characters keeps them all', () => {
    const [block] = read(`<p>${'&amp;&none;'.repeat(300_000)}</p>`).blocks;
    expect(block && wordsOf(block) === '&&none;'.repeat(300_000)).toBe(true);
  });

  it('hides what is no text, and only that', () => {
    const source =
      '<script>if (a<b) "<p>x</p>"</script><select><option>x</select><object data="x.png"><p>x</p><object>x</object></object><embed src="x"><p>a</p>';
    expect(lines(source)).toEqual(['img: x.png', 'p: a']);
  });

  it('keeps how deep a list lies in others, and the paragraphs in it', () => {
    const source = '<ul><li>a<ol><li>b<ul><li><p>c</p><p>d</p></li></ul></li><li>e</li></ol></li></ul><p>f</p>';
    const shown = read(source).blocks.map((block) => `${'indent' in block ? block.indent : 0} ${wordsOf(block)}`);
    expect(shown).toEqual(['0 • a', '1 1. b', '2 • c', '2 d', '1 2. e', '0 f']);
  });

  it('of any kind ends, and leaves no control character and no empty block', () => {
    const pieces = fc.constantFrom(
      '<p>',
      '</p>',
      '<td>',
      '</tr>',
      '<li>',
      '<ol>',
      '</ul>',
      '<a href="#">',
      '</a>',
      '<sup>',
      '</sup>',
      '<ruby>',
      '<rt>',
      '</ruby>',
      '<svg>',
      '</svg>',
      '<image href="x">',
      '<math>',
      '</math>',
      '<mfrac>',
      '<mi>',
      '<path d="M0"/>',
      '<foreignObject>',
      '<object data="x">',
      '<img src="x">',
      '<pre>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<script>',
      '</script>',
      '<span epub:type="pagebreak">',
      '</span>',
      '&',
      '&#0;',
      '&amp;',
      '<',
      '>',
      '"',
      'x',
      ' ',
      '\n',
      '\u0000',
      '\u202e',
      '漢',
      '<h1 id="q">',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (given) => {
        for (const block of read(given.join('')).blocks) {
          if (!('inlines' in block)) continue;
          const words = block.inlines.map((inline) => ('text' in inline ? inline.text : '')).join('');
          // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for control characters
          expect(words).not.toMatch(/[\u0001-\u0008\u202e]/);
          expect(block.inlines.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: draws(500) },
    );
  });
});
