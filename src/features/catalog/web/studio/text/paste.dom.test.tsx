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
      '## One\n\nA **bold** and *slanted* word.\n\nSaid[^1].\n\n[^1]: Its words.\n',
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

  it('leaves out what Word keeps beside the words: comments, its list signs, its separator of notes', () => {
    const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/A/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal, li.MsoNormal {mso-style-unhide:no;margin:0cm;} --></style></head>
<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment-->
<h1><span lang=EN-US style='mso-ansi-language:EN-US'>The Quay<o:p></o:p></span></h1>
<p class=MsoNormal><span lang=EN-US>The keeper<span style='mso-spacerun:yes'>  </span>said
<i style='mso-bidi-font-style:normal'>nothing</i>.</span><span class=MsoCommentReference><span style='font-size:8.0pt'><!--[if !supportAnnotations]--><a class=msocomanchor id="_anchor_1" href="#_msocom_1" language=JavaScript name="_msoanchor_1">[AB1]</a><!--[endif]--><span style='mso-special-character:comment'>&nbsp;</span></span></span><a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference>[1]</span><![endif]></span></span></a><o:p></o:p></p>
<p class=MsoNormal><span lang=EN-US><o:p>&nbsp;</o:p></span></p>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>A lamp<o:p></o:p></p>
<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]>
<div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference><![if !supportFootnotes]>[1]<![endif]></span></a> Not a word.<o:p></o:p></p></div></div>
<div style='mso-element:comment-list'><hr class=msocomoff align=left size=1 width="33%">
<div style='mso-element:comment'><div id="_com_1" class=msocomtxt><a name="_msocom_1"></a><p class=MsoCommentText>Is this too much?</p></div></div></div>
<!--EndFragment--></body></html>`;
    expect(markdownOfHtml(html)).toBe(
      '## The Quay\n\nThe keeper said *nothing*.[^1]\n\n• A lamp\n\n[^1]: Not a word.\n',
    );
  });

  it('keeps the words and the marks of WPS and of a page that Google Docs has written', () => {
    const wps = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="WPS Office"><style>@font-face{font-family:"宋体";}</style></head>
<body style="tab-interval:21pt;text-justify-trim:punctuation;"><!--StartFragment--><div class="Section0" style="layout-grid:15.6000pt;"><h1 align=center><b><span style="mso-spacerun:'yes';font-family:宋体;font-size:22.0000pt;"><font face="宋体">第一章</font></span></b><b><span><o:p></o:p></span></b></h1>
<p class=MsoNormal style="text-indent:21.0000pt;mso-char-indent-count:2.0000;"><span style="mso-spacerun:'yes';font-family:宋体;font-size:10.5000pt;"><font face="宋体">海风吹来，</font></span><b><span style="font-weight:bold;"><font face="宋体">灯</font></span></b><span><font face="宋体">亮了。</font></span><span><o:p></o:p></span></p></div><!--EndFragment--></body></html>`;
    expect(markdownOfHtml(wps)).toBe('## 第一章\n\n海风吹来，**灯**亮了。\n');
    const docs = `<html><head><style type="text/css">.c1{font-weight:700}</style></head><body class="c3 doc-content"><h2 class="c0" id="h.1"><span class="c2">Two</span></h2><p class="c0"><span>The lamp</span><sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup><span>&nbsp;burned.</span></p><p class="c0 c4"><span></span></p><hr class="c5"><div><p class="c0"><a href="#ftnt_ref1" id="ftnt1">[1]</a><span>&nbsp;All night.</span></p></div></body></html>`;
    expect(markdownOfHtml(docs)).toBe('## Two\n\nThe lamp[^1]\u00a0burned.\n\n[^1]: All night.\n');
  });

  it('keeps what stands between the marks that a browser makes comments of, in megabytes of them', () => {
    const shown = '<!--[if !supportLists]--><span>1. </span><!--[endif]-->';
    const hidden = '<!--[if gte mso 9]><xml><o:x>no</o:x></xml><![endif]-->';
    const empty = '<!--[if !supportEmptyParas]--><!--[endif]-->'.repeat(120_000);
    const html = `<head><meta charset="utf-8"><body><p>${shown}Lamps</p>${empty}<p>Oil</p>${hidden}<p>Wicks</p>`;
    expect(html.length).toBeGreaterThan(5_000_000);
    expect(markdownOfHtml(html)).toBe('1. Lamps\n\nOil\n\nWicks\n');
  });

  it('makes paragraphs of lines where no empty line does', () => {
    expect(markdownOfWords('一\r\n二\n三')).toBe('一\n\n二\n\n三');
    expect(markdownOfWords('One\ntwo\n\nthree')).toBe('One\ntwo\n\nthree');
  });
});
