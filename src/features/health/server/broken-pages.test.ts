import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { askerOf } from '../../../app/testing/ask.ts';
import { serverForTests } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { makeBook } from '../../catalog/testing/books.ts';
import { hashFile, storeImage } from '../../media/server/media.ts';
import { drawPicture } from '../../media/testing/pictures.ts';

let chapterId: string;
let bookId: string;
let files: string[];
let imageId: string;
const server = serverForTests();
const editor = forAllTests(() => signInStaff(server, 'editor'));

async function storePicture(drawn: number): Promise<{ id: string; files: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'longstrip-broken-'));
  const path = join(folder, 'page.jpg');
  await writeFile(path, await drawPicture({ width: 600, height: 900, seed: drawn }));
  const picture = { path, sourceHash: await hashFile(path), kinds: ['page'], avif: 'later' } as const;
  const stored = await storeImage(server.db, server.media, picture);
  await rm(folder, { recursive: true });
  if (stored.state !== 'stored') throw new Error(stored.cause);
  const id = stored.images.page?.[0] ?? '';
  const { rows } = await server.db.query<{ name: string }>(
    `select v->>'name' as name from images, jsonb_array_elements(variants) as v where id = $1`,
    [id],
  );
  const home = join(server.config.dataDir, 'media', 'images', id.slice(0, 2), id);
  return { id, files: rows.map(({ name }) => join(home, name)) };
}

let seed = 0;
beforeEach(async () => {
  seed += 1;
  ({ id: imageId, files } = await storePicture(seed));
  const made = await makeBook(server.db, {
    titles: { 'en-us': `Torn ${seed}` },
    chapters: [{ editions: { 'en-us': { title: 'The first', imageIds: [imageId] } } }],
  });
  bookId = made.id;
  chapterId = made.chapterIds[0] ?? '';
});

/** Two readers whose browsers did not get the page. */
async function report(page = 1): Promise<void> {
  for (const visitor of ['aaaaaaaa', 'bbbbbbbb', 'bbbbbbbb']) {
    const event = { event_id: randomUUID(), occurred_at: new Date().toISOString(), language: 'en-us' };
    const named = { name: 'page_broken', page, book_uuid: bookId, chapter_uuid: chapterId };
    const headers = { 'x-visitor-id': visitor };
    const payload = { events: [{ ...event, ...named }] };
    const answer = await server.app.inject({ method: 'POST', url: '/api/v1/events', headers, payload });
    expect(answer.statusCode).toBe(202);
  }
}

const ask = askerOf(server, editor);
const listed = async () =>
  (await ask('GET', '/broken_pages')).result.filter((row: { chapter_uuid: string }) => row.chapter_uuid === chapterId);
const check = async () => (await ask('POST', `/broken_pages/${(await listed())[0].id}/check`)).result.outcome;

describe('a page that did not come to browsers', () => {
  inLong('is named with the readers who miss it, and leaves the list once its files are found whole', async () => {
    await report();
    expect(await listed()).toMatchObject([
      {
        ...{ book_uuid: bookId, book_title: `Torn ${seed}`, number: 1, title: 'The first', language: 'en-us', page: 1 },
        ...{ readers: 2, reports: 3, lost: false },
      },
    ]);
    await server.db.query(`insert into editions (book_id, language, title) values ($1, 'fr-fr', 'Déchiré')`, [bookId]);
    await server.db.query(
      `insert into chapter_editions (chapter_id, language, title) values ($1, 'fr-fr', 'Le premier')`,
      [chapterId],
    );
    const inFrench = (await ask('GET', '/broken_pages?language=fr-fr')).result;
    expect(inFrench).toContainEqual(expect.objectContaining({ book_title: 'Déchiré', title: 'Le premier' }));
    expect((await ask('GET', '/today')).result).toContainEqual({
      ...{ kind: 'pages_broken', count: 1, page: '/studio/health' },
    });
    expect(await check()).toBe('fine');
    expect(await listed()).toEqual([]);
    await report();
    expect(await listed()).toMatchObject([{ reports: 6 }]);
  });

  it('is made anew from its original under the same address, a missing file and a damaged one', async () => {
    await report();
    const [missing = '', damaged = ''] = files;
    const before = await readFile(missing);
    const address = `/media/${imageId}/${missing.split('/').at(-1)}`;
    const other = `/media/${imageId}/${damaged.split('/').at(-1)}`;
    await rm(missing);
    await writeFile(damaged, 'torn');
    expect((await server.app.inject(address)).statusCode).toBe(404);
    expect((await server.app.inject(other)).body).toBe('torn');
    expect(await check()).toBe('repaired');
    expect((await server.app.inject(address)).rawPayload.equals(await readFile(missing))).toBe(true);
    expect(Math.abs((await readFile(missing)).length - before.length)).toBeLessThan(before.length);
    expect((await server.app.inject(other)).body).not.toBe('torn');
    expect(await listed()).toEqual([]);
  });

  inLong('is lost where its original is gone too, and stays in the list', async () => {
    await report();
    await rm(files[0] ?? '');
    const { rows } = await server.db.query<{ hash: string }>(
      `select encode(source_hash, 'hex') as hash from images where id = $1`,
      [imageId],
    );
    const hash = rows[0]?.hash ?? '';
    await writeFile(join(server.config.dataDir, 'media', 'originals', hash.slice(0, 2), hash), 'another picture');
    expect(await check()).toBe('lost');
    expect(await listed()).toMatchObject([{ lost: true }]);
  });

  it('has one number everywhere, in a chapter of three pages whose third, then the first is broken', async () => {
    const others = await Promise.all([1, 2].map((more) => storePicture(seed * 1000 + more)));
    const imageIds = [others[0]?.id ?? '', others[1]?.id ?? '', imageId];
    const made = await makeBook(server.db, {
      titles: { 'en-us': `Three ${seed}` },
      chapters: [{ editions: { 'en-us': { title: 'All', imageIds } } }],
    });
    bookId = made.id;
    chapterId = made.chapterIds[0] ?? '';
    for (const [page, broken] of [
      [3, files],
      [1, others[0]?.files ?? []],
    ] as const) {
      await rm(broken[0] ?? '');
      await report(page);
      const [row, ...more] = await listed();
      expect(more).toEqual([]);
      expect(row).toMatchObject({ page, thumbnail: { src: expect.stringContaining(imageIds[page - 1] ?? '') } });
      const checked = await ask('POST', `/broken_pages/${row.id}/check`);
      expect(checked.result).toEqual({ id: row.id, outcome: 'repaired', page });
    }
    for (const page of [0, 4]) await report(page);
    expect(await listed()).toEqual([]);
  });

  inLong('is none by another name', async () => {
    for (const id of ['none', `${chapterId}.en-us.7`, `${chapterId}.de-de.1`, `${chapterId}.en-us.0`]) {
      const { status, code } = await ask('POST', `/broken_pages/${id}/check`);
      expect([id, status, code]).toEqual([id, 404, 'page_not_found']);
    }
  });
});
