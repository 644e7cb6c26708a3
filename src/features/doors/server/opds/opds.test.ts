import { randomUUID } from 'node:crypto';
import { Ajv } from 'ajv';
import { AcquisitionFeed, type OPDSFeed, default as OPDSParser } from 'opds-feed-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { addTestPages } from '../../../../app/testing/pages.ts';
import { type Answer, serverForTests } from '../../../../app/testing/server.ts';
import { daysFromNow, signIn } from '../../../../app/testing/users.ts';
import { inLong } from '../../../../server/testing/depth.ts';
import { setBookHidden } from '../../../catalog/server/catalog.ts';
import { makeBook } from '../../../catalog/testing/books.ts';
import { saveProgress } from '../../../library/server/places.ts';
import { all, type Element, linkOf, readXml, textOf } from '../../../library/testing/read-atom.ts';
import { makeImage } from '../../../media/testing/images.ts';
import { makeKey } from '../../testing/keys.ts';
import { opdsSchemas } from '../../testing/opds-schemas.ts';

let comic: { id: string; chapterIds: string[] };
let novel: { id: string; chapterIds: string[] };
let adult: { id: string; chapterIds: string[] };
const publicUrl = 'https://comics.example';
const at = (minutes: number) => new Date(Date.UTC(2025, 10, 1, 0, minutes));
const cover = randomUUID();
const parser = new OPDSParser();
const schemas = new Ajv({ schemas: opdsSchemas.map((schema) => ({ ...schema })) });

/** A chapter of two pages whose pictures are there. */
const chapter = async (minutes: number, title: string) => ({
  createdAt: at(minutes),
  editions: { 'en-us': { title, imageIds: [await makeImage(server.db), await makeImage(server.db)] } },
});

const server = serverForTests({
  settings: { PUBLIC_URL: publicUrl, SITE_NAME: 'Tinte "墨"', RATE_LIMIT_SCALE: '1' },
  addPages: addTestPages,
});
beforeAll(async () => {
  const { db } = server;
  await makeImage(db, { kind: 'cover', id: cover });
  comic = await makeBook(db, {
    titles: { 'en-us': 'Lanterns & Co', 'zh-cn': '灯笼' },
    introductions: { 'en-us': 'Light < dark.' },
    covers: { 'en-us': cover },
    author: 'Ada',
    tags: ['末世'],
    layout: 'pages',
    readingDirection: 'rtl',
    publicFreeChapters: 1,
    chapters: [await chapter(1, 'Dusk'), await chapter(2, 'Night'), await chapter(3, '')],
  });
  novel = await makeBook(db, { kind: 'novel', titles: { 'en-us': 'A long way' }, chapters: 2, status: 'finished' });
  adult = await makeBook(db, {
    titles: { 'en-us': 'For adults' },
    rating: 'adult',
    chapters: [await chapter(9, 'Late')],
  });
});

type Headers = Record<string, string>;
const ask = (path: string, headers: Headers = {}) => server.ask(`/opds/${path}`, { headers });
const own = { 'accept-language': 'en' };
/** Each feed is also read by a parser of other people's apps, which gives null for what it does not understand. */
async function atom(path: string, headers: Headers = {}): Promise<Element> {
  const answer = await ask(`v1.2/${path}`, headers);
  expect([path, answer.statusCode, answer.body.slice(0, 5)]).toEqual([path, 200, '<?xml']);
  const feed = readXml(answer.body);
  const parsed = (await parser.parse(answer.body)) as OPDSFeed; // no answer is a single entry
  const isOfPublications = String(answer.headers['content-type']).includes('kind=acquisition');
  if (parsed.entries.length > 0) expect(parsed instanceof AcquisitionFeed).toBe(isOfPublications);
  expect(parsed.entries.map(({ id, title }) => [id, title])).toEqual(
    all(feed, 'entry').map((entry) => [textOf(entry, 'id'), textOf(entry, 'title')]),
  );
  expect(parsed.search.totalResults).toBeGreaterThanOrEqual(parsed.entries.length);
  return feed;
}
/** Each answer keeps the schema of its kind. */
// biome-ignore lint/suspicious/noExplicitAny: the schemas say what is in it
async function json(path: string, headers: Headers = {}): Promise<any> {
  const answer = await ask(`v2/${path}`, headers);
  expect([path, answer.statusCode]).toEqual([path, 200]);
  const isManifest = String(answer.headers['content-type']).startsWith('application/divina+json');
  schemas.validate(isManifest ? 'manifest' : 'feed', answer.json());
  expect([path, schemas.errors]).toEqual([path, null]);
  return answer.json();
}
const entriesOf = (feed: Element) => all(feed, 'entry');
const titlesOf = (feed: Element) => entriesOf(feed).map((entry) => textOf(entry, 'title'));
const hrefsIn = ({ attributes, children }: Element): string[] => [
  ...(attributes.href === undefined ? [] : [attributes.href]),
  ...children.flatMap(hrefsIn),
];
async function reader(given: { expireAt?: Date; scopes?: ('read' | 'sync' | 'publish')[] } = {}) {
  const { scopes = ['read'], ...membership } = given;
  const user = await signIn(server, membership);
  const headers = { 'x-api-key': await makeKey(server.db, { userId: user.id, scopes }) };
  return { ...user, session: user.headers, headers };
}
function expectAskedToSignIn(answer: Answer): void {
  const { statusCode, headers, body } = answer;
  expect([statusCode, headers['cache-control']]).toEqual([401, 'no-store']);
  const realm = Buffer.from(String(headers['www-authenticate']), 'latin1').toString();
  expect(realm).toBe('Basic realm="Tinte \\"墨\\"", charset="UTF-8"');
  expect(headers.link).toContain(`<${publicUrl}/opds/auth>; rel="http://opds-spec.org/auth/document"`);
  expect(headers['content-type']).toContain('application/opds-authentication+json');
  if (body !== '')
    expect(JSON.parse(body)).toMatchObject({
      id: `${publicUrl}/opds/auth`,
      title: 'Tinte "墨"',
      authentication: [{ type: 'http://opds-spec.org/auth/basic', labels: { login: 'User name', password: 'Key' } }],
    });
}

describe('the roots', () => {
  it.each([
    ['/opds', 'v1.2/catalog'],
    ['/opds/', 'v1.2/catalog'],
    ['/opds/v1.2', 'v1.2/catalog'],
    ['/opds/v1.2/?language=zh-cn', 'v1.2/catalog?language=zh-cn'],
    ['/opds/v2', 'v2/catalog'],
    ['/opds/v2/', 'v2/catalog'],
  ])('are where %s leads', async (path, to) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await server.app.inject({ method, url: path });
      expect([statusCode, headers.location]).toEqual([301, `${publicUrl}/opds/${to}`]);
    }
  });

  it('lead on to all feeds, in whatever form was accepted', async () => {
    const newest = textOf(entriesOf(await atom('updated', own))[0] as Element, 'updated'); // there are books
    const titles = [
      ...['New chapters', 'Recently updated', 'Popular', 'Newest books'],
      ...['By tag', 'By status', 'By language', 'Sign in'],
    ];
    const feed = await atom('catalog', { accept: 'application/opds+json', ...own });
    expect(titlesOf(feed)).toEqual(titles);
    expect(entriesOf(feed).map((entry) => textOf(entry, 'updated'))).toEqual(titles.map(() => newest));
    expect(linkOf(feed, 'self')?.type).toBe('application/atom+xml;profile=opds-catalog;kind=navigation');
    const { navigation, metadata } = await json('catalog', { accept: 'application/atom+xml', ...own });
    expect(navigation.map(({ title }: { title: string }) => title)).toEqual(titles);
    expect(metadata).toMatchObject({ title: 'Tinte "墨"', currentPage: 1, numberOfItems: 8, itemsPerPage: 30 });
  });

  it('carry the language on in every link, and speak it', async () => {
    const feed = await atom('catalog?language=fr-fr', { 'accept-language': 'zh' });
    expect(titlesOf(feed)).toContain('Nouveaux chapitres');
    const hrefs = hrefsIn(feed);
    expect(hrefs.length).toBeGreaterThan(10);
    for (const href of hrefs) expect(href).toMatch(/^https:\/\/comics\.example\/opds\/v1\.2\/.*\blanguage=fr-fr/);
    for (const accepted of ['es', 'de, es;q=0.8, fr;q=0.5'])
      expect(titlesOf(await atom('catalog', { 'accept-language': accepted }))).toContain('Capítulos nuevos');
    expect(titlesOf(await atom('catalog', { 'accept-language': 'de', cookie: 'language=fr-fr' }))).toContain(
      'New chapters',
    );
    for (const path of ['v2/catalog', 'v1.2/search.xml', 'auth'])
      expect((await ask(`${path}?language=de-de`)).statusCode).toBe(400);
  });
});

describe('who asks', () => {
  it.each(['v1.2/mine', 'v2/mine', 'v1.2/continue', 'v2/following', 'v2/to-read'])(
    'is asked for a key at %s, and then served',
    async (path) => {
      expectAskedToSignIn(await ask(path, own));
      const head = await server.app.inject({ method: 'HEAD', url: `/opds/${path}`, headers: own });
      expectAskedToSignIn(head);
      expect((await ask(path, (await reader()).headers)).statusCode).toBe(200);
    },
  );

  it('is refused with a wrong key, even where everybody is served; and never at what apps need before', async () => {
    const wrong = { 'x-api-key': 'lst_wrong', ...own };
    expectAskedToSignIn(await ask('v1.2/catalog', wrong));
    expectAskedToSignIn(await ask(`v2/manifest/${comic.chapterIds[0]}/en-us`, wrong));
    for (const path of ['auth', 'v1.2/search.xml']) expect((await ask(path, wrong)).statusCode).toBe(200);
  });

  it('is asked to sign in where the key does not read, which counts as no wrong key', async () => {
    const { headers } = await reader({ scopes: ['sync'] });
    const { headers: publisher } = await reader({ scopes: ['publish'] });
    for (let turn = 0; turn < 12; turn += 1)
      expectAskedToSignIn(await ask('v1.2/catalog', { ...(turn % 2 ? headers : publisher), ...own }));
  });

  it('is refused with 429 from the eleventh wrong key of an address on, while right keys go on', async () => {
    const { headers } = await reader();
    const from = (given: Headers, path = 'v1.2/catalog') =>
      server.app.inject({ url: `/opds/${path}`, headers: { ...given, ...own }, remoteAddress: '192.0.2.7' });
    const ways = [{ 'x-api-key': 'lst_wrong' }, { authorization: 'Token lst_wrong' }, { authorization: 'Basic YTpi' }];
    for (let turn = 0; turn < 10; turn += 1) expect((await from(ways[turn % 3] ?? {})).statusCode).toBe(401);
    for (const path of ['v2/updated', 'v2/mine', `v2/manifest/${comic.chapterIds[0]}/en-us`]) {
      const refused = await from(ways[0] ?? {}, path);
      expect([refused.statusCode, refused.headers['cache-control']]).toEqual([429, 'no-store']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    for (const given of [headers, {}]) expect((await from(given)).statusCode).toBe(200);
  });

  it('has feeds of their own, by a session of nobody else, and kept by no cache', async () => {
    const { headers, session } = await reader();
    const answer = await ask('v1.2/catalog', { ...headers, ...own });
    expect(titlesOf(readXml(answer.body)).slice(0, 3)).toEqual(['Continue reading', 'Following', 'To read']);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(titlesOf(await atom('mine', { ...headers, ...own }))).toEqual([
      ...['Continue reading', 'Following', 'To read', 'New chapters', 'Recently updated', 'Popular', 'Newest books'],
      ...['By tag', 'By status', 'By language'],
    ]);
    expectAskedToSignIn(await ask('v1.2/catalog', { ...session, ...own }));
  });

  it('reads in the language of the chapter that they asked for last, unless the address names one', async () => {
    const { headers, session } = await reader();
    const titles = async (query = '') => titlesOf(await atom(`mine${query}`, { ...headers, 'accept-language': 'es' }));
    expect((await titles())[0]).toBe('Seguir leyendo');
    const open = (language: string) =>
      server.app.inject({ url: `/api/v1/comics/chapter_comics/${comic.chapterIds[0]}/${language}`, headers: session });
    expect((await open('zh-cn')).statusCode).toBe(200);
    expect((await titles())[0]).toBe('继续阅读');
    await open('fr-fr');
    expect((await titles())[0]).toBe('Reprendre la lecture');
    expect((await titles('?language=ar-sa'))[0]).toBe('تابع القراءة');
  });
});

describe('a shared cache', () => {
  it('keeps what everybody may have, and tells apart what differs', async () => {
    const { headers, body } = await ask('v1.2/updated', own);
    expect(headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=/);
    expect(headers.vary).toBe('Authorization, X-API-Key, Accept-Language, Accept-Encoding');
    const named = await ask('v1.2/updated?language=en-us');
    expect(named.headers.vary).toBe('Authorization, X-API-Key, Accept-Encoding');
    const etag = String(headers.etag);
    expect((await ask('v1.2/updated', { ...own, 'if-none-match': etag })).statusCode).toBe(304);
    const head = await server.app.inject({ method: 'HEAD', url: '/opds/v1.2/updated', headers: own });
    expect([head.statusCode, head.headers.etag, head.body]).toEqual([200, etag, '']);
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(body)));
  });
});

describe('a list of books', () => {
  it('leads on to them, with their covers and introductions', async () => {
    const feed = await atom('updated?language=en-us');
    expect(titlesOf(feed).toSorted()).toEqual(['A long way', 'Lanterns & Co']);
    const entry = entriesOf(feed).find((each) => textOf(each, 'title') === 'Lanterns & Co');
    if (!entry) throw new Error('the comic is missing');
    expect(textOf(entry, 'id')).toBe(`urn:uuid:${comic.id}:en-us`);
    expect(textOf(entry, 'content')).toBe('Light < dark.');
    expect(all(entry, 'author')).toEqual([]);
    expect(textOf(entry, 'updated')).toBe(at(3).toISOString());
    expect(linkOf(entry, 'subsection')).toMatchObject({
      href: `${publicUrl}/opds/v1.2/books/${comic.id}?language=en-us`,
      type: 'application/atom+xml;profile=opds-catalog;kind=acquisition',
    });
    for (const rel of ['http://opds-spec.org/image', 'http://opds-spec.org/image/thumbnail'])
      expect(linkOf(entry, rel)).toMatchObject({
        href: expect.stringMatching(`^${publicUrl}/media/${cover}/w\\d+\\.jpg$`),
        type: 'image/jpeg',
      });
    const { navigation } = await json('updated?language=en-us');
    expect(navigation).toContainEqual({
      ...{ rel: 'subsection', title: 'Lanterns & Co', type: 'application/opds+json' },
      href: `${publicUrl}/opds/v2/books/${comic.id}?language=en-us`,
    });
  });

  it.each([
    ['popular', 2],
    ['newest', 2],
    [`tags/${encodeURIComponent('末世')}`, 1],
    ['updated/?status=finished', 1],
    ['updated?kind=novel', 1],
    ['updated?in=zh-cn', 0],
    ['updated?in=en-us&kind=comic&status=ongoing', 1],
    ['search?query=lanterns', 1],
    ['search?query=nothing%20like%20it', 0],
    ['search?query=%01%26%3C%0B', 0],
    ['tags/%01%3Cb%3E', 0],
  ])('is asked for as %s: %i', async (path, count) => {
    expect(entriesOf(await atom(`${path}${path.includes('?') ? '&' : '?'}language=en-us`))).toHaveLength(count);
  });

  it('has facets, of which each keeps the others', async () => {
    const feed = await atom('updated?language=en-us&kind=comic&status=ongoing');
    const facets = all(feed, 'link').filter(({ attributes }) => attributes.rel === 'http://opds-spec.org/facet');
    expect([...new Set(facets.map(({ attributes }) => attributes['opds:facetGroup']))]).toEqual([
      'Language',
      'Kind',
      'Status',
    ]);
    const active = facets.filter(({ attributes }) => attributes['opds:activeFacet'] === 'true');
    expect(active.map(({ attributes }) => attributes.title)).toEqual(['All', 'Comics', 'Ongoing']);
    const novels = facets.find(({ attributes }) => attributes.title === 'Novels')?.attributes.href;
    expect(novels).toBe(`${publicUrl}/opds/v1.2/updated?kind=novel&status=ongoing&language=en-us`);
    const { facets: groups } = await json('updated?language=en-us&kind=comic');
    expect(
      groups.map(({ metadata, links }: { metadata: { title: string }; links: object[] }) => [
        metadata.title,
        links.length,
      ]),
    ).toEqual([
      ['Language', 6],
      ['Kind', 3],
      ['Status', 4],
    ]);
    expect(groups[1].links[1]).toMatchObject({ title: 'Comics', rel: 'self' });
  });

  inLong('comes in pages of 30, and is empty beyond its end', async () => {
    for (let index = 0; index < 30; index += 1)
      await makeBook(server.db, {
        titles: { 'en-us': `Paged ${index}` },
        tags: ['paged'],
        chapters: [await chapter(-500, 'One')],
      });
    const paths = ['tags/paged?language=en-us', 'tags/paged?page=2&language=en-us'];
    await makeBook(server.db, {
      titles: { 'en-us': 'Paged last' },
      tags: ['paged'],
      chapters: [await chapter(-500, 'One')],
    });
    const [first, second, third] = await Promise.all(
      [...paths, 'tags/paged?page=3&language=en-us'].map((path) => atom(path)),
    );
    expect([first, second, third].map((feed) => feed && entriesOf(feed).length)).toEqual([30, 1, 0]);
    const linksOf = (feed: Element | undefined) =>
      ['first', 'previous', 'next'].map(
        (rel) => feed && linkOf(feed, rel)?.href?.replace(`${publicUrl}/opds/v1.2/`, ''),
      );
    expect(linksOf(first)).toEqual([paths[0], undefined, paths[1]]);
    expect(linksOf(second)).toEqual([paths[0], paths[0], undefined]);
    const { metadata, links } = await json(`${paths[1]}`);
    expect(metadata).toMatchObject({ numberOfItems: 31, itemsPerPage: 30, currentPage: 2 });
    expect(links.map(({ rel }: { rel: string }) => rel)).toEqual(['self', 'start', 'search', 'first', 'previous']);
    const beyond = await json('tags/paged?page=9&language=en-us');
    expect([beyond.navigation, beyond.publications]).toEqual([undefined, undefined]);
    for (const page of ['0', '-1', 'x']) expect((await ask(`v2/updated?page=${page}`)).statusCode).toBe(400);
  });

  it('has books for adults only for a reader who has said to be one', async () => {
    const { headers, id } = await reader();
    const titles = async (path: string) => titlesOf(await atom(`${path}?language=en-us`, headers));
    await server.db.query('insert into follows (user_id, book_id) values ($1, $2)', [id, adult.id]);
    for (const path of ['updated', 'following', 'chapters']) expect(String(await titles(path))).not.toMatch(/adults/);
    expect(entriesOf(await atom(`books/${adult.id}?language=en-us`))).toHaveLength(1);
    await server.db.query(
      `insert into reader_settings (user_id, name, value, updated_at) values ($1, 'adult', 'true', now())`,
      [id],
    );
    for (const path of ['updated', 'following', 'chapters']) expect(String(await titles(path))).toMatch(/adults/);
  });

  it('can be searched by the documents that apps read', async () => {
    const feed = await atom('catalog?language=en-us');
    expect(linkOf(feed, 'search')).toMatchObject({
      href: `${publicUrl}/opds/v1.2/search.xml?language=en-us`,
      type: 'application/opensearchdescription+xml',
    });
    const described = readXml((await ask('v1.2/search.xml?language=en-us')).body);
    expect(textOf(described, 'ShortName').length).toBeLessThanOrEqual(16);
    expect(all(described, 'Url')[0]?.attributes.template).toBe(
      `${publicUrl}/opds/v1.2/search?query={searchTerms}&language=en-us`,
    );
    const { links } = await json('catalog?language=en-us');
    expect(links).toContainEqual({
      ...{ rel: 'search', type: 'application/opds+json', templated: true },
      href: `${publicUrl}/opds/v2/search{?query}&language=en-us`,
    });
  });
});

const rels = (entry: Element) =>
  all(entry, 'link').flatMap(({ attributes }) => (attributes.rel?.includes('acquisition') ? [attributes] : []));
const stream = (entry: Element) => linkOf(entry, 'http://vaemendis.net/opds-pse/stream');

describe("a book's feed", () => {
  const path = () => `books/${comic.id}?language=en-us`;
  const pageOf = (number: number) =>
    `${publicUrl}/reader/book/chapter/${comic.id}/${comic.chapterIds[number - 1]}/${number}?lang=en-us`;

  it('has the chapters, oldest first: free ones open, the others no more than where to become a member', async () => {
    for (const headers of [{}, (await reader()).headers, (await reader({ expireAt: daysFromNow(-1) })).headers]) {
      const feed = await atom(path(), headers);
      expect(titlesOf(feed)).toEqual(['Dusk', 'Night', 'Chapter 3']);
      const [free, locked] = entriesOf(feed);
      if (!free || !locked) throw new Error('chapters are missing');
      expect(textOf(free, 'id')).toBe(`urn:uuid:${comic.chapterIds[0]}:en-us`);
      expect(textOf(free, 'updated')).toBe(at(1).toISOString());
      expect(rels(free)).toEqual([
        { rel: 'http://opds-spec.org/acquisition/open-access', href: pageOf(1), type: 'text/html' },
      ]);
      expect(stream(free)).toEqual({
        ...{ rel: 'http://vaemendis.net/opds-pse/stream', type: 'image/jpeg', 'pse:count': '2' },
        href: `${publicUrl}/opds/pages/${comic.chapterIds[0]}/en-us/{pageNumber}.jpg?w={maxWidth}`,
      });
      expect(rels(locked)).toEqual([
        {
          ...{ rel: 'http://opds-spec.org/acquisition/subscribe', href: pageOf(2) },
          ...{ type: 'text/html', title: 'Members only' },
        },
      ]);
      expect(stream(locked)).toBeUndefined();
      const pictures = all(locked, 'link').filter(({ attributes }) => attributes.type?.startsWith('image/'));
      expect(pictures.map(({ attributes }) => attributes.href?.split('/')[4])).toEqual([cover, cover]);
    }
  });

  it('opens the locked ones to a member, until the membership ends', async () => {
    const { headers, id } = await reader({ expireAt: daysFromNow(9) });
    const locked = async () => entriesOf(await atom(path(), headers))[1];
    const open = await locked();
    expect(open && [rels(open)[0]?.rel, Boolean(stream(open))]).toEqual(['http://opds-spec.org/acquisition', true]);
    const manifest = `v2/manifest/${comic.chapterIds[1]}/en-us`;
    expect((await ask(manifest, headers)).statusCode).toBe(200);
    await server.db.query('update memberships set expire_at = now() where user_id = $1', [id]);
    const closed = await locked();
    expect(closed && [rels(closed)[0]?.rel, stream(closed)]).toEqual([
      'http://opds-spec.org/acquisition/subscribe',
      undefined,
    ]);
    const refused = await ask(manifest, headers);
    expect([refused.statusCode, refused.headers['cache-control']]).toEqual([403, 'no-store']);
  });

  it('says where its reader is', async () => {
    const { headers, id } = await reader();
    await saveProgress(server.db, { userId: id, now: new Date(), items: [placeIn(comic, 1)] });
    const [free] = entriesOf(await atom(path(), headers));
    expect(free && stream(free)).toMatchObject({ 'pse:lastRead': '2', 'pse:lastReadDate': at(50).toISOString() });
  });

  it('changes with an edition, and has the one that the address names', async () => {
    const changed = await makeBook(server.db, {
      titles: { 'en-us': 'Changed' },
      tags: ['changed'],
      chapters: [await chapter(-400, 'Chapter 1')],
    });
    await server.db.query('update chapter_editions set changed_at = $2 where chapter_id = $1', [
      changed.chapterIds[0],
      at(400_000),
    ]);
    const updated = async () => {
      const [entry] = entriesOf(await atom(`books/${changed.id}?language=en-us`));
      return entry && textOf(entry, 'updated');
    };
    expect(await updated()).toBe(at(400_000).toISOString());
    const [lead] = entriesOf(await atom('tags/changed?language=en-us&in=en-us'));
    expect(lead && [textOf(lead, 'updated'), linkOf(lead, 'subsection')?.href]).toEqual([
      at(400_000).toISOString(),
      `${publicUrl}/opds/v1.2/books/${changed.id}?in=en-us&language=en-us`,
    ]);
    const { publications } = await json(`books/${changed.id}?language=en-us&in=en-us`);
    expect(publications[0].metadata.belongsTo.series[0].links[0].href).toBe(
      `${publicUrl}/opds/v2/books/${changed.id}?in=en-us&language=en-us`,
    );
    // An edition that came out later than its chapter is no change of it.
    await server.db.query('update chapter_editions set changed_at = null, published_at = $2 where chapter_id = $1', [
      changed.chapterIds[0],
      at(300_000),
    ]);
    expect(await updated()).toBe(at(-400).toISOString());
  });

  it('has a novel as one publication, open to all who get its free chapters alone', async () => {
    const { id } = await makeBook(server.db, { kind: 'novel', publicFreeChapters: 1, chapters: 2 });
    const waysFor = async (headers: Headers) =>
      entriesOf(await atom(`books/${id}?language=en-us`, headers))
        .flatMap(rels)
        .map(({ rel }) => rel);
    expect(await waysFor({})).toEqual(['http://opds-spec.org/acquisition/open-access']);
    const member = await reader({ expireAt: daysFromNow(9) });
    expect(await waysFor(member.headers)).toEqual(['http://opds-spec.org/acquisition']);
    const late = await makeBook(server.db, {
      ...{ kind: 'novel', publicFreeChapters: 0 },
      chapters: Array.from({ length: 31 }, (_, index) => ({ access: index === 30 ? 'free' : 'members' })),
    });
    const [entryOfLate] = entriesOf(await atom(`books/${late.id}?language=en-us`));
    expect(entryOfLate && rels(entryOfLate)).toMatchObject([{ rel: 'http://opds-spec.org/acquisition/open-access' }]);
    await setBookHidden(server.db, { bookId: late.id, hidden: true });
    const feed = await atom(`books/${novel.id}?language=en-us`);
    expect(titlesOf(feed)).toEqual(['A long way']);
    const [entry] = entriesOf(feed);
    expect(entry && rels(entry)).toEqual([
      {
        rel: 'http://opds-spec.org/acquisition/open-access',
        ...{ href: `${publicUrl}/book/chapters/${novel.id}?lang=en-us`, type: 'text/html' },
      },
    ]);
  });

  it.each(['nonsense', randomUUID()])('is nowhere for %s', async (id) => {
    for (const version of ['v1.2', 'v2']) expect((await ask(`${version}/books/${id}`)).statusCode).toBe(404);
  });

  it('as 2.0 leads to manifests, whose pages have sizes and JPEG alternates', async () => {
    const { publications } = await json(path());
    expect(publications[0]).toMatchObject({
      metadata: {
        identifier: `urn:uuid:${comic.chapterIds[0]}:en-us`,
        title: 'Dusk',
        language: 'en-US',
        author: 'Ada',
      },
      links: [
        {
          rel: 'http://opds-spec.org/acquisition/open-access',
          ...{ href: `${publicUrl}/opds/v2/manifest/${comic.chapterIds[0]}/en-us`, type: 'application/divina+json' },
        },
        { rel: 'http://opds-spec.org/acquisition/open-access', href: pageOf(1), type: 'text/html' },
        { rel: 'alternate' },
      ],
    });
    expect(publications[1].links[0]).toMatchObject({
      rel: 'http://opds-spec.org/acquisition/subscribe',
      type: 'text/html',
    });
    expect(JSON.stringify(publications[1])).not.toMatch(/manifest|pages/);
    const manifest = await json(`manifest/${comic.chapterIds[0]}/en-us`);
    expect(manifest.metadata).toMatchObject({ title: 'Dusk', readingProgression: 'rtl', numberOfPages: 2 });
    const address = `${publicUrl}/opds/pages/${comic.chapterIds[0]}/en-us/1`;
    expect(manifest.readingOrder[1]).toEqual({
      ...{ href: `${address}.webp`, type: 'image/webp', width: 480, height: 640 },
      alternate: [{ href: `${address}.jpg`, type: 'image/jpeg', width: 480, height: 640 }],
    });
    expectAskedToSignIn(await ask(`v2/manifest/${comic.chapterIds[1]}/en-us`, own));
    for (const path of [randomUUID(), 'nonsense'])
      expect((await ask(`v2/manifest/${path}/en-us`)).statusCode).toBe(404);
  });
});

const placeIn = (book: { id: string; chapterIds: string[] }, index: number) => ({
  ...{ book_uuid: book.id, chapter_uuid: book.chapterIds[0] ?? '', position: { index, fraction: 0 } },
  ...{
    furthest: { chapter_number: 1, index, fraction: 0 },
    updated_at: at(50).toISOString(),
    numbers: 'present' as const,
  },
});

describe('each address of a catalogue', () => {
  it.each(['v1.2', 'v2'])('leads to something in %s', async (version) => {
    const asked = new Set([`${publicUrl}/opds/${version}/catalog?language=en-us`]);
    const mostAsked = 60;
    for (const address of asked) {
      const answer = await server.ask(address.replace(publicUrl, ''));
      expect([address, answer.statusCode]).toEqual([address, address.includes('/mine?') ? 401 : 200]);
      const found = [...answer.body.matchAll(/href(?:="|":")(https:[^"]+)"/g)].map(([, href = '']) =>
        href.replaceAll('&amp;', '&'),
      );
      for (const href of found)
        if (asked.size < mostAsked && href.includes(`/opds/${version}/`) && !href.includes('{')) asked.add(href);
    }
    expect(asked.size).toBe(mostAsked);
    expect([...asked].filter((address) => address.includes('/books/')).length).toBeGreaterThan(2);
  });
});

describe("a user's books", () => {
  it('are those they read, follow and want to read', async () => {
    const { headers, id } = await reader();
    await saveProgress(server.db, { userId: id, now: new Date(), items: [placeIn(comic, 1)] });
    const later = { ...placeIn(novel, 0), updated_at: at(60).toISOString() };
    await saveProgress(server.db, { userId: id, now: new Date(), items: [later] });
    await server.db.query('insert into follows (user_id, book_id) values ($1, $2)', [id, comic.id]);
    await server.db.query(
      `insert into shelf_books (user_id, book_id, state, added_at, changed_at) values ($1, $2, 'to_read', now(), now())
       on conflict (user_id, book_id) do update set state = 'to_read'`,
      [id, novel.id],
    );
    const titles = async (path: string) => titlesOf(await atom(`${path}?language=en-us`, headers));
    expect(await titles('continue')).toEqual(['A long way', 'Lanterns & Co: Dusk']);
    expect(await titles('following')).toEqual(['Lanterns & Co']);
    expect(await titles('to-read')).toEqual(['A long way']);
    expect(await titles('chapters')).toContain('Lanterns & Co: Dusk');
    expect((await json('continue?language=en-us&page=2', headers)).metadata.numberOfItems).toBe(2);
  });
});
