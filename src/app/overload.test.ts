import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeBook } from '../features/catalog/testing/books.ts';
import { makeImage } from '../features/media/testing/images.ts';
import { callClasses, classOfRoute, isClassed } from './load-classes.ts';
import { isCall } from './rendering/unknown-paths.ts';
import { serverForTests } from './testing/server.ts';
import { daysFromNow, signIn } from './testing/users.ts';

let headers: { authorization: string };
let steps = 0;
let queued = 0;
let chapter: string;
let chapters: string;
let bookId: string;

const server = serverForTests({ settings: { PAYMENTS_SANDBOX: 'true' }, loadNow: () => ({ steps, queued }) });
beforeAll(async () => {
  const pages = { editions: { 'en-us': { title: 'One', imageIds: [await makeImage(server.db)] } } };
  const book = await makeBook(server.db, { chapters: [pages] });
  chapter = `/api/v1/comics/chapter_comics/${book.chapterIds[0]}/en-us`;
  bookId = book.id;
  chapters = `/api/v1/comics/chapters/${book.id}/en-us/asc/0/10`;
  ({ headers } = await signIn(server, { expireAt: daysFromNow(30) }));
});
beforeEach(() => {
  steps = 0;
  queued = 0;
});

const list = '/api/v1/comics/book/search';
let asked = 0;
/** An address that nothing is kept for. */
const newList = () => {
  asked += 1;
  return `${list}?page=${asked}`;
};
const get = (url: string, more = {}) => server.app.inject({ url, ...more });
const post = (url: string, payload: object, more = {}) => server.app.inject({ method: 'POST', url, payload, ...more });

describe('the table of classes', () => {
  it('has a line for each call, and none too many', () => {
    const calls = [...server.routes.keys()].filter(isCall);
    expect(calls.length).toBeGreaterThan(90);
    expect(calls.filter((call) => !isClassed(call))).toEqual([]);
    expect(Object.keys(callClasses).filter((call) => !server.routes.has(call))).toEqual([]);
  });

  it('takes a page for what a visitor reads, and a path without a route as well', () => {
    expect([classOfRoute('/book/chapters/:uuid'), classOfRoute('/sitemap.xml'), classOfRoute(undefined)]).toEqual([
      'public',
      'public',
      'page',
    ]);
    expect(classOfRoute('/api/v1/studio/books')).toBe('call');
  });
});

describe('a process with too much to do', () => {
  const statuses = async () => {
    const answers = [
      await get(`${newList()}&q=word`),
      await get(newList()),
      await get(`${newList()}&q=word`, { headers }),
      await post('/api/v1/events', { events: [] }),
      await get('/api/v1/user/progress', { headers }),
      await get(chapter, { headers }),
      await post('/api/v1/user/login', { username: 'nobody', password: 'a wrong one' }),
      await get(`/media/${randomUUID()}/w480.webp`),
      await get('/healthz'),
      await get('/readyz'),
    ];
    return answers.map(({ statusCode }) => statusCode);
  };

  it.each([
    [0, [200, 200, 200, 202, 200, 200, 401, 404, 200, 200]],
    [1, [503, 200, 200, 202, 200, 200, 401, 404, 200, 200]],
    [2, [503, 503, 200, 202, 200, 200, 401, 404, 200, 200]],
    [3, [503, 503, 503, 503, 503, 200, 401, 404, 200, 200]],
    [4, [503, 503, 503, 503, 503, 503, 503, 503, 200, 200]],
  ])('refuses %d classes and answers the others', async (given, expected) => {
    steps = given;
    expect(await statuses()).toEqual(expected);
  });

  it('takes for a search what is one, however its name is spelled, and nothing else', async () => {
    steps = 1;
    const asked = [`${newList()}&%71=word`, `${newList()}&q=%20`, `${chapters}?q=word`];
    const answers = await Promise.all(asked.map((url) => get(url)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 200, 200]);
  });

  it('takes a search in a novel for a search, of users as well, and serves on what its cache holds', async () => {
    const text = (q: string) => `/api/v1/reader/book/${bookId}/en-us/text?q=${q}`;
    expect((await get(text('kept'))).statusCode).toBe(200);
    steps = 1;
    const answers = [await get(text('words')), await get(text('words'), { headers }), await get(text('kept'))];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 200]);
  });

  it("refuses a user's own feed as a call", async () => {
    steps = 3;
    expect((await get('/feeds/updates/token.atom')).statusCode).toBe(503);
  });

  it('refuses by full queues as well', async () => {
    queued = 1;
    expect((await statuses()).slice(0, 5)).toEqual([503, 503, 200, 202, 200]);
    queued = 2;
    expect((await statuses()).slice(0, 7)).toEqual([503, 503, 503, 503, 503, 200, 401]);
  });

  it('says when to come again, is not kept by anybody, and counts the refusal', async () => {
    steps = 2;
    const counted = async () => {
      const { body } = await get('/metrics');
      return Number(/^http_refusals_total\{reason="overload"\} (\d+)$/m.exec(body)?.[1] ?? 0);
    };
    const before = await counted();
    const answer = await get(newList());
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(5);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await counted()).toBe(before + 1);
  });

  it('serves on what its cache holds, and makes it anew', async () => {
    const kept = [newList(), `${newList()}&q=kept`, chapters, chapter];
    for (const url of kept) expect((await get(url)).statusCode).toBe(200);
    steps = 3;
    for (const age of [0, 2000, 5000]) {
      server.pass(age);
      for (const url of kept) expect([url, (await get(url)).statusCode]).toEqual([url, 200]);
    }
    server.pass(66_000);
    for (const url of kept) expect([url, (await get(url)).statusCode]).toEqual([url, 503]);
  });
});
