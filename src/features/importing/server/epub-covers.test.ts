import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { eachOf } from '../../../server/testing/depth.ts';
import { type EpubParts, navList } from '../testing/epub.ts';
import { importSiteForTests } from '../testing/import-site.ts';

const site = importSiteForTests();

const text = '<h1>One</h1><p>First words of it, and more of them.</p>';
const facts = '<dc:title>A book</dc:title><dc:language>en</dc:language>';
const story = { 'one.xhtml': text, 'two.xhtml': text.replace('One', 'Two') };
const guide = (type: string, href: string) => `<guide><reference type="${type}" title="x" href="${href}"/></guide>`;
const contents = navList([
  ['One', 'one.xhtml'],
  ['Two', 'two.xhtml'],
]);
const framed = '<svg viewBox="0 0 60 80"><image width="60" height="80" xlink:href="a/art.png"/></svg>';

/** The ways to say which picture is the cover, in a book that has another one, too. */
const ways: [string, Partial<EpubParts>][] = [
  ['EPUB 3’s property', { items: { 'a/art.png': 'properties="cover-image"' } }],
  ['EPUB 2’s metadata, by its id', { metadata: `${facts}<meta name="cover" content="i3"/>` }],
  ['EPUB 2’s metadata, by its address', { metadata: `${facts}<meta name="cover" content="a/art.png"/>` }],
  ['EPUB 2’s metadata, by an encoded address', { metadata: `${facts}<meta content="./a/%61rt.png" name="cover"/>` }],
  ['EPUB 2’s metadata, by its file’s name', { metadata: `${facts}<meta name="cover" content="images/art.png"/>` }],
  ['Mobipocket’s metadata', { metadata: `${facts}<x-metadata><EmbeddedCover>a/art.png</EmbeddedCover></x-metadata>` }],
  ['the guide, by its address', { guide: guide('cover', 'a/art.png') }],
  ['the guide in capitals', { guide: guide('Cover', 'a/art.png') }],
  ['the guide of Microsoft’s reader', { guide: guide('other.ms-coverimage-standard', 'a/art.png') }],
  [
    'the guide, by a page beside the spine',
    { guide: guide('cover', 'c.xhtml'), files: { 'c.xhtml': '<html><body><img src="a/art.png"/></body></html>' } },
  ],
  [
    'the guide, by a page in the spine with a word',
    {
      guide: guide('cover', 'c.xhtml'),
      documents: { 'c.xhtml': '<h1>Cover</h1><p><img src="a/art.png"/></p>', ...story },
    },
  ],
  ['a page with a drawing around it', { guide: guide('cover', 'c.xhtml'), documents: { 'c.xhtml': framed, ...story } }],
  [
    'a page that its markup calls so',
    { documents: { 'c.xhtml': '<body epub:type="cover"><img src="a/art.png"/></body>', ...story } },
  ],
  [
    'the landmarks',
    {
      documents: { 'c.xhtml': '<img src="a/art.png"/>', ...story },
      nav: `${contents}</nav><nav epub:type="landmarks"><ol><li><a epub:type="cover" href="c.xhtml">x</a></li></ol>`,
    },
  ],
  ['a page called so', { documents: { ...story, 'cover_page.xhtml': '<img src="a/art.png"/>' } }],
  ['a first page that is one picture', { documents: { 'p0.xhtml': `<div>${framed}</div>`, ...story } }],
  [
    'the metadata’s page',
    {
      metadata: `${facts}<meta name="cover" content="i0"/>`,
      documents: { 'p0.xhtml': '<img src="a/art.png"/><p>Vol. 1</p>', ...story },
    },
  ],
  [
    'metadata that lead nowhere, and the guide',
    { metadata: `${facts}<meta name="cover" content="no.png"/>`, guide: guide('cover', 'a/art.png') },
  ],
];

/** The hash of the cover of a book that says it in this way; the book ends with another picture. */
async function coverOf(parts: Partial<EpubParts>): Promise<string | null> {
  const given = { documents: story, nav: contents, ...parts };
  const documents = { ...given.documents, 'end.xhtml': '<h1>End</h1><img src="a/other.png"/><p>Words below it.</p>' };
  const files = { ...given.files, 'a/art.png': await site.picture(1), 'a/other.png': await site.picture(2) };
  await site.write({ 'a.epub': { ...given, documents, files } });
  await site.run('a.epub');
  const { rows } = await site.db.query<{ hash: string }>(
    `select encode(i.source_hash, 'hex') as hash from editions e join images i on i.id = e.cover_image_id`,
  );
  return rows[0]?.hash ?? null;
}

eachOf(ways, 3)('the cover of an EPUB is found by %s', async (_way, parts) => {
  expect(await coverOf(parts)).toBe(
    createHash('sha256')
      .update(await site.picture(1))
      .digest('hex'),
  );
});

it('an EPUB that says nothing of a cover has none', async () => {
  expect(await coverOf({})).toBeNull();
});
