import { afterAll, beforeAll, expect, it } from 'vitest';
import { addTestPages } from '../../../app/testing/pages.ts';
import { startTestServer, type TestServer } from '../../../app/testing/server.ts';

let closed: TestServer;

beforeAll(async () => {
  closed = await startTestServer({ settings: { DOORS: 'off' }, addPages: addTestPages });
});
afterAll(() => closed.stop());

it.each(['/opds', '/opds/', '/opds/auth', '/opds/v2/catalog', '/koreader/healthcheck', '/komga/api/v1/series'])(
  'is nowhere while the doors are closed: %s',
  async (url) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT'] as const)
      for (const headers of [{}, { 'x-api-key': 'a key' }]) {
        const answer = await closed.app.inject({ method, url, headers });
        expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store']);
        if (method !== 'HEAD') expect(answer.json().code).toBe('not_found');
      }
  },
);
