import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../../server/config/log.ts';
import { createHttp, type HttpApp } from '../../../server/http/http.ts';
import { type Limiter, noLimits } from '../../../server/http/limits.ts';
import { PublicAnswers } from '../../../server/http/public-answers.ts';
import { createMetrics } from '../../../server/metrics/metrics.ts';
import { openBucket } from '../../../server/store/bucket.ts';
import { createBucketStore } from '../../../server/store/bucket-store.ts';
import { eachOf, inLong } from '../../../server/testing/depth.ts';
import { folderForTests } from '../../../server/testing/folder.ts';
import {
  type FaultyLine,
  type S3Server,
  startFaultyLine,
  startS3Server,
  testBucket,
} from '../../../server/testing/s3-server.ts';
import type { ImageRight } from '../rules.ts';
import { mountMedia } from './routes.ts';
import { signImageAddress, signingKey } from './signed-address.ts';
import { imageKey, pictureLayout } from './store/picture-keys.ts';

const publicId = '11111111-1111-4111-8111-111111111111';
const lockedId = '22222222-2222-4222-8222-222222222222';
const hiddenId = '33333333-3333-4333-8333-333333333333';
const goneId = '44444444-4444-4444-8444-444444444444';
const bytes = randomBytes(200_000);
const keys = [signingKey('secret')] as const;
const member = 'member----------------';
const now = new Date('2026-11-21T12:00:00Z');
const cdn = 'https://cdn.example/pictures';

const home = folderForTests();
let service: S3Server;
let line: FaultyLine;
let app: HttpApp;
let origin: string;
let missing: string[];

beforeAll(async () => {
  service = await startS3Server();
  line = await startFaultyLine(service);
  const store = createBucketStore(openBucket(service.s3, { bucket: testBucket, prefix: '' }), pictureLayout);
  for (const id of [publicId, lockedId, hiddenId]) {
    const path = join(home, id);
    await writeFile(path, bytes);
    await store.put([{ key: imageKey(id, 'w800.webp'), path }]);
  }
});
afterAll(async () => {
  await line.stop();
  await service.stop();
});

async function decide(asked: { imageId: string; audience: string | null }): Promise<ImageRight> {
  if (asked.imageId === publicId || asked.imageId === goneId) return { kind: 'public', until: null };
  if (asked.imageId !== lockedId) return { kind: 'missing' };
  if (asked.audience !== member) return { kind: 'refused' };
  return { kind: 'allowed', chapterId: 'a chapter', imageIds: [lockedId] };
}

async function start(given: { publicUrl?: string; restricted?: 'presign'; limiter?: Limiter } = {}): Promise<void> {
  const { limiter = noLimits, ...settings } = given;
  const http = createHttp({
    log: createLog('silent'),
    metrics: createMetrics(),
    answers: new PublicAnswers(),
    limiter,
    trustProxy: false,
    securityHeaders: {},
  });
  app = http.app;
  missing = [];
  const media = mountMedia({
    http,
    store: createBucketStore(openBucket(line.s3, { bucket: testBucket, prefix: '' }), pictureLayout),
    decideImage: decide,
    missing: { isNamed: async ({ imageId }) => imageId === goneId, note: ({ imageId }) => missing.push(imageId) },
    jpegs: { make: async () => false },
    preview: { keys: [signingKey('of previews')], mayPreview: async () => false },
    signingKeys: keys,
    now: () => now,
    databaseNow: () => now,
    ...settings,
  });
  http.serveHotFiles('/media/', media.peekHotFile);
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
}

beforeEach(() => start());
afterEach(async () => {
  line.fault = null;
  await app.close();
});

const publicUrl = `/media/${publicId}/w800.webp`;
const signed = signImageAddress({ imageId: lockedId, variant: 'w800.webp' }, { audience: member, keys, now });
const ask = (path: string, init: RequestInit = {}) => fetch(origin + path, { redirect: 'manual', ...init });

async function bodyOf(answer: Response): Promise<Buffer> {
  return Buffer.from(await answer.arrayBuffer());
}

describe('an address to which a reader is sent on', () => {
  inLong('counts for the limits, at a CDN and at the bucket; an image that is served does not', async () => {
    await app.close();
    const counted: string[] = [];
    const limiter = {
      take: ({ as }: { as: string }) => (counted.push(as) > 2 ? 30 : 0),
      takeInStudio: () => 0,
    };
    await start({ publicUrl: 'https://cdn.example.org', restricted: 'presign', limiter });
    expect((await ask(publicUrl)).status).toBe(302);
    expect((await ask(signed)).status).toBe(302);
    expect((await ask(`/origin${publicUrl}`)).status).toBe(200);
    expect(counted).toEqual(['call', 'call']);
    const refused = await ask(publicUrl);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
  });
});

describe('an image in a bucket', () => {
  inLong('is served as from a folder: whole, in part, and by its mark', async () => {
    const whole = await ask(publicUrl);
    expect(whole.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(whole.headers.get('content-length')).toBe('200000');
    expect((await bodyOf(whole)).equals(bytes)).toBe(true);
    const part = await ask(publicUrl, { headers: { range: 'bytes=5-14' } });
    expect([part.status, await bodyOf(part)]).toEqual([206, bytes.subarray(5, 15)]);
    const etag = whole.headers.get('etag') ?? '';
    expect((await ask(publicUrl, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const restricted = await ask(signed);
    expect(restricted.headers.get('cache-control')).toBe('private, no-cache');
    expect((await bodyOf(restricted)).equals(bytes)).toBe(true);
  });

  inLong('is asked for once by many readers at the same time', async () => {
    const before = line.asked;
    const answers = await Promise.all(Array.from({ length: 20 }, async () => bodyOf(await ask(publicUrl))));
    expect(answers.every((body) => body.equals(bytes))).toBe(true);
    expect(line.asked - before).toBe(1);
  });

  inLong('comes at the second try when the first was cut or refused', async () => {
    line.fault = { refused: 2 };
    expect((await bodyOf(await ask(publicUrl))).equals(bytes)).toBe(true);
  });

  eachOf<[string, Exclude<typeof line.fault, null> | 'silent']>(
    [
      ['refused', { status: 500 }],
      ['cut each time', { bytes: 100_000, end: 'cut' }],
      ['refused for now', { status: 503 }],
      ['never answered', 'silent'],
    ],
    2,
  )('is 503 for a moment, and cached nowhere, when it is %s', async (_, fault) => {
    line.fault = typeof fault === 'string' ? fault : { ...fault };
    const answer = await ask(publicUrl);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'unavailable' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    line.fault = null;
    expect((await ask(publicUrl)).status).toBe(200);
  });

  inLong('is sent as it comes in where that takes long', async () => {
    line.fault = { bytes: 60_000, restAfterMs: 4000 };
    const answer = await ask(publicUrl);
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '200000']);
    expect((await bodyOf(answer)).equals(bytes)).toBe(true);
  });

  inLong(
    'is no whole image when it stops coming: the connection breaks',
    async () => {
      line.fault = { bytes: 100_000, end: 'silence' };
      const answer = await ask(publicUrl);
      expect(answer.headers.get('content-length')).toBe('200000');
      await expect(bodyOf(answer)).rejects.toThrow();
    },
    20_000,
  );

  inLong(
    'is 404 at once where nothing names it; where the database does, it is asked for again and counted',
    async () => {
      expect((await ask(publicUrl.replace('w800', 'w480'))).status).toBe(404);
      expect(missing).toEqual([]);
      const before = line.asked;
      const answer = await ask(`/media/${goneId}/w800.webp`);
      expect([answer.status, (await answer.json()).code]).toEqual([404, 'image_not_found']);
      expect(line.asked - before).toBeGreaterThan(3);
      expect(missing).toEqual([goneId]);
    },
  );
});

describe('for a CDN', () => {
  it('the origin gives to anybody what is public, and nothing else', async () => {
    const answer = await ask(`/origin${publicUrl}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await bodyOf(answer)).equals(bytes)).toBe(true);
    const head = await ask(`/origin${publicUrl}`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '200000']);
    expect((await ask(`/origin${signed}`)).status).toBe(403);
    expect((await ask(`/origin/media/${lockedId}/w800.webp`)).status).toBe(403);
    expect((await ask(`/origin/media/${hiddenId}/w800.webp`)).status).toBe(404);
  });

  inLong('public images lead there, and restricted ones stay here', async () => {
    await app.close();
    await start({ publicUrl: cdn });
    for (const _ of ['first', 'again']) {
      const answer = await ask(publicUrl);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, cdn + publicUrl]);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
      expect((await ask(`/origin${publicUrl}`)).status).toBe(200);
      expect((await ask(signed)).status).toBe(200);
    }
  });
});

inLong(
  'with presigned addresses the bucket itself gives a restricted image, for a minute, to who may have it',
  async () => {
    await app.close();
    await start({ restricted: 'presign' });
    const answer = await ask(signed);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store']);
    const address = new URL(answer.headers.get('location') ?? '');
    expect(Number(address.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(60);
    expect((await bodyOf(await fetch(address))).equals(bytes)).toBe(true);
    expect((await ask(`/media/${lockedId}/w800.webp`)).status).toBe(403);
    expect((await ask(publicUrl)).status).toBe(200);
  },
);
