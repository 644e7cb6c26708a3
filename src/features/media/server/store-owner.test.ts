import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBucket } from '../../../server/store/bucket.ts';
import { createBucketStore } from '../../../server/store/bucket-store.ts';
import type { FileStore } from '../../../server/store/file-store.ts';
import { createFolderStore } from '../../../server/store/folder-store.ts';
import { createTestDatabase, type TestDatabase } from '../../../server/testing/database.ts';
import { type S3Server, startS3Server, testBucket } from '../../../server/testing/s3-server.ts';
import { makeImage } from '../testing/images.ts';
import { imageKey, pictureLayout } from './store/picture-keys.ts';
import { findOwner, noteOwner, requireStore, takeNextTurn } from './store-owner.ts';

let home: string;
let site: TestDatabase;
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.stop());
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'longstrip-owner-'));
  site = await createTestDatabase();
});
afterEach(async () => {
  await site.drop();
  await rm(home, { recursive: true, force: true });
});

describe.each<[string, () => FileStore]>([
  ['a folder', () => createFolderStore(join(home, 'media'), pictureLayout)],
  [
    'a bucket',
    () => createBucketStore(openBucket(s3.s3, { bucket: testBucket, prefix: `${randomUUID()}/` }), pictureLayout),
  ],
])('the owner of %s', (_, open) => {
  let store: FileStore;
  beforeEach(() => {
    store = open();
  });

  const given = () => ({ store, staging: join(home, 'staging'), now: new Date(), setting: 'MEDIA_STORE' });
  const kindNow = async () => (await findOwner(site.db, store)).kind;

  async function putFile(imageId: string): Promise<void> {
    await writeFile(join(home, 'file'), 'bytes');
    await store.put([{ key: imageKey(imageId, 'w480.webp'), path: join(home, 'file') }]);
  }

  it('is the first site that uses it while it is empty; another site is refused', async () => {
    expect(await kindNow()).toBe('free');
    await requireStore(site.db, given());
    expect(await kindNow()).toBe('ours');
    await site.db.query('update site_identity set id = gen_random_uuid()');
    expect(await kindNow()).toBe('other site');
    await expect(requireStore(site.db, given())).rejects.toThrow(/pictures of another site.*--adopt/);
  });

  it('is, without a mark, the site whose database names what it holds', async () => {
    await putFile(await makeImage(site.db));
    await requireStore(site.db, given());
    expect(await kindNow()).toBe('ours');
  });

  it('is, without a mark, nobody whose database names little of it', async () => {
    await putFile(await makeImage(site.db));
    await putFile(randomUUID());
    await putFile(randomUUID());
    await expect(requireStore(site.db, given())).rejects.toThrow(/does not name/);
    await noteOwner(site.db, { ...given(), isAdopted: true });
    expect(await kindNow()).toBe('ours');
  });

  it('stays the database that has the last turn; a copy from before it is told apart', async () => {
    await requireStore(site.db, given());
    const owner = await findOwner(site.db, store);
    if (owner.kind !== 'ours') throw new Error(owner.kind);
    await takeNextTurn(site.db, { ...given(), mark: owner.mark });
    expect(await kindNow()).toBe('ours');
    await site.db.query('delete from store_turns where id <> $1', [owner.mark.turn]);
    expect(await kindNow()).toBe('copy');
  });
});
