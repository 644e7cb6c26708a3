import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '../config/log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createHttp, type HttpApp, jsonHeaders } from './http.ts';
import { createLimiter } from './limits.ts';
import type { LoadClass, RouteClass } from './overload.ts';
import { PublicAnswers } from './public-answers.ts';

let app: HttpApp | undefined;
afterEach(() => app?.close());

const classes: Record<string, RouteClass> = {
  '/api/v1/words/:n': 'list',
  '/page': 'public',
  '/seldom': 'public',
  '/api/v1/own': 'call',
  '/api/v1/login': 'last',
};

/** A listening server, which refuses the named classes. */
async function serve({ scale = 0 } = {}) {
  const refused = new Set<LoadClass>();
  const metrics = createMetrics();
  const http = createHttp({
    ...{ log: createLog('silent'), trustProxy: false, limiter: createLimiter({ scale }), metrics },
    ...{ answers: new PublicAnswers(), securityHeaders: { 'X-Common': 'yes' } },
    shedder: { refuses: (name) => refused.has(name) },
    classOf: (route) => classes[route ?? ''] ?? 'never',
    isUser: async ({ headers }) => headers.authorization === 'Token good',
  });
  app = http.app;
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
  return { get, overload, metrics };
}

describe('a refusal under load', () => {
  it('says when to come again, and is counted', async () => {
    const { get, overload, metrics } = await serve();
    overload();
    const first = await get('/api/v1/words/1');
    expect([first.status, await first.json()]).toMatchObject([503, { code: 'unavailable' }]);
    expect(Number(first.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(first.headers.get('retry-after'))).toBeLessThanOrEqual(5);
    const head = await get('/api/v1/words/3', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([503, '']);
    const counted = await metrics.print();
    expect(counted).toMatch(/^http_refusals_total\{reason="overload"\} 2$/m);
    expect(counted).toMatch(/_count\{method="GET",route="\/api\/v1\/words\/:n",status="503"\} 1$/m);
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

  it('does not hit a user of a public call, nor what is kept apart', async () => {
    const { get, overload } = await serve();
    await get('/seldom');
    overload();
    expect((await get('/api/v1/words/1')).status).toBe(503);
    expect((await get('/api/v1/words/1', { headers: { authorization: 'Token good' } })).status).toBe(200);
    expect((await get('/api/v1/words/1', { headers: { authorization: 'Token bad' } })).status).toBe(503);
    expect((await get('/seldom')).status).toBe(200);
    expect((await get('/seldom?n=2')).status).toBe(503);
  });

  it('is of the class of its route, or of its words', async () => {
    const { get, overload } = await serve();
    overload(['search', 'call']);
    expect((await get('/api/v1/words/1?q=a')).status).toBe(503);
    expect((await get('/api/v1/words/1')).status).toBe(200);
    expect((await get('/api/v1/own', { headers: { authorization: 'Token good' } })).status).toBe(503);
    expect((await get('/api/v1/login', { method: 'POST' })).status).toBe(200);
  });

  it('takes from the allowance of its address', async () => {
    const { get, overload } = await serve({ scale: 3 / 1200 });
    overload();
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await get(`/api/v1/words/${count}`)).status);
    expect(statuses).toEqual([503, 503, 503, 429, 429]);
  });
});
