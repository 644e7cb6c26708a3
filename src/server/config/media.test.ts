import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSettings } from './config.ts';

const read = (settings: Record<string, string>) => parseSettings({ NODE_ENV: 'test', DATA_DIR: '/data', ...settings });

describe('the place of the pictures', () => {
  it('is a folder of the data folder, unless it is set', () => {
    expect(read({}).media).toEqual({
      store: { kind: 'folder', path: '/data/media' },
      fallback: null,
      publicUrl: null,
      restricted: 'stream',
    });
    expect(read({}).s3).toEqual({ endpoint: null, region: 'us-east-1', keys: null });
    expect(read({ MEDIA_STORE: 'pictures' }).media.store).toEqual({ kind: 'folder', path: resolve('pictures') });
  });

  it.each([
    ['s3://bucket', { kind: 's3', bucket: 'bucket', prefix: '' }],
    ['s3://bucket/', { kind: 's3', bucket: 'bucket', prefix: '' }],
    ['s3://my.bucket-1/a/b', { kind: 's3', bucket: 'my.bucket-1', prefix: 'a/b/' }],
    ['s3://bucket/a//b/', { kind: 's3', bucket: 'bucket', prefix: 'a/b/' }],
  ])('may be a bucket: %s', (text, store) => {
    expect(read({ MEDIA_STORE: text }).media.store).toEqual(store);
  });

  it('may be named by its bucket alone', () => {
    expect(read({ S3_BUCKET: 'bucket' }).media.store).toEqual({ kind: 's3', bucket: 'bucket', prefix: '' });
    expect(read({ S3_BUCKET: 'bucket', MEDIA_STORE: 's3://bucket' }).media.store).toMatchObject({ bucket: 'bucket' });
  });

  it('may have an older one behind it, a CDN before it, and give restricted pictures itself', () => {
    const settings = {
      ...{ MEDIA_STORE: 's3://bucket/site', MEDIA_FALLBACK: '/data/media', MEDIA_RESTRICTED: 'presign' },
      ...{ MEDIA_PUBLIC_URL: 'https://cdn.example/pictures/', S3_ENDPOINT: 'http://127.0.0.1:9000/' },
      ...{ S3_REGION: 'eu-west-3', S3_ACCESS_KEY_ID: 'name', S3_SECRET_ACCESS_KEY: 'secret' },
    };
    expect(read(settings)).toMatchObject({
      media: {
        fallback: { kind: 'folder', path: join('/data', 'media') },
        publicUrl: 'https://cdn.example/pictures',
        restricted: 'presign',
      },
      s3: {
        endpoint: 'http://127.0.0.1:9000',
        region: 'eu-west-3',
        keys: { accessKeyId: 'name', secretAccessKey: 'secret' },
      },
    });
    expect(read({ MEDIA_PUBLIC_URL: 'http://localhost:8080' }).media.publicUrl).toBe('http://localhost:8080');
  });
});

it.each([
  ['MEDIA_STORE', { MEDIA_STORE: 's3://' }],
  ['MEDIA_STORE', { MEDIA_STORE: 's3:///prefix' }],
  ['MEDIA_STORE', { MEDIA_STORE: 's3://bucket/../other' }],
  ['MEDIA_STORE', { MEDIA_STORE: 'https://bucket.example' }],
  ['MEDIA_FALLBACK', { MEDIA_STORE: 's3://bucket/a', MEDIA_FALLBACK: 's3://bucket/a/' }],
  ['MEDIA_FALLBACK', { MEDIA_FALLBACK: '/data/media' }],
  ['MEDIA_FALLBACK', { MEDIA_FALLBACK: 'gs://bucket' }],
  ['MEDIA_RESTRICTED', { MEDIA_RESTRICTED: 'presign' }],
  ['MEDIA_RESTRICTED', { MEDIA_RESTRICTED: 'redirect' }],
  ['MEDIA_PUBLIC_URL', { MEDIA_PUBLIC_URL: 'http://cdn.example' }],
  ['MEDIA_PUBLIC_URL', { MEDIA_PUBLIC_URL: 'https://cdn.example/?a=b' }],
  ['MEDIA_PUBLIC_URL', { MEDIA_PUBLIC_URL: 'cdn.example' }],
  ['S3_BUCKET', { S3_BUCKET: 'bucket', MEDIA_STORE: 's3://other' }],
  ['S3_BUCKET', { S3_BUCKET: 'bucket', MEDIA_STORE: '/data/pictures' }],
  ['S3_BUCKET', { S3_BUCKET: 'bucket/prefix' }],
  ['S3_ENDPOINT', { S3_ENDPOINT: '127.0.0.1:9000' }],
  ['S3_SECRET_ACCESS_KEY', { S3_ACCESS_KEY_ID: 'name' }],
  ['S3_ACCESS_KEY_ID', { S3_SECRET_ACCESS_KEY: 'secret' }],
] as const)('%s is refused by name in %j', (name, settings) => {
  expect(() => read(settings)).toThrow(`${name}: got`);
});

it('a secret key is never shown', () => {
  expect(() => read({ S3_SECRET_ACCESS_KEY: 'very secret' })).toThrow(/^(?!.*very secret)/s);
});
