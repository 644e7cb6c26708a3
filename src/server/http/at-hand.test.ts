import { once } from 'node:events';
import { type AddressInfo, createConnection } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { defineCall } from '../../shared/calls.ts';
import { createLog } from '../config/log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createHttp, type HttpApp } from './http.ts';
import { createLimiter } from './limits.ts';
import { PublicAnswers } from './public-answers.ts';
import { createPublicApi } from './public-api.ts';

let app: HttpApp | undefined;
afterEach(() => app?.close());

/** A listening server with one call and one page: `inject` would bypass what comes before routing. */
async function serve({ scale = 0 } = {}) {
  const answers = new PublicAnswers();
  const metrics = createMetrics();
  const limiter = createLimiter({ scale });
  const deps = { log: createLog('silent'), trustProxy: false, limiter, metrics, answers } as const;
  const http = createHttp({ ...deps, securityHeaders: { 'X-Common': 'yes' } });
  app = http.app;
  let asked = 0;
  let made = 0;
  app.addHook('onRequest', async () => {
    asked += 1;
  });
  let mayClose: Promise<void> = Promise.resolve();
  app.addHook('preClose', () => mayClose);
  const holdOpen = () => {
    let release = () => {};
    mayClose = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  };
  const api = createPublicApi(http, {
    answers,
    checked: true,
    requireViewer: async () => null,
    lackingScope: async () => null,
  });
  const words = defineCall({
    method: 'GET',
    path: '/words',
    who: 'anyone',
    summary: '',
    query: z.object({ n: z._default(z.string(), '0') }),
    answer: z.object({ text: z.string() }),
  });
  api.add(words, async ({ query }) => {
    made += 1;
    return { text: `${query.n} `.repeat(400) };
  });
  app.get('/page', (request, reply) => {
    const language = request.headers.cookie ?? 'language=none';
    const headers = { 'Content-Type': 'text/html', Vary: 'Cookie' };
    const make = async () => ({ text: language });
    return http.servePublic(request, reply, { key: language, headers, make });
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const get = (path: string, init?: RequestInit) => fetch(origin + path, init);
  return { get, api, metrics, routed: () => asked, made: () => made, holdOpen };
}

const common = ['content-type', 'cache-control', 'vary', 'etag', 'x-common', 'content-encoding'];
const looksOf = async (answer: Response) => ({
  status: answer.status,
  body: await answer.text(),
  headers: common.map((name) => answer.headers.get(name)),
});

describe('an answer at hand', () => {
  it('is given as the route gave it the first time, without calling the route', async () => {
    const { get, routed, metrics } = await serve();
    const first = await looksOf(await get('/api/v1/words?n=7'));
    const second = await get('/api/v1/words?n=7');
    expect(second.headers.get('x-request-id')).toMatch(/^[0-9a-f]{12}-\w+$/);
    expect(await looksOf(second)).toEqual(first);
    expect(routed()).toBe(1);
    const counted = /http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/words",status="200"\} 2/;
    expect(await metrics.print()).toMatch(counted);
  });

  it('is given to HEAD, as 304 and in other encodings too', async () => {
    const { get, routed } = await serve();
    const etag = (await get('/api/v1/words')).headers.get('etag') ?? '';
    const head = await get('/api/v1/words', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const known = await get('/api/v1/words', { headers: { 'if-none-match': etag } });
    expect([known.status, await known.text(), known.headers.get('x-common')]).toEqual([304, '', 'yes']);
    expect(routed()).toBe(1);
    const plain = await get('/api/v1/words', { headers: { 'accept-encoding': 'identity' } });
    expect([plain.headers.get('content-encoding'), (await plain.text()).length]).toEqual([null, 400 * 2 + 20]);
    expect(routed()).toBe(1);
  });

  it('is not given to requests with credentials, other methods or another spelling', async () => {
    const { get, routed } = await serve();
    await get('/api/v1/words');
    await get('/api/v1/words', { headers: { authorization: 'Token x' } });
    expect((await get('/api/v1/words', { method: 'POST' })).status).toBe(404);
    await get('/api/v1/words?other=1');
    expect(routed()).toBe(4);
  });

  it("is another one in another reader's language", async () => {
    const { get, routed } = await serve();
    const inLanguage = async (language: string) =>
      (await get('/page', { headers: { cookie: `language=${language}` } })).text();
    for (let round = 0; round < 2; round += 1)
      for (const language of ['zh-cn', 'ar-sa']) expect(await inLanguage(language)).toBe(`language=${language}`);
    expect(routed()).toBe(2);
  });

  it('is 503 with Retry-After on an open connection when the server stops', async () => {
    const { get, holdOpen } = await serve();
    await (await get('/api/v1/words')).text(); // its connection is used again
    const release = holdOpen();
    const closing = app?.close();
    await expect.poll(() => app?.server.listening).toBe(false);
    const answer = await get('/api/v1/words');
    release();
    await closing;
    expect([answer.status, (await answer.json()).code]).toEqual([503, 'unavailable']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('is given to the first request of a connection that came before the server stopped', async () => {
    const { get, holdOpen } = await serve();
    await (await get('/api/v1/words')).text(); // its connection is used again
    const { server } = app ?? expect.unreachable();
    const came = once(server, 'connection');
    const client = createConnection((server.address() as AddressInfo).port, '127.0.0.1'); // as: it listens on TCP
    await came;
    const release = holdOpen();
    const closing = app?.close();
    await expect.poll(() => server.listening).toBe(false);
    expect((await get('/api/v1/words')).status).toBe(503);
    client.write('GET /api/v1/words HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const [answer] = await once(client, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 200/);
    release();
    await closing;
  });

  it('counts against the limits', async () => {
    const { get } = await serve({ scale: 3 / 1200 });
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await get('/api/v1/words')).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });

  it('is made once for different spellings of one question', async () => {
    const { get, routed, made } = await serve();
    for (let count = 0; count < 30; count += 1) await get(`/api/v1/words?junk=${count}`);
    expect([made(), routed()]).toEqual([1, 30]);
  });
});

describe('asked in-process', () => {
  it('is the answer that visitors get, from the same cache', async () => {
    const { api, get } = await serve();
    const answer = await api.ask('/words?n=5');
    expect(answer.read()).toEqual({ data: { text: '5 '.repeat(400) } });
    expect(await api.ask('/words?n=5&junk=1')).toBe(answer);
    expect((await get('/api/v1/words?n=5')).headers.get('etag')).toBe(answer.etag);
    await expect(api.ask('/words?n=1&n=2')).rejects.toMatchObject({ status: 400, code: 'invalid_request' });
    await expect(api.ask('/other')).rejects.toMatchObject({ status: 404 });
  });
});
