import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createLog } from '../../../server/config/log.ts';
import type { Db } from '../../../server/database/db.ts';
import type { FileStore } from '../../../server/store/file-store.ts';
import { databaseForTests } from '../../../server/testing/database.ts';
import { folderForTests } from '../../../server/testing/folder.ts';
import { jpegWidths } from '../rules.ts';
import { makeImage } from '../testing/images.ts';
import { createMemoryStore } from '../testing/memory-store.ts';
import { createJpegs, type Jpegs } from './jpegs.ts';
import { findImageFiles } from './queries.ts';
import { imageKey } from './store/picture-keys.ts';
import type { JpegJob } from './wire/jobs-wire.ts';
import type { WorkerPool } from './workers/worker-pool.ts';

const staging = folderForTests();
let store: FileStore;
let jpegs: Jpegs;
/** So many questions to the database have had their answer. */
let answered: number;
/** The conversions that have begun and wait to be let go. */
let begun: { job: JpegJob; end: (isRefused?: true) => Promise<void> }[];

const site = databaseForTests();

beforeEach(() => {
  store = createMemoryStore();
  begun = [];
  answered = 0;
  const db: Db = {
    async query<R>(...asked: Parameters<Db['query']>) {
      const answer = await site.db.query<R>(...asked);
      answered += 1;
      return answer;
    },
  };
  const run = (job: JpegJob) =>
    new Promise((resolve) => {
      const name = `w${job.width}.jpg`;
      const made = { name, type: 'image/jpeg', width: job.width, height: 640, bytes: 4 };
      begun.push({
        job,
        async end(isRefused) {
          await writeFile(join(job.outDir, name), 'jpeg');
          resolve(isRefused ? { state: 'refused', cause: 'broken' } : { state: 'done', result: [made] });
        },
      });
    });
  const promptWorkers = { run } as unknown as WorkerPool; // only such jobs are run
  jpegs = createJpegs({ db, media: { store, staging, promptWorkers }, log: createLog('silent') });
});

const makeOf = (imageId: string) => jpegs.make({ imageId, variant: 'w480.jpg' });
const whileBegun = (count: number) => expect.poll(() => begun.length).toBe(count);
const namesOf = async (id: string) => (await findImageFiles(site.db, [id])).get(id);

it('is made once for all who ask for it at once, and is one of its picture’s files from then on', async () => {
  const id = await makeImage(site.db);
  const asked = [makeOf(id), makeOf(id), makeOf(id)];
  await expect.poll(() => answered).toBe(3);
  await whileBegun(1);
  await begun[0]?.end();
  expect(await Promise.all(asked)).toEqual([true, true, true]);
  expect(begun).toHaveLength(1);
  expect(await namesOf(id)).toEqual(['w480.webp', 'w480.jpg']);
  expect(await store.stat(imageKey(id, 'w480.jpg'))).toMatchObject({ size: 4 });
});

it('is refused for a page while two others are made, and made when its turn comes for a cover', async () => {
  const [one, two, page] = [await makeImage(site.db), await makeImage(site.db), await makeImage(site.db)];
  const cover = await makeImage(site.db, { kind: 'cover' });
  const running = [makeOf(one), makeOf(two)];
  await whileBegun(2);
  await expect(makeOf(page)).rejects.toMatchObject({ status: 503, retryAfterSeconds: expect.any(Number) });
  const later = jpegs.make({ imageId: cover, variant: 'w300.jpg' });
  await begun[0]?.end(true);
  await whileBegun(3);
  await begun[1]?.end();
  await begun[2]?.end();
  expect((await Promise.all(running)).sort()).toEqual([false, true]);
  expect(await later).toBe(true);
  const again = makeOf(page);
  await whileBegun(4);
  await begun[3]?.end();
  expect(await again).toBe(true);
});

it('is not made in other widths, nor of what is no picture', async () => {
  const id = await makeImage(site.db);
  expect(await jpegs.make({ imageId: id, variant: 'w479.jpg' })).toBe(false);
  expect(await jpegs.make({ imageId: '11111111-1111-4111-8111-111111111111', variant: 'w480.jpg' })).toBe(false);
  expect(begun).toHaveLength(0);
});

it('is listed with its size, and made for the list where it is missing', async () => {
  const id = await makeImage(site.db, { kind: 'cover' });
  const listed = jpegs.listMade([id], 400);
  await whileBegun(1);
  await begun[0]?.end();
  const facts = { name: 'w300.jpg', type: 'image/jpeg', width: 300, height: 640, bytes: 4 };
  expect((await listed).get(id)).toEqual(facts);
  expect((await jpegs.listMade([id], 400)).get(id)).toEqual(facts);
  expect(begun).toHaveLength(1);
});

const webp = (...widths: number[]) =>
  widths.map((width) => ({ name: `w${width}.webp`, type: 'image/webp' as const, width, height: 1, bytes: 1 }));
it.each([
  ['page' as const, webp(800, 480), [480, 800]],
  ['cover' as const, webp(160, 320, 640, 960), [300, 600]],
  ['cover' as const, webp(160, 320, 400), [300, 400]],
  ['thumb' as const, webp(256), [256]],
])('of a %s with the files %j has the widths %j', (kind, variants, widths) => {
  expect(jpegWidths({ kind, variants })).toEqual(widths);
});
