import { expect, it } from 'vitest';
import { parseSettings } from '../server/config/config.ts';
import { pictureOrigins } from './picture-origins.ts';

const origins = (settings: Record<string, string>) => pictureOrigins(parseSettings({ NODE_ENV: 'test', ...settings }));
const onBucket = { MEDIA_STORE: 's3://bucket/site', MEDIA_RESTRICTED: 'presign' };

it('pages load pictures from their own origin alone, unless the settings name others', () => {
  expect(origins({})).toEqual([]);
  expect(origins({ MEDIA_STORE: 's3://bucket' })).toEqual([]);
  expect(origins({ MEDIA_PUBLIC_URL: 'https://cdn.example/pictures' })).toEqual(['https://cdn.example']);
});

it('with presigned addresses they load from the bucket too', () => {
  expect(origins({ ...onBucket, S3_REGION: 'eu-west-3' })).toEqual(['https://bucket.s3.eu-west-3.amazonaws.com']);
  expect(origins({ ...onBucket, S3_REGION: 'cn-north-1' })).toEqual(['https://bucket.s3.cn-north-1.amazonaws.com.cn']);
  expect(origins({ ...onBucket, MEDIA_STORE: 's3://my.bucket' })).toEqual(['https://s3.us-east-1.amazonaws.com']);
  expect(origins({ ...onBucket, S3_ENDPOINT: 'https://s3.example:9000/' })).toEqual(['https://s3.example:9000']);
});
