import { describe, expect, it } from 'vitest';
import { createLog } from '../../../server/config/log.ts';
import { createHttp } from '../../../server/http/http.ts';
import { createLimiter } from '../../../server/http/limits.ts';
import { PublicAnswers } from '../../../server/http/public-answers.ts';
import { createMetrics } from '../../../server/metrics/metrics.ts';
import { registerOffline } from './routes.ts';
import { writeWorker } from './worker.ts';

const build = { files: ['/assets/a.js'], words: { 'en-us': '/assets/en.json' } };

function serve(workerCode = 'work();') {
  const http = createHttp({
    log: createLog('silent'),
    metrics: createMetrics(),
    answers: new PublicAnswers(),
    trustProxy: false,
    limiter: createLimiter({ scale: 0 }),
    securityHeaders: {},
  });
  const wordsIn = (language: string) => ({
    siteName: 'Ink & Co',
    icon: null,
    description: `About ${language}`,
    shortcuts: [{ name: 'Kept', url: '/offline' }],
  });
  registerOffline({
    http,
    wordsIn,
    color: '#faf6ee',
    pictureOrigins: [],
    workerCode,
    build,
  });
  return http.app;
}

describe('the manifest', () => {
  it('speaks its language, starts at home whatever the language, and has icons that may be masked', async () => {
    const answer = await serve().inject('/manifest/ar-sa.webmanifest');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': expect.stringContaining('public'),
      etag: expect.any(String),
    });
    const manifest = answer.json();
    expect(manifest).toMatchObject({
      name: 'Ink & Co',
      lang: 'ar-SA',
      dir: 'rtl',
      description: 'About ar-sa',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      theme_color: '#faf6ee',
      shortcuts: [{ name: 'Kept', url: '/offline' }],
    });
    const icons: { sizes: string; purpose: string }[] = manifest.icons;
    for (const purpose of ['any', 'maskable']) {
      const sizes = icons.filter((icon) => icon.purpose === purpose).map((icon) => icon.sizes);
      expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']));
    }
  });

  it('is asked for again without being sent again', async () => {
    const app = serve();
    const { headers } = await app.inject('/manifest/en-us.webmanifest');
    const again = await app.inject({
      url: '/manifest/en-us.webmanifest',
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });

  it('is not there in a language that the site does not speak', async () => {
    const answer = await serve().inject('/manifest/de-de.webmanifest');
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  });
});

describe('the service worker', () => {
  it('is asked for anew each time, and may fetch from this site alone', async () => {
    const answer = await serve().inject('/sw.js');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'; img-src 'self'",
    });
    expect(answer.body).toContain('work();');
    expect(answer.body).toContain('"/assets/a.js"');
  });

  it('is another one when a file of the build or its own code changes, and the same when nothing does', () => {
    const versionOf = (text: string) => /"version":"([\w-]+)"/.exec(text)?.[1];
    const version = versionOf(writeWorker('work();', build));
    expect(version).toMatch(/^[\w-]{12}$/);
    expect(versionOf(writeWorker('work();', { ...build }))).toBe(version);
    expect(versionOf(writeWorker('work(1);', build))).not.toBe(version);
    expect(versionOf(writeWorker('work();', { ...build, files: ['/assets/b.js'] }))).not.toBe(version);
  });

  it('takes itself and all that it stored away where there is no code for it', async () => {
    const { body } = await serve('').inject('/sw.js');
    expect(body).toContain('registration.unregister()');
    expect(body).toContain('caches.delete(name)');
    expect(body).not.toContain("addEventListener('fetch'");
  });
});
