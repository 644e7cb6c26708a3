import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../../server/config/log.ts';
import { createHttp, type HttpApp } from '../../../server/http/http.ts';
import { noLimits } from '../../../server/http/limits.ts';
import { PublicAnswers } from '../../../server/http/public-answers.ts';
import { createMetrics } from '../../../server/metrics/metrics.ts';
import { createFolderStore } from '../../../server/store/folder-store.ts';
import { inLong } from '../../../server/testing/depth.ts';
import type { ImageRight } from '../rules.ts';
import { imageFolder, mediaFolders } from '../testing/files.ts';
import { mountMedia } from './routes.ts';
import { signImageAddress, signingKey } from './signed-address.ts';
import { pictureLayout } from './store/picture-keys.ts';

const publicId = '11111111-1111-4111-8111-111111111111';
const lockedId = '22222222-2222-4222-8222-222222222222';
const unknownId = '33333333-3333-4333-8333-333333333333';
const bytes = randomBytes(10_000);
const keys = [signingKey('secret')] as const;
const member = 'member----------------';

let dataDir: string;
let app: HttpApp;
let now: Date;
let databaseNow: Date;
let questions: number;
let isMember: boolean;
let isHidden: boolean;
/** The end of what is public; null: it is public for good. */
let freeUntil: Date | null;
/** Requests that reached the routes; the fast path answers others before. */
let routed: number;

async function decide(asked: { imageId: string; audience: string | null }): Promise<ImageRight> {
  questions += 1;
  if (asked.imageId === publicId) return isHidden ? { kind: 'missing' } : { kind: 'public', until: freeUntil };
  if (asked.imageId !== lockedId) return { kind: 'missing' };
  if (!isMember || asked.audience !== member) return { kind: 'refused' };
  return { kind: 'allowed', chapterId: 'a chapter', imageIds: [lockedId] };
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'longstrip-media-'));
  now = new Date('2026-11-21T12:00:00Z');
  databaseNow = now;
  freeUntil = null;
  questions = 0;
  isMember = true;
  isHidden = false;
  routed = 0;
  const folders = mediaFolders(dataDir);
  for (const id of [publicId, lockedId]) {
    await mkdir(imageFolder(folders, id), { recursive: true });
    await writeFile(join(imageFolder(folders, id), 'w800.webp'), bytes);
  }
  const http = createHttp({
    log: createLog('silent'),
    metrics: createMetrics(),
    answers: new PublicAnswers(),
    limiter: noLimits,
    trustProxy: false,
    securityHeaders: { 'X-Content-Type-Options': 'nosniff' },
  });
  app = http.app;
  app.addHook('onRequest', async () => {
    routed += 1;
  });
  const media = mountMedia({
    http,
    store: createFolderStore(join(dataDir, 'media'), pictureLayout),
    decideImage: decide,
    missing: { isNamed: async () => false, note: () => undefined },
    jpegs: { make: async () => false },
    preview: { keys: [signingKey('of previews')], mayPreview: async () => false },
    signingKeys: keys,
    now: () => now,
    databaseNow: () => databaseNow,
  });
  http.serveHotFiles('/media/', media.peekHotFile);
});

afterEach(async () => {
  await app.close();
  await rm(dataDir, { recursive: true });
});

const publicUrl = `/media/${publicId}/w800.webp`;
const lockedUrl = `/media/${lockedId}/w800.webp`;
const signed = () => signImageAddress({ imageId: lockedId, variant: 'w800.webp' }, { audience: member, keys, now });

describe('a public image', () => {
  it('is served for a year, with its type and mark', async () => {
    const answer = await app.inject(publicUrl);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload).toEqual(bytes);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': '10000',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"/),
    });
  });

  it('that is free for a time may be kept to its end by the clock of the database', async () => {
    freeUntil = new Date(now.getTime() + 2500);
    now = new Date(now.getTime() - 3_600_000);
    const { headers } = await app.inject(publicUrl);
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=2, stale-while-revalidate=0');
  });

  it('comes from memory once it was read', async () => {
    await app.inject(publicUrl);
    await rm(dataDir, { recursive: true });
    expect((await app.inject(publicUrl)).rawPayload).toEqual(bytes);
    await mkdir(dataDir);
  });

  inLong('is the same ahead of the routes, where only what is public and at hand is given', async () => {
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const looksOf = async (path: string, init?: RequestInit) => {
      const answer = await fetch(origin + path, init);
      const varying = new Set(['date', 'x-request-id', 'connection', 'keep-alive']);
      const headers = [...answer.headers].filter(([name]) => !varying.has(name));
      return { status: answer.status, headers: headers.sort(), body: Buffer.from(await answer.arrayBuffer()) };
    };
    const first = await looksOf(publicUrl);
    expect(await looksOf(publicUrl)).toEqual(first);
    expect((await looksOf(publicUrl, { headers: { range: 'bytes=0-9' } })).status).toBe(206);
    expect((await looksOf(lockedUrl)).status).toBe(403);
    expect((await looksOf(lockedUrl)).status).toBe(403);
    expect((await looksOf(`${publicUrl}/more`)).status).toBe(404);
    expect(routed).toBe(5);
    now = new Date(now.getTime() + 5000);
    isHidden = true;
    expect((await looksOf(publicUrl)).status).toBe(404);
  });

  it('answers HEAD with its size and no body', async () => {
    const answer = await app.inject({ method: 'HEAD', url: publicUrl });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-length']).toBe('10000');
    expect(answer.rawPayload).toHaveLength(0);
  });

  it('answers 304 to a browser that has it', async () => {
    const { etag } = (await app.inject(publicUrl)).headers;
    const answer = await app.inject({ url: publicUrl, headers: { 'if-none-match': String(etag) } });
    expect(answer.statusCode).toBe(304);
    expect(answer.rawPayload).toHaveLength(0);
  });

  it('answers ranges, and all of it where the mark no longer fits', async () => {
    const part = await app.inject({ url: publicUrl, headers: { range: 'bytes=10-19' } });
    expect(part.statusCode).toBe(206);
    expect(part.headers['content-range']).toBe('bytes 10-19/10000');
    expect(part.rawPayload).toEqual(bytes.subarray(10, 20));
    const whole = await app.inject({ url: publicUrl, headers: { range: 'bytes=10-19', 'if-range': '"other"' } });
    expect(whole.statusCode).toBe(200);
  });

  it('answers 416 to a range outside it', async () => {
    const answer = await app.inject({ url: publicUrl, headers: { range: 'bytes=10000-' } });
    expect(answer.statusCode).toBe(416);
    expect(answer.headers).toMatchObject({ 'content-range': 'bytes */10000', 'cache-control': 'no-store' });
    expect(answer.json()).toMatchObject({ code: 'range_not_satisfiable' });
  });
});

describe('a restricted image', () => {
  it('answers 403 to a caller without a signed address, whatever the request', async () => {
    for (const method of ['GET', 'HEAD'] as const)
      for (const headers of [{}, { range: 'bytes=0-1' }, { 'if-none-match': '*' }]) {
        const answer = await app.inject({ method, url: lockedUrl, headers });
        expect(answer.statusCode).toBe(403);
        expect(answer.headers['cache-control']).toBe('no-store');
        expect(answer.headers.etag).toBeUndefined();
      }
    expect((await app.inject(lockedUrl)).json()).toMatchObject({ code: 'forbidden' });
  });

  it('is served to a signed address, and kept by nobody else', async () => {
    const answer = await app.inject(signed());
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload).toEqual(bytes);
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'cross-origin-resource-policy': 'same-site',
      etag: expect.any(String),
    });
  });

  it('is served ahead of the routes while the right to it is remembered, to its address alone', async () => {
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const ask = async (path: string) => {
      const answer = await fetch(origin + path);
      return { status: answer.status, caching: answer.headers.get('cache-control') };
    };
    const allowed = { status: 200, caching: 'private, no-cache' };
    const refused = { status: 403, caching: 'no-store' };
    expect(await ask(signed())).toEqual(allowed);
    expect(await ask(signed())).toEqual(allowed);
    expect(routed).toBe(1);
    expect(await ask(signed().replace(/e=\d/, 'e=9'))).toEqual(refused);
    expect(await ask(lockedUrl)).toEqual(refused);
    now = new Date(now.getTime() + 5000);
    isMember = false;
    expect(await ask(signed())).toEqual(refused);
  });

  it('is not served to an altered or expired address', async () => {
    const address = signed();
    expect((await app.inject(address.replace('w800.webp', 'w480.webp'))).statusCode).toBe(403);
    expect((await app.inject(address.replace(/e=\d/, 'e=9'))).statusCode).toBe(403);
    now = new Date('2026-11-21T18:30:00Z');
    expect((await app.inject(address)).statusCode).toBe(403);
  });

  it('stops being served within 5 s of the end of the right to it', async () => {
    const address = signed();
    expect((await app.inject(address)).statusCode).toBe(200);
    isMember = false;
    now = new Date(now.getTime() + 5000);
    expect((await app.inject(address)).statusCode).toBe(403);
  });
});

describe('the right to an image', () => {
  it('is served to an address that was refused, as soon as the right to it is there again', async () => {
    const url = signed();
    isMember = false;
    expect((await app.inject({ url })).statusCode).toBe(403);
    isMember = true;
    now = new Date(now.getTime() + 300);
    expect((await app.inject({ url })).statusCode).toBe(200);
  });

  it('is asked once in some seconds, however many want it', async () => {
    await Promise.all(Array.from({ length: 20 }, () => app.inject(publicUrl)));
    await app.inject(publicUrl);
    expect(questions).toBe(1);
  });
});

describe('an address without an image', () => {
  it.each([
    `/media/${unknownId}/w800.webp`,
    `/media/${publicId}/w480.webp`,
    `/media/${publicId}/original`,
    `/media/${publicId}/..%2f..%2f..%2fsecrets`,
    `/media/..%2foriginals/w800.webp`,
    `/media/%2e%2e/w800.webp`,
    `/media/${publicId.toUpperCase()}x/w800.webp`,
    '/media/originals/aa',
    '/media/staging/x',
  ])('%s answers 404', async (url) => {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ error: expect.any(String), code: expect.any(String) });
  });
});
