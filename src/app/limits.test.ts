import { afterEach, describe, expect, it } from 'vitest';
import { makeBook } from '../features/catalog/testing/books.ts';
import { makeImage, makeStoredImage } from '../features/media/testing/images.ts';
import { inLong } from '../server/testing/depth.ts';
import { registerStaticFiles } from './rendering/static-files.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

let server: TestServer;
afterEach(() => server.stop());

const file = { raw: Buffer.from('code'), br: null, gzip: null, contentType: 'text/javascript', immutable: true };

/** A site on which an address may ask for three things a minute. */
async function startStrictServer(): Promise<{ image: string; restricted: string }> {
  server = await startTestServer({
    settings: { RATE_LIMIT_SCALE: String(3 / 1200) },
    addPages: ({ http }) =>
      registerStaticFiles(
        http.app,
        new Map([
          ['/assets/app.js', file],
          ['/favicon.svg', { ...file, immutable: false }],
        ]),
      ),
  });
  const [image, restricted] = [await makeStoredImage(server), await makeImage(server.db)];
  const pages = (id: string) => ({ editions: { 'en-us': { title: 'One', imageIds: [id] } } });
  await makeBook(server.db, { publicFreeChapters: 1, chapters: [pages(image), pages(restricted)] });
  return { image, restricted };
}

let network = 0;
/** Counts the answers that a new address gets before it is refused with 429; at most seven. */
async function allowedTimes(url: string, more: { method?: 'HEAD' | 'POST'; headers?: Record<string, string> } = {}) {
  network += 1;
  const remoteAddress = `198.51.100.${network}`;
  for (let times = 0; times < 7; times += 1) {
    const answer = await server.app.inject({ url, method: 'GET', ...more, remoteAddress });
    if (answer.statusCode === 429) return times;
  }
  return 7;
}

describe('a request that counts against the limit of an address', () => {
  it("is no request for an existing image or file of the browser's code, and no health check", async () => {
    const { image } = await startStrictServer();
    expect(await allowedTimes('/assets/app.js')).toBe(7);
    expect(await allowedTimes('/assets/app.js', { method: 'HEAD' })).toBe(7);
    expect(await allowedTimes(`/media/${image}/w480.webp`)).toBe(7);
    expect(await allowedTimes(`/media/${image}/w480.webp`, { method: 'HEAD' })).toBe(7);
    expect(await allowedTimes(`/media/${image}/w480.webp`, { headers: { range: 'bytes=0-1' } })).toBe(7);
    const etag = String((await server.app.inject(`/media/${image}/w480.webp`)).headers.etag);
    expect(await allowedTimes(`/media/${image}/w480.webp`, { headers: { 'if-none-match': etag } })).toBe(7);
    for (const path of ['/healthz', '/readyz', '/metrics']) expect(await allowedTimes(path), path).toBe(7);
  });

  inLong('is any other request, with any ending and in any spelling', async () => {
    const { image, restricted } = await startStrictServer();
    const counted = [
      '/',
      '/api/v1/site',
      '/api/v1/x.js',
      '/%61pi/v1/site',
      '//api/v1/site',
      '/assets/none.js',
      '/%61ssets/app.js',
      '//assets/app.js',
      '/assets/%zz',
      '/favicon.svg',
      '/favicon.ico',
      '/robots.txt',
      '/sitemap.xml',
      '/book/chapters/abc.png',
      `/reader/book/chapter/${image}/${image}/1.js`,
      `/media/${image}/w9.webp`,
      `/media/${restricted}/w480.webp`,
      `/media/${restricted}/w480.webp?exp=1&aud=x&sig=y`,
      '/media/11111111-1111-4111-8111-111111111111/w1.webp',
      '/media/x.png',
      '/healthz/',
      '/%68ealthz',
      '/healthz?x=1',
      '/readyz/more',
    ];
    const times = await Promise.all(counted.map(async (url) => [url, await allowedTimes(url)]));
    expect(times).toEqual(counted.map((url) => [url, 3]));
    expect(await allowedTimes(`/media/${image}/w480.webp`, { headers: { range: 'bytes=99-' } })).toBe(3);
    expect(await allowedTimes('/healthz', { method: 'POST' })).toBe(3);
  });

  inLong('is a search in a novel, with a limit of its own', async () => {
    const { image } = await startStrictServer();
    expect(await allowedTimes(`/api/v1/reader/book/${image}/en-us/text?q=words`)).toBe(1);
  });

  inLong('is a batch of events, with a limit of its own, in any spelling of its address', async () => {
    await startStrictServer();
    expect(await allowedTimes('/api/v1/events', { method: 'POST' })).toBe(1);
    expect(await allowedTimes('/%61pi/v1/%65vents', { method: 'POST' })).toBe(1);
  });
});
