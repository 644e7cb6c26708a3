import { randomUUID } from 'node:crypto';
import { Ajv } from 'ajv';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addTestPages } from '../../../../app/testing/pages.ts';
import { serverForTests } from '../../../../app/testing/server.ts';
import { daysFromNow, signIn } from '../../../../app/testing/users.ts';
import { inLong } from '../../../../server/testing/depth.ts';
import { setBookHidden } from '../../../catalog/server/catalog.ts';
import { makeBook } from '../../../catalog/testing/books.ts';
import { makeStoredImage } from '../../../media/testing/images.ts';
import { drawPicture } from '../../../media/testing/pictures.ts';
import { makeKey } from '../../testing/keys.ts';
import { komelia, pageOf, tracker } from '../../testing/komga-schemas.ts';

/** A comic of four chapters in English, the first one free; its second also in French. */
let book: { id: string; chapterIds: string[] };
/** A finished comic in French alone, all of it free, and one for adults. */
let french: { id: string; chapterIds: string[] };
let adult: { id: string };
let hidden: { id: string };
/** A novel in English of three chapters, the first one free, the second in French alone. */
let novel: { id: string; chapterIds: string[] };
let member: Reader;
let visitorLike: Reader;

interface Reader {
  id: string;
  name: string;
  key: string;
}

const server = serverForTests({ settings: { KOMGA_HOST: 'komga.test' }, addPages: addTestPages });
beforeAll(async () => {
  const cover = await makePicture('cover');
  const edition = async (title: string, pages: number) => ({
    title,
    imageIds: await Promise.all(Array.from({ length: pages }, () => makePicture('page'))),
  });
  book = await makeBook(server.db, {
    titles: { 'en-us': 'Zebra & Co', 'fr-fr': 'Zèbre et Cie' },
    introductions: { 'en-us': 'Of stripes.' },
    covers: { 'en-us': cover },
    author: 'Ana Lopez',
    tags: ['悬疑'],
    layout: 'pages',
    publicFreeChapters: 1,
    chapters: [
      { editions: { 'en-us': await edition('One', 3) } },
      { editions: { 'en-us': await edition('Two', 2), 'fr-fr': await edition('Deux', 1) } },
      { label: '2½', editions: { 'en-us': await edition('', 1) } },
      { editions: { 'en-us': await edition('Four', 1) } },
    ],
  });
  french = await makeBook(server.db, {
    titles: { 'fr-fr': 'Abeilles' },
    status: 'finished',
    chapters: [{ editions: { 'fr-fr': await edition('Un', 1) } }],
  });
  adult = await makeBook(server.db, { titles: { 'en-us': 'Late' }, rating: 'adult' });
  hidden = await makeBook(server.db, { titles: { 'en-us': 'Hidden' } });
  await makeBook(server.db, { kind: 'novel', titles: { 'en-us': 'Words' } });
  const chapter = (word: string) => ({
    editions: {
      'en-us': { title: word, blocks: [{ type: 'p' as const, inlines: [{ type: 'text' as const, text: word }] }] },
    },
  });
  novel = await makeBook(server.db, {
    ...{ kind: 'novel', titles: { 'en-us': 'A long tale' }, publicFreeChapters: 1 },
    chapters: [chapter('Dawn'), { editions: { 'fr-fr': chapter('Noon').editions['en-us'] } }, chapter('Dusk')],
  });
  await setBookHidden(server.db, { bookId: hidden.id, hidden: true });
});

beforeEach(async () => {
  member = await makeReader({ expireAt: daysFromNow(10) });
  visitorLike = await makeReader();
});

async function makeReader(given: { expireAt?: Date } = {}): Promise<Reader> {
  const { id, username } = await signIn(server, given);
  return { id, name: username, key: await makeKey(server.db, { userId: id, scopes: ['read', 'sync'] }) };
}

async function setDownloads(of: { id: string }, downloads: 'none' | 'members' | 'everyone'): Promise<void> {
  await server.db.query('update books set downloads = $1 where id = $2', [downloads, of.id]);
  server.pass(60_000);
}

const makePicture = async (kind: 'page' | 'cover') =>
  makeStoredImage(server, { kind, bytes: await drawPicture({ width: 480, height: 640, format: 'webp' }) });

type Headers = Record<string, string>;
type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const basic = ({ name, key }: Pick<Reader, 'name' | 'key'>): Headers => ({
  authorization: `Basic ${Buffer.from(`${name}:${key}`).toString('base64')}`,
});
const send = (method: Method, path: string, headers: Headers = {}, body?: unknown) =>
  server.app.inject({
    ...{ method, url: `/komga${path}`, headers },
    ...(body === undefined
      ? {}
      : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }),
  });
const get = (path: string, by: Reader = member) => send('GET', path, basic(by));
const read = async (path: string, by: Reader = member) => {
  const answer = await get(path, by);
  expect([path, answer.statusCode]).toEqual([path, 200]);
  return answer.json();
};
const post = async (path: string, body: unknown, by: Reader = member) => {
  const answer = await send('POST', path, basic(by), body);
  return answer.statusCode === 200 ? answer.json() : answer.statusCode;
};
const cookieOf = (answer: { headers: Record<string, unknown> }, name = 'KOMGA-SESSION') =>
  [answer.headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .find((cookie) => cookie.startsWith(`${name}=`));
const pairOf = (cookie: string | undefined) => cookie?.split(';')[0] ?? '';

const seriesId = (of: { id: string } = book, language = 'en-us') => `${of.id}-${language}`;
const bookId = (index: number, language = 'en-us') => `${book.chapterIds[index]}-${language}`;
const titles = (list: { content: { metadata: { title: string } }[] }) =>
  list.content.map(({ metadata }) => metadata.title);

describe('the lists', () => {
  it('have the libraries in which the reader finds a series, and no novels', async () => {
    const libraries = await read('/api/v1/libraries');
    expect(libraries.map(({ id, name }: { id: string; name: string }) => [id, name])).toEqual([
      ['enuscomic', 'English · Comics'],
      ['frfrcomic', 'Français · BD'],
    ]);
    expect((await read('/api/v1/libraries/frfrcomic')).id).toBe('frfrcomic');
  });

  it('have each edition as a series, by title', async () => {
    const list = await read('/api/v1/series');
    expect(titles(list)).toEqual(['Abeilles', 'Zebra & Co', 'Zèbre et Cie']);
    expect(list).toMatchObject({ totalElements: 3, totalPages: 1, first: true, last: true, size: 20, number: 0 });
  });

  it('have of a series the chapters that the reader may read, and those alone', async () => {
    const path = `/api/v1/series/${seriesId()}/books?unpaged=true&media_status=READY&deleted=false`;
    const numbers = (list: { content: { number: number }[] }) => list.content.map(({ number }) => number);
    expect(numbers(await read(path))).toEqual([1, 2, 3, 4]);
    expect(numbers(await read(path, visitorLike))).toEqual([1]);
    expect((await read(`/api/v1/series/${seriesId()}`, visitorLike)).booksCount).toBe(1);
    expect((await read(`/api/v1/series/${seriesId(book, 'fr-fr')}`, visitorLike)).booksCount).toBe(0);
    expect(titles(await read('/api/v1/series', visitorLike))).toEqual(['Abeilles', 'Zebra & Co']);
  });

  it('have pages, the last of them half full, and nothing beyond the end', async () => {
    const [first, second, beyond] = [0, 1, 7].map((page) => read(`/api/v1/series?page=${page}&size=2`));
    expect(await first).toMatchObject({ numberOfElements: 2, totalPages: 2, last: false });
    expect(await second).toMatchObject({ numberOfElements: 1, last: true, first: false, number: 1 });
    expect(await beyond).toMatchObject({ content: [], empty: true, totalElements: 3 });
  });

  it.each(['page=-1', 'page=x', 'size=0', 'size=999999', 'status=GONE', 'read_status=SOON', 'author=%00'])(
    'are refused with %s',
    async (query) => {
      expect((await get(`/api/v1/series?${query}`)).statusCode).toBe(400);
    },
  );

  it.each([
    ['library_id=frfrcomic', ['Abeilles', 'Zèbre et Cie']],
    ['library_id=frfrcomic,enuscomic', ['Abeilles', 'Zebra & Co', 'Zèbre et Cie']],
    ['library_id=frfrcomic&library_id=enuscomic', ['Abeilles', 'Zebra & Co', 'Zèbre et Cie']],
    ['library_id=nowhere', []],
    ['status=ENDED', ['Abeilles']],
    ['status=ended,ongoing', ['Abeilles', 'Zebra & Co', 'Zèbre et Cie']],
    ['genre=Mystery', ['Zebra & Co', 'Zèbre et Cie']],
    ['tag=anything', []],
    ['publisher=anybody', []],
    ['author=Ana%20Lopez,writer', ['Zebra & Co', 'Zèbre et Cie']],
    ['author=Ana%20Lopez,translator', []],
    ['search=zebra', ['Zebra & Co', 'Zèbre et Cie']],
    ['search=nothing+like+it', []],
    ['deleted=true', []],
    ['sort=metadata.titleSort,desc', ['Zèbre et Cie', 'Zebra & Co', 'Abeilles']],
    ['sort=booksCount,desc&library_id=enuscomic', ['Zebra & Co']],
    ['sort=constructor,asc&library_id=enuscomic', ['Zebra & Co']],
    ['read_status=UNREAD', ['Abeilles', 'Zebra & Co', 'Zèbre et Cie']],
    ['read_status=READ&read_status=IN_PROGRESS', []],
  ])('with %s are %j', async (query, expected) => {
    expect(titles(await read(`/api/v1/series?${query}`))).toEqual(expected);
  });

  it.each([
    [{}, 3],
    [{ condition: null, fullTextSearch: 'zebra' }, 2],
    [{ condition: { allOf: [] } }, 3],
    [{ condition: { libraryId: { operator: 'is', value: 'enuscomic' } } }, 1],
    [{ condition: { libraryId: { operator: 'isnot', value: 'enuscomic' } } }, 2],
    [
      {
        condition: {
          anyOf: [
            { seriesStatus: { operator: 'is', value: 'ENDED' } },
            { title: { operator: 'beginsWith', value: 'zeb' } },
          ],
        },
      },
      2,
    ],
    [
      {
        condition: {
          type: 'AllOfSeries',
          allOf: [{ deleted: { operator: 'isFalse' } }, { oneshot: { operator: 'istrue' } }],
        },
      },
      0,
    ],
    [{ condition: { title: { operator: 'contains', value: '%' } } }, 0],
    [{ condition: { genre: { operator: 'isNull' } } }, 1],
    [{ condition: { language: { operator: 'is', value: 'fr' } } }, 2],
    [{ condition: { ageRating: { operator: 'isNull' } } }, 3],
    [{ condition: { releaseDate: { operator: 'after', dateTime: '2000-01-01T00:00:00Z' } } }, 3],
    [{ condition: { releaseDate: { operator: 'isInTheLast', duration: 'P1D' } } }, 0],
    [{ condition: { author: { operator: 'is', value: { name: 'ana lopez' } } } }, 2],
    [{ condition: { readStatus: { operator: 'isNot', value: 'READ' } } }, 3],
    [{ condition: {} }, 400],
    [{ condition: { colour: { operator: 'is', value: 'red' } } }, 400],
    [{ condition: { numberSort: { operator: 'is', value: 1 } } }, 400],
    [{ condition: { title: { operator: 'is', value: 'a' }, language: { operator: 'is', value: 'en' } } }, 400],
    [{ condition: { title: { operator: 'resembles', value: 'a' } } }, 400],
    [{ condition: { seriesStatus: { operator: 'is', value: 'GONE' } } }, 400],
    [{ condition: { releaseDate: { operator: 'after', dateTime: '-200000-01-01T00:00:00Z' } } }, 400],
    [{ condition: { releaseDate: { operator: 'isInTheLast', duration: 'P999999999Y' } } }, 400],
    [{ condition: { title: { operator: 'is', value: 'a\0' } } }, 400],
    [{ fullTextSearch: '\ud800' }, 400],
    [{ fullTextSearch: 'a'.repeat(101) }, 400],
    [{ condition: { allOf: Array.from({ length: 300 }, () => ({ deleted: { operator: 'isFalse' } })) } }, 400],
  ])('by the condition %j have %i', async (body, expected) => {
    const list = await post('/api/v1/series/list', body);
    expect(typeof list === 'number' ? list : list.totalElements).toBe(expected);
  });

  it.each([
    [{}, 6],
    [{ condition: { numberSort: { operator: 'greaterThan', value: 1.5 } } }, 4],
    [{ condition: { mediaStatus: { operator: 'isNot', value: 'READY' } } }, 0],
    [{ condition: { mediaProfile: { operator: 'is', value: 'divina' } } }, 6],
    [{ condition: { poster: { operator: 'is', value: { type: 'GENERATED', selected: true } } } }, 0],
    [{ condition: { tag: { operator: 'is', value: 'a' } } }, 0],
    [{ condition: { genre: { operator: 'is', value: 'a' } } }, 400],
  ])('of books by the condition %j have %i', async (body, expected) => {
    const list = await post('/api/v1/books/list?sort=metadata.releaseDate,desc', body);
    expect(typeof list === 'number' ? list : list.totalElements).toBe(expected);
  });

  it('leave out books for adults, unless the reader has said to be one; by its id it is there', async () => {
    expect(titles(await read('/api/v1/series?search=late'))).toEqual([]);
    await server.db.query(
      `insert into reader_settings (user_id, name, value, updated_at) values ($1, 'adult', 'true', now())`,
      [member.id],
    );
    expect(titles(await read('/api/v1/series?search=late'))).toEqual(['Late']);
    const shown = await read(`/api/v1/series/${seriesId(adult)}`, visitorLike);
    expect(shown.metadata.ageRating).toBe(18);
    const { content } = await read(`/api/v1/series/${seriesId(adult)}/books`, visitorLike);
    expect([content.length, content.length]).toEqual([shown.booksCount, 1]);
  });

  it('tell what can be filtered by, with and without a slash at the end', async () => {
    expect(await read('/api/v1/genres/')).toEqual(['Mystery', 'Mystère']);
    expect(await read('/api/v1//tags/series/')).toEqual([]);
    expect(await read('/api/v1/authors')).toEqual([{ name: 'Ana Lopez', role: 'writer' }]);
    expect((await read('/api/v2/authors?search=ana&role=writer')).content).toHaveLength(1);
    expect((await read('/api/v2/authors?search=ana&role=penciller')).content).toEqual([]);
    expect((await read('/api/v1/languages')).sort()).toEqual(['en', 'fr']);
    for (const path of ['collections?unpaged=true', 'readlists'])
      expect((await read(`/api/v1/${path}`)).content).toEqual([]);
  });
});

describe('a book', () => {
  it('has the facts of its chapter', async () => {
    expect(await read(`/api/v1/books/${bookId(2)}`)).toMatchObject({
      seriesTitle: 'Zebra & Co',
      name: '2½',
      number: 3,
      media: { status: 'READY', mediaProfile: 'DIVINA', pagesCount: 1 },
      metadata: { number: '2½', numberSort: 3, authors: [{ name: 'Ana Lopez', role: 'writer' }] },
      readProgress: null,
    });
  });

  it('is read by its pages, and only seen in a list by its facts, cover and neighbours', async () => {
    const lastLanguage = async () =>
      (
        await server.db.query("select value from reader_settings where user_id = $1 and name = 'last_language'", [
          member.id,
        ])
      ).rows;
    for (const of of ['', '/next', '/thumbnail']) await get(`/api/v1/books/${bookId(0)}${of}`);
    expect(await lastLanguage()).toEqual([]);
    await read(`/api/v1/books/${bookId(0)}/pages`);
    expect(await lastLanguage()).toEqual([{ value: 'en-us' }]);
  });

  it('leads to those beside it', async () => {
    expect((await read(`/api/v1/books/${bookId(1)}/next`)).id).toBe(bookId(2));
    expect((await read(`/api/v1/books/${bookId(1)}/previous`)).id).toBe(bookId(0));
    expect((await get(`/api/v1/books/${bookId(3)}/next`)).statusCode).toBe(404);
    expect((await get(`/api/v1/books/${bookId(0)}/next`, visitorLike)).statusCode).toBe(404);
  });

  it('has pages as they are stored, and as JPEG', async () => {
    const pages = await read(`/api/v1/books/${bookId(0)}/pages`);
    expect(pages).toHaveLength(3);
    expect(pages[0]).toMatchObject({ number: 1, mediaType: 'image/webp', width: 480, height: 640 });
    const webp = await get(`/api/v1/books/${bookId(0)}/pages/1`);
    expect([webp.statusCode, webp.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(webp.headers['cache-control']).toBe('private, no-cache');
    const etag = String(webp.headers.etag);
    const again = await send('GET', `/api/v1/books/${bookId(0)}/pages/1`, { ...basic(member), 'if-none-match': etag });
    expect(again.statusCode).toBe(304);
    const jpeg = await get(`/api/v1/books/${bookId(0)}/pages/0?zero_based=true&convert=jpeg`);
    expect((await sharp(jpeg.rawPayload).metadata()).format).toBe('jpeg');
    for (const path of ['pages/0', 'pages/4', 'pages/x', 'pages/1?convert=gif'])
      expect((await get(`/api/v1/books/${bookId(0)}/${path}`)).json()).toHaveProperty('violations');
  });

  it('and a series show their covers as JPEG', async () => {
    for (const path of [
      `books/${bookId(0)}/thumbnail`,
      `series/${seriesId()}/thumbnail`,
      `series/${seriesId(book, 'fr-fr')}/thumbnail`,
    ]) {
      const answer = await get(`/api/v1/${path}`);
      expect([path, answer.headers['content-type']]).toEqual([path, 'image/jpeg']);
    }
    expect((await get(`/api/v1/series/${seriesId(french)}/thumbnail`)).statusCode).toBe(404);
    expect(await read(`/api/v1/series/${seriesId()}/thumbnails`)).toEqual([]);
  });

  it('is a manifest and positions for readers of Readium’s kind', async () => {
    const manifest = await get(`/api/v1/books/${bookId(0)}/manifest`);
    expect(manifest.headers['content-type']).toBe('application/divina+json');
    expect(manifest.json().readingOrder[0]).toMatchObject({
      href: `${server.config.publicUrl}/komga/api/v1/books/${bookId(0)}/pages/1`,
      type: 'image/webp',
      alternate: [{ type: 'image/jpeg' }],
    });
    expect((await read(`/api/v1/books/${bookId(0)}/positions`)).total).toBe(3);
  });

  it('that is locked is refused by every road, and what is hidden or unknown is nowhere', async () => {
    for (const road of [
      '',
      '/pages',
      '/pages/1',
      '/pages/1?convert=jpeg',
      '/pages/1/thumbnail',
      '/thumbnail',
      '/manifest',
      '/positions',
      '/progression',
      '/next',
      '/file',
    ]) {
      const answer = await get(`/api/v1/books/${bookId(1)}${road}`, visitorLike);
      expect([road, answer.statusCode, answer.headers['cache-control']]).toEqual([road, 403, 'no-store']);
      expect((await get(`/api/v1/books/${randomUUID()}-en-us${road}`)).statusCode).toBe(404);
      expect((await get(`/api/v1/books/${bookId(0, 'fr-fr')}${road}`)).statusCode).toBe(404);
    }
    expect((await get(`/api/v1/series/${seriesId(hidden)}`)).statusCode).toBe(404);
    expect(
      (await send('PATCH', `/api/v1/books/${bookId(1)}/read-progress`, basic(visitorLike), { page: 1 })).statusCode,
    ).toBe(403);
  });

  it('is refused within 5 s of the end of the right, by the address that was good', async () => {
    const path = `/api/v1/books/${bookId(1)}/pages/1`;
    expect((await get(path)).statusCode).toBe(200);
    await server.db.query('update memberships set expire_at = now() where user_id = $1', [member.id]);
    server.pass(5000);
    expect((await get(path)).statusCode).toBe(403);
  });
});

const ajv = new Ajv();
function expectShape(schema: object, value: unknown): void {
  const isValid = ajv.compile(schema);
  expect([isValid(value), isValid.errors]).toEqual([true, null]);
}

describe('a session', () => {
  it('is given with each answer to a right key that brought none, and is the key’s: it ends with it', async () => {
    const first = await get('/api/v2/users/me');
    const cookie = cookieOf(first);
    expect(cookie).toMatch(/^KOMGA-SESSION=[\w.-]+; Path=\/komga; Max-Age=604800; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain(member.key);
    expect(cookieOf(first, 'komga-remember-me')).toBeUndefined();
    const pair = pairOf(cookie);
    const again = await send('GET', '/api/v2/users/me', { cookie: pair });
    expect([again.statusCode, again.json().email, cookieOf(again)]).toEqual([200, member.name, undefined]);
    expect(cookieOf(await send('GET', '/api/v2/users/me', { ...basic(member), cookie: pair }))).toBeUndefined();
    await server.db.query('delete from access_tokens where user_id = $1', [member.id]);
    server.pass(5000);
    expect((await send('GET', '/api/v2/users/me', { cookie: pair })).statusCode).toBe(401);
  });

  it('is not Secure without https, is so for seven days, and no longer', async () => {
    const pair = pairOf(cookieOf(await get('/api/v2/users/me')));
    server.pass(7 * 24 * 60 * 60 * 1000);
    expect((await send('GET', '/api/v2/users/me', { cookie: pair })).statusCode).toBe(401);
  });

  it('opens this door alone, and our own calls not at all', async () => {
    const cookie = pairOf(cookieOf(await get('/api/v2/users/me')));
    for (const url of ['/api/v1/user/progress', `/opds/pages/${book.chapterIds[1]}/en-us/0.webp`])
      expect((await server.app.inject({ url, headers: { cookie } })).statusCode).toBe(401);
    const token = String(
      (await send('GET', '/api/v2/users/me', { ...basic(member), 'x-auth-token': '' })).headers['x-auth-token'],
    );
    for (const headers of [{ authorization: `Token ${token}` }, { 'x-api-key': token }])
      expect((await send('GET', '/api/v2/users/me', headers)).statusCode).toBe(401);
  });

  it.each([
    ['is altered', (cookie: string) => cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['has lost its signature', (cookie: string) => cookie.replace(/\..*$/, '.')],
    ['is of another kind', (cookie: string) => cookie.replace('KOMGA-SESSION', 'komga-remember-me')],
    ['is nonsense', () => 'KOMGA-SESSION=x.y.z; KOMGA-SESSION; =;'],
  ])('opens nothing where it %s', async (_, change) => {
    const pair = pairOf(cookieOf(await get('/api/v2/users/me')));
    expect((await send('GET', '/api/v2/users/me', { cookie: change(pair) })).statusCode).toBe(401);
  });

  it('gives way to a key, a wrong one too', async () => {
    const cookie = pairOf(cookieOf(await get('/api/v2/users/me')));
    const other = await send('GET', '/api/v2/users/me', { ...basic(visitorLike), cookie });
    expect(other.json().id).toBe(visitorLike.id);
    expect(pairOf(cookieOf(other))).not.toBe('');
    const wrong = await send('GET', '/api/v2/users/me', { 'x-api-key': 'wrong', cookie });
    expect([wrong.statusCode, wrong.headers['www-authenticate']]).toEqual([401, undefined]);
  });

  it('writes JSON or nothing: no form of another site writes with it', async () => {
    const cookie = pairOf(cookieOf(await get('/api/v2/users/me')));
    const path = `/komga/api/v1/books/${bookId(0)}/read-progress`;
    const payload = JSON.stringify({ page: 2 });
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      undefined,
    ]) {
      const headers = { cookie, ...(type && { 'content-type': type }) };
      expect((await server.app.inject({ method: 'PATCH', url: path, headers, payload })).statusCode).toBe(415);
    }
    expect((await read(`/api/v1/books/${bookId(0)}`)).readProgress).toBe(null);
    const series = `/api/v1/series/${seriesId()}/read-progress`;
    expect((await send('POST', series, { cookie })).statusCode).toBe(204);
    expect((await read(`/api/v1/series/${seriesId()}`)).booksReadCount).toBe(4);
    expect((await send('POST', series, { cookie, 'content-type': 'text/plain' })).statusCode).toBe(204);
  });
});

describe('files', () => {
  afterEach(async () => {
    for (const each of [book, novel]) await setDownloads(each, 'none');
  });
  const rolesOf = async (by: Reader) => (await read('/api/v2/users/me', by)).roles;

  it('are given of a comic to those whom its book gives them', async () => {
    const path = `/api/v1/books/${bookId(0)}/file`;
    expect([(await get(path)).json().status, await rolesOf(member)]).toEqual([403, ['USER', 'PAGE_STREAMING']]);
    await setDownloads(book, 'members');
    expect(await rolesOf(member)).toContain('FILE_DOWNLOAD');
    expect(await rolesOf(visitorLike)).not.toContain('FILE_DOWNLOAD');
    const file = await get(path);
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/vnd.comicbook+zip']);
    expect(file.rawPayload.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    expect(file.rawPayload.includes('003.webp')).toBe(true);
    const part = await send('GET', path, { ...basic(member), range: 'bytes=2-5' });
    expect([part.statusCode, part.rawPayload.length, part.headers.etag]).toEqual([206, 4, file.headers.etag]);
    const head = await send('HEAD', path, basic(member));
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(file.rawPayload.length)]);
    const beyond = await send('GET', path, { ...basic(member), range: 'bytes=9999999-' });
    expect(beyond.json()).toMatchObject({ status: 416, error: 'Range Not Satisfiable' });
    const again = await send('GET', path, { ...basic(member), 'if-none-match': String(file.headers.etag) });
    expect(again.statusCode).toBe(304);
    const refused = await send('GET', path, { ...basic(visitorLike), 'if-none-match': String(file.headers.etag) });
    expect(refused.json()).toMatchObject({ status: 403, error: 'Forbidden' });
    await setDownloads(book, 'everyone');
    expect(await rolesOf(visitorLike)).toContain('FILE_DOWNLOAD');
    expect((await get(path, visitorLike)).statusCode).toBe(200);
    expect((await get(`/api/v1/books/${bookId(1)}/file`, visitorLike)).statusCode).toBe(403);
    expect((await get(`/api/v1/books/${novel.id}-en-us/file`)).statusCode).toBe(404);
  });

  inLong('make a novel a series of one book, for those alone who may take it', async () => {
    const id = `${novel.id}-en-us-epub`;
    const libraries = async (by: Reader) =>
      (await read('/api/v1/libraries', by)).map((each: { id: string }) => each.id);
    expect((await get(`/api/v1/books/${id}`)).statusCode).toBe(404);
    await setDownloads(novel, 'members');
    expect(await libraries(member)).toContain('enusnovel');
    expect(await libraries(visitorLike)).not.toContain('enusnovel');
    expect((await get(`/api/v1/books/${id}/file`, visitorLike)).statusCode).toBe(403);
    const series = await read('/api/v1/series?library_id=enusnovel');
    expectShape(pageOf(komelia.series), series);
    expect(series.content).toMatchObject([{ name: 'A long tale', booksCount: 1, booksUnreadCount: 1 }]);
    const books = await read(`/api/v1/series/${seriesId(novel)}/books?unpaged=true&media_status=READY`);
    expectShape(pageOf(komelia.book), books);
    expect(books.content).toMatchObject([
      {
        ...{
          id,
          seriesId: seriesId(novel),
          libraryId: 'enusnovel',
          name: 'A long tale',
          number: 1,
          readProgress: null,
        },
        media: { status: 'READY', mediaType: 'application/epub+zip', mediaProfile: 'EPUB', pagesCount: 3 },
        metadata: { title: 'A long tale', number: '1', numberSort: 1 },
      },
    ]);
    expect(books.content[0].sizeBytes).toBeGreaterThan(3 * 'Dawn'.length);
    const epub = { condition: { mediaProfile: { operator: 'is', value: 'EPUB' } } };
    expect((await post('/api/v1/books/list', epub)).totalElements).toBe(1);
    const file = await get(`/api/v1/books/${id}/file`);
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/epub+zip']);
    expect(['Dawn', 'Noon', 'Dusk'].every((word) => file.rawPayload.includes(word))).toBe(true);
    expect(await read(`/api/v1/books/${id}/pages`)).toEqual([]);
    for (const road of ['pages/1', 'pages/1/thumbnail', 'manifest/divina', 'next', 'previous'])
      expect([road, (await get(`/api/v1/books/${id}/${road}`)).statusCode]).toEqual([road, 404]);
    for (const other of [`${novel.chapterIds[0]}-en-us`, `${book.id}-en-us-epub`, `${novel.id}-fr-fr-epub`])
      expect([other, (await get(`/api/v1/books/${other}`)).statusCode]).toEqual([other, 404]);
    await setDownloads(novel, 'everyone');
    const own = await read(`/api/v1/books/${id}`, visitorLike);
    expect(own.media.pagesCount).toBe(1);
    const open = await get(`/api/v1/books/${id}/file`, visitorLike);
    expect(['Dawn', 'Dusk'].map((word) => open.rawPayload.includes(word))).toEqual([true, false]);
  });

  inLong('of a novel are told part by part to readers that show them so', async () => {
    await setDownloads(novel, 'everyone');
    const path = `/api/v1/books/${novel.id}-en-us-epub`;
    const manifest = await get(`${path}/manifest`);
    expect(manifest.headers['content-type']).toBe('application/webpub+json');
    expectShape(komelia.epubManifest, manifest.json());
    const { readingOrder, resources, toc } = manifest.json();
    const names = (links: { href: string }[]) => links.map(({ href }) => href.split(`${path}/resource/`)[1]);
    expect(names(readingOrder)).toEqual(['c1.xhtml', 'c2.xhtml', 'c3.xhtml', 'last.xhtml']);
    expect(names(resources)).toEqual(['style.css', 'nav.xhtml']);
    expect(toc.map(({ title }: { title: string }) => title)).toEqual(['Dawn', 'Noon', 'Dusk']);
    expect(await read(`${path}/manifest/epub`)).toEqual(manifest.json());
    const positions = await read(`${path}/positions`);
    expectShape(komelia.positions, positions);
    expect(positions.positions.map(({ href }: { href: string }) => href)).toEqual(['c1.xhtml', 'c2.xhtml', 'c3.xhtml']);
    const second = await get(`${path}/resource/c2.xhtml`);
    expect([second.statusCode, second.headers['content-type']]).toEqual([200, 'application/xhtml+xml']);
    expect(second.body).toContain('Noon');
    // What is closed to this reader is not in it.
    expect(names((await read(`${path}/manifest`, visitorLike)).readingOrder)).toEqual(['c1.xhtml', 'last.xhtml']);
    expect((await get(`${path}/resource/c2.xhtml`, visitorLike)).statusCode).toBe(404);
    for (const none of ['resource/c9.xhtml', 'resource/mimetype', 'resource/p/x.jpg'])
      expect([none, (await get(`${path}/${none}`)).statusCode]).toEqual([none, 404]);
    expect((await get(`/api/v1/books/${bookId(0)}/manifest/epub`)).statusCode).toBe(404);
    await setDownloads(novel, 'members');
    const refused = async (road: string) => (await get(`${path}/${road}`, visitorLike)).statusCode;
    expect([await refused('manifest'), await refused('positions'), await refused('resource/c1.xhtml')]).toEqual([
      ...[404, 404, 403],
    ]);
  });

  it('of a novel have a place, chapter by chapter', async () => {
    await setDownloads(novel, 'members');
    const path = `/api/v1/books/${novel.id}-en-us-epub`;
    const told = async () => (await read(path)).readProgress;
    const count = async () => {
      const { booksReadCount, booksInProgressCount } = await read(`/api/v1/series/${seriesId(novel)}`);
      return [booksReadCount, booksInProgressCount];
    };
    const patch = async (body: unknown) =>
      (await send('PATCH', `${path}/read-progress`, basic(member), body)).statusCode;
    expect([await patch({ page: 2 }), await patch({ page: 4 })]).toEqual([204, 400]);
    expect([await told(), await count()]).toMatchObject([{ page: 2, completed: false }, [0, 1]]);
    const progression = await get(`${path}/progression`);
    expectShape(komelia.progression, progression.json());
    expect(progression.json()).toMatchObject({ locator: { href: 'c2.xhtml', locations: { position: 2 } } });
    expect(titles(await read('/api/v1/books?read_status=IN_PROGRESS'))).toEqual(['A long tale']);
    server.pass(1000);
    const locator = { href: 'OEBPS/c3.xhtml', type: 'application/xhtml+xml', locations: { progression: 0.5 } };
    const body = { modified: '2099-01-01T00:00:00Z', device: { id: 'a', name: 'b' }, locator };
    expect((await send('PUT', `${path}/progression`, basic(member), body)).statusCode).toBe(204);
    expect(await told()).toMatchObject({ page: 3, completed: false });
    expect(await patch({ completed: true })).toBe(204);
    expect([await told(), await count()]).toMatchObject([{ page: 3, completed: true }, [1, 0]]);
    expect(titles(await read('/api/v1/books?read_status=READ'))).toEqual(['A long tale']);
    const counts = await read(`/api/v2/series/${seriesId(novel)}/read-progress/tachiyomi`);
    expect(counts).toMatchObject({
      booksCount: 1,
      booksReadCount: 1,
      lastReadContinuousNumberSort: 1,
      maxNumberSort: 1,
    });
    expect((await send('DELETE', `${path}/read-progress`, basic(member))).statusCode).toBe(204);
    expect([await told(), await count()]).toEqual([null, [0, 0]]);
  });
});

describe('a key', () => {
  it('that lacks the scope, or is for publishing, is refused with 403', async () => {
    const keyWith = async (...scopes: ('read' | 'sync' | 'publish')[]) => ({
      ...member,
      key: await makeKey(server.db, { userId: member.id, scopes }),
    });
    const [reading, writing, publishing] = [await keyWith('read'), await keyWith('sync'), await keyWith('publish')];
    const path = `/api/v1/books/${bookId(0)}/read-progress`;
    for (const by of [writing, publishing]) expect((await get('/api/v1/series', by)).statusCode).toBe(403);
    for (const by of [reading, publishing])
      expect((await send('PATCH', path, basic(by), { page: 1 })).statusCode).toBe(403);
    expect((await send('PATCH', path, basic(writing), { page: 1 })).statusCode).toBe(204);
    for (const told of [
      `/api/v1/books/${bookId(0)}/progression`,
      `/api/v2/series/${seriesId()}/read-progress/tachiyomi`,
    ]) {
      for (const by of [reading, writing]) expect((await get(told, by)).statusCode).toBe(200);
      expect((await get(told, publishing)).statusCode).toBe(403);
    }
    expect((await send('POST', '/api/v1/series/list', basic(reading), {})).statusCode).toBe(200);
  });

  it('opens no other write than of reading progress', async () => {
    for (const [method, path] of [
      ['PATCH', `/api/v1/books/${bookId(0)}/metadata`],
      ['DELETE', `/api/v1/books/${bookId(0)}/file`],
      ['POST', `/api/v1/books/${bookId(0)}/analyze`],
      ['POST', '/api/v1/libraries'],
      ['POST', '/api/logout'],
      ['PUT', '/api/v1/anything'],
    ] as const)
      expect([path, (await send(method, path, basic(member), {})).statusCode]).toEqual([path, 403]);
    expect((await get(`/api/v1/books/${bookId(0)}/read-progress`)).statusCode).toBe(405);
    expect((await get('/actuator/info')).statusCode).toBe(403);
    expect((await get('/api/v1/nothing')).statusCode).toBe(404);
  });

  it('is asked for with Komga’s own words', async () => {
    const asked = await send('GET', '/api/v1/series');
    expect(asked.headers['www-authenticate']).toBe('Basic realm="Realm"');
    expect(asked.json()).toMatchObject({ status: 401, error: 'Unauthorized', path: '/komga/api/v1/series' });
  });

  it('finds nothing by an address that is no valid text, in Komga’s own words', async () => {
    expect((await get('/api/v1/books/%E0%A4%A?x=1')).json()).toMatchObject({ status: 404, error: 'Not Found' });
    expect((await send('GET', '/api/v1/%ff')).json()).toMatchObject({ status: 401, error: 'Unauthorized' });
  });
});

describe('reading progress', () => {
  const progressOf = async (index: number, by: Reader = member) =>
    (await read(`/api/v1/books/${bookId(index)}`, by)).readProgress;
  const write = async (method: Method, path: string, body?: unknown) =>
    (await send(method, path, basic(member), body)).statusCode;
  const placeOf = async () => {
    const { rows } = await server.db.query(
      'select chapter_id, position_index, position_fraction from reading_places where user_id = $1',
      [member.id],
    );
    return rows[0];
  };

  it('of a page moves the place, and is told back', async () => {
    expect(await write('PATCH', `/api/v1/books/${bookId(0)}/read-progress`, { page: 2 })).toBe(204);
    expect(await placeOf()).toMatchObject({ chapter_id: book.chapterIds[0], position_index: 1, position_fraction: 0 });
    expect(await progressOf(0)).toMatchObject({ page: 2, completed: false });
    expect(await read(`/api/v1/series/${seriesId()}`)).toMatchObject({
      ...{ booksReadCount: 0, booksInProgressCount: 1, booksUnreadCount: 3 },
    });
    expect(titles(await read('/api/v1/books?sort=readProgress.readDate,desc&read_status=IN_PROGRESS'))).toEqual([
      'One',
    ]);
    expect(titles(await read('/api/v1/series?read_status=IN_PROGRESS&library_id=enuscomic'))).toEqual(['Zebra & Co']);
  });

  it('of the whole marks the chapter, and taking it back beats the furthest place', async () => {
    expect(await write('PATCH', `/api/v1/books/${bookId(1)}/read-progress`, { page: 2, completed: true })).toBe(204);
    expect(await progressOf(1)).toMatchObject({ page: 2, completed: true });
    expect(await progressOf(0)).toMatchObject({ completed: true });
    expect(titles(await read('/api/v1/books/ondeck?library_id=enuscomic'))).toEqual(['2½']);
    expect(await write('DELETE', `/api/v1/books/${bookId(1)}/read-progress`)).toBe(204);
    expect(await progressOf(1)).toBe(null);
    expect(await write('PATCH', `/api/v1/books/${bookId(1)}/read-progress`, { page: 1, completed: false })).toBe(204);
    expect(await progressOf(1)).toMatchObject({ page: 1, completed: false });
  });

  it.each([
    [{}, 400],
    [{ completed: false }, 400],
    [{ page: 0 }, 400],
    [{ page: 4 }, 400],
    [{ page: 1.5 }, 400],
    [{ page: 'one' }, 400],
    [{ page: 3, completed: 'yes' }, 400],
    [[], 400],
    [null, 400],
  ])('that says %j is refused, and nothing changes', async (body, status) => {
    expect(await write('PATCH', `/api/v1/books/${bookId(0)}/read-progress`, body)).toBe(status);
    expect(await placeOf()).toBeUndefined();
  });

  it('of a series is all or nothing of what the reader may read', async () => {
    const path = `/api/v1/series/${seriesId()}`;
    expect((await send('POST', `${path}/read-progress`, basic(visitorLike))).statusCode).toBe(204);
    expect(await read(path, visitorLike)).toMatchObject({ booksReadCount: 1, booksUnreadCount: 0 });
    const { rows } = await server.db.query<{ marks: unknown }>('select marks from reading_marks where user_id = $1', [
      visitorLike.id,
    ]);
    expect(rows[0]?.marks).toMatchObject([{ first: 1, last: 1, is_read: true }]);
    expect(titles(await read('/api/v1/series?read_status=READ', visitorLike))).toContain('Zebra & Co');
    expect((await send('DELETE', `${path}/read-progress`, basic(visitorLike))).statusCode).toBe(204);
    expect(await read(path, visitorLike)).toMatchObject({ booksReadCount: 0, booksUnreadCount: 1 });
  });

  it('by Readium’s way has the later word', async () => {
    const path = `/api/v1/books/${bookId(0)}/progression`;
    expect((await get(path)).statusCode).toBe(204);
    const at = (modified: string, position: unknown) => ({
      modified,
      device: { id: 'a', name: 'b' },
      locator: { href: 'x', type: 'image/jpeg', locations: { position } },
    });
    expect(await write('PUT', path, at('-200000-01-01T00:00:00Z', 1))).toBe(400);
    expect(await write('PUT', path, at('2026-01-01T00:00:00Z', 2))).toBe(204);
    const told = await get(path);
    expect(told.headers['content-type']).toBe('application/vnd.readium.progression+json');
    expect(told.json()).toMatchObject({ modified: '2026-01-01T00:00:00Z', locator: { locations: { position: 2 } } });
    expect(await write('PUT', path, at('2025-12-31T00:00:00Z', 1))).toBe(409);
    for (const wrong of [at('soon', 1), at('2026-01-02T00:00:00Z', 4), at('2026-01-02T00:00:00Z', '1'), {}])
      expect(await write('PUT', path, wrong)).toBe(400);
    expect(await progressOf(0)).toMatchObject({ page: 2 });
  });
});

describe('the way of', () => {
  it('Mihon: it sends no key before it is asked, and its tracker only the cookie', async () => {
    const paths = ['libraries', 'collections?unpaged=true', 'genres', 'tags', 'publishers', 'authors'];
    for (const path of paths) {
      expect((await send('GET', `/api/v1/${path}`)).statusCode).toBe(401);
      expect((await get(`/api/v1/${path}`)).statusCode).toBe(200);
    }
    const popular = await get('/api/v1/series?search=&page=0&deleted=false&sort=metadata.titleSort,asc');
    const cookie = pairOf(cookieOf(popular));
    const details = await send('GET', `/api/v1/series/${seriesId()}`, { cookie });
    expect(details.statusCode).toBe(200);
    const counts = async () => {
      const answer = await send('GET', `/api/v2/series/${seriesId()}/read-progress/tachiyomi`, { cookie });
      expectShape(tracker, answer.json());
      return answer.json();
    };
    expect(await counts()).toMatchObject({ booksCount: 4, lastReadContinuousNumberSort: 0, maxNumberSort: 4 });
    const put = (last: number) =>
      send('PUT', `/api/v2/series/${seriesId()}/read-progress/tachiyomi`, { cookie }, { lastBookNumberSortRead: last });
    expect((await put(2.5)).statusCode).toBe(204);
    expect(await counts()).toMatchObject({ booksReadCount: 2, lastReadContinuousNumberSort: 2 });
    expect((await put(1)).statusCode).toBe(204);
    expect(await counts()).toMatchObject({ booksReadCount: 2 });
  });

  inLong('Komelia: it signs in once, lives on its cookies, and decodes every field', async () => {
    expect((await send('HEAD', '/login')).statusCode).toBe(200);
    const signIn = await get('/api/v2/users/me?remember-me=true');
    expectShape(komelia.user, signIn.json());
    const remembered = cookieOf(signIn, 'komga-remember-me');
    expect(remembered).toMatch(/; Path=\/komga; Max-Age=604800; HttpOnly; SameSite=Lax$/);
    const cookie = `${pairOf(cookieOf(signIn))}; ${pairOf(remembered)}`;
    const ask = async (method: Method, path: string, body?: unknown) => {
      const answer = await send(method, path, { cookie }, body);
      expect([path, answer.statusCode]).toEqual([path, 200]);
      return answer.json();
    };
    await send('PATCH', `/api/v1/books/${bookId(0)}/read-progress`, { cookie }, { page: 1, completed: false });
    for (const library of await ask('GET', '/api/v1/libraries')) expectShape(komelia.library, library);
    for (const path of ['series/list?page=0&size=20', 'series/list?unpaged=true'])
      expectShape(pageOf(komelia.series), await ask('POST', `/api/v1/${path}`, {}));
    for (const path of ['series/new?oneshot=false&deleted=false', 'series/updated?library_id=enuscomic'])
      expectShape(pageOf(komelia.series), await ask('GET', `/api/v1/${path}`));
    expectShape(pageOf(komelia.book), await ask('POST', '/api/v1/books/list', {}));
    expectShape(pageOf(komelia.book), await ask('GET', '/api/v1/books/ondeck'));
    expectShape(komelia.book, await ask('GET', `/api/v1/books/${bookId(0)}`));
    for (const page of await ask('GET', `/api/v1/books/${bookId(0)}/pages`)) expectShape(komelia.page, page);
    expectShape(komelia.manifest, await ask('GET', `/api/v1/books/${bookId(0)}/manifest`));
    expectShape(komelia.positions, await ask('GET', `/api/v1/books/${bookId(0)}/positions`));
    expectShape(komelia.progression, await ask('GET', `/api/v1/books/${bookId(0)}/progression`));
    expect((await send('GET', `/api/v1/books/${bookId(0)}/previous`, { cookie })).statusCode).toBe(404);
    expect((await send('POST', `/api/v1/series/${seriesId()}/read-progress`, { cookie })).statusCode).toBe(204);
    const later = await send('GET', '/api/v1/libraries', { cookie: pairOf(remembered) });
    expect([later.statusCode, cookieOf(later) !== undefined]).toEqual([200, true]);
  });

  it('KMReader: it looks at the server without a key, then asks for a session in a header', async () => {
    expect((await send('GET', '/api/v1/client-settings/global/list')).json()).toEqual({});
    const signIn = await send('GET', '/api/v2/users/me?remember-me=true', {
      'x-api-key': member.key,
      'x-auth-token': '',
    });
    expect(signIn.json().email).toBe(member.name);
    const token = String(signIn.headers['x-auth-token']);
    const by = { 'x-auth-token': token };
    const condition = {
      allOf: [{ readStatus: { operator: 'isnot', value: 'READ' } }, { oneshot: { operator: 'isfalse' } }],
    };
    expect((await send('POST', '/api/v1/series/list?page=0&size=500', by, { condition })).json().totalElements).toBe(3);
    const path = `/api/v1/books/${bookId(0)}/read-progress`;
    expect((await send('PATCH', path, by, { completed: false, page: 2 })).statusCode).toBe(204);
    const told = await send('GET', `/api/v1/books/${bookId(0)}`, by);
    expect([told.json().readProgress.page, told.headers['x-auth-token']]).toEqual([2, token]);
    await server.db.query('delete from access_tokens where user_id = $1', [member.id]);
    server.pass(5000);
    expect((await send('GET', '/api/v2/users/me', by)).statusCode).toBe(401);
  });

  it('Aidoku: the name that was typed comes back, and the words of a refusal are shown', async () => {
    const typed = { name: 'Me@Home', key: member.key };
    expect((await send('GET', '/api/v2/users/me', basic(typed))).json()).toMatchObject({
      email: 'Me@Home',
      roles: ['USER', 'PAGE_STREAMING'],
    });
    const condition = {
      allOf: [{ readStatus: { operator: 'is', value: 'IN_PROGRESS' } }, { deleted: { operator: 'isFalse' } }],
    };
    const path = '/api/v1/books/list?page=0&size=20&sort=readProgress.readDate%2Cdesc';
    expect((await send('POST', path, basic(typed), { condition })).json().totalPages).toBe(0);
    expect((await send('GET', '/api/v1/series?page=x', basic(typed))).json().error).toBe('Bad Request');
  });

  it('Paperback: a slash stands at the end of its addresses', async () => {
    for (const path of [
      'genres/',
      'tags/series/',
      `series/${seriesId()}/`,
      `series/${seriesId()}/books/?unpaged=true`,
      `books/${bookId(0)}/pages/`,
    ])
      expect([path, (await get(`/api/v1/${path}`)).statusCode]).toEqual([path, 200]);
  });
});

describe('the door', () => {
  it('stands at the root of its own host, where nothing else is', async () => {
    const at = (url: string, headers: Headers = {}) =>
      server.app.inject({ url, headers: { host: 'komga.test:8080', ...headers } });
    const me = await at('/api/v2/users/me', basic(member));
    expect(me.json().id).toBe(member.id);
    expect(cookieOf(me)).toContain('; Path=/;');
    const manifest = await at(`/api/v1/books/${bookId(0)}/manifest`, basic(member));
    expect(manifest.json().images[0].href).toBe(`http://komga.test:8080/api/v1/books/${bookId(0)}/thumbnail`);
    expect((await at('/api/v1/site')).statusCode).toBe(401);
    expect((await at('/api/v1/comics/book/search', basic(member))).statusCode).toBe(404);
    expect((await server.app.inject('/api/v1/series')).statusCode).toBe(404);
  });

  it('leads to our own pages', async () => {
    const series = await send('GET', `/series/${seriesId(book, 'fr-fr')}`);
    expect([series.statusCode, series.headers.location]).toEqual([
      302,
      `${server.config.publicUrl}/book/chapters/${book.id}?lang=fr-fr`,
    ]);
    const novel = await send('GET', `/book/${book.id}-fr-fr-epub`);
    expect(novel.headers.location).toBe(series.headers.location);
    const chapter = await send('GET', `/book/${bookId(0)}`);
    expect(chapter.headers.location).toContain(`/${book.chapterIds[0]}/1?lang=en-us`);
    for (const path of [`/book/${randomUUID()}-en-us`, '/series/x'])
      expect((await send('GET', path)).statusCode).toBe(404);
  });

  it('streams events that tell nothing, until the key has ended', async () => {
    const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const stop = new AbortController();
    const open = () => fetch(`${origin}/komga/sse/v1/events`, { headers: basic(member), signal: stop.signal });
    const streams = await Promise.all(Array.from({ length: 5 }, open));
    expect(streams.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual(
      Array.from({ length: 5 }, () => [200, 'text/event-stream; charset=utf-8']),
    );
    const first = await streams[0]?.body?.getReader().read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe(':\n\n');
    expect((await open()).status).toBe(429);
    stop.abort();
    const other = { method: 'HEAD', headers: basic(visitorLike) };
    for (let turn = 0; turn < 6; turn += 1)
      expect((await fetch(`${origin}/komga/sse/v1/events`, other)).status).toBe(200);
  });
});
