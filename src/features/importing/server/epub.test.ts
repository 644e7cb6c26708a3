import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { howMany, inLong } from '../../../server/testing/depth.ts';
import { drawPicture } from '../../media/testing/pictures.ts';
import { type EpubParts, makeEpub, navList } from '../testing/epub.ts';
import { importSiteForTests } from '../testing/import-site.ts';

const site = importSiteForTests();
let png: Buffer;
beforeAll(async () => {
  png = await site.picture(1);
});

type Block = { type: string; inlines?: { type: string; text?: string }[]; alt?: string };

/** The chapters per language: the title and the blocks, each as its type and its words. */
async function chapters(): Promise<(string | string[])[][]> {
  const { rows } = await site.db.query<{ language: string; title: string; blocks: Block[] | null; pages: number }>(
    `select ce.language, ce.title, ce.blocks, (select count(*)::int from pages p where p.chapter_id = c.id) as pages
     from chapters c join chapter_editions ce on ce.chapter_id = c.id order by c.book_id, c.number, ce.language`,
  );
  return rows.map(({ language, title, blocks, pages }) => [
    language,
    title,
    blocks?.map((block) => `${block.type} ${block.alt ?? wordsOf(block)}`.trim()) ?? [`${pages} pages`],
  ]);
}

function wordsOf(block: Block): string {
  return (block.inlines ?? []).map((inline) => (inline.type === 'br' ? '/' : (inline.text ?? ''))).join('');
}

const twoChapters: EpubParts = {
  documents: { 'one.xhtml': '<h1>One</h1><p>First words.</p>', 'two.xhtml': '<h1>Two</h1><p>Second words.</p>' },
  nav: navList([
    ['One', 'one.xhtml'],
    ['Two', 'two.xhtml'],
  ]),
};
const asImported = [
  ['en-us', 'One', ['p First words.']],
  ['en-us', 'Two', ['p Second words.']],
];

describe('an EPUB', () => {
  it('becomes a novel with the facts of its package', async () => {
    await site.write({
      'a.epub': {
        ...twoChapters,
        metadata: `<dc:title id="s">For teachers</dc:title><meta refines="#s" property="title-type">subtitle</meta>
          <dc:title id="t">Salt &amp; Sea</dc:title><meta refines="#t" property="title-type">main</meta>
          <dc:creator id="a">Ada</dc:creator><meta refines="#a" property="role">aut</meta>
          <dc:creator id="b">Bo</dc:creator><meta refines="#b" property="role">trl</meta>
          <dc:language>fr-CA</dc:language><dc:publisher>Quay</dc:publisher><dc:subject>Mystery</dc:subject>
          <dc:description>&lt;p&gt;A &lt;b&gt;storm&lt;/b&gt;.&lt;/p&gt;&lt;p&gt;A house.&lt;/p&gt;</dc:description>
          <dc:rights>Shared under CC BY 4.0</dc:rights>
          <link rel="cc:license" href="https://creativecommons.org/licenses/by-sa/4.0/"/>`,
        files: { 'cover.png': png },
        items: { 'cover.png': 'properties="cover-image"' },
      },
    });
    expect(await site.report('a.epub')).toMatchObject({ status: 0, left_out: [] });
    const { rows } = await site.db.query(
      `select b.kind, b.author, b.original_language, b.licence, b.attribution, b.tags, b.reading_direction, e.title,
         e.introduction, i.kind as cover from books b join editions e on e.book_id = b.id
       join images i on i.id = e.cover_image_id`,
    );
    expect(rows).toEqual([
      {
        kind: 'novel',
        author: 'Ada',
        original_language: 'fr-fr',
        licence: 'CC BY-SA 4.0',
        attribution: 'Ada, Quay',
        tags: ['悬疑'],
        reading_direction: 'ltr',
        title: 'Salt & Sea',
        introduction: 'A storm.\n\nA house.',
        cover: 'cover',
      },
    ]);
    expect((await chapters()).map(([, title]) => title)).toEqual(['One', 'Two']);
  });

  inLong(
    'changes nothing the second time, takes a changed text, adds what is new, and keeps what is gone',
    async () => {
      await site.write({ 'a.epub': twoChapters });
      await site.report('a.epub');
      expect(await chapters()).toEqual(asImported);
      expect((await site.report('a.epub')).books).toMatchObject([
        { state: 'unchanged', chapters: { added: 0, changed: 0 } },
      ]);
      await site.write({
        'a.epub': {
          documents: { 'two.xhtml': '<p>Other words.</p>', 'x.xhtml': '<p>Third words.</p>' },
          nav: navList([
            ['Two', 'two.xhtml'],
            ['Three', 'x.xhtml'],
          ]),
        },
      });
      expect((await site.report('a.epub')).books).toMatchObject([
        { state: 'updated', chapters: { added: 1, changed: 1 } },
      ]);
      const titles = async () => (await chapters()).map(([, title, text]) => [title, text?.[0]]);
      const kept = [
        ['Two', 'p Other words.'],
        ['Three', 'p Third words.'],
      ];
      expect(await titles()).toEqual([['One', 'p First words.'], ...kept]);
      await site.report('a.epub', { isPruning: true });
      expect(await titles()).toEqual(kept);
    },
  );

  it('shows its pages that are no chapters nowhere: cover, title, contents, imprint', async () => {
    await site.write({
      'a.epub': {
        documents: {
          'cover.xhtml': '<body epub:type="cover"><svg><image xlink:href="c.png"/></svg></body>',
          'title.xhtml': '<body><section epub:type="titlepage"><h1>A book</h1></section></body>',
          'list.xhtml':
            '<p><a href="one.xhtml">One</a> <a href="two.xhtml">Two</a> and some more of these here</p>'.repeat(3),
          ...twoChapters.documents,
          'imprint.xhtml': '<body epub:type="imprint"><p>Printed in a house.</p><svg><path/></svg></body>',
          'end.xhtml': '<p>All rights.</p>',
        },
        itemrefs: { 'cover.xhtml': 'linear="no"' },
        guide: '<guide><reference type="cover" href="cover.xhtml"/></guide>',
        files: { 'c.png': png },
        nav: navList([
          ['Cover', 'cover.xhtml'],
          ['One', 'one.xhtml'],
          ['Two', 'two.xhtml'],
          ['Imprint', 'imprint.xhtml'],
          ['Copyright', 'end.xhtml'],
        ]),
      },
    });
    expect(await site.report('a.epub')).toMatchObject({
      status: 0,
      left_out: [],
      notes: [{ path: 'a.epub' }, { path: 'a.epub' }],
    });
    expect(await chapters()).toEqual(asImported);
    const { rows } = await site.db.query('select cover_image_id is not null as found from editions');
    expect(rows).toEqual([{ found: true }]);
  });

  inLong('is cut where its table of contents points into a document, in the order of the spine', async () => {
    await site.write({
      'a.epub': {
        documents: {
          'a.xhtml':
            '<p id="top">Before.</p><h2 id="i">Part I</h2><h3 id="1">Chapter 1</h3><h3>The Storm</h3><p>a</p><p>b<a id="2"/></p><h3>Chapter 2</h3><p>c</p>',
          'b.xhtml':
            '<p>d</p><h2>Part II</h2><p id="ii">Words of its own.</p><div><h3><a id="3"/>Chapter 1</h3><p>e</p></div>',
        },
        ncx: `<navMap>
          <navPoint><navLabel><text>Part II</text></navLabel><content src="b.xhtml#ii"/>
            <navPoint><navLabel><text>Chapter 1</text></navLabel><content src="b.xhtml#3"/></navPoint></navPoint>
          <navPoint><navLabel><text>Part I</text></navLabel><content src="a.xhtml#i"/>
            <navPoint><navLabel><text>Chapter 1: The Storm</text></navLabel><content src="a.xhtml#1"/></navPoint>
            <navPoint><navLabel><text>Chapter 2</text></navLabel><content src="a.xhtml#2"/></navPoint></navPoint>
          <navPoint><navLabel><text>Lost</text></navLabel><content src="gone.xhtml"/></navPoint></navMap>`,
      },
    });
    const { status, notes } = await site.report('a.epub');
    expect([status, notes.map(({ cause }) => cause)]).toEqual([
      0,
      ['entries of the table of contents that lead nowhere: 1'],
    ]);
    expect(await chapters()).toEqual([
      ['en-us', 'Chapter 1: The Storm', ['p Before.', 'h2 Part I', 'p a', 'p b']],
      ['en-us', 'Chapter 2', ['p c', 'p d']],
      ['en-us', 'Part II', ['p Words of its own.']],
      ['en-us', 'Chapter 1', ['p e']],
    ]);
    expect((await site.report('a.epub')).books).toMatchObject([{ state: 'unchanged' }]);
  });

  it('without a table of contents has a chapter for each document with a heading', async () => {
    await site.write({
      'a.epub': {
        documents: {
          '1.xhtml': '<h1>One</h1><p>a</p>',
          '2.xhtml': '<p>b</p>',
          '3.xhtml': '<h2>Two</h2><p>c</p>',
          '4.xhtml': '',
        },
      },
    });
    await site.report('a.epub');
    expect(await chapters()).toEqual([
      ['en-us', 'One', ['p a', 'p b']],
      ['en-us', 'Two', ['p c']],
    ]);
  });

  it('is found by odd addresses, and read in the encoding it declares', async () => {
    const latin = Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?><html><body><h1>Été</h1><p>Caf\u00e9 &eacute;&#233;&#x4e2d;&nbsp;&bogus;</p></body></html>',
      'latin1',
    );
    await site.write({
      'a.epub': {
        documents: { 'text/a b@é.xhtml': '<p>words</p><img src="../my%20pictures/./p.PNG" alt="A map"/>' },
        files: { 'my pictures/p.png': png },
        nav: navList([['Odd', 'text/../text/a%20b%40%C3%A9.xhtml#none']]),
      },
    });
    expect(await site.report('a.epub')).toMatchObject({ status: 0, left_out: [] });
    expect(await chapters()).toEqual([['en-us', 'Odd', ['p words', 'img A map']]]);
    await site.write({ 'c.epub': { documents: { 'l.xhtml': latin } } });
    await site.db.query('delete from books');
    await site.report('c.epub');
    expect(await chapters()).toEqual([['en-us', 'Été', ['p Café éé中\u00a0&bogus;']]]);
  });

  it('is found by its bytes, whatever its name says', async () => {
    await site.write({ 'a.zip': twoChapters, 'b/c.cbz': twoChapters });
    await site.report('a.zip');
    expect(await chapters()).toEqual(asImported);
    expect(await site.report('b')).toMatchObject({ status: 0, books: [{ state: 'unchanged' }] });
  });

  it('loses what comes from Project Gutenberg around the text', async () => {
    await site.write({
      'a.epub': {
        documents: {
          '0.xhtml': '<p>The eBook of A book</p><p>*** START OF THE PROJECT GUTENBERG EBOOK A BOOK ***</p>',
          '1.xhtml': '<h1>One</h1><p>a</p><p>*** END OF THE PROJECT GUTENBERG EBOOK A BOOK ***</p><p>Licence</p>',
        },
        nav: navList([['One', '1.xhtml']]),
      },
    });
    await site.report('a.epub');
    expect(await chapters()).toEqual([['en-us', 'One', ['p a']]]);
  });
});

describe('pictures in a novel', () => {
  inLong('are converted once and stand in the text; what is not one is named', async () => {
    await site.write({
      'a.epub': {
        documents: {
          'a.xhtml':
            '<p>Before <img src="p.png" alt="A  map"/> after</p><svg><image xlink:href="p.png"/></svg><img src="https://example.org/x.png"/><img src="//e/x.png"/><img src="d.svg"/><img src="none.png"/><img src="../../../etc/passwd"/><img src="data:image/png;base64,AA"/>',
        },
        files: { 'p.png': png, 'd.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
      },
    });
    const { status, left_out } = await site.report('a.epub');
    expect(status).toBe(1);
    expect(left_out.map(({ path, cause }) => [path.replace('a.epub: ', ''), cause]).sort()).toEqual([
      ['../../../etc/passwd', 'the book shows it and does not hold it'],
      ['OEBPS/a.xhtml: //e/x.png', 'a picture from another place; nothing is fetched'],
      ['OEBPS/a.xhtml: data:image/png;base64,AA', 'a picture written into the text'],
      ['OEBPS/a.xhtml: https://example.org/x.png', 'a picture from another place; nothing is fetched'],
      ['OEBPS/d.svg', 'the drawing has no size'],
      ['OEBPS/none.png', 'the book shows it and does not hold it'],
    ]);
    expect((await chapters())[0]?.[2]).toEqual(['p Before after', 'img A map', 'img']);
    const { rows } = await site.db.query(
      `select count(distinct i.id)::int as images, count(*)::int as shown from pages p join images i on i.id = p.image_id`,
    );
    expect(rows).toEqual([{ images: 1, shown: 2 }]);
  });
});

describe('an EPUB with a fixed layout', () => {
  const pages = Object.fromEntries(
    ['p3', 'p1', 'p2'].map((name) => [`${name}.xhtml`, `<div><img src="${name}.png" alt=""/></div>`]),
  );

  it('is a comic that turns as its spine does, its pages in the order of the spine', async () => {
    const drawn = await Promise.all([3, 1, 2].map((seed) => drawPicture({ width: 60, height: 80, seed })));
    await site.write({
      'a.epub': {
        metadata:
          '<dc:title>Strip</dc:title><dc:language>zh</dc:language><dc:creator opf:role="ill">Bo</dc:creator><meta property="rendition:layout">pre-paginated</meta>',
        documents: { ...pages, 'blank.xhtml': '<div/>' },
        files: Object.fromEntries(['p3', 'p1', 'p2'].map((name, index) => [`${name}.png`, drawn[index] ?? ''])),
        spine: 'page-progression-direction="rtl"',
        nav: navList([['Start', 'p1.xhtml']]),
      },
    });
    expect(await site.report('a.epub')).toMatchObject({ status: 0, left_out: [] });
    const { rows } = await site.db.query(
      `select b.kind, b.layout, b.reading_direction, b.author, ce.title, array_agg(p.source_key order by p.position) as pages
       from books b join chapters c on c.book_id = b.id join chapter_editions ce on ce.chapter_id = c.id
       join pages p on p.chapter_id = c.id group by 1, 2, 3, 4, 5`,
    );
    expect(rows).toEqual([
      {
        kind: 'comic',
        layout: 'pages',
        reading_direction: 'rtl',
        author: 'Bo',
        title: 'Strip',
        pages: ['OEBPS/p3.png', 'OEBPS/p1.png', 'OEBPS/p2.png'],
      },
    ]);
    expect((await site.report('a.epub')).books).toMatchObject([{ state: 'unchanged' }]);
  });

  inLong('has chapters where numbered entries begin them, and pages that are pictures themselves', async () => {
    await site.write({
      'a.epub': {
        metadata: '<dc:title>Strip</dc:title><meta property="rendition:layout">roll</meta>',
        documents: Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.png`, png])),
        nav: navList([
          ['Cover', 'a.png'],
          ['Chapter 1', 'b.png'],
          ['Chapter 2', 'd.png'],
        ]),
      },
    });
    await site.report('a.epub');
    expect(await chapters()).toEqual([
      ['en-us', 'Chapter 1', ['3 pages']],
      ['en-us', 'Chapter 2', ['1 pages']],
    ]);
  });
});

it('an EPUB that names thousands of things it does not hold is told in a hundred lines, and how many more', async () => {
  const lost = Array.from({ length: 1500 }, (_, index) => `<img src="${index}.png"/>`).join('');
  await site.write({ 'b.epub': { documents: { '1.xhtml': `<p>Words.</p>${lost}` } } });
  const { left_out } = await site.report('b.epub');
  expect(left_out).toHaveLength(101);
  expect(left_out).toContainEqual({ path: 'b.epub', cause: '1400 more things in it are left out' });
});

describe('EPUBs in folders', () => {
  const named = (title: string, language: string, chapter: string): EpubParts => ({
    metadata: `<dc:title>${title}</dc:title><dc:language>${language}</dc:language>`,
    documents: { 'a.xhtml': `<p>${chapter}</p>` },
    nav: navList([[chapter, 'a.xhtml']]),
  });

  it('named after languages are editions of one book', async () => {
    await site.write({
      'b/en/x.epub': named('Sea', 'en', 'Chapter 1'),
      'b/fr/y.epub': named('Mer', 'fr', 'Chapitre 1'),
    });
    expect(await site.report('b')).toMatchObject({
      status: 0,
      books: [{ title: 'Sea', languages: ['en-us', 'fr-fr'] }],
    });
    expect((await chapters()).map(([language, title]) => [language, title])).toEqual([
      ['en-us', 'Chapter 1'],
      ['fr-fr', 'Chapitre 1'],
    ]);
    const { rows } = await site.db.query('select title from editions order by language');
    expect(rows).toEqual([{ title: 'Sea' }, { title: 'Mer' }]);
  });

  inLong('take book.yaml and cover.* from beside them first, and name what else lies there', async () => {
    await site.write({
      'b/x.epub': named('Sea', 'en', 'One'),
      'b/book.yaml': 'title: Ocean\nlicence: CC0\nintroduction: Salt',
      'b/cover.png': png,
      'b/more.txt': 'x',
    });
    const { status, books, left_out } = await site.report('b');
    expect([status, books[0]?.title, left_out]).toEqual([
      1,
      'Ocean',
      [{ path: 'b/more.txt', cause: 'it stands beside a file that is the whole book' }],
    ]);
    const { rows } = await site.db.query(
      `select b.licence, e.introduction, cover_image_id is not null as cover from books b join editions e on e.book_id = b.id`,
    );
    expect(rows).toEqual([{ licence: 'CC0', introduction: 'Salt', cover: true }]);
  });

  inLong('beside each other are books of their own, or the volumes of one that book.yaml makes', async () => {
    await site.write({
      'b/Sea 1.epub': named('Sea', 'en', 'One'),
      'b/deep/Land/l.epub': named('Land', 'en', 'One'),
      'b/deep/Land/cover.jpg': png,
    });
    expect((await site.report('b')).books.map(({ title }) => title).sort()).toEqual(['Land', 'Sea']);
    expect(await site.report('b/deep')).toMatchObject({ status: 0, books: [{ title: 'Land', state: 'unchanged' }] });
    await site.write({
      'v/book.yaml': 'title: Both',
      'v/Sea 10.epub': named('Sea', 'en', 'Chapter 1'),
      'v/Sea 2.epub': named('Sea', 'en', 'Chapter 1'),
    });
    expect((await site.report('v')).books).toMatchObject([{ title: 'Both', chapters: { total: 2 } }]);
  });

  inLong('that became unreadable take nothing away, even when pruning', async () => {
    await site.write({
      'b/book.yaml': 'id: sea\ntitle: Sea',
      'b/en/x.epub': twoChapters,
      'b/fr/x.epub': named('Mer', 'fr', 'Un'),
    });
    await site.report('b');
    await site.write({ 'b/en/x.epub': 'PK\u0003\u0004 broken' });
    const { status, left_out } = await site.report('b', { isPruning: true });
    expect([status, left_out.map(({ path }) => path)]).toEqual([1, ['b', 'b/en/x.epub']]);
    expect((await chapters()).filter(([language]) => language === 'en-us')).toEqual(asImported);
  });
});

describe('a hostile EPUB', () => {
  it('passes no markup, script or address on', async () => {
    await site.write({
      'a.epub': {
        documents: {
          'a.xhtml': `<!DOCTYPE html [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><html><head><title>T</title><script>alert(1)</script></head>
            <body onload="alert(2)"><script/><p onclick="alert(3)">one &b; <a href="javascript:alert(4)">two</a></p>
            <iframe src="https://example.org/">x</iframe><style>p{background:url(https://example.org/t.gif)}</style>
            <p style="background:url(//example.org/)">&lt;script&gt;three&lt;/script&gt;<![CDATA[<b>four</b>]]></p>
            <form action="https://example.org"><input value="five"/><button>six</button></form></body></html>`,
        },
      },
    });
    expect(await site.report('a.epub')).toMatchObject({ status: 0 });
    expect((await chapters())[0]?.[2]).toEqual(['p one &b; two', 'p <script>three</script><b>four</b>', 'p six']);
  });

  it.each<[string, Partial<EpubParts>, RegExp]>([
    ['a locked book', { more: [encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc')] }, /DRM/],
    ['a lent book', { more: [{ name: 'META-INF/license.lcpl', data: '{}' }] }, /DRM/],
    ['an empty spine', { documents: {} }, /spine/],
    ['documents that are not there', { documents: {}, spine: '/><spine><itemref idref="i9"/></spine><x' }, /spine/],
    ['no words', { documents: { 'a.xhtml': '<p> </p>' } }, /nothing to read/],
  ])('is refused with its cause: %s', async (_name, parts, cause) => {
    await site.write({ 'a.epub': { documents: twoChapters.documents, ...parts } });
    expect(await site.report('a.epub')).toMatchObject({
      status: 1,
      books: [],
      left_out: [{ cause: expect.stringMatching(cause) }],
    });
  });

  it('with disguised fonts alone is read', async () => {
    await site.write({ 'a.epub': { ...twoChapters, more: [encryption('http://www.idpf.org/2008/embedding')] } });
    expect(await site.report('a.epub')).toMatchObject({ status: 0 });
  });

  inLong('that is only a ZIP, leaves its folder, or swells, is named and leaves nothing behind', async () => {
    await site.write({
      'zip.epub': makeEpub(twoChapters).subarray(0, 400),
      'slip.epub': { ...twoChapters, more: [{ name: '../../evil.xhtml', data: 'x' }] },
      'bomb.epub': { ...twoChapters, more: [{ name: 'OEBPS/b', data: Buffer.alloc(30 * 1024 * 1024) }] },
    });
    expect(await site.report('zip.epub')).toMatchObject({ status: 1, books: [] });
    expect(await site.report('slip.epub')).toMatchObject({
      status: 1,
      books: [{ chapters: { total: 2 } }],
      left_out: [{ cause: 'unsafe name: it leaves the archive' }],
    });
    expect(await site.report('bomb.epub')).toMatchObject({
      left_out: [{ cause: 'the archive expands over a hundredfold' }],
    });
    expect(await readdir(join(site.dataDir, 'media', 'staging'))).toEqual([]);
  });

  inLong('with a title as long as a book, and characters that no database takes, is stored all the same', async () => {
    const long = 'ﷺ词'.repeat(20_000);
    await site.write({
      'a.epub': {
        metadata: `<dc:title>${long}</dc:title><dc:creator>A\u0000B</dc:creator>`,
        documents: { 'a.xhtml': '<p id="a">one\u0000&#0;</p><p id="b">two</p>' },
        nav: navList([
          [
            long,
            null,
            [
              [`${long}\u0000`, 'a.xhtml#a'],
              [long, 'a.xhtml#b'],
            ],
          ],
        ]),
        isStored: true,
      },
    });
    expect(await site.report('a.epub')).toMatchObject({ status: 0, books: [{ chapters: { total: 2 } }] });
    expect((await chapters()).map(([, title, words]) => [title?.length, words])).toEqual([
      [300, ['p one\ufffd']],
      [300, ['p two']],
    ]);
    expect(await site.report('a.epub')).toMatchObject({ books: [{ state: 'unchanged' }] });
  });

  inLong('damaged anywhere is read as far as it goes, or named', async () => {
    const nav = navList([['One', 'one.xhtml', [['Two', 'two.xhtml#x']]]]);
    const whole = makeEpub({ ...twoChapters, nav, isStored: true });
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let count = 0; count < howMany({ usual: 20, long: 60 }); count += 1) {
      const bytes = Buffer.from(whole);
      for (let flips = 0; flips < 8; flips += 1) bytes[random(bytes.length)] = random(256);
      await site.write({ 'a.epub': count % 4 === 0 ? bytes.subarray(0, random(bytes.length)) : bytes });
      const { status, books, left_out } = await site.report('a.epub');
      expect([status, left_out.length > 0]).toEqual(status === 0 ? [0, false] : [1, true]);
      expect(books.length + left_out.length).toBeGreaterThan(0);
    }
    expect(await readdir(join(site.dataDir, 'media', 'staging'))).toEqual([]);
  });

  it.each([
    ['its package', 'OEBPS/book.opf'],
    ['its table of contents', 'OEBPS/nav.xhtml'],
    ['a document', 'OEBPS/one.xhtml'],
  ])('with %s scrambled never ends an import', async (_name, target) => {
    const pieces = [
      '<',
      '>',
      '"',
      '</li>',
      '<ol>',
      '<![CDATA[',
      '&#x110000;',
      '<item ',
      'href="',
      'id=""',
      '\u0000',
      'é',
      '../',
    ];
    const parts = {
      ...twoChapters,
      nav: navList([
        ['One', 'one.xhtml'],
        ['Two', 'two.xhtml'],
      ]),
    };
    for (let count = 0; count < howMany({ usual: 2, long: 20 }); count += 1) {
      const scrambled = Array.from({ length: 40 }, (_, at) => pieces[(at * (count + 3) + count) % pieces.length]).join(
        '',
      );
      const replaced = new Map([[target, `<package><manifest><spine>${scrambled}`]]);
      await site.write({ 'a.epub': makeEpub(parts, replaced) });
      const { status, books } = await site.report('a.epub');
      expect([0, 1]).toContain(status);
      expect(books.length).toBeLessThan(2);
    }
  });

  inLong('with depths, lengths and lists beyond reason ends soon', async () => {
    const deep = `${'<div><b>'.repeat(50_000)}deep${'</b></div>'.repeat(50_000)}`;
    const long = `<p ${'x="y" '.repeat(100_000)} id="${'z'.repeat(500_000)}">long</p>`;
    const open = `${'<p title="'.repeat(20_000)}`;
    const marks = `${'<a id="n"/>'.repeat(50_000)}<p>marks</p>`;
    const nav = `<ol>${'<li><a href="a.xhtml#x">x</a><ol>'.repeat(20_000)}`;
    await site.write({ 'a.epub': { documents: { 'a.xhtml': deep + long + marks + open }, nav, isStored: true } });
    const before = process.cpuUsage();
    const { books } = await site.report('a.epub');
    expect(books).toMatchObject([{ chapters: { total: 1 } }]);
    // Processor time, so that a busy machine does not count.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(10_000);
    expect((await chapters())[0]?.[2]).toEqual(['p deep', 'p long', 'p marks']);
  });
});

function encryption(algorithm: string) {
  return {
    name: 'META-INF/encryption.xml',
    data: `<encryption><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/><enc:CipherData/></enc:EncryptedData></encryption>`,
  };
}
