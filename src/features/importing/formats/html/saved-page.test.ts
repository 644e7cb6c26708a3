import { expect, it } from 'vitest';
import { eachOf } from '../../../../server/testing/depth.ts';
import { parseText, plainText } from '../text/parse-text.ts';

const prose = Array.from(
  { length: 6 },
  (_, index) => `Line ${index} of the story went on about the rain and the harbour.`,
);
const ps = prose.map((line) => `<p>${line}</p>`).join('');
const han = prose.map((_, index) => `　　第${index}行，雨下了一整天，谁也没有出门。`);
const page = (head: string, body: string) =>
  `<!doctype html><html><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`;
const shares = '<div class="sharedaddy"><h3>Share this:</h3><a href="/t">Twitter</a></div>';
const related = '<div class="related-posts"><h3>Related</h3><p>Another story that you may like very much.</p></div>';
const comments =
  '<div id="comments"><h3>2 comments</h3><article class="comment"><p>reader: nice one, thank you!</p></article></div>';
const menu = '<nav><ul><li><a href="/">Home</a><li><a href="/login">Log in</a></ul></nav>';

it.each<[string, string, string[]]>([
  [
    'main and article',
    page(
      '<title>Chapter 1 - The Coast | Some Site</title>',
      `${menu}<header>Some Site banner</header><main><article><h1>Chapter 1</h1>${ps}</article></main><section class="comments"><p>nice</p></section><footer>Copyright</footer>`,
    ),
    ['Chapter 1', ...prose],
  ],
  [
    'WordPress',
    page(
      '<title>Chapter 1 – Some Blog</title>',
      `<div id="page"><header id="masthead"><h1 class="site-title"><a href="/">Some Blog</a></h1></header>${menu}<div id="primary"><main id="main"><article class="post"><header class="entry-header"><h1 class="entry-title">Chapter 1</h1><div class="entry-meta"></div></header><div class="entry-content">${ps}${shares}</div><footer class="entry-footer">Posted in Stories</footer></article>${related}<nav class="post-navigation"><a href="/2">Next: Chapter 2</a></nav>${comments}</main></div><aside id="secondary"><h2>Archives</h2></aside></div>`,
    ),
    ['Chapter 1', ...prose],
  ],
  [
    'Royal Road',
    page(
      '<title>1. The Coast - The Story | Royal Road</title><meta property="og:site_name" content="Royal Road">',
      `<div class="page-header"><ul class="nav"><li><a href="/">Home</a></li></ul></div><div class="page-content"><div class="fic-header"><h1 class="font-white">1. The Coast</h1></div><div class="portlet"><div class="nav-buttons"><a href="/2">Next Chapter</a></div><div class="chapter-inner chapter-content">${ps}<p style="display:none">Stolen from its site.</p></div></div></div><div class="comments"><p>nice one</p></div>`,
    ),
    ['1. The Coast', ...prose],
  ],
  [
    'AO3',
    page(
      '<title>The Coast - Chapter 1 - writer - A Fandom [Archive]</title>',
      `<div id="outer"><ul id="skiplinks"><li><a href="#main">Main Content</a></li></ul><div id="header" role="banner"><h1 class="heading"><a href="/">Archive</a></h1><nav role="navigation"><a href="/users">Users</a></nav></div><div id="main" class="chapters-show region" role="main"><ul class="work navigation actions" role="navigation"><li><a href="#">Entire Work</a></li></ul><div id="workskin"><div id="chapters" role="article"><div class="chapter"><h3 class="title">Chapter 1: The Coast</h3><div class="userstuff module" role="article">${ps}</div></div></div></div><div id="feedback" class="feedback"><div id="comments_placeholder" class="comments"><p>nice one</p></div></div></div><div id="footer" role="contentinfo">About</div></div>`,
    ),
    ['Chapter 1: The Coast', ...prose],
  ],
  [
    'a Chinese site',
    page(
      '<title>第一章 夜雨_某书_某某小说网</title>',
      `<div class="header"><a href="/">某某小说网</a></div><div class="nav"><ul><li><a href="/">首页</a></li></ul></div><div class="bookname"><h1>第一章 夜雨</h1></div><div class="bottem1"><a href="1">上一章</a> <a href="i">目录</a> <a href="2">下一章</a></div><div id="content">${han.join('</p><p>')}</div><div class="bottem2"><a href="1">上一章</a></div><div class="footer"><p>本站所有小说为转载作品</p></div>`,
    ),
    ['第一章 夜雨', ...han.map((line) => line.trim())],
  ],
  [
    'a Chinese site with no heading',
    page(
      '<title>第一章 夜雨_某书_某某小说网</title>',
      `${menu}<div id="chaptercontent">${han.map((line) => `<p>${line}</p>`).join('')}<p><a href="1">上一章</a> <a href="2">下一章</a></p></div>`,
    ),
    ['第一章 夜雨', ...han.map((line) => line.trim())],
  ],
  [
    'a Spanish blog without an article',
    page(
      '<meta property="og:title" content="Capítulo 1: La costa"><meta property="og:site_name" content="Un blog"><title>Un blog: Capítulo 1</title>',
      `${menu}<div class="post-body">${ps}</div><div class="sidebar"><p>Archivo del blog</p></div>`,
    ),
    ['Capítulo 1: La costa', ...prose],
  ],
  [
    'a French site with a cookie banner',
    page(
      '<title>Chapitre 1 | Un site</title>',
      `<div class="cookie-banner"><p>Nous utilisons des cookies.</p></div><div role="navigation"><a href="/">Accueil</a></div><div role="main"><h1>Chapitre 1</h1>${ps}<p><a href="/2">Chapitre suivant</a></p></div>`,
    ),
    ['Chapitre 1', ...prose],
  ],
  [
    'an Arabic site',
    page(
      '<title>الفصل الأول | موقع</title>',
      `<nav><a href="/">الرئيسية</a></nav><article dir="rtl"><h1>الفصل الأول</h1>${ps}<div><a href="0">السابق</a> <a href="2">التالي</a></div></article><footer>حقوق النشر</footer>`,
    ),
    ['الفصل الأول', ...prose],
  ],
  [
    'several articles on a page',
    page(
      '<title>All | Site</title>',
      `${menu}<article><h2>One</h2>${ps}</article><article><h2>Two</h2>${ps}</article><footer>About</footer>`,
    ),
    ['One', ...prose, 'Two', ...prose],
  ],
])('of a page as %s saves it only the text is taken', (_site, source, expected) => {
  const { blocks } = parseText('a.html', source);
  const words = blocks.map(plainText).filter((line) => line !== '');
  expect(words).toEqual(expected);
});

it('a page’s own heading is its title, in an archive too', () => {
  const source = page('<title>x</title>', `${menu}<main><h3>Chapter 1: The Coast</h3>${ps}</main>`);
  expect(parseText('ch1.html', source).title).toBe('Chapter 1: The Coast');
});

it.each([
  [
    'plain',
    `<h1>My story</h1>${ps}<hr><p>The end. Copyright me.</p>`,
    ['My story', ...prose, 'The end. Copyright me.'],
  ],
  [
    'with header and footer',
    `<header><h1>My story</h1><p>by me</p></header>${ps}<footer><p>The end.</p></footer>`,
    ['My story', 'by me', ...prose, 'The end.'],
  ],
  ['with an address and links', `<p>See <a href="b.html">the next one</a>.</p>${ps}`, ['See the next one.', ...prose]],
  [
    'of chapters as articles',
    `<article><h2>One</h2>${ps}</article><article><h2>Two</h2><p>b</p></article>`,
    ['One', ...prose, 'Two', 'b'],
  ],
])('a page written by hand stays whole: %s', (_name, body, expected) => {
  expect(parseText('a.html', page('<title>My story</title>', body)).blocks.map(plainText).filter(Boolean)).toEqual(
    expected,
  );
});

eachOf(
  [
    ['<p>'],
    ['<div>'],
    ['<nav><p>'],
    ['<article>'],
    ['<li><ul>'],
    ['</div><p class="comments">'],
    ['<div><a>x'],
    ['<header><div>'],
  ],
  0,
)('a page of %s without end is read in time', (piece) => {
  const before = process.cpuUsage();
  parseText('a.html', piece.repeat(400_000 / piece.length));
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(10_000);
});
