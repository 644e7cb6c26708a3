import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addTestPages } from '../../../app/testing/pages.ts';
import { serverForTests } from '../../../app/testing/server.ts';
import { type SignedInUser, signIn } from '../../../app/testing/users.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { languages, languageTags } from '../../../shared/languages.ts';
import { setBookHidden } from '../../catalog/server/catalog.ts';
import { type ChapterOptions, makeBook } from '../../catalog/testing/books.ts';
import { makeImage } from '../../media/testing/images.ts';
import { all, type Element, linkOf, readXml, textOf } from '../testing/read-atom.ts';

const logged: string[] = [];
const publicUrl = 'https://comics.example';

const server = serverForTests({
  settings: { PUBLIC_URL: publicUrl, SITE_NAME: 'Ink & Co', LOG_LEVEL: 'trace' },
  logTo: { write: (line: string) => void logged.push(line) },
  addPages: addTestPages,
});

const at = (minutes: number) => new Date(Date.UTC(2026, 4, 1, 0, minutes));
const feedOf = (book: { id: string }, language = 'en-us') => `/feeds/book/${book.id}/${language}.atom`;
async function read(path: string): Promise<Element> {
  const answer = await server.ask(path);
  expect([path, answer.statusCode]).toEqual([path, 200]);
  return readXml(answer.body);
}

describe("a book's feed", () => {
  it('names the book, its chapters newest first, and where to read them', async () => {
    const cover = await makeImage(server.db);
    const thumbnail = await makeImage(server.db);
    const book = await makeBook(server.db, {
      titles: { 'en-us': 'Lanterns' },
      introductions: { 'en-us': 'Light.' },
      covers: { 'en-us': cover },
      author: 'Ada',
      publicFreeChapters: 1,
      chapters: [
        {
          createdAt: at(1),
          editions: { 'en-us': { title: 'Dusk', imageIds: [randomUUID()], coverImageId: thumbnail } },
        },
        { createdAt: at(2), editions: { 'en-us': { title: 'Night', imageIds: [randomUUID()] } } },
      ],
    });
    const feed = await read(feedOf(book));
    expect(feed).toMatchObject({
      name: 'feed',
      attributes: { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en-US', 'xml:base': `${publicUrl}/` },
    });
    expect(textOf(feed, 'title')).toBe('Lanterns: new chapters');
    expect(textOf(feed, 'subtitle')).toBe('Light.');
    expect(textOf(feed, 'updated')).toBe(at(2).toISOString());
    expect(textOf(feed, 'logo')).toMatch(new RegExp(`^${publicUrl}/media/${cover}/`));
    expect(linkOf(feed, 'self')?.href).toBe(publicUrl + feedOf(book));
    expect(linkOf(feed, 'alternate')?.href).toBe(`${publicUrl}/book/chapters/${book.id}?lang=en-us`);

    const [night, dusk, ...more] = all(feed, 'entry');
    expect(more).toEqual([]);
    if (!night || !dusk) throw new Error('Two entries are expected');
    expect([night, dusk].map((entry) => textOf(entry, 'title'))).toEqual(['Night (members only)', 'Dusk (free)']);
    expect([night, dusk].map((entry) => textOf(entry, 'id'))).toEqual(
      book.chapterIds.toReversed().map((id) => `urn:uuid:${id}`),
    );
    expect(textOf(dusk, 'updated')).toBe(at(1).toISOString());
    expect(textOf(dusk, 'summary')).toBe('Chapter 1 of “Lanterns”, free to read.');
    expect(all(dusk, 'author')[0]?.children[0]?.text).toBe('Ada');
    expect(linkOf(dusk, 'enclosure')).toMatchObject({ type: 'image/webp', href: expect.stringContaining(thumbnail) });
    expect(linkOf(night, 'enclosure')).toBeUndefined();
    const [, locked] = book.chapterIds;
    expect(linkOf(night, 'alternate')).toMatchObject({
      type: 'text/html',
      href: `${publicUrl}/reader/book/chapter/${book.id}/${locked}/2?lang=en-us`,
    });
  });

  it('tells free and locked apart, for programs and in the words of each language', async () => {
    const titles = Object.fromEntries(languages.map((language) => [language, `Book ${language}`]));
    const book = await makeBook(server.db, { titles, publicFreeChapters: 1, chapters: 2 });
    const seen = new Set<string>();
    for (const language of languages) {
      const feed = await read(feedOf(book, language));
      expect(feed.attributes['xml:lang']).toBe(languageTags[language]);
      const categories = all(feed, 'entry').map((entry) => all(entry, 'category')[0]?.attributes);
      expect(categories.map((category) => category?.term)).toEqual(['locked', 'free']);
      const words = all(feed, 'entry').map((entry) => textOf(entry, 'title').replace(/Chapter \d/, ''));
      for (const word of [...words, ...categories.map((category) => category?.label ?? '')]) {
        expect(word).not.toBe('');
        seen.add(word);
      }
    }
    expect(seen.size).toBeGreaterThanOrEqual(languages.length * 3);
  });

  it('has a second entry for a chapter since its own date or the end of early access has opened it', async () => {
    const day = 24 * 60 * 60 * 1000;
    const begun = Math.floor(Date.now() / 1000) * 1000;
    const ago = (days: number) => new Date(begun - days * day);
    const chapter = (title: string, more: ChapterOptions = {}) => ({
      createdAt: ago(40),
      editions: { 'en-us': { title, imageIds: [randomUUID()] } },
      ...more,
    });
    const book = await makeBook(server.db, {
      publicFreeChapters: 2,
      earlyAccessDays: 10,
      chapters: [
        chapter('Free from the start', { publishedAt: ago(40) }),
        chapter('Free with a date that changed nothing', { publishedAt: ago(39), freeAt: ago(30) }),
        chapter('For members once', { publishedAt: ago(38), access: 'members', freeAt: ago(3) }),
        chapter('Opened with a window', { publishedAt: ago(30) }),
        chapter('Free at its publication', { publishedAt: ago(28), freeAt: ago(28) }),
        chapter('Early', { publishedAt: ago(15) }),
        chapter('With its own date', { publishedAt: ago(14), freeAt: ago(2) }),
        chapter('Given', { publishedAt: ago(13), access: 'free' }),
        chapter('Still early', { publishedAt: ago(9) }),
      ],
    });
    await server.db.query('insert into windows (book_id, from_at, to_at) values ($1, $2, $3), (null, $4, $5)', [
      book.id,
      ago(20.5),
      ago(20),
      ago(3.5),
      ago(2.5),
    ]);
    const entries = all(await read(feedOf(book)), 'entry');
    const second = entries.filter((entry) => textOf(entry, 'title').includes('now free'));
    expect(second.map((entry) => [textOf(entry, 'title'), textOf(entry, 'published')])).toEqual([
      ['With its own date: now free', ago(2).toISOString()],
      ['For members once: now free', ago(3).toISOString()],
      ['Early: now free', ago(5).toISOString()],
    ]);
    expect(entries).toHaveLength(12);
    expect(textOf(await read(feedOf(book)), 'updated')).toBe(ago(2).toISOString());
    const firstOf = (title: string) => entries.find((entry) => textOf(entry, 'title') === title);
    const [early] = [firstOf('Early (free)')];
    expect(early && textOf(early, 'id')).toBe(`urn:uuid:${book.chapterIds[5]}`);
    expect(firstOf('Still early (members only)')).toBeDefined();
    const ids = entries.map((entry) => textOf(entry, 'id'));
    expect(new Set(ids).size).toBe(ids.length);
    expect(second.map((entry) => all(entry, 'category')[0]?.attributes.term)).toEqual(['free', 'free', 'free']);
    const idsAgain = all(await read(feedOf(book)), 'entry').map((entry) => textOf(entry, 'id'));
    expect(idsAgain).toEqual(ids);
    await server.db.query('delete from windows');
  });

  it('has an id of its own in each language, which stays', async () => {
    const book = await makeBook(server.db);
    const idOf = async (language: string) => textOf(await read(feedOf(book, language)), 'id');
    const ids = await Promise.all(languages.map(idOf));
    expect(new Set(ids).size).toBe(languages.length);
    for (const id of ids)
      expect(id).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await idOf('en-us')).toBe(ids[languages.indexOf('en-us')]);
  });

  it('decodes titles exactly once, takes out control characters and escapes what is left', async () => {
    const title = 'Tom &amp;amp; <b>"J&eacute;r\u0007ôme"</b> &#x1F; &lt;script&gt; ]]> \ufffe';
    const book = await makeBook(server.db, {
      titles: { 'en-us': title },
      introductions: { 'en-us': title },
      author: title,
      chapters: [{ editions: { 'en-us': { title, imageIds: [randomUUID()] } } }],
    });
    const answer = await server.ask(feedOf(book));
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('<?xml');
    const feed = readXml(answer.body);
    const shown = 'Tom &amp; <b>"Jérôme"</b>  <script> ]]> ';
    expect(textOf(feed, 'title')).toBe(`${shown}: new chapters`);
    expect(textOf(feed, 'subtitle')).toBe(shown);
    const [entry] = all(feed, 'entry');
    expect(entry && textOf(entry, 'title')).toBe(`${shown.trim()} (free)`);
    expect(answer.body).not.toMatch(/<script|<b>/);
  });

  it('holds the fifty newest, also of chapters without a title', async () => {
    const chapters = Array.from({ length: 52 }, () => ({
      editions: { 'en-us': { title: '', imageIds: [randomUUID()] } },
    }));
    const feed = await read(feedOf(await makeBook(server.db, { chapters })));
    const titles = all(feed, 'entry').map((entry) => textOf(entry, 'title'));
    expect(titles).toHaveLength(50);
    expect(titles[0]).toBe('Chapter 52 (members only)');
    expect(titles.at(-1)).toBe('Chapter 3 (free)');
  });

  it('names a chapter without a title by what its print calls it', async () => {
    const editions = { 'en-us': { title: '', imageIds: [randomUUID()] } };
    const chapters = [
      { editions, label: '10.5' },
      { editions, season: 2, label: '½' },
    ];
    const feed = await read(feedOf(await makeBook(server.db, { chapters })));
    const names = all(feed, 'entry').map((entry) => [textOf(entry, 'title'), textOf(entry, 'summary')]);
    expect(names).toEqual([
      ['Season 2 · Chapter ½ (free)', expect.stringMatching(/^Chapter ½ of /)],
      ['Chapter 10.5 (free)', expect.stringMatching(/^Chapter 10\.5 of /)],
    ]);
  });

  it('is there before the first chapter', async () => {
    const feed = await read(feedOf(await makeBook(server.db, { chapters: 0 })));
    expect(all(feed, 'entry')).toEqual([]);
    expect(textOf(feed, 'updated')).toMatch(/Z$/);
    expect(all(feed, 'author')[0]?.children[0]?.text).toBe('Ink & Co');
  });

  it('is public: kept by caches, and not sent again where it is known', async () => {
    const path = feedOf(await makeBook(server.db));
    const first = await server.ask(path);
    expect(first.headers).toMatchObject({
      'content-type': 'application/atom+xml; charset=utf-8',
      'cache-control': 'public, max-age=0, s-maxage=5, stale-while-revalidate=30',
    });
    const again = await server.ask(path, { headers: { 'if-none-match': String(first.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('is not there for a book that is hidden or unknown, nor in a language that we do not have', async () => {
    const book = await makeBook(server.db);
    expect((await server.ask(feedOf({ id: book.id.toUpperCase() }))).statusCode).toBe(200);
    await setBookHidden(server.db, { bookId: book.id, hidden: true });
    const other = await makeBook(server.db);
    const wrong = [
      [feedOf(book), 'book_not_found'],
      [feedOf({ id: randomUUID() }), 'book_not_found'],
      [feedOf(other, 'de-de'), 'not_found'],
      [feedOf({ id: 'nonsense' }), 'not_found'],
      [`/feeds/book/${other.id}/en-us.xml`, 'not_found'],
      [`/feeds/book/${other.id}/en-us`, 'not_found'],
      ['/feeds/nothing.atom', 'not_found'],
      ['/feeds/%00/x.atom', 'not_found'],
    ] as const;
    for (const [path, code] of wrong) {
      const answer = await server.ask(path);
      expect([path, answer.statusCode, answer.json().code]).toEqual([path, 404, code]);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });
});

describe("a user's own feed", () => {
  const call = (user: SignedInUser, method: 'GET' | 'POST' | 'DELETE', query = '') =>
    server.app.inject({ method, url: `/api/v1/user/feed_token${query}`, headers: user.headers });
  const follow = (user: SignedInUser, { id }: { id: string }) =>
    server.app.inject({ method: 'PUT', url: `/api/v1/user/follows/${id}`, headers: user.headers });

  async function open(user: SignedInUser, query = ''): Promise<string> {
    const { url } = (await call(user, 'POST', query)).json().data.result;
    expect(url).toMatch(/^https:\/\/comics\.example\/feeds\/updates\/[\w-]{43}\.atom\?lang=[a-z-]+$/);
    return url.slice(publicUrl.length);
  }

  it('holds the new chapters of the books that the user follows, and no others', async () => {
    const user = await signIn(server);
    const [one, other] = [
      await makeBook(server.db, {
        titles: { 'en-us': 'One' },
        publicFreeChapters: 0,
        chapters: [{ createdAt: at(1) }],
      }),
      await makeBook(server.db, { titles: { 'en-us': 'Two' }, chapters: [{ createdAt: at(2) }] }),
    ];
    await makeBook(server.db, { titles: { 'en-us': 'Three' } });
    await follow(user, one);
    await follow(user, other);
    const path = await open(user);
    const feed = await read(path);
    expect(all(feed, 'entry').map((entry) => textOf(entry, 'title'))).toEqual([
      'Two: Chapter 1 (free)',
      'One: Chapter 1 (members only)',
    ]);
    expect(linkOf(feed, 'self')?.href).toBe(publicUrl + path);
    expect(textOf(feed, 'title')).toBe('New chapters of the books you follow · Ink & Co');
    await setBookHidden(server.db, { bookId: one.id, hidden: true });
    expect(all(await read(path), 'entry')).toHaveLength(1);
  });

  it('speaks the language of its address', async () => {
    const user = await signIn(server);
    await follow(user, await makeBook(server.db, { titles: { 'en-us': 'One', 'es-es': 'Uno' } }));
    const path = await open(user, '?language=es-es');
    const titles = async (address: string) => all(await read(address), 'entry').map((entry) => textOf(entry, 'title'));
    expect(await titles(path)).toEqual(['Uno: Chapter 1 (gratis)']);
    const [bare = ''] = path.split('?');
    expect(await titles(bare)).toEqual(['One: Chapter 1 (free)']);
    expect(await titles(`${bare}?lang=xx`)).toEqual(['One: Chapter 1 (free)']);
  });

  it('is empty, and whole, before anything is followed', async () => {
    const feed = await read(await open(await signIn(server)));
    expect(all(feed, 'entry')).toEqual([]);
    expect(textOf(feed, 'updated')).toMatch(/Z$/);
  });

  it('is nobody else’s: kept by no shared cache, known to no other site, found by no search', async () => {
    const path = await open(await signIn(server));
    const first = await server.ask(path);
    expect(first.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    const again = await server.ask(path, { headers: { 'if-none-match': String(first.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('has one address at a time, which ends at once', async () => {
    const user = await signIn(server);
    const status = async (path: string) => (await server.app.inject({ url: path })).statusCode;
    expect((await call(user, 'GET')).json().data.result).toBeNull();
    const first = await open(user);
    expect((await call(user, 'GET')).json().data.result).toEqual({ created_at: expect.stringMatching(/Z$/) });
    const second = await open(user);
    expect([await status(first), await status(second)]).toEqual([404, 200]);
    expect((await call(user, 'DELETE')).statusCode).toBe(204);
    expect((await call(user, 'DELETE')).statusCode).toBe(204);
    expect(await status(second)).toBe(404);
    expect((await call(user, 'GET')).json().data.result).toBeNull();
  });

  it('ends with a new password, which whoever knew the old one does not have', async () => {
    const user = await signIn(server);
    const path = await open(user);
    const changed = await server.app.inject({
      method: 'POST',
      url: '/api/v1/user/update_password',
      headers: user.headers,
      payload: { new_password: 'another password' },
    });
    expect(changed.statusCode).toBe(200);
    expect((await server.app.inject({ url: path })).statusCode).toBe(404);
    expect((await call(user, 'GET')).json().data.result).toBeNull();
  });

  it('opens to nothing but its token', async () => {
    await open(await signIn(server));
    for (const token of ['', 'x', 'A'.repeat(43), '%00', `${'A'.repeat(42)}'`]) {
      const answer = await server.app.inject({ url: `/feeds/updates/${token}.atom` });
      expect([token, answer.statusCode]).toEqual([token, 404]);
    }
  });

  it('leaves its token neither in the database nor in the log', async () => {
    const path = await open(await signIn(server));
    const token = /[\w-]{43}/.exec(path)?.[0] ?? '';
    await server.ask(path);
    await server.ask(path.replace('.atom', '.xml'));
    await server.ask(`${path}&lang=%zz`);
    const { rows } = await server.db.query<{ hash: Buffer }>('select token_hash as hash from feed_tokens');
    expect(rows.map(({ hash }) => hash.toString('hex'))).toContain(createHash('sha256').update(token).digest('hex'));
    const { rows: whole } = await server.db.query('select t::text from feed_tokens t');
    expect(JSON.stringify(whole)).not.toContain(token);
    expect(logged.join('')).toContain('/feeds/updates/:file');
    expect(logged.join('')).not.toContain(token);
  });
});

describe('the feeds of the site', () => {
  const chapterAt = (minutes: number, title: string): ChapterOptions => ({
    createdAt: at(minutes),
    editions: { 'en-us': { title, imageIds: [randomUUID()] } },
  });
  const idsOf = (feed: Element) => all(feed, 'entry').map((entry) => textOf(entry, 'id'));
  const titlesOf = (feed: Element) => all(feed, 'entry').map((entry) => textOf(entry, 'title'));

  it('have the newest chapters of all books and of a tag, each as in the feed of its book', async () => {
    await server.db.query('delete from books');
    const tag = 'A/B & 悬疑';
    const salt = await makeBook(server.db, {
      titles: { 'en-us': 'Salt', 'fr-fr': 'Sel' },
      tags: [tag],
      chapters: [chapterAt(10, 'One'), chapterAt(30, 'Three')],
    });
    const wind = await makeBook(server.db, { titles: { 'en-us': 'Wind' }, chapters: [chapterAt(20, 'Two')] });
    const chapters = await read('/feeds/chapters/en-us.atom');
    expect(titlesOf(chapters)).toEqual(['Salt: Three (free)', 'Wind: Two (free)', 'Salt: One (free)']);
    expect(linkOf(chapters, 'alternate')?.href).toBe(`${publicUrl}/?lang=en-us`);
    const ofTag = await read(`/feeds/tag/${encodeURIComponent(tag)}/fr-fr.atom`);
    expect(textOf(ofTag, 'title')).toContain(tag);
    expect(idsOf(ofTag)).toEqual(idsOf(await read(feedOf(salt))));
    expect(idsOf(chapters)).toEqual([idsOf(ofTag)[0], ...idsOf(await read(feedOf(wind))), idsOf(ofTag)[1]]);
    for (const path of ['tag/none/en-us', 'tag/a%00b/en-us', 'chapters/de', 'books/xx', 'else/en-us'])
      expect([path, (await server.ask(`/feeds/${path}.atom`)).statusCode]).toEqual([path, 404]);
  });

  inLong('tell among many books of one whose chapter has opened since', { timeout: 30_000 }, async () => {
    await server.db.query('delete from books');
    const own = { ...chapterAt(1, 'Own'), access: 'members' as const, freeAt: at(500) };
    const { chapterIds } = await makeBook(server.db, { titles: { 'en-us': 'Late' }, chapters: [own] });
    await makeBook(server.db, {
      titles: { 'en-us': 'Early' },
      publicFreeChapters: 0,
      earlyAccessDays: 1,
      chapters: [{ ...chapterAt(2, 'Ended'), publishedAt: new Date(at(600).getTime() - 86_400_000) }],
    });
    for (let n = 0; n < 50; n += 1) await makeBook(server.db, { chapters: [chapterAt(100 + n, `C ${n}`)] });
    const feed = await read('/feeds/chapters/en-us.atom');
    expect(titlesOf(feed).slice(0, 3)).toEqual([
      'Early: Ended: now free',
      'Late: Own: now free',
      'A book: C 49 (free)',
    ]);
    expect(idsOf(feed)[1]).not.toBe(`urn:uuid:${chapterIds[0]}`);
    expect(all(feed, 'entry')).toHaveLength(50);
  });

  it('have each new book once, by its first publication, whatever comes later', async () => {
    await server.db.query('delete from books');
    const salt = await makeBook(server.db, {
      titles: { 'en-us': 'Salt &amp; Pepper' },
      introductions: { 'en-us': 'Hot.' },
      chapters: [{ ...chapterAt(10, 'One'), publishedAt: at(10) }],
    });
    const wind = await makeBook(server.db, {
      titles: { 'en-us': 'Wind' },
      chapters: [{ ...chapterAt(20, 'Two'), publishedAt: at(20) }],
    });
    const feed = await read('/feeds/books/en-us.atom');
    expect(idsOf(feed)).toEqual([`urn:uuid:${wind.id}`, `urn:uuid:${salt.id}`]);
    expect(titlesOf(feed)).toEqual(['Wind', 'Salt & Pepper']);
    expect(all(feed, 'entry').map((entry) => textOf(entry, 'published'))).toEqual([
      at(20).toISOString(),
      at(10).toISOString(),
    ]);
    const [, entry] = all(feed, 'entry');
    expect(entry && [textOf(entry, 'summary'), linkOf(entry, 'alternate')?.href]).toEqual([
      'Hot.',
      `${publicUrl}/book/chapters/${salt.id}?lang=en-us`,
    ]);
  });
});
