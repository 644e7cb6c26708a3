import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { inLong } from '../../../server/testing/depth.ts';
import type { StoredBlock } from '../../catalog/server/imports.ts';
import { originalKey } from '../../media/server/store/picture-keys.ts';
import { type EpubParts, navList } from '../testing/epub.ts';
import { importSiteForTests } from '../testing/import-site.ts';

const site = importSiteForTests();
let png: Buffer;
beforeAll(async () => {
  png = await site.picture(1);
});

async function importEpub(parts: EpubParts) {
  await site.write({ 'a.epub': parts });
  return await site.report('a.epub');
}

async function chapters(): Promise<{ title: string; blocks: StoredBlock[] | null }[]> {
  const { rows } = await site.db.query<{ title: string; blocks: StoredBlock[] | null }>(
    'select ce.title, ce.blocks from chapters c join chapter_editions ce on ce.chapter_id = c.id order by c.number',
  );
  return rows;
}

async function pages() {
  const { rows } = await site.db.query<{
    kind: string;
    layout: string;
    width: number;
    height: number;
    source: string;
  }>(
    `select b.kind, b.layout, i.width, i.height, encode(i.source_hash, 'hex') as source from pages p join images i on i.id = p.image_id
     join chapters c on c.id = p.chapter_id join books b on b.id = c.book_id order by p.position`,
  );
  return rows;
}

const drawing = (inner: string, attributes = 'viewBox="0 0 100 50"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`;
const red = '<rect width="100" height="50" fill="red"/>';

describe('drawings of an EPUB', () => {
  it('in a text, as files and in objects are drawn once, and a second import changes nothing', async () => {
    const book: EpubParts = {
      documents: {
        'a.xhtml': `<p>a</p>${drawing(red)}<img src="b.svg" alt="Two"/><object data="b.svg" type="image/svg+xml">x</object>`,
      },
      files: { 'b.svg': drawing(red.replace('red', 'blue')) },
    };
    expect(await importEpub(book)).toMatchObject({ status: 0, left_out: [] });
    const [chapter] = await chapters();
    expect(chapter?.blocks?.map(({ type }) => type)).toEqual(['p', 'img', 'img', 'img']);
    expect((await pages()).map(({ width, height }) => [width, height])).toEqual(Array(3).fill([200, 100]));
    expect((await importEpub(book)).books).toMatchObject([{ state: 'unchanged' }]);
  });

  inLong('that frame a picture are that picture, and those with more have it in them', async () => {
    const framed = '<image xlink:href="p.png" width="100" height="50"/>';
    await importEpub({
      documents: {
        'a.xhtml': `<p>a</p>${drawing(framed)}<img src="f.svg"/>${drawing(`${framed}<text y="9">b</text>`)}`,
      },
      files: { 'p.png': png, 'f.svg': drawing(framed) },
    });
    const shown = await pages();
    expect(shown.map(({ width, height }) => [width, height])).toEqual([
      [60, 80],
      [60, 80],
      [200, 100],
    ]);
    const original = await readFile(join(site.dataDir, 'media', originalKey(shown[2]?.source ?? '')), 'utf8');
    expect(original).toContain(`;base64,${png.toString('base64')}"`);
  });

  inLong('are the pages of a comic, in a spine or in its documents, and a blank page stays one', async () => {
    await importEpub({
      metadata: '<dc:title>Strip</dc:title><meta property="rendition:layout">pre-paginated</meta>',
      documents: {
        '1.svg': Buffer.from(drawing(red, 'width="300" height="400"')),
        '2.xhtml': drawing(red, 'viewBox="0 0 300 400"'),
        '3.svg': Buffer.from(drawing('', 'width="300" height="400"')),
      },
    });
    expect(await pages()).toMatchObject(Array(3).fill({ kind: 'comic', layout: 'pages', width: 600, height: 800 }));
  });

  inLong('that are hostile reach nothing, and cost themselves only', async () => {
    const uses = Array.from({ length: 9 }, (_, i) => `<g id="u${i + 1}">${`<use href="#u${i}"/>`.repeat(10)}</g>`);
    const { status, left_out } = await importEpub({
      documents: {
        'a.xhtml': [
          '<p>a</p>',
          drawing(
            `<script>alert(1)</script><image xlink:href="file:///etc/passwd"/><foreignObject><iframe src="//e"/></foreignObject>${red}`,
          ),
          drawing('<image href="https://example.org/x.png"/>'),
          drawing(`<g id="u0">${red}</g>${uses.join('')}`, 'width="9" height="9"'),
          drawing(red, 'width="1e30" height="1e30"'),
          drawing(`<rect width="1e9" height="1e9"/>`, ''),
          drawing(red + '<g>'.repeat(5000)),
          '<p>b</p>',
        ].join(''),
        'laughs.svg': Buffer.from(
          `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(50)}">]>${drawing(`<text>&b;</text>${red}`)}`,
        ),
      },
    });
    expect(status).toBe(1);
    expect(
      left_out.map(({ path, cause }) => `${path.split('OEBPS/')[1]}: ${cause.replace(/\(.*/, '')}`).sort(),
    ).toEqual([
      'a.xhtml#drawing-1: file:///etc/passwd: a picture in a drawing that is not in the book, or too large',
      'a.xhtml#drawing-3: the drawing cannot be drawn ',
      'a.xhtml: https://example.org/x.png: a picture from another place; nothing is fetched',
      'a.xhtml: svg: the drawing has too many parts, or is nested too deep',
    ]);
    const words = (await chapters()).flatMap(({ blocks }) => blocks?.map(({ type }) => type));
    expect(words).toEqual(['p', 'img', 'img', 'p', 'img']);
    for (const { source } of await pages()) {
      const original = await readFile(join(site.dataDir, 'media', originalKey(source)), 'utf8');
      expect(original).not.toMatch(/script|passwd|iframe|ENTITY|foreignObject/i);
    }
  });
});

describe('an EPUB', () => {
  inLong('keeps formulas as elements, nested lists, and the notes of its marks', async () => {
    await importEpub({
      documents: {
        'a.xhtml': `<p>So <math display="block" onclick="x"><mfrac href="javascript:x"><mi>a</mi><mn>2</mn></mfrac></math>.</p>
          <ul><li>b<ol><li>c</li></ol></li></ul><p>d<a epub:type="noteref" href="n.xhtml#n1">1</a></p>`,
        'n.xhtml': '<h2>Notes</h2><p id="n1"><a epub:type="noteref" href="a.xhtml#x">1</a> The words.</p>',
      },
      nav: navList([
        ['A', 'a.xhtml'],
        ['Notes', 'n.xhtml'],
      ]),
    });
    const [text] = await chapters();
    expect(text?.blocks).toEqual([
      {
        type: 'p',
        inlines: [
          { type: 'text', text: 'So ' },
          {
            type: 'math',
            text: 'a/2',
            isBlock: true,
            nodes: [
              { tag: 'mfrac', depth: 0 },
              { tag: 'mi', depth: 1, text: 'a' },
              { tag: 'mn', depth: 1, text: '2' },
            ],
          },
          { type: 'text', text: '.' },
        ],
      },
      { type: 'p', inlines: [{ type: 'text', text: '• b' }] },
      { type: 'p', inlines: [{ type: 'text', text: '1. c' }], indent: 1 },
      {
        type: 'p',
        inlines: [
          { type: 'text', text: 'd' },
          { type: 'note', text: '[1]', note: 'The words.' },
        ],
      },
    ]);
  });

  inLong('shows what stands for files of kinds that it need not know', async () => {
    await importEpub({
      documents: { 'a.json': '{}', 'b.xhtml': '<p>c</p><img src="c.jxl"/>' },
      files: { 'a.xhtml': '<p>a</p>', 'c.jxl': 'x', 'c.png': png },
      items: { 'a.json': 'fallback="i2"', 'c.jxl': 'fallback="i4"', 'c.png': 'fallback="i3"' },
      nav: navList([
        ['A', 'a.json'],
        ['B', 'b.xhtml'],
      ]),
    });
    expect((await chapters()).map(({ title, blocks }) => [title, blocks?.length])).toEqual([
      ['A', 1],
      ['B', 2],
    ]);
  });

  inLong('with a fixed layout that is scrolled is a strip', async () => {
    const scrolled =
      '<meta property="rendition:layout">pre-paginated</meta><meta property="rendition:flow">scrolled-continuous</meta>';
    await importEpub({
      metadata: `<dc:title>Strip</dc:title>${scrolled}`,
      documents: { 'a.xhtml': '<img src="p.png"/>', 'b.xhtml': '<img src="p.png"/>' },
      files: { 'p.png': png },
    });
    expect(await pages()).toMatchObject([{ kind: 'comic', layout: 'strip' }, { layout: 'strip' }]);
  });
});
