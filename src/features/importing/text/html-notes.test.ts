import { describe, expect, it } from 'vitest';
import type { HtmlBlock } from './block-writer.ts';
import { readHtml } from './html.ts';

const read = (source: string): HtmlBlock[] => readHtml(source, { isXml: true, hasPictures: true, isBook: true }).blocks;

/** A block as a line: a note as ⟨mark: words⟩, a picture as its address. */
function lineOf(block: HtmlBlock): string {
  if (block.type === 'img') return `<${block.src}>`;
  if (!('inlines' in block)) return block.type;
  return block.inlines
    .map((inline) => {
      if (inline.type === 'note') return `⟨${inline.text}: ${inline.note}⟩`;
      return inline.type === 'br' ? '/' : inline.text;
    })
    .join('');
}
const lines = (source: string) => read(source).map(lineOf);

describe('a note in the attributes of its mark', () => {
  it.each([
    ['QQ Reader', '<img class="qqreader-footnote" alt="以竹为骨。" src="n.png"/>', '⟨[*]: 以竹为骨。⟩'],
    ['iReader', '<img class="zhangyue-footnote" zy-footnote="以竹为骨。" alt="" src="n.png"/>', '⟨[*]: 以竹为骨。⟩'],
    ['WeChat Reading', '<span class="reader_footer_note" data-wr-footernote="以竹为骨。"></span>', '⟨[*]: 以竹为骨。⟩'],
    [
      'WeChat Reading, in XML',
      '<span class="js_readerFooterNote" data-wr-footernote="以竹为骨。"/>',
      '⟨[*]: 以竹为骨。⟩',
    ],
    ['WeChat Reading, as a picture', '<img data-wr-footernote="以竹为骨。" src="n.png"/>', '⟨[*]: 以竹为骨。⟩'],
    [
      'Duokan',
      '<a class="duokan-footnote" href="#n"><img alt="以竹为骨。" class="duokan-footnote-img" src="n.png"/></a>',
      '⟨[*]: 以竹为骨。⟩',
    ],
    [
      'Duokan, raised',
      '<sup><a class="duokan-footnote" href="#n"><img zy-footnote="以竹为骨。" alt="注" src="n.png"/></a></sup>',
      '⟨[*]: 以竹为骨。⟩',
    ],
    ['JD Reader', '<img class="footnote" title="以竹为骨。" alt="注" src="n.png"/>', '⟨[*]: 以竹为骨。⟩'],
    ['a title on a number', '<sup class="footnote" title="Made of bamboo.">[1]</sup>', '⟨[1]: Made of bamboo.⟩'],
    ['a title on a link', '<a class="noteref" href="#" title="Made of bamboo.">1</a>', '⟨[1]: Made of bamboo.⟩'],
    ['an own attribute', '<span data-footnote="Made of bamboo.">†</span>', '⟨[†]: Made of bamboo.⟩'],
    ['another own attribute', '<img data-note-text="Hecho de bambú." src="n.png"/>', '⟨[*]: Hecho de bambú.⟩'],
    [
      'markup in it',
      '<img class="epub-footnote" alt="&lt;b&gt;صنع&lt;/b&gt; من الخيزران" src="n.png"/>',
      '⟨[*]: صنع من الخيزران⟩',
    ],
  ])('of %s stands behind its word', (_tool, mark, note) => {
    expect(lines(`<p>油纸伞${mark}，沿着石阶。</p>`)).toEqual([`油纸伞${note}，沿着石阶。`]);
  });

  it('stands behind the words that its element is around', () => {
    const source = '<p>He took <span class="note" title="Made of bamboo.">his old umbrella</span> along.</p>';
    expect(lines(source)).toEqual(['He took his old umbrella⟨[*]: Made of bamboo.⟩ along.']);
  });

  it('is none where the attribute names something else', () => {
    expect(lines('<p>a <span class="note" title="12">word</span> b</p>')).toEqual(['a word b']);
    expect(lines('<p>a <span data-note="fn-1">word</span> b</p>')).toEqual(['a word b']);
    expect(lines('<p>a <abbr title="By the way">btw</abbr> b</p>')).toEqual(['a btw b']);
    expect(lines('<p class="note" title="About this">word</p>')).toEqual(['word']);
  });
});

describe('a picture within a line', () => {
  it.each([
    [
      'rare characters in words',
      '<p>他姓<img class="gaiji" src="g.png" alt="木秉"/>，手艺很好。</p>',
      ['他姓木秉，手艺很好。'],
    ],
    ['a rare character', '<p>他姓<img src="g.png" alt="𣘗"/>。</p>', ['他姓𣘗。']],
    ['a described character', '<p>他姓<img src="g.png" alt="⿰木秉"/>。</p>', ['他姓⿰木秉。']],
    ['a large initial', '<p><img src="t.png" alt="T"/>he rain.</p>', ['The rain.']],
    ['a formula', '<p>Let <img class="math" src="f.png" alt="x^2"/> be one.</p>', ['Let x^2 be one.']],
    ['no words', '<p>他姓<img src="g.png" alt=""/>，手艺很好。</p>', ['他姓，手艺很好。', '<g.png>']],
    ['words for what it is', '<p>他姓<img src="g.png" alt="image"/>，手艺很好。</p>', ['他姓，手艺很好。', '<g.png>']],
    ['a place before the words', '<p><img src="a.png"/> The rain.</p>', ['<a.png>', 'The rain.']],
    ['a place behind the words', '<p>The rain. <img src="a.png"/></p>', ['The rain.', '<a.png>']],
    ['a line of its own', '<p>One<br/><img src="a.png"/><br/>two</p>', ['One', '<a.png>', 'two']],
    ['a paragraph of its own', '<p>One</p><p><img src="a.png" alt="A"/></p><p>two</p>', ['One', '<a.png>', 'two']],
    ['a heading', '<h2>第一章<img class="gaiji" src="g.png" alt="㭉"/>匠</h2>', ['第一章㭉匠']],
    ['a quote', '<blockquote>One <img src="a.png"/> two</blockquote>', ['One two', '<a.png>']],
    [
      'a drawing',
      '<p>One <svg viewBox="0 0 9 9"><rect width="9" height="9"/></svg> two</p>',
      ['One two', '<#drawing-1>'],
    ],
  ])('leaves its line whole: %s', (_name, source, expected) => {
    expect(lines(source)).toEqual(expected);
  });

  it('leaves every place of a table of contents where it was', () => {
    const { blocks, anchors } = readHtml(
      '<p id="a">One <img src="x.png"/> two</p><p><img src="y.png"/></p><p id="b">three<br/><img src="z.png"/><br/><a id="c"></a>four</p>',
      { isXml: true, hasPictures: true },
    );
    const at = (id: string) => lineOf(blocks[anchors.get(id) ?? -1] as HtmlBlock); // it is there
    expect(['a', 'b', 'c'].map((id) => at(id).trim())).toEqual(['One two', 'three', 'four']);
  });
});
