import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { writeComicInfo } from './comic-info.ts';
import { type EpubFacts, writeChapter, writeLast, writeNav, writePackage } from './epub.ts';
import { attachmentOf, fileName } from './file-name.ts';
import { PartialMd5 } from './partial-md5.ts';

it.each([
  ['The storm', 'The storm'],
  ['  ../etc/passwd', 'etc passwd'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j'],
  ['红伞 · 上', '红伞 · 上'],
  ['\u202eevil\u202c', 'evil'],
  ['...', 'epub'],
  ['x'.repeat(300), 'x'.repeat(200)],
  ['红'.repeat(100), '红'.repeat(66)],
])('%j is the name %j of a file', (title, name) => {
  expect(fileName(title, 'epub')).toBe(name);
});

it('a header names a file in ASCII and in full', () => {
  const ascii = 'filename="L\'ete _._*.cbz"';
  const whole = "filename*=UTF-8''L%27%C3%A9t%C3%A9%20%22.%22%2A.cbz";
  expect(attachmentOf(`L'été "."*.cbz`, 'id')).toBe(`attachment; ${ascii}; ${whole}`);
  expect(attachmentOf('红.cbz', 'id')).toContain('filename="id.cbz"');
  for (const name of ['第12话 风暴.cbz', '第12话 红伞.cbz', 'Łódź 2.cbz', '٣.cbz', '–.cbz'])
    expect(attachmentOf(name, 'id')).toContain('filename="id.cbz"');
});

it('KOReader’s name of a file is the same in whatever pieces it comes', () => {
  const bytes = randomBytes(300_000);
  const expected = createHash('md5');
  for (let power = -1; power <= 10; power += 1) {
    const at = power < 0 ? 0 : 1024 * 4 ** power;
    expected.update(bytes.subarray(at, at + 1024));
  }
  const name = expected.digest('hex');
  for (const size of [1, 700, 1024, 300_000]) {
    const md5 = new PartialMd5();
    for (let at = 0; at < bytes.length; at += size) md5.update(bytes.subarray(at, at + size));
    expect(md5.digest()).toBe(name);
  }
});

it('ComicInfo.xml has its elements in the order of v2.1, escaped, without empty ones', () => {
  const facts = {
    ...{ title: 'A & B', series: '<S>', number: '10.5', summary: '', writer: 'W', web: 'https://x/?a=1&b=2', pages: 3 },
    ...{ language: 'ar-SA', isRightToLeft: true, publishedAt: new Date('2026-01-31T23:59:59Z') },
  };
  const text = writeComicInfo(facts);
  expect([...text.matchAll(/<(\w+)>/g)].map(([, name]) => name).join(' ')).toBe(
    'ComicInfo Title Series Number Year Month Day Writer Web PageCount LanguageISO Manga',
  );
  expect(text).toContain('<Series>&lt;S&gt;</Series>');
  expect(text).toContain('<Manga>YesAndRightToLeft</Manga>');
  expect(writeComicInfo({ ...facts, isRightToLeft: false })).not.toContain('Manga');
});

it('a chapter’s document shows each kind of block, and says whether it has formulas', () => {
  const { text, hasMath } = writeChapter(
    {
      ...{ title: 'One <1>', language: 'ar-SA', direction: 'rtl' },
      blocks: [
        {
          type: 'p',
          inlines: [{ type: 'text', text: 'a\u0000\u000b&', em: true, strong: true }, { type: 'br' }],
          indent: 1,
        },
        { type: 'h3', inlines: [{ type: 'ruby', base: '漢', text: 'かん' }] },
        {
          type: 'blockquote',
          inlines: [
            { type: 'note', text: '*', note: 'N\nM' },
            { type: 'note', text: '†', note: '' },
          ],
        },
        { type: 'hr' },
        { type: 'img', imageId: 'known', alt: '"x"' },
        { type: 'img', imageId: 'unknown', alt: '' },
        {
          type: 'p',
          inlines: [
            {
              ...{ type: 'math', text: 'a/b' },
              nodes: [
                { tag: 'mfrac', depth: 0 },
                { tag: 'mi', depth: 1, text: 'a' },
                { tag: 'mi', depth: 1, text: 'b' },
              ],
            },
          ],
        },
      ],
    },
    (imageId) => (imageId === 'known' ? 'p/known.jpg' : undefined),
  );
  expect(hasMath).toBe(true);
  const body = text.split('<body')[1]?.split('</body>')[0];
  expect(body).toBe(
    [
      ' epub:type="bodymatter chapter">',
      '<h1>One &lt;1&gt;</h1>',
      '<p style="margin-inline-start: 2em"><strong><em>a&amp;</em></strong><br/></p>',
      '<h3><ruby>漢<rt>かん</rt></ruby></h3>',
      '<blockquote><p><a epub:type="noteref" href="#n1"><sup>*</sup></a><sup>†</sup></p></blockquote>',
      '<hr/>',
      '<figure><img src="p/known.jpg" alt="&quot;x&quot;"/></figure>',
      '<p><math xmlns="http://www.w3.org/1998/Math/MathML" alttext="a/b"><mfrac><mi>a</mi><mi>b</mi></mfrac></math></p>',
      '<aside epub:type="footnote" id="n1"><p>N<br/>M</p></aside>',
      '',
    ].join('\n'),
  );
  expect(text).toContain(
    '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="ar-SA" xml:lang="ar-SA" dir="rtl">',
  );
});

const facts: EpubFacts = {
  ...{ id: 'urn:uuid:x:en-us', title: 'T', author: '', introduction: '', licence: 'CC BY', language: 'en-US' },
  ...{ direction: 'ltr', modifiedAt: new Date('2026-01-31T23:59:59.123Z') },
};

it('a package names the chapters in their order, the last page behind them, which is not in the list', () => {
  const documents = [
    { name: 'c1.xhtml', title: 'One', hasMath: false },
    { name: 'c2.xhtml', title: 'Two', hasMath: true },
  ];
  const files = { documents, last: 'last.xhtml', pictures: [], cover: { name: 'cover.jpg', type: 'image/jpeg' } };
  const text = writePackage(facts, files);
  expect([...text.matchAll(/<itemref idref="(\w+)"/g)].map(([, id]) => id)).toEqual(['c1', 'c2', 'last']);
  expect(text).toContain('<meta property="dcterms:modified">2026-01-31T23:59:59Z</meta>');
  expect(text).toContain('href="c2.xhtml" media-type="application/xhtml+xml" properties="mathml"');
  expect(text).toContain('properties="cover-image"');
  expect(text).not.toContain('dc:creator');
  expect([...writeNav(facts, documents).matchAll(/href="(c\d[^"]*)"/g)]).toHaveLength(2);
  expect(writeLast(facts, [{ words: 'Read on at https://x/?a&b.', address: 'https://x/?a&b' }])).toContain(
    '<p>Read on at <a href="https://x/?a&amp;b">https://x/?a&amp;b</a>.</p>',
  );
});
