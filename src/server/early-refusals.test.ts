import { afterEach, describe, expect, it } from 'vitest';
import { createHttp, type HttpApp, jsonHeaders } from './http.ts';
import { createLimiter } from './limits.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import type { LoadClass, RouteClass } from './overload.ts';
import { PublicAnswers } from './public-answers.ts';

let app: HttpApp | undefined;
afterEach(() => app?.close());

const classes: Record<string, RouteClass> = {
  '/api/v1/words/:n': 'list',
  '/page': 'public',
  '/long-page': 'public',
  '/seldom': 'public',
  '/api/v1/own': 'call',
  '/api/v1/login': 'last',
};

/** A listening server, which refuses the named classes: `inject` would bypass what comes before routing. */
async function serve({ scale = 0 } = {}) {
  const refused = new Set<LoadClass>();
  const metrics = createMetrics();
  let judged = 0;
  const http = createHttp({
    ...{ log: createLog('silent'), trustProxy: false, limiter: createLimiter({ scale }), metrics },
    ...{ answers: new PublicAnswers(), securityHeaders: { 'X-Common': 'yes' } },
    shedder: {
      refuses(name) {
        judged += 1;
        return refused.has(name);
      },
    },
    classOf: (route) => classes[route ?? ''] ?? 'never',
    isUser: async ({ headers }) => headers.authorization === 'Token good',
  });
  app = http.app;
  let routed = 0;
  app.addHook('onRequest', async () => {
    routed += 1;
  });
  const make = async () => ({ text: '{"data":1}' });
  app.get('/api/v1/words/:n', (request, reply) => {
    const key = JSON.stringify([request.params, (request.query as { q?: string }).q]);
    return http.servePublic(request, reply, { key, headers: jsonHeaders, make });
  });
  app.get('/page', async (request, reply) => {
    const key = `${request.headers.cookie} ${(request.query as { tag?: string }).tag}`;
    try {
      return await http.servePublic(request, reply, { key, headers: { 'Content-Type': 'text/html' }, make });
    } catch (error) {
      http.noteFailure(request, error);
      const language = request.headers.cookie ?? 'language=none';
      return reply.code(503).headers({ 'Retry-After': '3', 'Content-Type': 'text/html' }).send(`busy ${language}`);
    }
  });
  app.get('/long-page', async (request, reply) => {
    const { n } = request.query as { n?: string };
    try {
      return await http.servePublic(request, reply, { key: `long ${n}`, headers: {}, make });
    } catch {
      return reply.code(503).headers({ 'Content-Type': 'text/html' }).send('busy '.repeat(1000));
    }
  });
  app.get('/seldom', (request, reply) =>
    http.servePublic(request, reply, { key: request.url, headers: {}, make, isSeldom: true }),
  );
  app.get('/api/v1/own', async () => ({ data: 'own' }));
  app.post('/api/v1/login', async () => ({ data: 'in' }));
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const get = (path: string, init?: RequestInit) => fetch(origin + path, init);
  const overload = (names: LoadClass[] = ['search', 'page']) => {
    for (const name of names) refused.add(name);
  };
  return { get, overload, metrics, routed: () => routed, judged: () => judged };
}

const looksOf = async (answer: Response) => {
  const own = new Set(['x-request-id', 'retry-after', 'date']);
  const headers = [...answer.headers].filter(([name]) => !own.has(name));
  return { status: answer.status, body: await answer.text(), headers };
};

describe('a refusal under load', () => {
  it('is given again without its route, with the same body and headers, and is counted', async () => {
    const { get, overload, routed, metrics } = await serve();
    overload();
    const first = await get('/api/v1/words/1');
    const second = await get('/api/v1/words/2?junk=2');
    expect([first.status, routed()]).toEqual([503, 1]);
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(second.headers.get('retry-after'))).toBeLessThanOrEqual(5);
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(await looksOf(second)).toEqual(await looksOf(first));
    const head = await get('/api/v1/words/3', { method: 'HEAD' });
    expect([head.status, await head.text(), routed()]).toEqual([503, '', 1]);
    const counted = await metrics.print();
    expect(counted).toMatch(/^http_refusals_total\{reason="overload"\} 3$/m);
    expect(counted).toMatch(/_count\{method="GET",route="\/api\/v1\/words\/:n",status="503"\} 2$/m);
  });

  it('is compressed for whoever accepts that, and whole for others', async () => {
    const { get, overload, routed } = await serve();
    overload();
    const long = 'busy '.repeat(1000);
    const ask = async (accepted: string) => {
      const answer = await get(`/long-page?n=${Math.random()}`, { headers: { 'accept-encoding': accepted } });
      return { encoding: answer.headers.get('content-encoding'), body: await answer.text() };
    };
    await ask('identity');
    for (const accepted of ['br', 'gzip', 'identity']) {
      const encoding = accepted === 'identity' ? null : accepted;
      await expect.poll(() => ask(accepted)).toEqual({ encoding, body: long });
    }
    expect(routed()).toBe(1);
  });

  it('is in the language of the request', async () => {
    const { get, overload, routed } = await serve();
    overload();
    const inLanguage = async (language: string) =>
      (await get('/page?tag=x', { headers: { cookie: `language=${language}` } })).text();
    for (let round = 0; round < 2; round += 1)
      for (const language of ['zh-cn', 'ar-sa']) expect(await inLanguage(language)).toBe(`busy language=${language}`);
    expect(routed()).toBe(2);
    await get('/page?lang=fr-fr');
    await get('/page?%6cang=zh-cn');
    expect(routed()).toBe(4);
  });

  it('hits no answer that the cache holds, under marks of campaigns as well', async () => {
    const { get, overload } = await serve();
    expect((await get('/page')).status).toBe(200);
    expect((await get('/page?tag=kept')).status).toBe(200);
    overload();
    expect((await get('/page?tag=new')).status).toBe(503);
    expect((await get('/page?tag=other')).status).toBe(503);
    for (const path of ['/page', '/page?tag=kept', '/page?fbclid=1', '/page?utm_source=a&tag=kept&utm_medium=b'])
      expect([path, (await get(path)).status]).toEqual([path, 200]);
  });

  it('does not hit a user of a public call, nor whoever is in doubt, nor what is kept apart', async () => {
    const { get, overload, routed } = await serve();
    await get('/seldom');
    overload();
    for (let round = 0; round < 2; round += 1) {
      expect((await get('/api/v1/words/1')).status).toBe(503);
      expect((await get('/api/v1/words/1', { headers: { authorization: 'Token good' } })).status).toBe(200);
      expect((await get('/api/v1/words/1', { headers: { authorization: 'Token bad' } })).status).toBe(503);
      expect((await get('/seldom')).status).toBe(200);
      expect((await get('/seldom?n=2')).status).toBe(503);
    }
    expect(routed()).toBe(1 + 2 * 4 + 1);
  });

  it('is of the class of its route, or of its words', async () => {
    const { get, overload, routed } = await serve();
    overload(['search', 'call']);
    for (let round = 0; round < 2; round += 1) {
      expect((await get('/api/v1/words/1?q=a')).status).toBe(503);
      expect((await get(`/api/v1/words/1${round}`)).status).toBe(200);
      expect((await get('/api/v1/own', { headers: { authorization: 'Token good' } })).status).toBe(503);
      expect((await get('/api/v1/login', { method: 'POST' })).status).toBe(200);
    }
    expect(routed()).toBe(1 + 2 * 2); // the other call is refused before it is counted here
  });

  it('is decided once for each request', async () => {
    const { get, overload, judged } = await serve();
    overload(['search']);
    await get('/api/v1/words/1?q=a');
    const before = judged();
    await get('/api/v1/words/2');
    expect(judged()).toBe(before + 1);
  });

  it('takes from the allowance of its address', async () => {
    const { get, overload } = await serve({ scale: 3 / 1200 });
    overload();
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await get(`/api/v1/words/${count}`)).status);
    expect(statuses).toEqual([503, 503, 503, 429, 429]);
  });
});
