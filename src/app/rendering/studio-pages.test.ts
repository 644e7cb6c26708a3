import { describe, expect, it } from 'vitest';
import { studioPages } from '../../features/studio/pages.ts';
import { assets } from '../testing/assets.ts';
import { serverForTests } from '../testing/server.ts';
import { registerStudio } from './studio-pages.ts';

const server = serverForTests({
  addPages: ({ http, config }) =>
    registerStudio({
      ...{ http, assets, publicUrl: config.publicUrl },
      site: { name: 'Ink & Co', contactEmail: 'desk@example.org', timeZone: 'UTC' },
      studio: {
        ...{ entry: '/assets/studio.js', css: '', preview: { entry: '/assets/preview.js', css: '' } },
        messages: (language) => `/assets/studio-${language}.json`,
        modulesOf: (page) => [`/assets/studio-${page}.js`],
      },
    }),
});

const addresses = Object.values(studioPages).map((pattern) => pattern.replace(/:\w+/g, 'x'));
const open = (url: string, headers = {}) => server.app.inject({ method: 'GET', url, headers });

describe('the pages of the studio', () => {
  it('are one document without data but for their code, which nobody keeps, finds or hears of', async () => {
    const documents = await Promise.all(addresses.map((address) => open(address)));
    expect(documents.map(({ statusCode }) => statusCode)).toEqual(addresses.map(() => 200));
    for (const { headers } of documents) {
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-robots-tag']).toBe('noindex, nofollow');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['content-security-policy']).toMatch(/require-trusted-types-for 'script'/);
    }
    const code = Object.keys(studioPages).map((page) => `<link rel="modulepreload" href="/assets/studio-${page}.js">`);
    expect(new Set(documents.map(({ body }, at) => body.replace(code[at] ?? '', ''))).size).toBe(1);
    expect(documents.filter(({ body }, at) => !body.includes(code[at] ?? ''))).toEqual([]);
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

describe('a preview', () => {
  const preview = (query = '') => open(`/studio/preview${query}`);

  it('is a document without data as well, in the language of the page that it shows', async () => {
    const { statusCode, headers, body } = await preview('?as=expired&language=ar-sa&path=/books%3Fkind=comic');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      ...{ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' },
      'content-language': 'ar-sa',
    });
    expect(body).toContain('data-entry="/assets/preview.js"');
    expect(body).toContain('"ownLanguage":"en-us"');
    expect((await preview()).statusCode).toBe(200);
  });

  it.each([
    ['as nobody whom it knows', '?as=owner'],
    ['in no language of the site', '?language=de-de'],
    ['at no moment', '?at=soon'],
    ['beyond 400 days', '?at=2999-01-01'],
    ['of the studio', '?path=/studio/people'],
    ['of a call', '?path=/api/v1/user/profile'],
    ['of the profile', '?path=/profile'],
    ['of the login, however it is written', '?path=/x/../LOGIN%3Fnext=/'],
    ['of the studio in percent signs', '?path=/%2573tudio/people'],
    ['of what is no path in percent signs', '?path=/%25E0%25A4'],
    ['of another origin', '?path=https://example.org/'],
    ['of another origin without a scheme', '?path=//example.org/'],
    ['of another origin behind a backslash', '?path=/%5Cexample.org/'],
    ['of no path', '?path=books'],
  ])('is refused %s', async (_name, query) => {
    const { statusCode, body } = await preview(query);
    expect([statusCode, JSON.parse(body).code]).toEqual([400, 'invalid_request']);
  });
});
