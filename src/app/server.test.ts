import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeBook } from '../features/catalog/testing/books.ts';
import { makeImage } from '../features/media/testing/images.ts';
import { draws } from '../server/testing/depth.ts';
import type { Call } from '../shared/calls.ts';
import { siteSettings } from '../shared/site-settings.ts';
import { isCall } from './rendering/unknown-paths.ts';
import { declaredCalls } from './testing/declared-calls.ts';
import { valuesWith } from './testing/hostile-texts.ts';
import { serverForTests, startTestServer } from './testing/server.ts';
import { signInStaff } from './testing/staff.ts';

/** For each parameter's name, a value that exists. */
let good: Record<string, string>;
let imageAddress: string;

const server = serverForTests();
beforeAll(async () => {
  const image = await makeImage(server.db);
  const pages = { editions: { 'en-us': { title: 'One', imageIds: [image] } } };
  const book = await makeBook(server.db, { tags: ['tag'], chapters: [pages, {}, {}, {}] });
  const [chapterUuid = ''] = book.chapterIds;
  good = { bookId: book.id, language: 'en-us', direction: 'asc', page: '0', pageSize: '10', chapterUuid };
  const { default: seller } = siteSettings.seller;
  await server.db.query("insert into site_settings values ('seller', $1)", [{ ...seller, name: 'Ink' }]);
  imageAddress = `/media/${image}/w480.webp`;
});

const goodPath = (pattern: string) =>
  pattern
    .replace('/site/pages/:page', '/site/pages/imprint')
    .replace(/:(\w+)/g, (_whole, name: string) => good[name] ?? name) +
  (/\/text$|\/find\//.test(pattern) ? '?q=words' : '') +
  (pattern.includes('/chapter_size/') ? '?type=image/webp&width=800' : '');

/** The API's own routes, as the server itself lists them. */
const calls = () => [...server.routes].filter(([pattern]) => isCall(pattern));

/** Every GET route below /api for visitors. */
function publicGets(): string[] {
  const gets = calls().filter(
    ([pattern, methods]) => methods.has('GET') && !/^\/api\/v1\/(user|payment|studio)\//.test(pattern),
  );
  return gets.map(([pattern]) => pattern);
}

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
  'permissions-policy': expect.any(String),
  'x-request-id': expect.stringMatching(/^[\w-]+$/),
};

describe('every public GET', () => {
  it('is found by this test', () => {
    expect(publicGets().length).toBeGreaterThan(6);
  });

  it('may be kept by anyone for a moment, has an ETag and answers 304, HEAD and compressed', async () => {
    for (const pattern of publicGets()) {
      const url = goodPath(pattern);
      const answer = await server.ask(url);
      expect([url, answer.statusCode]).toEqual([url, 200]);
      expect(answer.headers).toMatchObject({
        ...securityHeaders,
        etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
        'cache-control': 'public, max-age=0, s-maxage=5, stale-while-revalidate=30',
        vary: pattern === '/api/docs' ? 'Accept-Encoding' : 'Authorization, Accept-Encoding',
      });
      const etag = String(answer.headers.etag);
      const again = await server.ask(url, { headers: { 'if-none-match': `"other", ${etag}` } });
      expect([url, again.statusCode, again.body]).toEqual([url, 304, '']);
      expect(again.headers).toMatchObject({ ...securityHeaders, etag });
      const head = await server.app.inject({ method: 'HEAD', url });
      expect([url, head.statusCode, head.body, head.headers.etag]).toEqual([url, 200, '', etag]);
      const packed = await server.ask(url, { headers: { 'accept-encoding': 'gzip, br' } });
      if (answer.rawPayload.length > 600) expect(packed.headers['content-encoding']).toBe('br');
    }
  });

  it('answers OPTIONS with its methods, and 405 to other methods', async () => {
    for (const [pattern, methods] of calls()) {
      const url = goodPath(pattern);
      const options = await server.app.inject({ method: 'OPTIONS', url });
      expect([url, options.statusCode]).toEqual([url, 204]);
      for (const method of methods) expect(options.headers.allow).toContain(method);
      const method = (['PATCH', 'PUT', 'POST', 'DELETE'] as const).find((each) => !methods.has(each)) ?? 'OPTIONS';
      const other = await server.app.inject({ method, url, payload: 'not json' });
      expect([url, other.statusCode, other.json().code]).toEqual([url, 405, 'method_not_allowed']);
    }
  });
});

describe("the failure of a wrong request has the contract's form", () => {
  const search = '/api/v1/comics/book/search';
  const chapters = (rest: string) => `/api/v1/comics/chapters/${rest}`;
  const uuid = randomUUID();
  it.each([
    [`${search}?language=xx`, 'language'],
    [`${search}?language=EN-US`, 'language'],
    [`${search}?page=-1`, 'page'],
    [`${search}?page=1.5`, 'page'],
    [`${search}?page=`, 'page'],
    [`${search}?page=1&page=2`, 'page'],
    [`${search}?page_size=0`, 'page_size'],
    [`${search}?page_size=101`, 'page_size'],
    [`${search}?page_size=1e1`, 'page_size'],
    [`${search}?order_by=id`, 'order_by'],
    [`${search}?order_by=updated_at;drop`, 'order_by'],
    [`${search}?tag=a%00b`, 'tag'],
    [`${search}?q=%00`, 'q'],
    [`${search}?q=${'x'.repeat(101)}`, 'q'],
    ['/api/v1/comics/book/recommendation/list?language=de', 'language'],
    [chapters('nope/en-us/asc/0/10'), 'bookId'],
    [chapters(`${'a'.repeat(900)}/en-us/asc/0/10`), 'bookId'],
    [chapters(`${uuid}/xx/asc/0/10`), 'language'],
    [chapters(`${uuid}/en-us/up/0/10`), 'direction'],
    [chapters(`${uuid}/en-us/asc/-1/10`), 'page'],
    [chapters(`${uuid}/en-us/asc/0/101`), 'pageSize'],
    [chapters(`${uuid}%2Fen-us/en-us/asc/0/10`), 'bookId'],
    ['/api/v1/comics/chapter_comics/1/en-us', 'chapterUuid'],
    [`/api/v1/comics/chapter_comics/${uuid}/EN-us`, 'language'],
  ])('%s', async (url, path) => {
    const answer = await server.app.inject(url);
    expect(answer.statusCode).toBe(400);
    expect(answer.headers).toMatchObject({ ...securityHeaders, 'cache-control': 'no-store', vary: 'Authorization' });
    const { error, code, details } = answer.json();
    expect(code).toBe('invalid_request');
    expect(error).toMatch(new RegExp(`^${path}: `));
    expect(details).toEqual([{ path, code: expect.any(String), message: expect.any(String) }]);
  });

  const post = (payload: string, type = 'application/json') =>
    server.app.inject({ method: 'POST', url: '/api/v1/events', payload, headers: { 'content-type': type } });

  it.each([
    ['{', 'application/json', 400, 'invalid_request'],
    ['', 'application/json', 400, 'invalid_request'],
    ['null', 'application/json', 400, 'invalid_request'],
    ['[]', 'application/json', 400, 'invalid_request'],
    ['{"events":null}', 'application/json', 400, 'invalid_request'],
    ['{"__proto__":{"events":[]},"events":[]}', 'application/json', 400, 'invalid_request'],
    ['{"events":[],"constructor":{"prototype":{}}}', 'application/json', 400, 'invalid_request'],
    ['events=1', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['{"events":[]}', 'text/plain', 415, 'unsupported_media_type'],
    ['{"events":[]}', 'nonsense', 415, 'unsupported_media_type'],
    [`{"events":[],"x":"${'x'.repeat(65 * 1024)}"}`, 'application/json', 413, 'payload_too_large'],
    ['{"events":[],"unknown":1}', 'application/json; charset=utf-8', 202, undefined],
  ])('a body %s of type %s', async (payload, type, status, code) => {
    const answer = await post(payload, type);
    expect([answer.statusCode, answer.body === '' ? undefined : answer.json().code]).toEqual([status, code]);
    if (status >= 400) expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['/api/v1/nope', 404],
    ['/api', 404],
    ['/api/v2/site', 404],
    ['/assets/app-123.js', 404],
    ['/media/x/y', 404],
    ['/favicon-of-another.png', 404],
    ['/nope', 302],
    ['/index.html', 302],
    ['/old.htm', 302],
    ['/index.php?id=1', 302],
    ['/book', 302],
    ['/%E4%B8%8D', 302],
    ['/?a=1', 302],
    ['/api/v1/%zz', 400],
    ['/%zz', 302],
  ])('the unknown path %s answers %i, kept by nobody', async (url, status) => {
    const answer = await server.app.inject(url);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['cache-control']).toBe('no-store');
    if (status === 302) expect(answer.headers.location).toBe('/');
    else expect(answer.json().error).toEqual(expect.any(String));
  });
});

describe('no input gives a 5xx', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.constantFrom('\0', "' or 1=1 --", '../../etc/passwd', '%00', '\u202e', '\ud800', '__proto__', '0'.repeat(400)),
    fc.constantFrom('en-us', 'asc', '0', '1', '100', 'updated_at', randomUUID()),
  );

  it('in any parameter of any call', async () => {
    const patterns = [...publicGets(), '/media/:imageId/:variant', '/origin/media/:imageId/:variant'];
    const names = ['language', 'page', 'page_size', 'order_by', 'tag', 'q', 'lang', 'e', 's', 'v', 'sig'];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...patterns),
        fc.array(nasty, { minLength: 6, maxLength: 6 }),
        fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names), nasty), nasty), { maxLength: 5 }),
        async (pattern, values, query) => {
          const encode = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
          let used = 0;
          const path = pattern.replace(/:\w+/g, () => encode(values[used++] ?? ''));
          const asked = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
          const answer = await server.app.inject(`${path}?${asked}`);
          expect([path, asked, answer.statusCode < 500]).toEqual([path, asked, true]);
          if (answer.statusCode >= 400) expect(answer.json()).toMatchObject({ error: expect.any(String) });
        },
      ),
      { numRuns: draws(600) },
    );
  });

  it('in any body', async () => {
    const event = fc.record(
      {
        event_id: fc.oneof(fc.uuid(), nasty),
        name: fc.oneof(fc.constantFrom('open_book', 'finished_reading'), nasty),
        occurred_at: fc.oneof(fc.constantFrom('2026-01-01T00:00:00Z', '+275760-09-13T00:00:00Z'), nasty),
        book_uuid: fc.oneof(fc.uuid(), fc.constant(good.bookId), nasty),
        chapter_uuid: fc.oneof(fc.uuid(), fc.jsonValue()),
        language: fc.oneof(fc.constant('en-us'), nasty),
      },
      { requiredKeys: [] },
    );
    const bodies = fc.oneof(fc.record({ events: fc.array(event) }), fc.jsonValue(), fc.object());
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const headers = { 'content-type': 'application/json' };
        const answer = await server.app.inject({
          method: 'POST',
          url: '/api/v1/events',
          headers,
          payload: JSON.stringify(body),
        });
        expect([body, answer.statusCode < 500]).toEqual([body, true]);
      }),
      { numRuns: draws(300) },
    );
  });

  it('with a NUL in any text of any call', async () => {
    const { headers } = await signInStaff(server, 'owner');
    const failed: string[] = [];
    for (const [name, call] of declaredCalls) {
      const [method = '', pattern = ''] = name.split(' ');
      const valuesOf = (part: 'params' | 'query' | 'body') =>
        call[part] ? valuesWith('a\0', call[part]) : { good: {}, hostile: [] };
      const parts = { params: valuesOf('params'), query: valuesOf('query'), body: valuesOf('body') };
      const asked = Object.entries(parts).flatMap(([part, { hostile }]) =>
        hostile.map((value) => ({
          ...{ params: parts.params.good, query: parts.query.good, body: parts.body.good },
          [part]: value,
        })),
      );
      for (const { params, query, body } of asked) {
        const given = params as Record<string, string>; // of a path, each is a text
        const path = pattern.replace(/:(\w+)/g, (_whole, key: string) => encodeURIComponent(given[key] ?? ''));
        const answer = await server.app.inject({
          ...{ method: method as Call['method'], url: path, headers: { ...headers, 'if-match': '"x"' } }, // of a declared call
          query: query as Record<string, string>, // of an address, each is a text
          ...(call.body ? { payload: body as object } : {}), // every body is one
        });
        if (answer.statusCode === 500) failed.push(`${name} ${JSON.stringify({ params, query, body })}`);
      }
    }
    expect(failed).toEqual([]);
  });

  it('in bytes that are not HTTP', async () => {
    const { port } = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }));
    const raw = (text: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = createConnection(Number(port), '127.0.0.1', () => socket.end(text));
        let answer = '';
        socket.on('data', (chunk) => {
          answer += String(chunk);
        });
        socket.on('close', () => resolve(answer)).on('error', reject);
      });
    expect(await raw('nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*no-store.*"invalid_request"/s);
    const long = `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`;
    expect(await raw(long)).toMatch(/^HTTP\/1\.1 431 .*"invalid_request"/s);
    expect(await raw('GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 302 /);
  });
});

describe('rate limits', () => {
  it('count calls and pages for each address, and events separately', async () => {
    const limited = await startTestServer({ settings: { RATE_LIMIT_SCALE: '0.01', TRUST_PROXY: '1' } });
    try {
      const from = (address: string, url = '/api/v1/site') =>
        limited.app.inject({ url, headers: { 'x-forwarded-for': `9.9.9.9, ${address}` } });
      const statuses = [];
      for (let count = 0; count < 13; count += 1) statuses.push((await from('198.51.100.1')).statusCode);
      expect(statuses).toEqual([...Array.from({ length: 12 }, () => 200), 429]);
      const refused = await from('198.51.100.1', '/any/page');
      expect(refused.json()).toMatchObject({ code: 'rate_limited', error: expect.any(String) });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.headers['cache-control']).toBe('no-store');
      expect((await from('198.51.100.2')).statusCode).toBe(200);
      // The image does not exist, so the request counts.
      expect((await from('198.51.100.1', imageAddress)).statusCode).toBe(429);
      expect((await from('198.51.100.1', '/healthz')).statusCode).toBe(200);
      const events = () =>
        limited.app.inject({
          method: 'POST',
          url: '/api/v1/events',
          payload: { events: [] },
          remoteAddress: '198.51.100.3',
        });
      expect([(await events()).statusCode, (await events()).statusCode, (await events()).statusCode]).toEqual([
        202, 202, 429,
      ]);
    } finally {
      await limited.stop();
    }
  });
});

describe('the description of the API', () => {
  it('names every call, its parameters and its failures', async () => {
    const { paths } = (await server.ask('/api/v1/openapi.json')).json();
    const described = calls()
      .map(([pattern]) => pattern)
      .filter((pattern) => !/openapi\.json|docs$/.test(pattern))
      .map((pattern) => pattern.replace(/:(\w+)/g, '{$1}'));
    expect(Object.keys(paths).sort()).toEqual(described.sort());
    const { parameters, responses } = paths['/api/v1/comics/book/search'].get;
    expect(parameters.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['language', 'page', 'page_size', 'order_by', 'tag', 'q']),
    );
    expect(Object.keys(responses)).toEqual(['200', '400', '429', '503']);
  });

  it('describes the fields of a refused chapter', async () => {
    const { paths } = (await server.ask('/api/v1/openapi.json')).json();
    const favor = paths['/api/v1/comics/chapter/favor'];
    const content = paths['/api/v1/comics/chapter_comics/{chapterUuid}/{language}'];
    for (const call of [content.get, favor.post, favor.delete]) {
      const { properties } = call.responses['403'].content['application/json'].schema;
      expect(Object.keys(properties)).toEqual(['error', 'code', 'details', 'chapter', 'had']);
      expect(Object.keys(properties.chapter.properties)).toContain('next_chapter_number');
    }
  });

  it('says which calls need a token, and how it is sent', async () => {
    const { paths, components } = (await server.ask('/api/v1/openapi.json')).json();
    expect(components.securitySchemes.token).toMatchObject({ type: 'apiKey', in: 'header', name: 'Authorization' });
    const guarded = Object.entries(paths as Record<string, Record<string, { security?: unknown }>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).flatMap(([method, call]) => (call.security ? [`${method} ${path}`] : [])),
    );
    // A visitor may ask for a membership too, and has none.
    const isGuarded = ({ who, path }: Call) => who !== 'anyone' && path !== '/user/book/membership';
    const declared = [...declaredCalls.values()].filter(isGuarded);
    // Uploads speak tus, whose bodies are no JSON.
    const uploads = ['post /uploads', 'patch /uploads/{id}', 'delete /uploads/{id}'];
    expect(guarded.sort()).toEqual(
      [
        ...declared.map(({ method, path }) => `${method.toLowerCase()} /api/v1${path.replace(/:(\w+)/g, '{$1}')}`),
        ...uploads.map((call) => call.replace('/uploads', '/api/v1/studio/uploads')),
      ].sort(),
    );
  });

  it('is a page that needs no script', async () => {
    const page = await server.ask('/api/docs');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-[\w+/]+=*'/);
    expect(page.body).not.toMatch(/<script|https?:\/\/(?!localhost)/);
    const text = page.body.replaceAll('<wbr>', '');
    for (const [pattern] of calls())
      if (!/openapi\.json|docs$/.test(pattern)) expect(text).toContain(pattern.replace(/:(\w+)/g, '{$1}'));
  });
});

describe('what features do in the background', () => {
  it('is done, for each feature that has jobs or rows to forget', () => {
    const features = join(import.meta.dirname, '../features');
    const doors = readdirSync(features, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => path.endsWith('server/open.ts'));
    const wanted = doors
      .filter((path) => /\b(jobs|retentions)\b/.test(readFileSync(join(features, path), 'utf8')))
      .map((path) => path.replace(/\/.*/, ''));
    const source = readFileSync(join(import.meta.dirname, 'server.ts'), 'utf8');
    const done = /const all: Chores\[\] = \[[^;]*\];/.exec(source)?.[0].match(/\w+(?=[,\]])/g) ?? [];
    expect(done.toSorted()).toEqual(wanted.toSorted());
  });
});
