import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bucket, openBucket } from '../../../../server/store/bucket.ts';
import { createBucketStore } from '../../../../server/store/bucket-store.ts';
import { type FileStore, readStored } from '../../../../server/store/file-store.ts';
import { createFolderStore } from '../../../../server/store/folder-store.ts';
import { inLong } from '../../../../server/testing/depth.ts';
import { type S3Server, startS3Server, testBucket } from '../../../../server/testing/s3-server.ts';
import { createMemoryStore } from '../../testing/memory-store.ts';
import { createFallbackStore } from './fallback-store.ts';
import {
  deleteImageFiles,
  imageKey,
  imageOf,
  imagePrefix,
  originalKey,
  originalOf,
  pictureLayout,
} from './picture-keys.ts';

const hash = 'ab'.repeat(32);
let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'longstrip-store-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const withFallback = (store: FileStore) =>
  createFallbackStore(store, createFolderStore(join(home, 'old'), pictureLayout));

async function put(store: FileStore, bytesByKey: Record<string, Buffer>): Promise<string[]> {
  const files = Object.keys(bytesByKey).map((key) => ({ key, path: join(home, randomUUID()) }));
  for (const { key, path } of files) await writeFile(path, bytesByKey[key] ?? '');
  await store.put(files);
  return files.map(({ path }) => path);
}

async function keysOf(store: FileStore, prefix = ''): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.toSorted();
}

async function readRange(store: FileStore, key: string, range: { start: number; end: number }) {
  const found = await store.get(key, range);
  return { size: found?.size, text: String(Buffer.concat((await found?.body.toArray()) ?? [])) };
}

it('a key names the image or the original whose file it is', () => {
  const id = randomUUID();
  expect([imageOf(imageKey(id, 'w480.webp')), originalOf(imageKey(id, 'w480.webp'))]).toEqual([id, null]);
  expect([imageOf(originalKey(hash)), originalOf(originalKey(hash))]).toEqual([null, hash]);
});

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.stop());
const openBucketStore = () =>
  createBucketStore(openBucket(s3.s3, { bucket: testBucket, prefix: `${randomUUID()}/` }), pictureLayout);

describe.each<[string, () => FileStore]>([
  ['a folder', () => createFolderStore(join(home, 'media'), pictureLayout)],
  ['memory', createMemoryStore],
  ['a bucket', openBucketStore],
  ['a bucket with a folder as its fallback', () => withFallback(openBucketStore())],
  [
    'a folder with a bucket as its fallback',
    () => createFallbackStore(createFolderStore(join(home, 'media'), pictureLayout), openBucketStore()),
  ],
])('pictures in %s', (_, open) => {
  inLong('are read as they were put, and the given files are moved', async () => {
    const store = open();
    const [key, bytes] = [imageKey(randomUUID(), 'w480.webp'), randomBytes(3_000_000)];
    const paths = await put(store, { [key]: bytes, [originalKey(hash)]: Buffer.alloc(0) });
    expect((await readStored(store, key))?.equals(bytes)).toBe(true);
    expect(await readStored(store, originalKey(hash))).toEqual(Buffer.alloc(0));
    expect(paths.filter((path) => existsSync(path))).toEqual([]);
  });

  it('are read in part', async () => {
    const store = open();
    const key = originalKey(hash);
    await put(store, { [key]: Buffer.from('0123456789') });
    expect(await readRange(store, key, { start: 2, end: 5 })).toEqual({ size: 10, text: '2345' });
  });

  it('stay readable when they are put again', async () => {
    const store = open();
    const key = originalKey(hash);
    await put(store, { [key]: Buffer.from('bytes') });
    await put(store, { [key]: Buffer.from('bytes') });
    expect(String(await readStored(store, key))).toBe('bytes');
    expect(await keysOf(store)).toEqual([key]);
  });

  it('have a size, and a time since when they are there', async () => {
    const store = open();
    const before = Date.now() - 2000; // file systems may count in whole seconds
    await put(store, { [originalKey(hash)]: Buffer.from('bytes') });
    const stored = await store.stat(originalKey(hash));
    expect(stored).toMatchObject({ key: originalKey(hash), size: 5 });
    expect(stored?.changedAt.getTime()).toBeGreaterThan(before);
  });

  inLong('that are not there are nothing, and can be deleted', async () => {
    const store = open();
    const key = imageKey(randomUUID(), 'w480.webp');
    expect([await store.get(key), await store.stat(key), await readStored(store, key)]).toEqual([null, null, null]);
    await store.delete([key]);
    expect(await keysOf(store)).toEqual([]);
    expect(await store.findFault()).not.toBeNull();
  });

  inLong('are listed by what their keys begin with, and not once they are deleted', async () => {
    const store = open();
    const [one, other] = [randomUUID(), randomUUID()];
    const keys = [
      imageKey(one, 'w480.avif'),
      imageKey(one, 'w480.webp'),
      imageKey(other, 'w480.webp'),
      originalKey(hash),
    ];
    await put(store, Object.fromEntries(keys.map((key) => [key, Buffer.from(key)])));
    expect(await keysOf(store)).toEqual(keys.toSorted());
    expect(await keysOf(store, imagePrefix(one))).toEqual(keys.slice(0, 2));
    expect(await store.findFault()).toBeNull();
    await deleteImageFiles(store, one);
    expect(await keysOf(store)).toEqual(keys.slice(2).toSorted());
  });
});

describe('a store with a fallback', () => {
  it('reads from it what the store lacks, lists each file once, and frees both', async () => {
    const [store, older] = [
      createFolderStore(join(home, 'media'), pictureLayout),
      createFolderStore(join(home, 'old'), pictureLayout),
    ];
    const both = createFallbackStore(store, older);
    const id = randomUUID();
    const [shared, old, fresh] = ['w160.webp', 'w320.webp', 'w480.webp'].map((name) => imageKey(id, name)) as [
      string,
      string,
      string,
    ]; // as many as there are names
    await put(older, { [shared]: Buffer.from('same'), [old]: Buffer.from('old') });
    await put(both, { [shared]: Buffer.from('same'), [fresh]: Buffer.from('fresh') });
    expect(await keysOf(store)).toEqual([shared, fresh]);
    expect(await keysOf(both)).toEqual([shared, old, fresh]);
    expect(String(await readStored(both, old))).toBe('old');
    expect((await both.stat(old))?.size).toBe(3);
    await both.delete([shared, old]);
    expect([await keysOf(older), await keysOf(both)]).toEqual([[], [fresh]]);
  });
});

it('a bucket is sent a bounded number of files at once, however many calls put some', async () => {
  let [underWay, most] = [0, 0];
  const put = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await pause(2); // the time of an answer
    underWay -= 1;
    return 1;
  };
  const store = createBucketStore({ put } as unknown as Bucket, pictureLayout); // nothing else of it is asked for
  const filesOf = (call: number) =>
    Array.from({ length: 20 }, (_, file) => ({
      key: imageKey(randomUUID(), 'w480.webp'),
      path: join(home, `${call}-${file}`),
    }));
  await Promise.all(Array.from({ length: 10 }, (_, call) => store.put(filesOf(call))));
  expect(most).toBe(32);
});
