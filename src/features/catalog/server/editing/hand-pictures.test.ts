import { randomUUID } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { askerOf } from '../../../../app/testing/ask.ts';
import { serverForTests } from '../../../../app/testing/server.ts';
import { signInStaff } from '../../../../app/testing/staff.ts';
import { withTransaction } from '../../../../server/database/db.ts';
import { inLong } from '../../../../server/testing/depth.ts';
import { forAllTests } from '../../../../server/testing/for-all-tests.ts';
import { languages } from '../../../../shared/languages.ts';
import { upload as sendUpload } from '../../../importing/testing/imports.ts';
import { hashFile, storeImage } from '../../../media/server/media.ts';
import { drawPicture } from '../../../media/testing/pictures.ts';
import { makeBook } from '../../testing/books.ts';
import { writeImport } from '../imports.ts';

let bookId: string;
let chapterId: string;

const server = serverForTests();
const editor = forAllTests(() => signInStaff(server, 'editor', { username: 'Edith' }));
const other = forAllTests(() => signInStaff(server, 'editor', { username: 'Otto' }));
beforeEach(async () => {
  const made = await makeBook(server.db, { titles: { 'en-us': 'The Harbour', 'fr-fr': 'Le Port' }, chapters: 2 });
  bookId = made.id;
  [chapterId = ''] = made.chapterIds;
  await server.db.query(`delete from pages where chapter_id = $1`, [chapterId]);
  await server.db.query(`update chapter_editions set has_content = false where chapter_id = $1`, [chapterId]);
});

const ask = askerOf(server, editor);

const draw = (seed: number, size: { width?: number; height?: number } = {}) =>
  drawPicture({ width: 600, height: 900, seed, ...size });
const upload = (bytes: Buffer | string) => sendUpload(server, editor, bytes);
const send = async (seed: number) => upload(await draw(seed));
const pagesPath = (language = 'en-us') => `/chapters/${chapterId}/pages/${language}`;
const etagOf = async (path: string) => (await ask('GET', path)).etag;
async function addPage(seed: number) {
  return ask('PUT', pagesPath(), { body: { upload: await send(seed) }, etag: await etagOf(pagesPath()) });
}
async function addPages(...seeds: number[]) {
  for (const seed of seeds) expect((await addPage(seed)).status).toBe(200);
}
/** The pages by the seeds of their drawings: what they were made of. */
async function seedsOf(): Promise<number[]> {
  const { rows } = await server.db.query<{ hash: string }>(
    `select encode(i.source_hash, 'hex') as hash from pages p join images i on i.id = p.image_id
     where chapter_id = $1 and language = 'en-us' order by position`,
    [chapterId],
  );
  const known = new Map<string, number>();
  for (const seed of [1, 2, 3, 4, 5]) {
    const { createHash } = await import('node:crypto');
    known.set(
      createHash('sha256')
        .update(await draw(seed))
        .digest('hex'),
      seed,
    );
  }
  return rows.map(({ hash }) => known.get(hash) ?? -1);
}
/** When the pages last changed, as the sitemap tells. */
async function changedAt(): Promise<Date> {
  const { rows } = await server.db.query<{ at: Date }>(
    `select changed_at as at from chapter_editions where chapter_id = $1 and language = 'en-us'`,
    [chapterId],
  );
  return rows[0]?.at ?? new Date(Number.NaN);
}

describe('pages by hand', () => {
  it('are added, replaced, moved and removed', async () => {
    await addPages(1, 2, 3);
    expect(await seedsOf()).toEqual([1, 2, 3]);
    const changedBefore = await changedAt();
    const replaced = await ask('PUT', `${pagesPath()}/2`, {
      body: { upload: await send(4) },
      etag: await etagOf(pagesPath()),
    });
    expect([replaced.status, replaced.body.data.total]).toEqual([200, 3]);
    expect(await seedsOf()).toEqual([1, 4, 3]);
    expect(+(await changedAt())).toBeGreaterThan(+changedBefore);
    const moved = await ask('POST', `${pagesPath()}/move`, { body: { pages: [3], before: 1 }, etag: replaced.etag });
    expect(moved.status).toBe(200);
    expect(await seedsOf()).toEqual([3, 1, 4]);
    const removed = await ask('DELETE', `${pagesPath()}/1`, { etag: moved.etag });
    expect(removed.result).toMatchObject([
      { page: 1, width: 600, height: 900, pictures: [{ src: expect.stringContaining('/media/') }] },
      { page: 2 },
    ]);
    expect(await seedsOf()).toEqual([1, 4]);
    expect(removed.etag).toBe(await etagOf(pagesPath()));
    const end = await ask('POST', `${pagesPath()}/move`, { body: { pages: [1], before: null }, etag: removed.etag });
    expect(end.status).toBe(200);
    expect(await seedsOf()).toEqual([4, 1]);
  });

  it('can be seen by their editors alone', async () => {
    await addPages(1);
    const { result } = await ask('GET', pagesPath());
    const src = result[0].pictures[0].src;
    expect((await server.app.inject(src)).statusCode).toBe(200);
    expect((await server.app.inject(src.split('?')[0])).statusCode).not.toBe(200);
  });

  inLong('make a draft of a language that had none, with a cover of its first page', async () => {
    await addPages(1, 2);
    const { result } = await ask('GET', `/chapters/${chapterId}`);
    expect(result.editions).toMatchObject([{ language: 'en-us', state: 'draft' }]);
    expect(result.edited).toContain('pages.en-us');
    const coverOf = async () =>
      (
        await server.db.query<{ cover: string }>(
          `select cover_image_id as cover from chapter_editions where chapter_id = $1 and language = 'en-us'`,
          [chapterId],
        )
      ).rows[0]?.cover;
    const first = await coverOf();
    expect(first).toBeTruthy();
    await ask('POST', `${pagesPath()}/move`, { body: { pages: [2], before: 1 }, etag: await etagOf(pagesPath()) });
    expect(await coverOf()).not.toBe(first);
    await ask('POST', `${pagesPath()}/move`, { body: { pages: [2], before: 1 }, etag: await etagOf(pagesPath()) });
    expect(await coverOf()).toBe(first);
  });

  it('leave likes and places where they are, and write the audit', async () => {
    await addPages(1, 2);
    await server.db.query('update chapters set total_likes = 7 where id = $1', [chapterId]);
    await ask('DELETE', `${pagesPath()}/1`, { etag: await etagOf(pagesPath()) });
    const { rows } = await server.db.query('select total_likes as likes from chapters where id = $1', [chapterId]);
    expect(rows).toEqual([{ likes: 7 }]);
    const { result } = await ask('GET', `/audit?target=${chapterId}`);
    expect(result[0]).toMatchObject({
      action: 'chapter.pages',
      before: { 'pages.en-us': [{ page: 1 }] },
      after: { 'pages.en-us': [] },
    });
  });

  inLong('stay, whatever an import brings, until they are given back', async () => {
    await addPages(1, 2);
    const picture = join(server.config.dataDir, 'given.png');
    await sharp(await draw(5)).toFile(picture);
    const stored = await storeImage(server.db, server.media, {
      ...{ path: picture, sourceHash: await hashFile(picture), kinds: ['page'], avif: 'later' },
    });
    if (stored.state === 'refused') throw new Error(stored.cause);
    const imageIds = stored.images.page ?? [];
    const { rows } = await server.db.query<{ book: string; chapter: string }>(
      'select b.source_key as book, c.source_key as chapter from chapters c join books b on b.id = c.book_id where c.id = $1',
      [chapterId],
    );
    const bring = () =>
      withTransaction(server.db, (tx) =>
        writeImport(
          tx,
          {
            sourceKey: rows[0]?.book ?? '',
            kind: 'comic',
            likelyLanguage: 'en-us',
            editions: [{ language: 'en-us', title: 'The Harbour' }],
            chapters: [
              {
                sourceKey: rows[0]?.chapter ?? '',
                editions: [{ language: 'en-us', title: 'One', pages: [{ sourceKey: 'given', imageIds }] }],
              },
            ],
          },
          { now: new Date(), mayPruneMost: true },
        ),
      );
    await bring();
    expect(await seedsOf()).toEqual([1, 2]);
    const follow = await ask('PATCH', `/chapters/${chapterId}`, {
      body: { follow: ['pages.en-us'] },
      etag: await etagOf(`/chapters/${chapterId}`),
    });
    expect(follow.status).toBe(200);
    await bring();
    const { body } = await ask('GET', pagesPath());
    expect(JSON.stringify(body)).toContain(imageIds[0]);
  });

  it('are refused without a version, in an old one, and where there is no such page', async () => {
    await addPages(1);
    const etag = await etagOf(pagesPath());
    const body = { upload: await send(2) };
    expect(await ask('PUT', pagesPath(), { body })).toMatchObject({ status: 428, code: 'version_missing' });
    expect(await ask('PUT', `${pagesPath()}/2`, { body, etag })).toMatchObject({ status: 404, code: 'page_not_found' });
    expect((await ask('PUT', pagesPath(), { body, etag })).status).toBe(200);
    const old = await ask('DELETE', `${pagesPath()}/1`, { etag, as: other });
    expect(old).toMatchObject({ status: 412, code: 'edit_conflict' });
    expect(old.body).toMatchObject({ changed_by: 'Edith', current: [{ page: 1 }, { page: 2 }] });
    expect(old.body.etag).toBe(await etagOf(pagesPath()));
    const gone = `/chapters/${randomUUID()}/pages/en-us`;
    expect(await ask('GET', gone)).toMatchObject({ status: 404, code: 'chapter_not_found' });
  });

  it('are made of a file of their editor, once, and of a picture alone', async () => {
    await addPages(1);
    const put = async (id: string, as = editor) =>
      ask('PUT', pagesPath(), { body: { upload: id }, etag: await etagOf(pagesPath()), as });
    const refusal = { status: 400, code: 'invalid_request', details: [{ path: 'upload' }] };
    const id = await send(2);
    expect(await put(id, other)).toMatchObject(refusal);
    expect(await put(randomUUID())).toMatchObject(refusal);
    expect((await put(id)).status).toBe(200);
    await expect(access(join(server.config.dataDir, 'uploads', id))).rejects.toThrow();
    expect(await put(id)).toMatchObject(refusal);
    for (const hostile of [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'PK\u0003\u0004',
      (await draw(3)).subarray(0, 900),
    ])
      expect(await put(await upload(hostile))).toMatchObject(refusal);
    expect(await seedsOf()).toEqual([1, 2]);
  });

  it('are changed by one of two who do so at once', async () => {
    await addPages(1, 2);
    const etag = await etagOf(pagesPath());
    const answers = await Promise.all([1, 2].map((page) => ask('DELETE', `${pagesPath()}/${page}`, { etag })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect((await seedsOf()).length).toBe(1);
  });
});

describe('a cover by hand', () => {
  const path = () => `/books/${bookId}/covers/fr-fr`;
  const put = async (body: object) => ask('PUT', path(), { body, etag: await etagOf(`/books/${bookId}`) });

  inLong('is a part of a file, and can be another part later', async () => {
    const made = await put({ upload: await send(1), crop: { x: 0.25, y: 0, width: 0.5, height: 0.5 } });
    expect(made.status).toBe(200);
    expect(made.result.edited).toContain('covers.fr-fr');
    expect(made.etag).toBe(await etagOf(`/books/${bookId}`));
    const coversOf = async () =>
      (await ask('GET', `/books/${bookId}/covers`)).result.find(
        ({ language }: { language: string }) => language === 'fr-fr',
      );
    expect(await coversOf()).toMatchObject({
      cover: { width: 300, height: 450 },
      whole: { width: 600, height: 900 },
      whole_share: 1,
      crop: { x: 0.25, y: 0, width: 0.5, height: 0.5 },
    });
    expect((await put({ crop: { x: 0, y: 0.5, width: 1, height: 0.5 } })).status).toBe(200);
    expect(await coversOf()).toMatchObject({ cover: { width: 600, height: 450 }, whole: { width: 600, height: 900 } });
    server.pass(6000);
    const { rows } = await server.db.query<{ id: string }>(
      `select cover_image_id as id from editions where book_id = $1 and language = 'fr-fr'`,
      [bookId],
    );
    const image = await server.app.inject(`/media/${rows[0]?.id}/w160.webp`);
    expect(image.statusCode).toBe(200);
    const { result } = await ask('GET', `/audit?target=${bookId}`);
    expect(result[0]).toMatchObject({ action: 'book.cover', after: { 'covers.fr-fr': { crop: { y: 0.5 } } } });
  });

  it('is a part of a page', async () => {
    await addPages(1, 2);
    const page = { chapter_uuid: chapterId, language: 'en-us', page: 2 };
    expect((await put({ page, crop: { x: 0, y: 0, width: 1, height: 0.4 } })).status).toBe(200);
    expect((await put({ page })).result.covers['fr-fr'].crop).toEqual({ x: 0, y: 0, width: 1, height: 1 });
    expect(await put({ page: { ...page, page: 9 } })).toMatchObject({ status: 400, details: [{ path: 'page' }] });
  });

  it('is that of all languages where that is asked, also of those that have their titles later', async () => {
    const { image_uuid: coverImageId } = (await put({ upload: await send(2) })).result.covers['fr-fr'];
    const made = await put({ upload: await send(1), all_languages: true });
    const { titles, covers, edited } = made.result;
    expect(Object.keys(titles)).not.toContain('zh-cn');
    expect(Object.keys(covers).sort()).toEqual([...languages].sort());
    expect(new Set(Object.values(covers).map((cover) => (cover as { image_uuid: string }).image_uuid)).size).toBe(1);
    expect(edited).toEqual(expect.arrayContaining(languages.map((language) => `covers.${language}`)));
    const { etag } = await ask('GET', `/books/${bookId}`);
    const titled = await ask('PATCH', `/books/${bookId}`, { body: { titles: { 'zh-cn': '书' } }, etag });
    expect(titled.result.covers).toEqual(covers);
    const { rows } = await server.db.query<{ key: string }>('select source_key as key from books where id = $1', [
      bookId,
    ]);
    await withTransaction(server.db, (tx) => {
      const editions = [{ language: 'es-es' as const, title: 'El puerto', coverImageId }];
      const book = { sourceKey: rows[0]?.key ?? '', kind: 'comic' as const, likelyLanguage: 'en-us' as const };
      return writeImport(tx, { ...book, editions, chapters: [] }, { now: new Date() });
    });
    const brought = (await ask('GET', `/books/${bookId}`)).result;
    expect([brought.titles['es-es'], brought.covers['es-es'].image_uuid]).toEqual([
      'El puerto',
      covers['fr-fr'].image_uuid,
    ]);
  });

  it('is chosen among the pages of the first chapters, by their thumbnails', async () => {
    await addPages(1, 2);
    const { result } = await ask('GET', `/books/${bookId}/cover_pages`);
    expect(result).toMatchObject([
      { chapter_uuid: chapterId, language: 'en-us', page: 1, width: 600, height: 900, thumbnail: { width: 600 } },
      { chapter_uuid: chapterId, language: 'en-us', page: 2 },
    ]);
    const [{ thumbnail, chapter_uuid, language, page }] = result;
    expect((await server.app.inject(thumbnail.src)).statusCode).toBe(200);
    expect((await put({ page: { chapter_uuid, language, page } })).status).toBe(200);
    expect((await ask('GET', `/books/${randomUUID()}/cover_pages`)).status).toBe(404);
  });

  it('shows at least 240 × 320 px', async () => {
    const id = await send(1);
    const small = { x: 0, y: 0, width: 0.39, height: 1 };
    expect(await put({ upload: id, crop: small })).toMatchObject({ status: 400, details: [{ path: 'crop' }] });
    const outside = { x: 0.6, y: 0, width: 0.5, height: 1 };
    expect(await put({ upload: id, crop: outside })).toMatchObject({ status: 400, code: 'invalid_request' });
    const tiny = await upload(await draw(2, { width: 200, height: 300 }));
    expect(await put({ upload: tiny })).toMatchObject({ status: 400, details: [{ path: 'crop' }] });
    expect((await put({ upload: id, crop: { ...small, width: 0.4 } })).status).toBe(200);
  });

  it('stands still and upright', async () => {
    const turned = await sharp(await draw(1))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await put({ upload: await upload(turned), crop: { x: 0, y: 0, width: 0.5, height: 1 } })).status).toBe(200);
    const { result } = await ask('GET', `/books/${bookId}/covers`);
    const cover = result.find(({ language }: { language: string }) => language === 'fr-fr');
    expect(cover).toMatchObject({ cover: { width: 450, height: 600 }, whole: { width: 900, height: 600 } });
  });

  it('is taken away, wants a version, a title and a picture', async () => {
    await put({ upload: await send(1) });
    const etag = await etagOf(`/books/${bookId}`);
    const gone = await ask('DELETE', path(), { etag });
    expect([gone.status, gone.result.covers['fr-fr']]).toEqual([200, undefined]);
    expect(gone.result.edited).toContain('covers.fr-fr');
    const old = await ask('PUT', path(), { body: { upload: await send(2) }, etag });
    expect(old).toMatchObject({ status: 412, body: { current: { book_uuid: bookId }, changed_by: 'Edith' } });
    expect(await ask('DELETE', path())).toMatchObject({ status: 428 });
    expect(await put({ crop: { x: 0, y: 0, width: 1, height: 1 } })).toMatchObject({ status: 400 });
    expect(await put({})).toMatchObject({ status: 400 });
    const spanish = await ask('PUT', `/books/${bookId}/covers/es-es`, {
      body: { upload: await send(3) },
      etag: await etagOf(`/books/${bookId}`),
    });
    expect(spanish).toMatchObject({ status: 400, details: [{ path: 'language' }] });
    const nowhere = await ask('PUT', `/books/${randomUUID()}/covers/fr-fr`, { body: { upload: await send(3) }, etag });
    expect(nowhere).toMatchObject({ status: 404, code: 'book_not_found' });
  });
});

describe('who has a book open', () => {
  it('is told to the others until they leave', async () => {
    const path = `/books/${bookId}/presence`;
    expect((await ask('PUT', path)).status).toBe(200);
    await ask('PUT', path, { as: other });
    const { result, body } = await ask('GET', path);
    expect(result.map(({ username }: { username: string }) => username)).toEqual(['Edith', 'Otto']);
    expect(body.data.total).toBe(2);
    expect((await ask('DELETE', path, { as: other })).status).toBe(204);
    await server.db.query(`update book_presence set seen_at = now() - interval '41 seconds'`);
    expect((await ask('GET', path)).result).toEqual([]);
    expect(await ask('PUT', `/books/${randomUUID()}/presence`)).toMatchObject({ status: 404 });
  });

  it('ends with a book that goes to the trash, without a fault', async () => {
    const { id } = await makeBook(server.db, { titles: { 'en-us': 'Gone' } });
    const path = `/books/${id}`;
    await ask('PUT', `${path}/presence`);
    const { etag } = await ask('GET', path);
    expect((await ask('DELETE', path, { etag })).status).toBe(204);
    expect((await ask('DELETE', `${path}/presence`)).status).toBe(204);
  });
});
