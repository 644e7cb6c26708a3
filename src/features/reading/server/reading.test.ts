import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../app/testing/server.ts';
import { makeBook } from '../../catalog/testing/books.ts';
import { makeImage } from '../../media/testing/images.ts';
import type { EventName } from '../contract.ts';
import { purgeOld, scoreBooks } from './jobs.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ settings: { TRUST_PROXY: '1' } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.db.query('truncate books, reading_events, reading_counts, book_days, popularity_dirty cascade');
});

const open = (chapterId: string | undefined, language = 'en-us') =>
  server.ask(`/api/v1/comics/chapter_comics/${chapterId}/${language}`);

describe('GET /comics/chapter_comics of a free chapter', () => {
  it("spells every field of a comic's chapter", async () => {
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
          kind: 'comic',
          language: 'en-us',
          book_uuid: id,
          book_title: 'Book',
          layout: 'pages',
          reading_direction: 'rtl',
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
  it('refuses with title and neighbours, and not a trace of what is in it', async () => {
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

interface Sent {
  event_id: string;
  name: EventName;
  occurred_at: string;
  book_uuid: string;
  language: string;
  chapter_uuid?: string;
}

const finished = (bookId: string, more: Partial<Sent> = {}): Sent => ({
  event_id: randomUUID(),
  name: 'finished_reading',
  occurred_at: new Date().toISOString(),
  book_uuid: bookId,
  language: 'en-us',
  ...more,
});

function send(events: unknown[], address = '203.0.113.7') {
  const headers = { 'x-forwarded-for': address, 'x-visitor-id': '0a1b2c3d' };
  return server.app.inject({ method: 'POST', url: '/api/v1/events', headers, payload: { events } });
}

async function countEvents(): Promise<number> {
  const { rows } = await server.db.query<{ count: number }>('select count(*) as count from reading_events');
  return rows[0]?.count ?? 0;
}

async function popularityOf(bookId: string): Promise<number> {
  await scoreBooks(server.db);
  const { rows } = await server.db.query<{ popularity: number }>('select popularity from books where id = $1', [
    bookId,
  ]);
  return rows[0]?.popularity ?? 0;
}

describe('POST /events', () => {
  it('answers 202 without a body and counts each event once, also when 50 copies race', async () => {
    const { id } = await makeBook(server.db);
    const event = finished(id);
    const answers = await Promise.all(Array.from({ length: 50 }, () => send([event])));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode}${body}`))).toEqual(new Set(['202']));
    expect(await countEvents()).toBe(1);
    const { rows } = await server.db.query('select finished from reading_counts');
    expect(rows).toEqual([{ finished: 1 }]);
  });

  it('takes a time without a zone as UTC', async () => {
    const book = await makeBook(server.db);
    const zoneless = new Date().toISOString().slice(0, -1);
    expect((await send([finished(book.id, { occurred_at: zoneless })])).statusCode).toBe(202);
    const { rows } = await server.db.query('select occurred_at from reading_events');
    expect(rows).toEqual([{ occurred_at: new Date(`${zoneless}Z`) }]);
  });

  it('passes over what is untimely or belongs to no visible book', async () => {
    const book = await makeBook(server.db);
    const other = await makeBook(server.db);
    const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
    const answer = await send([
      finished(book.id, { occurred_at: days(-8) }),
      finished(book.id, { occurred_at: days(1) }),
      finished(randomUUID()),
      finished(book.id, { chapter_uuid: other.chapterIds[0] ?? '' }),
      finished(book.id, { chapter_uuid: randomUUID() }),
    ]);
    expect(answer.statusCode).toBe(202);
    expect(await countEvents()).toBe(0);
    await send([finished(book.id, { chapter_uuid: book.chapterIds[0] ?? '', occurred_at: days(-6) })]);
    expect(await countEvents()).toBe(1);
  });

  it.each([
    { why: 'more than 50', events: Array.from({ length: 51 }, () => finished(randomUUID())) },
    { why: 'an unknown name', events: [{ ...finished(randomUUID()), name: 'like' }] },
    { why: 'a bad UUID', events: [finished('x')] },
    { why: 'no time', events: [{ ...finished(randomUUID()), occurred_at: 'yesterday' }] },
    { why: 'an impossible time', events: [{ ...finished(randomUUID()), occurred_at: '2026-02-31T00:00:00Z' }] },
  ])('refuses $why', async ({ events }) => {
    const answer = await send(events);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
  });
});

describe('popularity', () => {
  it('moves by at most five readings of one address a day, and shows in the order', async () => {
    const [loved, spammed, quiet] = [await makeBook(server.db), await makeBook(server.db), await makeBook(server.db)];
    await send(Array.from({ length: 50 }, () => finished(spammed.id)));
    await Promise.all(Array.from({ length: 20 }, () => send([finished(spammed.id)])));
    for (let reader = 1; reader <= 6; reader += 1) await send([finished(loved.id)], `2001:db8:0:${reader}::1`);
    await send([finished(quiet.id, { name: 'open_book' }), finished(quiet.id, { name: 'start_reading' })]);

    expect(await popularityOf(quiet.id)).toBe(0);
    const difference = (await popularityOf(loved.id)) - (await popularityOf(spammed.id));
    expect(difference).toBeCloseTo(Math.log2(6 / 5), 8);
    const answer = await server.ask('/api/v1/comics/book/search', { query: { order_by: 'popularity' } });
    const ids = answer.json().data.result.map((book: { book_uuid: string }) => book.book_uuid);
    expect(ids).toEqual([loved.id, spammed.id, quiet.id]);
  });

  it('counts one IPv6 customer, and an address in either spelling, as one', async () => {
    const { id } = await makeBook(server.db);
    for (let host = 1; host <= 9; host += 1) await send([finished(id)], `2001:db8:0:7::${host}`);
    const { rows } = await server.db.query('select finished from reading_counts');
    expect(rows).toEqual([{ finished: 5 }]);
    await send([finished(id)], '203.0.113.7');
    await send([finished(id)], '::ffff:203.0.113.7');
    expect((await server.db.query('select finished from reading_counts order by 1')).rows).toEqual([
      { finished: 2 },
      { finished: 5 },
    ]);
  });

  it('survives the purge of what names readers', async () => {
    const { id } = await makeBook(server.db);
    await send([finished(id)]);
    const before = await popularityOf(id);
    await purgeOld(server.db, new Date(Date.now() + 20 * 86_400_000));
    expect(await countEvents()).toBe(0);
    for (const table of ['reading_counts', 'daily_salts'])
      expect((await server.db.query(`select from ${table}`)).rowCount).toBe(0);
    await server.db.query('insert into popularity_dirty (book_id) values ($1)', [id]);
    expect(await popularityOf(id)).toBe(before);
  });
});
