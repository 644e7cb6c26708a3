import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { makeBook } from '../../catalog/testing/books.ts';
import { makeImage } from '../../media/testing/images.ts';

const server = serverForTests({ settings: { TRUST_PROXY: '1' } });
beforeEach(async () => {
  await server.db.query('delete from books');
});

const open = (chapterId: string | undefined, language = 'en-us') =>
  server.ask(`/api/v1/comics/chapter_comics/${chapterId}/${language}`);

describe('GET /comics/chapter_comics of a free chapter', () => {
  inLong("spells every field of a comic's chapter", async () => {
    const images = [await makeImage(server.db), await makeImage(server.db)];
    const { id, chapterIds } = await makeBook(server.db, {
      titles: { 'en-us': 'Book', 'zh-cn': '书' },
      layout: 'pages',
      readingDirection: 'rtl',
      chapters: [{}, { editions: { 'en-us': { title: 'Two', imageIds: images } } }, {}],
    });
    const addresses = images.map((image) => `/media/${image}/w480.webp`);
    expect((await open(chapterIds[1])).json()).toEqual({
      data: {
        result: {
          chapter_number: 2,
          chapter_title: 'Two',
          title: 'Two',
          images: addresses,
          prev_chapter_uuid: chapterIds[0],
          prev_chapter_number: 1,
          next_chapter_uuid: chapterIds[2],
          next_chapter_number: 3,
          already_favor: false,
          total_likes: 0,
          access: { state: 'free', free_at: null, until: null, reason: 'first_free' },
          kind: 'comic',
          language: 'en-us',
          book_uuid: id,
          book_title: 'Book',
          layout: 'pages',
          reading_direction: 'rtl',
          rating: null,
          season: null,
          label: null,
          prev_season: null,
          prev_label: null,
          next_season: null,
          next_label: null,
          pages: addresses.map((src, page) => ({
            src,
            sources: [{ type: 'image/webp', srcset: `${src} 480w` }],
            width: 480,
            height: 640,
            placeholder: 'data:,',
            page,
          })),
        },
      },
    });
    const inChinese = (await open(chapterIds[1], 'zh-cn')).json().data.result;
    expect(inChinese).toMatchObject({ book_title: '书', title: 'Two', language: 'en-us', images: addresses });
  });

  it("gives a novel's text as blocks, its pictures presented, and no images", async () => {
    const picture = await makeImage(server.db);
    const text = { type: 'p' as const, inlines: [{ type: 'text' as const, text: '<script>&amp;', em: true }] };
    const blocks = [text, { type: 'hr' as const }, { type: 'img' as const, imageId: picture, alt: 'A map' }];
    const { chapterIds } = await makeBook(server.db, {
      kind: 'novel',
      chapters: [{ editions: { 'en-us': { title: 'One', blocks } } }],
    });
    const content = (await open(chapterIds[0])).json().data.result;
    expect(content).toMatchObject({ kind: 'novel', images: [], prev_chapter_uuid: null, next_chapter_uuid: null });
    expect(content.pages).toBeUndefined();
    expect(content.blocks).toEqual([
      text,
      { type: 'hr' },
      { type: 'img', alt: 'A map', image: expect.objectContaining({ src: `/media/${picture}/w480.webp` }) },
    ]);
  });

  it('uses the edition that has content: the language, en-us, the original, any', async () => {
    const at = async () => ({ imageIds: [await makeImage(server.db)] });
    const { chapterIds } = await makeBook(server.db, {
      titles: { 'fr-fr': 'Livre' },
      originalLanguage: 'fr-fr',
      publicFreeChapters: 9,
      chapters: [
        { editions: { 'zh-cn': await at(), 'en-us': await at(), 'fr-fr': await at() } },
        { editions: { 'zh-cn': { title: '只有题目' }, 'en-us': { title: 'English', ...(await at()) } } },
        { editions: { 'ar-sa': await at(), 'fr-fr': await at() } },
        { editions: { 'ar-sa': await at() } },
      ],
    });
    const used = await Promise.all(
      chapterIds.map(async (id) => {
        const { language, title, images } = (await open(id, 'zh-cn')).json().data.result;
        return { language, title, images: images.length };
      }),
    );
    expect(used.map(({ language, images }) => [language, images])).toEqual([
      ['zh-cn', 1],
      ['en-us', 1],
      ['fr-fr', 1],
      ['ar-sa', 1],
    ]);
    expect(used[1]?.title).toBe('只有题目');
  });
});

describe('GET /comics/chapter_comics of any other chapter', () => {
  it('refuses with title and neighbours, and with nothing of its content', async () => {
    const image = await makeImage(server.db);
    const chapters = [1, 2, 3, 4, 5].map((number) => ({
      editions: { 'en-us': { title: `No ${number}`, imageIds: [image] } },
    }));
    const { id, chapterIds } = await makeBook(server.db, { publicFreeChapters: 0, chapters });
    const answer = await open(chapterIds[3]);
    expect(answer.statusCode).toBe(403);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({
      error: 'This chapter is only open to members',
      code: 'membership_required',
      chapter: {
        book_uuid: id,
        book_title: 'A book',
        chapter_number: 4,
        title: 'No 4',
        prev_chapter_uuid: chapterIds[2],
        prev_chapter_number: 3,
        next_chapter_uuid: chapterIds[4],
        next_chapter_number: 5,
        access: { state: 'members', free_at: null, until: null, reason: 'rule' },
        kind: 'comic',
        language: 'en-us',
      },
    });
    expect(answer.body).not.toContain(image);
    const bytes = await server.app.inject(`/media/${image}/w480.webp`);
    expect([bytes.statusCode, bytes.json().code]).toEqual([403, 'forbidden']);
  });

  it.each([
    { free: null, statuses: [200, 200, 200, 403] },
    { free: 0, statuses: [403, 403, 403, 403] },
    { free: 1, statuses: [200, 403, 403, 403] },
    { free: 99, statuses: [200, 200, 200, 200] },
  ])('keeps to $free free chapters', async ({ free, statuses }) => {
    const { chapterIds } = await makeBook(server.db, { publicFreeChapters: free, chapters: 4 });
    const answers = await Promise.all(chapterIds.map((id) => open(id)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(statuses);
  });

  it('answers 404 where there is no such chapter', async () => {
    const answer = await open(randomUUID());
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'chapter_not_found']);
  });
});
