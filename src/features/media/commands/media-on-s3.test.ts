import { rmSync, truncateSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { createServer } from '../../../app/server.ts';
import {
  createTestSite,
  publishComic,
  runCommand,
  siteForTests,
  sumFiles,
  sumTables,
  type TestSite,
} from '../../../app/testing/site.ts';
import { type Config, parseSettings } from '../../../server/config/config.ts';
import { createLog } from '../../../server/config/log.ts';
import { createMetrics } from '../../../server/metrics/metrics.ts';
import { openBucket } from '../../../server/store/bucket.ts';
import { createBucketStore } from '../../../server/store/bucket-store.ts';
import { type FileStore, readStored } from '../../../server/store/file-store.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { folderForTests } from '../../../server/testing/folder.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import {
  type FaultyLine,
  type S3Server,
  startFaultyLine,
  startS3Server,
  testBucket,
} from '../../../server/testing/s3-server.ts';
import { imageKey, pictureLayout } from '../server/store/picture-keys.ts';
import { drawPicture } from '../testing/pictures.ts';

const cdn = 'https://cdn.example';
let service: S3Server;
let line: FaultyLine;
const folder = folderForTests();
beforeAll(async () => {
  service = await startS3Server();
  line = await startFaultyLine(service);
  await writeComic({ title: 'Salt', free: 2 });
});
afterAll(async () => {
  await line.stop();
  await service.stop();
});

async function writeComic({ title, free }: { title: string; free: number }): Promise<string> {
  const book = join(folder, title);
  await mkdir(book, { recursive: true });
  await writeFile(join(book, 'book.yaml'), `title: ${title}\ntags: [玄幻奇幻]\npublic_free_chapters: ${free}\n`);
  for (const chapter of [1, 2, 3]) {
    await mkdir(join(book, String(chapter)), { recursive: true });
    const bytes = await drawPicture({ width: 300, height: 400, seed: title.length * 10 + chapter });
    await writeFile(join(book, String(chapter), '1.jpg'), bytes);
  }
  return book;
}

/** The settings of a site whose pictures are in the bucket, over the line that can go wrong. */
function onBucket(site: TestSite, prefix: string, more: Record<string, string> = {}): Record<string, string> {
  const store = `s3://${testBucket}/${prefix}`;
  return { DATABASE_URL: site.url, DATA_DIR: site.dataDir, MEDIA_STORE: store, ...line.settings, ...more };
}

const bucketStore = (prefix: string) =>
  createBucketStore(openBucket(service.s3, { bucket: testBucket, prefix: `${prefix}/` }), pictureLayout);

async function keysOf(store: FileStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list('')) keys.push(key);
  return keys.toSorted();
}

async function keysIn(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  const bucket = openBucket(service.s3, { bucket: testBucket, prefix: `${prefix}/` });
  for await (const { key } of bucket.list('')) keys.push(key);
  return keys.toSorted();
}

async function ask(site: TestSite, settings: Record<string, string>, paths: readonly string[]) {
  const parsed = parseSettings({ ...settings, LOG_LEVEL: 'silent', RATE_LIMIT_SCALE: '0' });
  const config: Config = { ...parsed, jwtSecret: 'j'.repeat(32), mediaSecret: 'm'.repeat(32) };
  const metrics = createMetrics();
  const server = await createServer({ config, db: site.db, log: createLog('silent'), metrics });
  try {
    const answers: Awaited<ReturnType<typeof server.app.inject>>[] = [];
    for (const path of paths) answers.push(await server.app.inject(path));
    return { answers, metrics: await metrics.print() };
  } finally {
    await server.app.close();
    await server.close();
  }
}

/** The ids of the images of pages, by the chapter's number. */
async function pagesOf(site: TestSite): Promise<{ id: string; chapter: number; name: string }[]> {
  const { rows } = await site.db.query<{ id: string; chapter: number; name: string }>(
    `select i.id, c.number as chapter, i.variants -> 0 ->> 'name' as name
     from images i join pages p on p.image_id = i.id join chapters c on c.id = p.chapter_id order by c.number, p.page`,
  );
  return rows;
}

describe('a site with its pictures in a bucket', () => {
  const site = siteForTests();
  const settings = forAllTests(async () => onBucket(site, 'site'));

  inLong('imports into it, shows free pages, keeps the others, and its doctor finds all well', async () => {
    expect(await runCommand(settings, ['import', join(folder, 'Salt')])).toMatchObject({ status: 0 });
    expect((await keysOf(bucketStore('site'))).length).toBeGreaterThan(6);
    expect(await sumFiles(site.dataDir)).toEqual({});
    const [first, , third] = await pagesOf(site);
    const paths = [`/media/${first?.id}/${first?.name}`, `/media/${third?.id}/${third?.name}`];
    const { answers, metrics } = await ask(site, settings, paths);
    const stored = await readStored(bucketStore('site'), imageKey(first?.id ?? '', first?.name ?? ''));
    expect(answers[0]?.rawPayload).toEqual(stored);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 403]);
    expect(metrics).toMatch(/^media_store_requests_total\{op="get",outcome="ok"\} 1$/m);
    expect(metrics).toMatch(/^media_store_duration_seconds_count 1$/m);
    const { out } = await runCommand(settings, ['doctor', '--deep', '--json']);
    const findings: { check: string; ok: boolean; found: string }[] = JSON.parse(out);
    const find = (name: string) => findings.find(({ check }) => check === name);
    expect(find('Media store')).toMatchObject({
      ok: true,
      found: expect.stringContaining('written, read and deleted'),
    });
    expect(find('Pictures')).toMatchObject({ ok: true });
    expect(find('Clock')).toMatchObject({ ok: true });
  });

  inLong('comes back from a backup, into a folder too', async () => {
    const file = join(folder, 'site.tar');
    expect(await runCommand(settings, ['backup', file])).toMatchObject({ status: 0, err: '' });
    const [inFolder, inBucket] = [await createTestSite({ empty: true }), await createTestSite({ empty: true })];
    try {
      const expected = await sumTables(site.db);
      expect(await inFolder.run('restore', file)).toMatchObject({ status: 0 });
      expect(await sumTables(inFolder.db)).toEqual(expected);
      expect(Object.keys(await sumFiles(inFolder.dataDir)).toSorted()).toEqual(await keysOf(bucketStore('site')));
      const other = onBucket(inBucket, 'other');
      expect(await runCommand(other, ['restore', file])).toMatchObject({ status: 0 });
      expect(await keysOf(bucketStore('other'))).toEqual(await keysOf(bucketStore('site')));
      expect(await runCommand(other, ['media', 'check', '--sums'])).toMatchObject({ status: 0 });
      expect(await sumTables(inBucket.db)).toEqual(expected);
    } finally {
      await inFolder.remove();
      await inBucket.remove();
    }
  });

  inLong('comes back from a repository in a bucket, where unchanged pictures cost nothing', async () => {
    const target = `s3://${testBucket}/backups`;
    const add = async () => {
      const { status, out, err } = await runCommand(settings, ['backup', '--json', target]);
      expect({ status, err }).toEqual({ status: 0, err: '' });
      return JSON.parse(out);
    };
    const first = await add();
    const second = await add();
    expect(first.added_bytes).toBeGreaterThan(second.added_bytes * 2);
    expect(await runCommand(settings, ['snapshots', 'check', '--all', target])).toMatchObject({ status: 0 });
    const restored = await createTestSite({ empty: true });
    try {
      const other = onBucket(restored, 'restored');
      expect(await runCommand(other, ['restore', '--snapshot', first.snapshot, target])).toMatchObject({ status: 0 });
      expect(await sumTables(restored.db)).toEqual(await sumTables(site.db));
      expect(await runCommand(other, ['media', 'check', '--sums'])).toMatchObject({ status: 0 });
    } finally {
      await restored.remove();
    }
    const pruned = await runCommand(settings, ['snapshots', 'prune', '--keep', 'last=1', '--json', target]);
    expect(JSON.parse(pruned.out)).toMatchObject({ kept: [second.snapshot], removed: [first.snapshot] });
    line.fault = { status: 503 };
    for (const place of [target, join(folder, 'site.tar')]) {
      const { status, err } = await runCommand(settings, ['backup', place]);
      expect({ status, err }).toMatchObject({ status: 1, err: expect.not.stringContaining('files are missing') });
    }
    line.fault = null;
    const { out } = await runCommand(settings, ['snapshots', 'list', '--json', target]);
    expect(JSON.parse(out)).toMatchObject([{ id: second.snapshot }]);
  });

  inLong('begins no repository where a bucket has something else, whatever its name', async () => {
    const bucket = openBucket(service.s3, { bucket: testBucket, prefix: 'foreign/' });
    const path = join(folder, 'letter');
    await writeFile(path, 'mine');
    await bucket.put('objects/letter', path, { type: 'text/plain' });
    const said = await runCommand(settings, ['backup', `s3://${testBucket}/foreign`]);
    expect(said).toMatchObject({ status: 1, err: expect.stringContaining('neither empty nor a repository') });
    expect(await keysIn('foreign')).toEqual(['objects/letter']);
  });

  inLong('is told by the doctor whether backups can go into a bucket, which it leaves as it is', async () => {
    const find = async (prefix: string) => {
      const to = { BACKUP_TO: `s3://${prefix}` };
      const { out } = await runCommand({ ...settings, ...to }, ['doctor', '--json']);
      const findings: { check: string; ok: boolean; found: string }[] = JSON.parse(out);
      return findings.filter(({ check }) => check === 'Backup');
    };
    const tried = expect.stringContaining('an object was written, read and deleted');
    expect(await find(`${testBucket}/tried`)).toMatchObject([{ ok: true, found: tried }]);
    expect(await keysIn('tried')).toEqual([]);
    const before = await keysIn('backups');
    expect(await find(`${testBucket}/backups`)).toMatchObject([{ ok: true, found: tried }]);
    expect(await keysIn('backups')).toEqual(before);
    const foreign = expect.stringContaining('neither empty nor a repository');
    expect(await find(`${testBucket}/foreign`)).toMatchObject([{ ok: false, found: foreign }]);
    expect(await find('nobody-s-bucket')).toMatchObject([{ ok: false }]);
  });

  inLong('says which files are missing, damaged, or named by nothing', async () => {
    const store = bucketStore('site');
    const [first, second] = await pagesOf(site);
    const [gone, hurt] = [first, second].map((page) => imageKey(page?.id ?? '', page?.name ?? '')) as [string, string]; // two pages
    const kept = { gone: await readStored(store, gone), hurt: await readStored(store, hurt) };
    const put = async (key: string, bytes: Buffer) => {
      const path = join(folder, 'file');
      await writeFile(path, bytes);
      await store.put([{ key, path }]);
    };
    await store.delete([gone]);
    await put(hurt, Buffer.alloc(kept.hurt?.length ?? 0));
    const check = async (...options: string[]) => {
      const { status, out } = await runCommand(settings, ['media', 'check', '--json', ...options]);
      return { status, ...JSON.parse(out) };
    };
    const name = (key: string) => `s3://${testBucket}/site/${key}`;
    const missing = [{ name: name(gone), address: `http://localhost:3000/media/${first?.id}/${first?.name}` }];
    expect(await check()).toMatchObject({ status: 1, missing, damaged: [], orphaned: [] });
    expect(await check('--sums')).toMatchObject({ status: 1, missing, damaged: [{ name: name(hurt) }] });
    await put(gone, kept.gone ?? Buffer.alloc(0));
    await put(hurt, kept.hurt ?? Buffer.alloc(0));
    expect(await check('--sums')).toMatchObject({ status: 0, missing: [], damaged: [], orphaned: [] });
  });

  inLong('gives the addresses of its CDN, and says what to remove there when readers lose something', async () => {
    const withCdn = { ...settings, MEDIA_PUBLIC_URL: cdn };
    const [page] = await pagesOf(site);
    const { rows } = await site.db.query<{ id: string }>('select id from books');
    const path = `/media/${page?.id}/${page?.name}`;
    const { answers } = await ask(site, withCdn, ['/api/v1/comics/book/recommendation/list', path, `/origin${path}`]);
    expect(answers[0]?.body).toContain(`"${cdn}/media/`);
    expect(answers[0]?.body).not.toContain('"/media/');
    expect(answers[1]?.headers.location).toBe(cdn + path);
    expect(answers[2]?.statusCode).toBe(200);
    const less = await writeComic({ title: 'Salt', free: 1 });
    const imported = await runCommand(withCdn, ['import', less]);
    expect(imported.status).toBe(0);
    const second = (await pagesOf(site)).find(({ chapter }) => chapter === 2);
    expect(imported.out).toContain(`${cdn}/media/${second?.id}/${second?.name}`);
    expect(imported.out).not.toContain(page?.id);
    const hidden = await runCommand(withCdn, ['book', 'hide', rows[0]?.id ?? '']);
    expect(hidden.out).toContain(cdn + path);
    expect(hidden.out).not.toContain(second?.id);
    await runCommand(withCdn, ['book', 'show', rows[0]?.id ?? '']);
  });

  inLong('shows no half book where the bucket fails during an import, and a second import completes it', async () => {
    const book = await writeComic({ title: 'Pepper and salt', free: 1 });
    line.fault = { status: 503 };
    const failed = await runCommand(settings, ['import', book]);
    line.fault = null;
    expect(failed.status).toBe(1);
    expect(failed.err).toContain(`s3://${testBucket}/site/`);
    const count = async () => (await site.db.query('select from books')).rowCount;
    expect(await count()).toBe(1);
    expect(await runCommand(settings, ['import', book])).toMatchObject({ status: 0 });
    expect(await count()).toBe(2);
    expect(await runCommand(settings, ['media', 'check', '--sums'])).toMatchObject({ status: 0 });
  });

  inLong('is said to be wrong by the doctor where the bucket is not there', async () => {
    const { status, out } = await runCommand({ ...settings, MEDIA_STORE: 's3://nobody-s-bucket' }, [
      'doctor',
      '--json',
    ]);
    const findings: { check: string; ok: boolean }[] = JSON.parse(out);
    expect(status).toBe(1);
    expect(findings.find(({ check }) => check === 'Media store')).toMatchObject({ ok: false });
  });
});

describe('longstrip media move', () => {
  const site = siteForTests();
  beforeAll(() => publishComic(site, { title: 'Moving', seed: 500 }));
  const move = async (...options: string[]) => {
    const { status, out } = await runCommand({ DATABASE_URL: site.url, DATA_DIR: site.dataDir, ...line.settings }, [
      ...['media', 'move', '--json', ...options],
    ]);
    return { status, ...(status === 0 || out !== '' ? JSON.parse(out) : {}) };
  };
  const to = `s3://${testBucket}/moved`;

  inLong('copies a site into a bucket, goes on where it stopped, and mends what is damaged there', async () => {
    const count = Object.keys(await sumFiles(site.dataDir)).length;
    expect(await move('--to', to, '--dry-run')).toMatchObject({ status: 0, copied: count, present: 0, failed: [] });
    expect(await keysOf(bucketStore('moved'))).toEqual([]);
    expect(await move('--to', to)).toMatchObject({ status: 0, copied: count, present: 0, failed: [] });
    const keys = await keysOf(bucketStore('moved'));
    expect(keys).toEqual(Object.keys(await sumFiles(site.dataDir)).toSorted());
    const [gone = '', hurt = ''] = keys;
    const store = bucketStore('moved');
    const path = join(folder, 'hurt');
    await writeFile(path, Buffer.alloc((await store.stat(hurt))?.size ?? 0));
    await store.put([{ key: hurt, path }]);
    await store.delete([gone]);
    expect(await move('--to', to)).toMatchObject({ status: 0, copied: 2, present: count - 2, failed: [] });
    expect(await move('--to', to)).toMatchObject({ status: 0, copied: 0, present: count, failed: [] });
    expect((await move('--to', join(site.dataDir, 'media'))).status).toBe(1);
  });

  inLong('is followed by a site that reads from the old place what the new one lacks', async () => {
    const [page, other] = await pagesOf(site);
    await bucketStore('moved').delete([imageKey(page?.id ?? '', page?.name ?? '')]);
    const settings = { ...onBucket(site, 'moved'), MEDIA_FALLBACK: join(site.dataDir, 'media') };
    const paths = [page, other].map((given) => `/media/${given?.id}/${given?.name}`);
    const { answers } = await ask(site, settings, paths);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });

  inLong('names the files that it could not copy, and copies the others', async () => {
    const [gone = '', hurt = ''] = (await pagesOf(site)).map(({ id, name }) => imageKey(id, name));
    const placeOf = (key: string) => join(site.dataDir, 'media', key);
    rmSync(placeOf(gone));
    truncateSync(placeOf(hurt), 10);
    const report = await move('--to', `s3://${testBucket}/part`);
    expect(report.status).toBe(1);
    expect(report.failed).toHaveLength(2);
    expect(report.failed).toEqual(
      expect.arrayContaining([
        { name: placeOf(gone), reason: expect.stringContaining('missing') },
        { name: placeOf(hurt), reason: expect.stringContaining('damaged') },
      ]),
    );
    expect(report.copied).toBeGreaterThan(5);
    // The whole one in the new place is not replaced by the damaged one.
    const whole = (await bucketStore('moved').stat(hurt))?.size;
    expect((await move('--to', to)).failed).toEqual([expect.objectContaining({ name: placeOf(gone) })]);
    expect((await bucketStore('moved').stat(hurt))?.size).toBe(whole);
  });
});
