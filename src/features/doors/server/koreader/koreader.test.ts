import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serverForTests } from '../../../../app/testing/server.ts';
import { daysFromNow, signIn } from '../../../../app/testing/users.ts';
import { makeBook } from '../../../catalog/testing/books.ts';
import { makeImage } from '../../../media/testing/images.ts';
import { makeKey } from '../../testing/keys.ts';
import { insertGiven } from '../given/queries.ts';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

let user: { id: string; key: string; headers: { authorization: string } };
let comic: { id: string; chapterIds: string[] };
let novel: { id: string; chapterIds: string[] };
const [cbz, epub] = [md5('cbz'), md5('epub')];

const server = serverForTests();
beforeAll(async () => {
  const tiles = [await makeImage(server.db), await makeImage(server.db), await makeImage(server.db)];
  comic = await makeBook(server.db, { chapters: [{ editions: { 'en-us': { imageIds: tiles } } }, {}] });
  // The last two are tiles of one original.
  await server.db.query('update pages set page = 1 where chapter_id = $1 and position = 2', [comic.chapterIds[0]]);
  novel = await makeBook(server.db, { kind: 'novel', publicFreeChapters: 2, chapters: 3 });
  const language = 'en-us';
  const first = comic.chapterIds.slice(0, 1);
  await insertGiven(server.db, { digest: cbz, form: 'cbz', bookId: comic.id, language, chapterIds: first });
  await insertGiven(server.db, {
    digest: epub,
    form: 'epub',
    bookId: novel.id,
    language,
    chapterIds: novel.chapterIds,
  });
});
beforeEach(async () => {
  const { id, headers } = await signIn(server, { expireAt: daysFromNow(10) });
  user = { id, headers, key: await makeKey(server.db, { userId: id, scopes: ['sync'] }) };
});

interface Asked {
  key?: string | null;
  payload?: string | Buffer;
  type?: string;
}

async function ask(method: 'GET' | 'PUT' | 'POST', path: string, { key = user.key, payload, type }: Asked = {}) {
  const answer = await server.app.inject({
    ...{ method, url: `/koreader${path}` },
    headers: {
      ...{ 'x-auth-user': 'anybody', accept: 'application/vnd.koreader.v1+json' },
      ...(key !== null && { 'x-auth-key': md5(key) }),
      ...(payload !== undefined && { 'content-type': type ?? 'application/json' }),
    },
    ...(payload !== undefined && { payload }),
  });
  expect(answer.headers['content-type']).toBe('application/json');
  return { status: answer.statusCode, body: answer.json() };
}

const place = { progress: '2', percentage: 0.5, device: 'Kobo', device_id: 'K1' };
const push = (document: unknown, more: object = {}) =>
  ask('PUT', '/syncs/progress', { payload: JSON.stringify({ document, ...place, ...more }) });
const pull = (document: string) => ask('GET', `/syncs/progress/${encodeURIComponent(document)}`);

async function placeIn(bookId: string) {
  const answer = await server.app.inject({ url: '/api/v1/user/progress', headers: user.headers });
  return answer.json().data.result.find((item: { book_uuid: string }) => item.book_uuid === bookId);
}

/** A place by the web, a minute after all that was told before. */
async function readOnWeb(bookId: string, chapterId: string, position: { index: number; fraction: number }) {
  await server.db.query(`update synced_documents set pushed_at = pushed_at - interval '1 minute'`);
  await server.db.query(`update reading_places set updated_at = updated_at - interval '1 minute'`);
  const item = {
    ...{ book_uuid: bookId, chapter_uuid: chapterId, position, furthest: { chapter_number: 1, ...position } },
    updated_at: new Date().toISOString(),
  };
  const answer = await server.app.inject({
    ...{ method: 'POST', url: '/api/v1/user/progress', headers: user.headers, payload: { items: [item] } },
  });
  expect(answer.statusCode).toBe(200);
}

it('says who it is, and makes nobody a user', async () => {
  expect(await ask('GET', '/users/auth')).toEqual({ status: 200, body: { authorized: 'OK' } });
  expect(await ask('GET', '/healthcheck', { key: null })).toEqual({ status: 200, body: { state: 'OK' } });
  const payload = JSON.stringify({ username: 'a', password: 'b' });
  const refused = { status: 402, body: { message: 'Make a key on Longstrip instead' } };
  expect(await ask('POST', '/users/create', { key: null, payload })).toEqual(refused);
});

it('takes a key with the scope alone', async () => {
  const reading = await makeKey(server.db, { userId: user.id, scopes: ['read'] });
  const refused = { status: 401, body: { code: 2001, message: 'Unauthorized' } };
  for (const key of [null, 'lst_wrong', reading]) {
    expect(await ask('GET', '/users/auth', { key })).toEqual(refused);
    expect(await ask('GET', `/syncs/progress/${cbz}`, { key })).toEqual(refused);
    expect(await ask('PUT', '/syncs/progress', { key, payload: '{}' })).toEqual(refused);
  }
});

describe('a document that the site does not know', () => {
  it('is nothing at first, then where the device said, for its user alone', async () => {
    const document = 'Any name of 书.epub';
    expect(await pull(document)).toEqual({ status: 200, body: {} });
    const pushed = await push(document);
    expect(pushed).toEqual({ status: 200, body: { document, timestamp: expect.any(Number) } });
    const { timestamp } = pushed.body;
    expect(await pull(document)).toEqual({ status: 200, body: { document, ...place, timestamp } });
    const { id } = await signIn(server);
    const other = await makeKey(server.db, { userId: id, scopes: ['sync'] });
    expect((await ask('GET', `/syncs/progress/${encodeURIComponent(document)}`, { key: other })).body).toEqual({});
  });

  it('goes when a thousand others came later', async () => {
    await server.db.query(
      `insert into synced_documents select $1, 'd' || n, '1', 0, '', '', now() - n * interval '1 second'
       from generate_series(1, 1000) n`,
      [user.id],
    );
    await Promise.all([push('one more'), push('and another')]);
    const { rows } = await server.db.query<{ document: string }>(
      'select document from synced_documents where user_id = $1',
      [user.id],
    );
    const kept = new Set(rows.map(({ document }) => document));
    expect([kept.size, kept.has('d998'), kept.has('d999'), kept.has('d1000')]).toEqual([1000, true, false, false]);
  });
});

it.each<[string, string | Buffer, number]>([
  ['no JSON', 'no json', 2003],
  ['a list', '[]', 2003],
  ['nothing', '', 2003],
  ['no progress', JSON.stringify({ document: 'd', percentage: 0 }), 2003],
  ['a percentage beyond 1', JSON.stringify({ document: 'd', ...place, percentage: 1.5 }), 2003],
  ['no document', JSON.stringify(place), 2004],
  ['an empty document', JSON.stringify({ document: '', ...place }), 2004],
  ['a document of another kind', JSON.stringify({ document: 7, ...place }), 2004],
  ['a long document', JSON.stringify({ document: 'd'.repeat(256), ...place }), 2004],
  ['control characters', JSON.stringify({ document: 'd\u0007', ...place }), 2004],
  ['far too much', 'x'.repeat(100_000), 2003],
])('refuses %s with 403, whatever type it has', async (_what, payload, code) => {
  for (const type of ['application/json', 'text/plain; charset=utf-8', 'application/vnd.koreader.v1+json'])
    expect(await ask('PUT', '/syncs/progress', { payload, type })).toMatchObject({ status: 403, body: { code } });
});

it('refuses a malformed name in an address with 403', async () => {
  for (const document of ['d'.repeat(256), 'a\u0000b', 'a\nb'])
    expect(await pull(document)).toMatchObject({ status: 403, body: { code: 2004 } });
  for (const path of ['', '%ZZ', 'a%C3%28'])
    expect(await ask('GET', `/syncs/progress/${path}`)).toMatchObject({ status: 403, body: { code: 2004 } });
  expect(await ask('GET', '/syncs/progress/%ZZ', { key: null })).toMatchObject({ status: 401 });
  expect(await ask('GET', '/syncs/progress/a%2Fb/c')).toEqual({ status: 200, body: {} });
});

describe('the CBZ of a chapter', () => {
  it('moves the reader’s place to the top of a tile, and is answered as it was sent', async () => {
    const { body } = await push(cbz, { progress: '3' });
    expect(await placeIn(comic.id)).toMatchObject({
      ...{ chapter_uuid: comic.chapterIds[0], position: { index: 1, fraction: 0.5 } },
      furthest: { chapter_number: 1, index: 1, fraction: 0.5 },
    });
    expect((await pull(cbz)).body).toEqual({ document: cbz, ...place, progress: '3', timestamp: body.timestamp });
  });

  it('is where the web is, in pages, once that is later', async () => {
    await push(cbz, { progress: '1' });
    await readOnWeb(comic.id, comic.chapterIds[0] ?? '', { index: 1, fraction: 0.7 });
    expect((await pull(cbz)).body).toMatchObject({
      ...{ document: cbz, progress: '3', percentage: 1, device: 'Longstrip', device_id: 'longstrip' },
    });
    await push(cbz, { progress: '2' });
    expect((await pull(cbz)).body).toMatchObject({ progress: '2', device: 'Kobo' });
  });

  it('is what the device sent last where the web is in another chapter, else nothing', async () => {
    await readOnWeb(comic.id, comic.chapterIds[1] ?? '', { index: 0, fraction: 0 });
    expect(await pull(cbz)).toEqual({ status: 200, body: {} });
    await push(cbz, { progress: '2' });
    await readOnWeb(comic.id, comic.chapterIds[1] ?? '', { index: 0, fraction: 0 });
    expect((await pull(cbz)).body).toMatchObject({ progress: '2', device: 'Kobo' });
  });

  it('keeps a page that it does not have, and moves nothing', async () => {
    expect((await push(cbz, { progress: '99' })).status).toBe(200);
    expect((await push(cbz, { progress: '/body/DocFragment[1].0' })).status).toBe(200);
    expect(await placeIn(comic.id)).toBeUndefined();
    expect((await pull(cbz)).body).toMatchObject({ progress: '/body/DocFragment[1].0' });
  });
});

describe('the EPUB of a novel', () => {
  it('moves the place to a chapter by its place in the file, and back', async () => {
    await push(epub, { progress: '/body/DocFragment[2]/body/p/text().7' });
    expect(await placeIn(novel.id)).toMatchObject({
      ...{ chapter_uuid: novel.chapterIds[1], position: { index: 0, fraction: 0 } },
      furthest: { chapter_number: 2 },
    });
    await readOnWeb(novel.id, novel.chapterIds[2] ?? '', { index: 0, fraction: 0.5 });
    expect((await pull(epub)).body).toMatchObject({ progress: '/body/DocFragment[3].0', device: 'Longstrip' });
    await push(epub, { progress: '/body/DocFragment[4].0' });
    expect(await placeIn(novel.id)).toMatchObject({ chapter_uuid: novel.chapterIds[2], position: { fraction: 1 } });
  });

  it('keeps a place in a chapter that its user may not read, and moves nothing', async () => {
    await server.db.query('update memberships set expire_at = now() where user_id = $1', [user.id]);
    expect((await push(epub, { progress: '/body/DocFragment[3].0' })).status).toBe(200);
    expect(await placeIn(novel.id)).toBeUndefined();
    expect((await pull(epub)).body).toMatchObject({ progress: '/body/DocFragment[3].0' });
    await push(epub, { progress: 'nonsense' });
    expect((await pull(epub)).body).toMatchObject({ progress: 'nonsense' });
  });
});

it('a file of a book that is gone is a document like any other', async () => {
  const { id } = await makeBook(server.db);
  const digest = md5(randomUUID());
  await insertGiven(server.db, { digest, form: 'epub', bookId: id, language: 'en-us', chapterIds: [randomUUID()] });
  expect((await push(digest, { progress: '/body/DocFragment[1].0' })).status).toBe(200);
  await server.db.query('delete from books where id = $1', [id]);
  expect((await pull(digest)).body).toMatchObject({ device: 'Kobo' });
});
