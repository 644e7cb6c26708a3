import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inLong } from '../testing/depth.ts';
import { folderForTests } from '../testing/folder.ts';
import { type FaultyLine, type S3Server, startFaultyLine, startS3Server, testBucket } from '../testing/s3-server.ts';
import { type Bucket, openBucket, StoreUnavailableError } from './bucket.ts';

const home = folderForTests();
let server: S3Server;
let line: FaultyLine;
let bucket: Bucket;
let counted: string[];

beforeAll(async () => {
  server = await startS3Server();
  line = await startFaultyLine(server);
  bucket = openBucket(line.s3, { bucket: testBucket, prefix: 'site/a/' }, ({ op, outcome }) =>
    counted.push(`${op} ${outcome}`),
  );
});
afterEach(() => {
  line.fault = null;
});
afterAll(async () => {
  await line.stop();
  await server.stop();
});

async function put(key: string, bytes: Buffer): Promise<void> {
  const path = join(home, 'file');
  await writeFile(path, bytes);
  counted = [];
  await bucket.put(key, path, { type: 'image/webp' });
}

async function read(key: string, range?: { start: number; end: number }): Promise<Buffer | null> {
  const found = await bucket.get(key, range);
  return found && Buffer.concat(await found.body.toArray());
}

describe('an object', () => {
  it('is private and immutable, with its type, and is looked at once more when it was put', async () => {
    const bytes = randomBytes(100_000);
    await put('images/one', bytes);
    expect(counted).toEqual(['put ok', 'stat ok']);
    const answer = await fetch(await bucket.presign('images/one', 60));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
    const bare = new URL(await bucket.presign('images/one', 60));
    expect(bare.pathname).toBe(`/${testBucket}/site/a/images/one`);
    expect(bare.searchParams.get('X-Amz-Expires')).toBe('60');
  });

  inLong('over 8 MiB goes in parts', async () => {
    const bytes = randomBytes(20 * 1024 * 1024 + 5);
    await put('originals/large', bytes);
    expect(counted).toEqual(['put ok', 'put ok', 'put ok', 'put ok', 'put ok', 'stat ok']);
    expect((await read('originals/large'))?.equals(bytes)).toBe(true);
    expect(await read('originals/large', { start: 5, end: 14 })).toEqual(bytes.subarray(5, 15));
  });

  it('is nothing where it is absent, and can be deleted', async () => {
    expect([await bucket.get('images/none'), await bucket.stat('images/none')]).toEqual([null, null]);
    await put('images/gone', randomBytes(10));
    await bucket.delete(['images/gone', 'images/none']);
    expect(await bucket.stat('images/gone')).toBeNull();
  });

  inLong('is listed among over a thousand', async () => {
    const path = join(home, 'small');
    await writeFile(path, 'x');
    const keys = Array.from({ length: 1010 }, (_, index) => `many/${String(index).padStart(4, '0')}`);
    const left = keys.values();
    const work = async () => {
      for (const key of left) await bucket.put(key, path, { type: 'image/webp' });
    };
    await Promise.all(Array.from({ length: 16 }, work));
    const found: string[] = [];
    for await (const { key, size } of bucket.list('many/')) found.push(`${key} ${size}`);
    expect(found.toSorted()).toEqual(keys.map((key) => `${key} 1`));
    await bucket.delete(keys);
    for await (const { key } of bucket.list('many/')) throw new Error(`${key} is still there`);
  });
});

describe('on a bad line', () => {
  const bytes = randomBytes(300_000);
  beforeAll(() => put('images/bad', bytes));

  inLong('a read is tried three times', async () => {
    line.fault = { refused: 2 };
    expect(await read('images/bad')).toEqual(bytes);
  });

  it.each([500, 503] as const)('a read is given up when each try is refused with %s', async (status) => {
    counted = [];
    line.fault = { status };
    await expect(bucket.get('images/bad')).rejects.toThrow(StoreUnavailableError);
    expect(counted).toEqual(['get failed', 'get failed', 'get failed']);
  });

  inLong('a read is given up when no answer comes', async () => {
    line.fault = 'silent';
    await expect(bucket.get('images/bad')).rejects.toThrow(StoreUnavailableError);
  });

  it('a body that is cut is no body', async () => {
    line.fault = { bytes: 150_000, end: 'cut' };
    const found = await bucket.get('images/bad');
    await expect(found?.body.toArray()).rejects.toThrow();
  });

  inLong('a write ends when the store shows the object, though that is late', async () => {
    line.fault = { lateMs: 1500 };
    counted = [];
    await put('images/late', bytes);
    expect(counted.filter((each) => each === 'stat absent').length).toBeGreaterThan(2);
    expect(counted.at(-1)).toBe('stat ok');
  });

  inLong('a write is tried again, and fails aloud where it does not succeed', async () => {
    line.fault = { refused: 1 };
    await put('images/again', bytes);
    line.fault = null;
    expect(await read('images/again')).toEqual(bytes);
    line.fault = { status: 503 };
    await expect(put('images/never', bytes)).rejects.toThrow(StoreUnavailableError);
    line.fault = null;
    expect(await bucket.stat('images/never')).toBeNull();
  });
});

inLong('a bucket that does not exist is said to be unavailable, not empty', async () => {
  const none = openBucket(server.s3, { bucket: 'no-such-bucket', prefix: '' });
  await expect(none.list('').next()).rejects.toThrow(/NoSuchBucket|does not exist/);
  await expect(none.get('images/one')).rejects.toThrow(StoreUnavailableError);
});
