import { describe, expect, it } from 'vitest';
import { markdownOfHtml, markdownOfWords } from './paste-html.ts';

describe('pasting', () => {
  it.each([
    [
      'Word',
      `<html xmlns:o="urn:x"><head><style>p.MsoNormal {margin:0}</style><!--[if gte mso 9]><xml><o:x>no</o:x></xml><![endif]--></head>
       <body lang=EN-US><h1>One</h1><p class=MsoNormal>A <b style='mso-bidi-font-weight:normal'>bold</b>
       and <i>slanted</i> word.<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>
       <p class=MsoNormal>Said<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"><span>[1]</span></a>.</p>
       <div style='mso-element:footnote-list'><hr align=left><div style='mso-element:footnote' id=ftn1>
       <p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1"><span>[1]</span></a> Its words.</p></div></div></body></html>`,
      '## One\n\nA **bold** and *slanted* word.\n\nSaid[^1].\n\n---\n\n[^1]: Its words.\n',
    ],
    [
      'Google Docs',
      `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400">Plain </span><span style="font-weight:700">bold</span><span style="font-style:italic"> slanted</span></p><br><h2><span style="font-weight:400">Two</span></h2></b>`,
      'Plain **bold** *slanted*\n\n## Two\n',
    ],
    [
      'a web page',
      `<nav>Menu</nav><article><p>See <a href="https://a.example">the page</a>.<img src="https://a.example/x.png" alt="x"></p><script>alert(1)</script><blockquote><p>Quoted</p></blockquote><ul><li>One</li></ul><p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby></p></article>`,
      'See the page.\n\n> Quoted\n\n• One\n\n{漢|かん}\n',
    ],
    ['what looks like Markdown', '<p># 5 * 3 * [x](y)</p>', '\\# 5 \\* 3 \\* \\[x](y)\n'],
  ])('keeps the words and the marks of %s', (_from, html, markdown) => {
    expect(markdownOfHtml(html)).toBe(markdown);
  });

  it('makes paragraphs of lines where no empty line does', () => {
    expect(markdownOfWords('一\r\n二\n三')).toBe('一\n\n二\n\n三');
    expect(markdownOfWords('One\ntwo\n\nthree')).toBe('One\ntwo\n\nthree');
  });
});
