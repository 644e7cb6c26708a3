import sharp from 'sharp';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { serverForTests } from '../../../../app/testing/server.ts';
import { daysFromNow, signIn } from '../../../../app/testing/users.ts';
import { setBookHidden } from '../../../catalog/server/catalog.ts';
import { makeBook } from '../../../catalog/testing/books.ts';
import { makeStoredImage } from '../../../media/testing/images.ts';
import { drawPicture } from '../../../media/testing/pictures.ts';
import { makeKey } from '../../testing/keys.ts';
import { type DoorPage, sizeOfPage } from './pages.ts';

let bookId: string;
let free: string;
let locked: string;
let member: { id: string; key: string };
let stranger: { id: string; key: string };

const server = serverForTests();
beforeAll(async () => {
  const chapter = async (pages: number) => {
    const imageIds = await Promise.all(Array.from({ length: pages }, makePage));
    return { editions: { 'en-us': { title: 'A chapter', imageIds } } };
  };
  const book = await makeBook(server.db, { publicFreeChapters: 1, chapters: [await chapter(2), await chapter(3)] });
  bookId = book.id;
  [free = '', locked = ''] = book.chapterIds;
});
beforeEach(async () => {
  member = await userWithKey({ expireAt: daysFromNow(10) });
  stranger = await userWithKey();
});

async function userWithKey(given: { expireAt?: Date } = {}) {
  const { id } = await signIn(server, given);
  return { id, key: await makeKey(server.db, { userId: id, scopes: ['read', 'sync'] }) };
}

const makePage = async () =>
  makeStoredImage(server, { bytes: await drawPicture({ width: 480, height: 640, format: 'webp' }) });

const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(`me:${key}`).toString('base64')}` });
const ask = (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ method, url: `/opds/pages/${path}`, headers });
const statusOf = async (path: string, headers = {}) => (await ask(path, headers)).statusCode;

it('is a JPEG that anybody may have of a free chapter, and that a shared cache keeps for seconds', async () => {
  const answer = await ask(`${free}/en-us/1.jpg`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=0, s-maxage=5, stale-while-revalidate=30',
    vary: 'Authorization, X-API-Key',
  });
  const { format, width, height } = await sharp(answer.rawPayload).metadata();
  expect([format, width, height]).toEqual(['jpeg', 480, 640]);
  const etag = String(answer.headers.etag);
  expect(await statusOf(`${free}/en-us/1.jpg`, { 'if-none-match': etag })).toBe(304);
  expect(await statusOf(`${free}/en-us/1.jpg?w=100`, { range: 'bytes=0-9' })).toBe(206);
  expect((await ask(`${free}/en-us/0.webp`)).headers['content-type']).toBe('image/webp');
});

it('opens with a key of a member alone, and is kept for nobody else', async () => {
  const path = `${locked}/en-us/2.jpg`;
  const opened = await ask(path, basic(member.key));
  expect([opened.statusCode, opened.headers['cache-control']]).toEqual([200, 'private, no-cache']);
  expect(await statusOf(path, { 'x-api-key': member.key })).toBe(200);
  expect(await statusOf(path, { authorization: `Token ${member.key}` })).toBe(200);
  for (const method of ['GET', 'HEAD'] as const) {
    const refused = await ask(path, basic(stranger.key), method);
    expect([refused.statusCode, refused.headers['cache-control']]).toEqual([403, 'no-store']);
    const visitor = await ask(path, {}, method);
    expect([visitor.statusCode, visitor.headers['cache-control']]).toEqual([401, 'no-store']);
    expect(visitor.headers['www-authenticate']).toMatch(/^Basic realm="/);
  }
  expect((await ask(path, basic(stranger.key))).json().code).toBe('forbidden');
  expect(await statusOf(path, { 'if-none-match': String(opened.headers.etag) })).toBe(401);
  expect(await statusOf(path, { ...basic(stranger.key), range: 'bytes=0-9' })).toBe(403);
});

it('asks for a key again where it is wrong or lacks the scope, for free chapters too', async () => {
  const writing = await makeKey(server.db, { userId: member.id, scopes: ['sync'] });
  for (const key of [`lst_${'x'.repeat(43)}`, writing])
    expect(await statusOf(`${free}/en-us/0.jpg`, basic(key))).toBe(401);
});

it.each([
  ['memberships', 'update memberships set expire_at = now() where user_id = $1'],
  ['access_tokens', 'delete from access_tokens where user_id = $1'],
])('is refused within 5 s of the end of %s, by the address and mark that were good', async (what, end) => {
  const path = `${locked}/en-us/0.jpg`;
  const { etag } = (await ask(path, basic(member.key))).headers;
  expect(await statusOf(path, basic(member.key))).toBe(200);
  await server.db.query(end, [member.id]);
  server.pass(5000);
  const status = what === 'memberships' ? 403 : 401;
  expect(await statusOf(path, { ...basic(member.key), 'if-none-match': String(etag) })).toBe(status);
});

it('is answered from memory by what is remembered of the same credentials alone', async () => {
  const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const see = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${origin}/opds/pages/${path}`, { headers });
    return [answer.status, answer.headers.get('cache-control'), (await answer.arrayBuffer()).byteLength];
  };
  const path = `${locked}/en-us/1.jpg`;
  const first = await see(path, basic(member.key));
  expect(first.slice(0, 2)).toEqual([200, 'private, no-cache']);
  expect(await see(path, basic(member.key))).toEqual(first);
  expect((await see(path, basic(stranger.key)))[0]).toBe(403);
  expect((await see(path))[0]).toBe(401);
  expect(await see(`${free}/en-us/0.jpg`)).toEqual(await see(`${free}/en-us/0.jpg`));
  await setBookHidden(server.db, { bookId, hidden: true });
  server.pass(5000);
  expect([(await see(path, basic(member.key)))[0], (await see(`${free}/en-us/0.jpg`))[0]]).toEqual([404, 404]);
  await setBookHidden(server.db, { bookId, hidden: false });
});

it.each([
  ['3.jpg', 404],
  ['01.jpg', 404],
  ['-1.jpg', 404],
  ['1e0.jpg', 404],
  ['1.png', 404],
  ['0.jpg?w=0', 400],
  ['0.jpg?w=', 400],
  ['0.jpg?w=1.5', 400],
  ['0.jpg?w=10&w=20', 400],
  ['0.jpg?w=99999999999999999999', 200],
])('%s answers %i', async (file, status) => {
  expect(await statusOf(`${locked}/en-us/${file}`, basic(member.key))).toBe(status);
});

it('is of an edition that there is', async () => {
  for (const edition of [`${free}/fr-fr`, `${free}/xx-xx`, `${bookId}/en-us`, 'no-uuid/en-us'])
    expect(await statusOf(`${edition}/0.jpg`)).toBe(404);
});

const page: DoorPage = {
  ...{ imageId: '', original: 0, width: 1200, height: 1800 },
  webp: [480, 800, 1200].map((width) => ({
    ...{ name: `w${width}.webp`, type: 'image/webp', width, height: width * 1.5, bytes: 1 },
  })),
};
it.each([
  [null, 1200],
  [1, 480],
  [480, 480],
  [481, 800],
  [5000, 1200],
])('with w=%s has a width of %i', (atLeast, width) => {
  expect(sizeOfPage(page, { as: 'jpeg', atLeast })).toEqual({ width, height: width * 1.5 });
});
