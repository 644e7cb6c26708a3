import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { studioPages } from '../../features/studio/pages.ts';
import { assets } from '../testing/assets.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { registerStudio } from './studio-pages.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    addPages: ({ http, config }) =>
      registerStudio({
        ...{ http, assets, publicUrl: config.publicUrl },
        site: { name: 'Ink & Co', contactEmail: 'desk@example.org', timeZone: 'UTC' },
        studio: { entry: '/assets/studio.js', css: '', messages: (language) => `/assets/studio-${language}.json` },
      }),
  });
});
afterAll(() => server.stop());

const addresses = Object.values(studioPages).map((pattern) => pattern.replace(/:\w+/g, 'x'));
const open = (url: string, headers = {}) => server.app.inject({ method: 'GET', url, headers });

describe('the pages of the studio', () => {
  it('are one document without data, which nobody keeps, finds or hears of', async () => {
    const documents = await Promise.all(addresses.map((address) => open(address)));
    expect(documents.map(({ statusCode }) => statusCode)).toEqual(addresses.map(() => 200));
    for (const { headers } of documents) {
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-robots-tag']).toBe('noindex, nofollow');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['content-security-policy']).toMatch(/require-trusted-types-for 'script'/);
    }
    expect(new Set(documents.map(({ body }) => body)).size).toBe(1);
    expect(documents[0]?.body).toContain('<title>Ink &amp; Co</title>');
  });

  it('come in the language of whoever asks, with the words of the studio', async () => {
    const { headers, body } = await open('/studio', { 'accept-language': 'ar' });
    expect(headers['content-language']).toBe('ar-sa');
    expect(body).toMatch(/<html lang="ar-SA" dir="rtl">/);
    expect(body).toContain('/assets/studio-ar-sa.json');
  });

  it('lead from any other path below /studio to the first of them', async () => {
    for (const path of ['/studio/', '/studio/no/such', '/studio/claim/']) {
      const { statusCode, headers } = await open(path);
      expect([path, statusCode, headers.location]).toEqual([path, 302, '/studio']);
    }
    expect((await open('/studio/nothing?lang=zh-cn')).headers.location).toBe('/studio?lang=zh-cn');
  });

  it('do not hide the calls of that name', async () => {
    expect((await open('/api/v1/studio/today')).statusCode).toBe(401);
  });
});
