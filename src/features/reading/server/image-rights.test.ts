import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { serverForTests, type TestServer } from '../../../app/testing/server.ts';
import { daysFromNow, type SignedInUser, signIn } from '../../../app/testing/users.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { setBookHidden } from '../../catalog/server/catalog.ts';
import { makeBook } from '../../catalog/testing/books.ts';
import { makeStoredImage } from '../../media/testing/images.ts';

let member: SignedInUser;
/** The addresses of the locked chapter's 30 images, as the member is given them. */
let signed: string[];
let bookId: string;
let chapterId: string;
let freeImage: string;
let queries: MockInstance<TestServer['db']['query']>;

const server = serverForTests();

beforeEach(async () => {
  server.pass(60_000); // past the time for which answers are remembered
  member = await signIn(server, { expireAt: daysFromNow(10) });
  freeImage = await makeFile();
  const images = await Promise.all(Array.from({ length: 30 }, makeFile));
  const chapter = (imageIds: string[]) => ({ editions: { 'en-us': { title: 'A chapter', imageIds } } });
  const book = await makeBook(server.db, {
    publicFreeChapters: 1,
    chapters: [chapter([freeImage]), chapter(images), chapter([await makeFile()])],
  });
  bookId = book.id;
  chapterId = book.chapterIds[1] ?? '';
  signed = await addressesOf(chapterId);
  queries = vi.spyOn(server.db, 'query');
});
afterEach(() => queries.mockRestore());

const makeFile = () => makeStoredImage(server);

async function addressesOf(chapter: string): Promise<string[]> {
  const url = `/api/v1/comics/chapter_comics/${chapter}/en-us`;
  const answer = await server.app.inject({ url, headers: member.headers });
  return answer.json().data.result.images;
}

const first = () => signed[0] ?? '';
const statusOf = async (url: string, headers = {}) => (await server.app.inject({ url, headers })).statusCode;

/** The next change of dates, and the site's settings: for all requests together. */
const askedNowAndThen = ['catalog-release', 'settings-all'];

/** The answer, and the number of queries that it costs the database. */
async function ask(...urls: string[]): Promise<{ statuses: number[]; queries: number }> {
  const before = queries.mock.calls.length;
  const statuses = await Promise.all(urls.map((url) => statusOf(url)));
  const own = queries.mock.calls
    .slice(before)
    .filter(([sql]) => typeof sql === 'string' || !askedNowAndThen.includes(sql.name ?? ''));
  return { statuses, queries: own.length };
}

describe('the signature of an image address', () => {
  it.each([
    ['altered', (url: string) => url.replace(/sig=./, (found) => (found === 'sig=A' ? 'sig=B' : 'sig=A'))],
    ['cut off', (url: string) => url.replace(/&sig=.*/, '')],
    ['of another image', (url: string) => url.replace(/[0-9a-f-]{36}/, freeImage)],
    ['of another size', (url: string) => url.replace('w480', 'w800')],
    ['of a later time', (url: string) => url.replace(/e=\d/, 'e=9')],
    ['of another key', (url: string) => url.replace(/v=\w{8}/, 'v=00000000')],
  ])('is refused without a query where it is %s', async (_, change) => {
    expect(await ask(change(first()))).toEqual({ statuses: [403], queries: 0 });
  });

  it('is refused without a query once its time is over', async () => {
    server.pass(7 * 60 * 60 * 1000);
    expect(await ask(first())).toEqual({ statuses: [403], queries: 0 });
  });

  it('costs one query for the 30 images of a chapter that are asked for at once', async () => {
    expect(await ask(...signed)).toEqual({ statuses: Array(30).fill(200), queries: 1 });
  });

  inLong('costs one query for the images of a chapter that are asked for one after the other', async () => {
    const asked = [];
    for (const url of signed) asked.push(await ask(url));
    expect(asked.map(({ statuses }) => statuses)).toEqual(Array(30).fill([200]));
    expect(asked.reduce((sum, { queries }) => sum + queries, 0)).toBe(1);
  });

  it('is asked about again after 4 s', async () => {
    await ask(...signed);
    server.pass(4001);
    expect(await ask(first())).toEqual({ statuses: [200], queries: 1 });
  });

  it('opens no image of another chapter or session by a remembered answer', async () => {
    await ask(...signed);
    const other = await addressesOf(await thirdChapter());
    expect((await ask(...other)).queries).toBe(1);
    member = await signIn(server, { expireAt: daysFromNow(10) });
    const [theirs = ''] = await addressesOf(chapterId);
    await server.db.query('delete from sessions where user_id = $1', [member.id]);
    expect(await statusOf(theirs)).toBe(403);
  });

  it('opens an image by one query where another request for it is under way', async () => {
    const others = signed;
    member = await signIn(server, { expireAt: daysFromNow(10) });
    const ours = await addressesOf(chapterId);
    expect(await ask(...others, ...ours)).toEqual({ statuses: Array(60).fill(200), queries: 2 });
  });
});

async function thirdChapter(): Promise<string> {
  const { rows } = await server.db.query<{ id: string }>('select id from chapters where book_id = $1 and number = 3', [
    bookId,
  ]);
  return rows[0]?.id ?? '';
}

describe('the right behind a signed address', () => {
  const ends: [string, () => Promise<unknown>, number][] = [
    ['the session', () => server.db.query('delete from sessions where user_id = $1', [member.id]), 403],
    ['the membership', () => expireAt(new Date(Date.now() - 1000)), 403],
    ['the book', () => setBookHidden(server.db, { bookId, hidden: true }), 404],
  ];

  it.each(ends)('ends within 5 s of the end of %s, however often images are asked for', async (_, end, status) => {
    const { headers } = await server.app.inject(first());
    await end();
    server.pass(5000);
    expect(await statusOf(first())).toBe(status);
    expect(await statusOf(first(), { range: 'bytes=0-1' })).toBe(status);
    expect(await statusOf(first(), { 'if-none-match': headers.etag })).toBe(status);
    expect((await server.app.inject({ method: 'HEAD', url: first() })).statusCode).toBe(status);
  });

  it('is there at once for a user who has just paid', async () => {
    await expireAt(new Date(Date.now() - 1000));
    expect(await ask(first())).toEqual({ statuses: [403], queries: 1 });
    await expireAt(daysFromNow(30));
    expect(await ask(first())).toEqual({ statuses: [200], queries: 1 });
  });
});

async function expireAt(time: Date): Promise<void> {
  const before = queries.mock.calls.length;
  await server.db.query('update memberships set expire_at = $2 where user_id = $1', [member.id, time]);
  queries.mock.calls.splice(before);
}

describe('an address without a signature', () => {
  it('costs one query for a public image, and opens it for everybody', async () => {
    const url = `/media/${freeImage}/w480.webp`;
    expect(await ask(url, url, url)).toEqual({ statuses: [200, 200, 200], queries: 1 });
  });

  it('is refused by one query for an image that members see', async () => {
    const url = first().replace(/\?.*/, '');
    expect(await ask(url, url, url)).toEqual({ statuses: [403, 403, 403], queries: 1 });
  });

  it('costs one query where there is no such image, and none for the same question again', async () => {
    const url = `/media/${randomUUID()}/w480.webp`;
    expect(await ask(url)).toEqual({ statuses: [404], queries: 1 });
    expect(await ask(url, url)).toEqual({ statuses: [404, 404], queries: 0 });
  });

  it('opens an image of a free chapter that a younger one before it, for members, shows too', async () => {
    const shared = await makeFile();
    const chapter = { editions: { 'en-us': { imageIds: [shared] } } };
    const options = { publicFreeChapters: 0, earlyAccessDays: 14 };
    const { chapterIds } = await makeBook(server.db, { ...options, chapters: [chapter, chapter] });
    await server.db.query('update chapters set published_at = now() where id = $1', [chapterIds[0]]);
    const contentOf = (id = '') => statusOf(`/api/v1/comics/chapter_comics/${id}/en-us`);
    expect([await contentOf(chapterIds[0]), await contentOf(chapterIds[1])]).toEqual([403, 200]);
    expect(await statusOf(`/media/${shared}/w480.webp`)).toBe(200);
  });

  it('opens an image that is free in one book and not in another', async () => {
    const imageId = new URL(first(), 'http://localhost').pathname.split('/')[2] ?? '';
    await makeBook(server.db, {
      publicFreeChapters: 1,
      chapters: [{ editions: { 'en-us': { imageIds: [imageId] } } }],
    });
    const answer = await server.app.inject(`/media/${imageId}/w480.webp`);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });
});
